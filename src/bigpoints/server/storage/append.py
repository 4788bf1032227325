"""Appends to the log, many at once: each is stored or refused, and none follows a refused one of its table."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Dialect, bindparam, func, select, update

from bigpoints.server.storage import postgres_append, sqlite_append
from bigpoints.server.storage.announce import announce
from bigpoints.server.storage.engine import insert_new, is_postgres
from bigpoints.server.storage.schema import EVENTS, IS_KEPT, MEMBERS, TABLES
from bigpoints.server.storage.store import Entry

_MAX_KNOWN = 20_000
"""Tables whose newest version is remembered."""
_SHORTEN = (
    update(EVENTS)
    .where(EVENTS.c.table == bindparam("number"), EVENTS.c.version == bindparam("before"))
    .values(event=bindparam("text"))
)


class PendingAppend(NamedTuple):
    """An entry on its way into the log."""

    done: Callable[[bool | Exception], object]
    """Called in the event loop with whether it was stored, or with the failure."""
    seen: int
    """The last batch whose answers the caller knew."""
    entry: Entry
    member: str | None
    shortened: str | None = None
    """What replaces the event of the entry before it."""


class Appender:
    """Stores entries. It remembers the newest version of each table, so that it rarely has to ask the database.

    Other processes may append to the same tables. What it remembers is then too old: an entry that follows a newer one
    makes it ask, and one that does not is refused by the database.
    """

    def __init__(self, dialect: Dialect) -> None:
        self._insert_rows = (postgres_append if is_postgres(dialect) else sqlite_append).insert_rows
        self._numbers: dict[str, int] = {}
        self._newest: dict[str, int] = {}
        self._refused: dict[str, int] = {}
        """The last batch in which an entry of a table was refused."""
        self._refused_before: dict[str, int] = {}
        self._batch = 0

    def begin_batch(self, batch: int, seen: int) -> None:
        """Begin a batch, or try it once more; all its callers knew the answers up to batch `seen`."""
        for table, last in self._refused.items():
            if last == self._batch:  # What was known of its newest version may be wrong.
                self.forget(table)
        refused = self._refused_before if batch == self._batch else self._refused
        self._refused = {table: last for table, last in refused.items() if last > seen}
        self._refused_before = self._refused.copy()
        self._batch = batch
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
        """Store entries and their members, and tell other workers; True for each that is stored."""
        self._look_up_versions(connection, appends)
        answers = self._store(connection, appends)
        stored = [append for append, answer in zip(appends, answers, strict=True) if answer]
        self._shorten(connection, [append for append in stored if append.shortened is not None])
        self._add_members(connection, [append for append in stored if append.member is not None])
        announce(connection, {append.entry.table: append.entry.version for append in stored})
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
        """Store what follows the newest entry of its table; the database may refuse some of it nevertheless."""
        answers = [self._is_next(append) for append in appends]
        numbers = self._numbers
        entries = [append.entry for append, fine in zip(appends, answers, strict=True) if fine]
        rows = [(numbers[table], version, at, command, event) for table, version, at, command, event in entries]
        refused = self._insert_rows(connection, rows) if rows else {}
        if not refused:
            return answers
        return [fine and self._is_stored(append.entry, refused) for append, fine in zip(appends, answers, strict=True)]

    def _is_next(self, append: PendingAppend) -> bool:
        """Whether an entry follows the newest of its table, and its caller knew of every refusal there."""
        table, version = append.entry.table, append.entry.version
        if version != self._newest.get(table, version) + 1 or append.seen < self._refused.get(table, 0):
            self._refused[table] = self._batch
            return False
        self._newest[table] = version
        return True

    def _is_stored(self, entry: Entry, refused: Mapping[int, int]) -> bool:
        """Whether the database took an entry, if it took none from some versions of tables on."""
        if entry.version < refused.get(self._numbers[entry.table], entry.version + 1):
            return True
        self._refused[entry.table] = self._batch
        return False

    def _shorten(self, connection: Connection, appends: Sequence[PendingAppend]) -> None:
        """Replace the events of entries before some others."""
        rows = [(self._numbers[table], version - 1, text) for _, _, (table, version, *_), _, text in appends]
        if rows:
            values = [{"number": number, "before": before, "text": text} for number, before, text in sorted(rows)]
            connection.execute(_SHORTEN, values)

    def _add_members(self, connection: Connection, appends: Sequence[PendingAppend]) -> None:
        """List tables under their new members."""
        rows = [(self._numbers[append.entry.table], append.member) for append in appends]
        if rows:
            values = [{"browser": member, "table": number} for number, member in sorted(rows)]
            connection.execute(insert_new(connection.dialect, MEMBERS), values)
