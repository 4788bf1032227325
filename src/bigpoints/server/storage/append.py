"""Entries into the log, many at a time: each is in or refused, and none follows a refused one of its table."""

from asyncio import Future
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from sqlalchemy import Connection, Dialect, func, select
from sqlalchemy.exc import IntegrityError

from bigpoints.server.storage.engine import insert_new
from bigpoints.server.storage.schema import EVENTS, MEMBERS, TABLES
from bigpoints.server.storage.store import Entry

_MOST_KNOWN = 20_000
_ROWS = 500
"""In one statement; databases have a limit on the values that go into one."""


class Append(NamedTuple):
    """An entry on its way into the log: who waits for it, and the last batch whose answers were known by then."""

    future: Future[bool]
    seen: int
    entry: Entry
    member: str | None


class Appender:
    """Puts entries into the log. It knows which versions are there, so the database is hardly asked."""

    def __init__(self, dialect: Dialect) -> None:
        insert = insert_new(dialect, EVENTS).compile(dialect=dialect, column_keys=Entry._fields).string
        self._before, values, rest = insert.partition("VALUES ")
        self._before += values
        self._behind = " " + rest[rest.index("ON CONFLICT") :]
        mark = "?" if dialect.paramstyle == "qmark" else "%s"
        self._row = f"({', '.join([mark] * len(Entry._fields))})"
        self._numbers: dict[str, int] = {}
        self._newest: dict[str, int] = {}
        self._refused: dict[str, int] = {}
        self._batch = 0

    def begin(self, batch: int, seen: int) -> None:
        """Begin a batch, whose entries were given when the answers up to batch `seen` were known."""
        self._batch = batch
        self._refused = {table: refused for table, refused in self._refused.items() if refused > seen}
        if len(self._newest) > _MOST_KNOWN:
            self.forget_all()

    def forget(self, table: str) -> None:
        """Forget what is known of a table that may be gone, or may be another now."""
        self._newest.pop(table, None)
        self._numbers.pop(table, None)

    def forget_all(self) -> None:
        """Forget everything, after a failure."""
        self._numbers.clear()
        self._newest.clear()

    def append(self, connection: Connection, appends: Sequence[Append]) -> list[bool]:
        """Put entries in, and say which of them are in now."""
        self._look_up(connection, appends)
        answers = self._put(connection, appends)
        members = [
            {"browser": append.member, "table": self._numbers[append.entry.table]}
            for append, answer in zip(appends, answers, strict=True)
            if answer and append.member is not None
        ]
        if members:
            connection.execute(insert_new(connection.dialect, MEMBERS), members)
        return answers

    def _look_up(self, connection: Connection, appends: Sequence[Append]) -> None:
        """Ask for the newest versions of tables that are unknown, or have more versions than is known."""
        newest = self._newest
        behind = {entry.table for _, _, entry, _ in appends if entry.version > newest.get(entry.table, -1) + 1}
        if not behind:
            return
        number, code = TABLES.c.number, TABLES.c.code
        counted = select(number, code, func.coalesce(func.max(EVENTS.c.version), 0)).outerjoin(EVENTS)
        for found, table, version in connection.execute(counted.where(code.in_(behind)).group_by(number, code)):
            self._numbers[table], newest[table] = found, version

    def _put(self, connection: Connection, appends: Sequence[Append]) -> list[bool]:
        """Put all in at once, if that can be; else half of them, and then the other half."""
        refused = self._refused.copy()
        answers = [self._follows(append) for append in appends]
        entries = [append.entry for append, follows in zip(appends, answers, strict=True) if follows]
        if not entries or self._put_all(connection, entries):
            return answers
        self._take_back(entries)
        self._refused = refused
        if len(appends) == 1:
            self._refused[entries[0].table] = self._batch
            self.forget(entries[0].table)
            return [False]
        middle = len(appends) // 2
        return self._put(connection, appends[:middle]) + self._put(connection, appends[middle:])

    def _follows(self, append: Append) -> bool:
        """Whether an entry follows the newest of its table, and nothing that it may rest on was refused."""
        table, version = append.entry.table, append.entry.version
        if version != self._newest.get(table, version) + 1 or append.seen < self._refused.get(table, 0):
            self._refused[table] = self._batch
            return False
        self._newest[table] = version
        return True

    def _take_back(self, entries: Sequence[Entry]) -> None:
        for entry in reversed(entries):
            self._newest[entry.table] = entry.version - 1

    def _put_all(self, connection: Connection, entries: list[Entry]) -> bool:
        """Put all of these in, or none: one may be there already, or its table gone."""
        savepoint = connection.begin_nested()
        try:
            done = self._execute(connection, entries)
        except IntegrityError:
            done = 0
        if done == len(entries):
            savepoint.commit()
            return True
        savepoint.rollback()
        return False

    def _execute(self, connection: Connection, entries: list[Entry]) -> int:
        """How many were not there already.

        Many rows go in one statement: SQLite's driver lets others run at every statement, and has to wait for a busy
        event loop each time before it may go on.
        """
        numbers, done = self._numbers, 0
        for begin in range(0, len(entries), _ROWS):
            rows = [(numbers[entry.table], *entry[1:]) for entry in entries[begin : begin + _ROWS]]
            statement = self._before + ", ".join([self._row] * len(rows)) + self._behind
            values = tuple(chain.from_iterable(rows))
            done += connection.exec_driver_sql(statement, values, {"preserve_rowcount": True}).rowcount
        return done
