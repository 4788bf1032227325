"""Appends to the log, many in one statement: each is stored or refused, and none follows a refused one of its table."""

from asyncio import Future
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from sqlalchemy import Connection, Dialect, bindparam, func, select, update
from sqlalchemy.exc import IntegrityError

from bigpoints.server.storage.engine import insert_new
from bigpoints.server.storage.schema import EVENTS, IS_KEPT, MEMBERS, TABLES
from bigpoints.server.storage.store import Entry

_MAX_KNOWN = 20_000
"""Tables whose newest version is remembered."""
_INSERT = 'INSERT INTO events ("table", version, at, command, event) VALUES '
"""The columns of EVENTS in the order of an Entry."""
_IN_TRASH = "SELECT 1 FROM tables WHERE deleted IS NOT NULL AND number IN ({})"
_NUMBER = f"CASE WHEN EXISTS ({_IN_TRASH}) THEN NULL ELSE {{}} END"
"""The number of a table; null, which cannot be inserted, if another worker has moved one of some tables to the trash.

To ask for that in a statement of its own would take 5 % of the throughput (bench/store.py).
"""
_SHORTEN = (
    update(EVENTS)
    .where(EVENTS.c.table == bindparam("number"), EVENTS.c.version == bindparam("before"))
    .values(event=bindparam("text"))
)
_ROWS = 500
"""In one statement: databases limit the number of its values."""


class PendingAppend(NamedTuple):
    """An entry on its way into the log."""

    future: Future[bool]
    """Whether it was stored."""
    seen: int
    """The last batch whose answers the caller knew."""
    entry: Entry
    member: str | None
    shortened: str | None = None
    """What replaces the event of the entry before it."""


class Appender:
    """Stores entries. It remembers the newest version of each table, so that it rarely has to ask the database."""

    def __init__(self, dialect: Dialect) -> None:
        self._mark = "?" if dialect.paramstyle == "qmark" else "%s"
        self._row = f"({', '.join([self._mark] * len(Entry._fields))})"
        self._numbers: dict[str, int] = {}
        self._newest: dict[str, int] = {}
        self._refused: dict[str, int] = {}
        """The last batch in which an entry of a table was refused."""
        self._batch = 0

    def begin_batch(self, batch: int, seen: int) -> None:
        """Begin a batch; all its callers knew the answers up to batch `seen`."""
        self._batch = batch
        self._refused = {table: refused for table, refused in self._refused.items() if refused > seen}
        if len(self._newest) > _MAX_KNOWN:
            self.forget_all()

    def forget(self, table: str) -> None:
        """Forget a table that is deleted, created, or moved into the trash or out of it."""
        self._newest.pop(table, None)
        self._numbers.pop(table, None)

    def forget_all(self) -> None:
        """Forget all tables, after a failure."""
        self._numbers.clear()
        self._newest.clear()

    def append(self, connection: Connection, appends: Sequence[PendingAppend]) -> list[bool]:
        """Store entries and their members; True for each that is stored."""
        self._look_up_versions(connection, appends)
        answers = self._store(connection, appends)
        shortened = [
            {"text": append.shortened, "number": self._numbers[append.entry.table], "before": append.entry.version - 1}
            for append, answer in zip(appends, answers, strict=True)
            if append.shortened is not None and answer
        ]
        if shortened:
            connection.execute(_SHORTEN, shortened)
        members = [
            {"browser": append.member, "table": self._numbers[append.entry.table]}
            for append, answer in zip(appends, answers, strict=True)
            if answer and append.member is not None
        ]
        if members:
            connection.execute(insert_new(connection.dialect, MEMBERS), members)
        return answers

    def _look_up_versions(self, connection: Connection, appends: Sequence[PendingAppend]) -> None:
        """Ask for the newest versions of tables that are unknown, or seem to have been appended to by others."""
        newest = self._newest
        behind = {entry.table for _, _, entry, *_ in appends if entry.version > newest.get(entry.table, -1) + 1}
        if not behind:
            return
        number, code = TABLES.c.number, TABLES.c.code
        versions = select(number, code, func.coalesce(func.max(EVENTS.c.version), 0)).outerjoin(EVENTS)
        for found, table, version in connection.execute(
            versions.where(code.in_(behind), IS_KEPT).group_by(number, code)
        ):
            self._numbers[table], newest[table] = found, version

    def _store(self, connection: Connection, appends: Sequence[PendingAppend]) -> list[bool]:
        """Store all at once; if the database refuses one, each half by itself, until that one stands alone."""
        refused = self._refused.copy()
        answers = [self._is_next(append) for append in appends]
        entries = [append.entry for append, answer in zip(appends, answers, strict=True) if answer]
        if not entries or self._insert_all(connection, entries):
            return answers
        self._revert(entries)
        self._refused = refused
        if len(appends) == 1:
            self._refused[entries[0].table] = self._batch
            self.forget(entries[0].table)
            return [False]
        middle = len(appends) // 2
        return self._store(connection, appends[:middle]) + self._store(connection, appends[middle:])

    def _is_next(self, append: PendingAppend) -> bool:
        """Whether an entry follows the newest of its table, and its caller knew of every refusal there."""
        table, version = append.entry.table, append.entry.version
        if version != self._newest.get(table, version) + 1 or append.seen < self._refused.get(table, 0):
            self._refused[table] = self._batch
            return False
        self._newest[table] = version
        return True

    def _revert(self, entries: Sequence[Entry]) -> None:
        for entry in reversed(entries):
            self._newest[entry.table] = entry.version - 1

    def _insert_all(self, connection: Connection, entries: list[Entry]) -> bool:
        """Insert all entries or none: none if one is there already, or its table is deleted or in the trash."""
        savepoint = connection.begin_nested()
        try:
            inserted = self._execute(connection, entries)
        except IntegrityError:
            inserted = 0
        if inserted == len(entries):
            savepoint.commit()
            return True
        savepoint.rollback()
        return False

    def _execute(self, connection: Connection, entries: list[Entry]) -> int:
        """Insert entries; the number of those that were not there already.

        The statement is written here, since SQLAlchemy's `insertmanyvalues` takes 35 % more processor time for an entry
        (bench/store.py, 500 tables). `executemany` runs one statement for each row: SQLite's driver releases the
        interpreter's lock at each, and then has to wait for a busy event loop.
        """
        numbers, inserted = self._numbers, 0
        for begin in range(0, len(entries), _ROWS):
            rows = [(numbers[entry.table], *entry[1:]) for entry in entries[begin : begin + _ROWS]]
            statement = f"{_INSERT}{self._rows(len(rows))} ON CONFLICT DO NOTHING"
            values = (*(row[0] for row in rows), *chain.from_iterable(rows))
            inserted += connection.exec_driver_sql(statement, values, {"preserve_rowcount": True}).rowcount
        return inserted

    def _rows(self, count: int) -> str:
        """The marks of rows, before them those of their tables' numbers, of which none may be in the trash."""
        number = _NUMBER.format(", ".join([self._mark] * count), self._mark)
        return f"({number}{self._row.removeprefix('(' + self._mark)}" + f", {self._row}" * (count - 1)
