"""The store on a SQL database: its queries. They run in the writer's thread; on PostgreSQL reads have their own."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TypeVar

from sqlalchemy import Connection, Dialect, Engine, Insert, bindparam, delete, func, not_, or_, select
from sqlalchemy.engine import URL

from bigpoints.server.storage import locks, trash
from bigpoints.server.storage.announce import announce
from bigpoints.server.storage.engine import insert_new, insert_or_replace, is_postgres, open_engine
from bigpoints.server.storage.reader import Reader
from bigpoints.server.storage.schema import (
    EVENTS,
    IS_KEPT,
    MARKS,
    MEMBERS,
    OFFERS,
    SNAPSHOTS,
    TABLES,
    entries_of,
    log_of,
)
from bigpoints.server.storage.store import Entry, Offer, StoreObserver, TableSnapshot
from bigpoints.server.storage.writer import LARGEST_BATCH, Writer

T = TypeVar("T")

# Written here once: made anew for each snapshot, these statements would take longer than their execution.
_SNAPSHOT_ROW = [bindparam(column.name, type_=column.type) for column in SNAPSHOTS.c]
_OF_ITS_TABLE = select(TABLES.c.number).where(TABLES.c.code == bindparam("table", type_=TABLES.c.code.type), IS_KEPT)
_DELETE_REPLACED = delete(SNAPSHOTS).where(
    SNAPSHOTS.c.table == _OF_ITS_TABLE.scalar_subquery(),
    or_(SNAPSHOTS.c.version == _SNAPSHOT_ROW[1], not_(SNAPSHOTS.c.begins)),
)
"""Deletes the snapshot at a version, and all with which no game begins."""


@cache
def _insert_snapshot(dialect: Dialect) -> Insert:
    """Inserts a snapshot, unless its table is deleted, or another worker was quicker."""
    return insert_new(dialect, SNAPSHOTS).from_select(SNAPSHOTS.c.keys(), _OF_ITS_TABLE.add_columns(*_SNAPSHOT_ROW[1:]))


class SqlStore:
    """A store for one event loop, on a database that is migrated first."""

    def __init__(
        self, database: str | URL | Engine, largest_batch: int = LARGEST_BATCH, *, is_migrated: bool = False
    ) -> None:
        engine = database if isinstance(database, Engine) else open_engine(database)
        self._writer = Writer(engine, largest_batch, is_migrated=is_migrated)
        self._reader = Reader(engine.url) if is_postgres(engine.dialect) else None
        self.is_shared = self._reader is not None

    async def observe(self, observer: StoreObserver) -> None:
        """Tell an observer from now on of writes and of failures."""
        self._writer.observer = observer
        if self._reader:
            self._reader.observer = observer

    async def append(self, entry: Entry, member: str | None = None, shortened: str | None = None) -> bool:
        """Append an entry to its table, and list the table under a member. False if the entry is refused."""
        return await self._writer.append(entry, member, shortened)

    async def create(self, entry: Entry, member: str) -> bool:
        """Create a table with its first entry and its first member. False if its code is taken."""
        return await self._change(entry.table, lambda connection: _create(connection, entry, member))

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The entries of a table after a version, in order and up to a number; none if the table does not exist."""
        wanted = log_of(table).where(EVENTS.c.version > after).limit(limit)
        return await self._read(lambda connection: [Entry(*row) for row in connection.execute(wanted)])

    async def executed(self, table: str, command: str) -> int | None:
        """The version that a command led to; None if it is not stored."""
        of_table = select(EVENTS.c.version).join_from(EVENTS, TABLES).where(TABLES.c.code == table, IS_KEPT)
        wanted = of_table.where(EVENTS.c.command == command)
        return await self._read(lambda connection: connection.scalar(wanted))

    async def save_snapshot(self, snapshot: TableSnapshot) -> None:
        """Save a snapshot, unless its table is deleted."""
        row = snapshot._asdict()

        def job(connection: Connection) -> None:
            connection.execute(_DELETE_REPLACED, row)
            connection.execute(_insert_snapshot(connection.dialect), row)

        await self.do(job)

    async def newest_snapshot(self, table: str, form: str, game: int | None = None) -> TableSnapshot | None:
        """The newest snapshot in a format; if a game is named, the newest with which that or an earlier game begins."""
        columns = (TABLES.c.code, *list(SNAPSHOTS.c)[1:])
        of_table = select(*columns).join_from(SNAPSHOTS, TABLES).where(TABLES.c.code == table, IS_KEPT)
        wanted = of_table.where(SNAPSHOTS.c.format == form)
        if game is not None:
            wanted = wanted.where(SNAPSHOTS.c.begins, SNAPSHOTS.c.game <= game)
        newest = wanted.order_by(SNAPSHOTS.c.version.desc()).limit(1)
        rows = await self._read(lambda connection: connection.execute(newest).all())
        return TableSnapshot(*rows[0]) if rows else None

    async def delete(self, table: str) -> bool:
        """Delete a table and everything of it, for good, also from the trash. False if it does not exist."""
        unwanted = delete(TABLES).where(TABLES.c.code == table)
        return await self._remove(table, lambda connection: connection.execute(unwanted).rowcount > 0)

    async def throw_away(self, table: str, unused_since: int, at: int) -> bool:
        """Move a table to the trash. False if it does not exist, or was used since `unused_since`."""
        return await self._remove(table, lambda connection: trash.throw_away(connection, table, unused_since, at))

    async def creation(self, table: str) -> Entry | None:
        """The first entry of a table, also of one in the trash; None if there is none."""
        wanted = entries_of(table).limit(1)
        rows = await self._read(lambda connection: [Entry(*row) for row in connection.execute(wanted)])
        return rows[0] if rows else None

    async def restore(self, table: str, at: int) -> bool:
        """Take a table out of the trash; it counts as used at a time. False if it is not there."""
        return await self._change(table, lambda connection: trash.restore(connection, table, at))

    async def spare(self, unused_since: int, at: int) -> int:
        """Count tables as used at a time that seem unused since `unused_since`, or were thrown away after that time."""
        return await self.do(lambda connection: trash.spare(connection, unused_since, at))

    async def empty_trash(self, before: int) -> int:
        """Delete tables for good that were moved to the trash before a time; gives their number."""
        return await self.do(lambda connection: trash.empty(connection, before))

    async def tables_of(self, member: str) -> list[str]:
        """The codes of a member's tables, the newest first."""
        wanted = select(TABLES.c.code).join(MEMBERS).where(MEMBERS.c.browser == member, IS_KEPT)
        in_order = wanted.order_by(TABLES.c.created.desc(), TABLES.c.number.desc())
        return await self._read(lambda connection: list(connection.scalars(in_order)))

    async def idle(self, before: int) -> list[str]:
        """The codes of tables that were last used before a time."""
        wanted = select(TABLES.c.code).where(IS_KEPT, trash.is_unused_since(before))
        return await self._read(lambda connection: list(connection.scalars(wanted)))

    async def count(self) -> int:
        """The number of tables."""
        wanted = select(func.count()).select_from(TABLES).where(IS_KEPT)
        return await self._read(lambda connection: connection.scalars(wanted).one())

    async def newest(self) -> int | None:
        """The time of the newest entry of all tables; None if there are no tables."""
        wanted = select(func.max(trash.newest_at())).select_from(TABLES)
        return await self._read(lambda connection: connection.scalar(wanted))

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """The newest versions of those tables that exist."""
        wanted = select(TABLES.c.code, func.coalesce(trash.newest_version(), 0)).where(
            TABLES.c.code.in_(tables), IS_KEPT
        )
        return await self._read(lambda connection: {row[0]: row[1] for row in connection.execute(wanted)})

    async def marks(self) -> dict[str, int]:
        """The times that were kept by `set_marks`, by their names."""
        wanted = select(MARKS.c.name, MARKS.c.at)
        return await self._read(lambda connection: {row.name: row.at for row in connection.execute(wanted)})

    async def set_marks(self, marks: Mapping[str, int]) -> None:
        """Keep times of the server's own under their names."""
        await self.do(lambda connection: _set_marks(connection, marks))

    async def offer(self, offer: Offer, now: int) -> None:
        """Store an offer, unless its table is deleted, and delete those that have lapsed by now."""
        await self.do(lambda connection: _offer(connection, offer, now))

    async def offered(self, digest: str) -> Offer | None:
        """The offer with a digest, lapsed or not."""
        columns = (OFFERS.c.digest, TABLES.c.code, OFFERS.c.seat, OFFERS.c.giver, OFFERS.c.until)
        wanted = select(*columns).join_from(OFFERS, TABLES).where(OFFERS.c.digest == digest, IS_KEPT)
        rows = await self._read(lambda connection: connection.execute(wanted).all())
        return Offer(*rows[0]) if rows else None

    async def withdraw(self, digest: str) -> None:
        """Delete an offer, if it exists."""
        unwanted = delete(OFFERS).where(OFFERS.c.digest == digest)
        await self.do(lambda connection: connection.execute(unwanted).rowcount)

    async def try_lock(self, name: str) -> bool:
        """Whether this store has a lock now, which only one of those on a database has; always, if it is not shared."""
        return not self.is_shared or await self.do(lambda connection: locks.try_lock(connection, name))

    async def unlock(self, name: str) -> None:
        """Free a lock, if this store has it."""
        if self.is_shared:
            await self.do(lambda connection: locks.unlock(connection, name))

    async def do(self, job: Callable[[Connection], T]) -> T:
        """Run a job with the connection, in the order of the calls; what it did is durable when this returns."""
        return await self._writer.do(job)

    async def _read(self, job: Callable[[Connection], T]) -> T:
        """Run a single query that changes nothing."""
        return await (self._reader.read(job) if self._reader else self.do(job))

    async def _remove(self, table: str, job: Callable[[Connection], bool]) -> bool:
        """Run a job that removes a table, and tell other workers if it did."""

        def remove(connection: Connection) -> bool:
            is_removed = job(connection)
            announce(connection, {table: 0} if is_removed else {})
            return is_removed

        return await self._change(table, remove)

    async def _change(self, table: str, job: Callable[[Connection], bool]) -> bool:
        """Run a job that makes or removes a table."""

        def change(connection: Connection) -> bool:
            self._writer.appender.forget(table)
            return job(connection)

        return await self.do(change)

    async def close(self) -> None:
        """Finish what is queued, and close. Later calls raise StoreFailed."""
        await self._writer.close()
        if self._reader:
            await self._reader.close()


def _create(connection: Connection, entry: Entry, member: str) -> bool:
    table = {"code": entry.table, "created": entry.at}
    number = connection.scalar(insert_new(connection.dialect, TABLES).returning(TABLES.c.number), table)
    if number is None:
        return False
    connection.execute(EVENTS.insert(), {**entry._asdict(), "table": number})
    connection.execute(MEMBERS.insert(), {"browser": member, "table": number})
    return True


def _set_marks(connection: Connection, marks: Mapping[str, int]) -> None:
    rows = [{"name": name, "at": marks[name]} for name in sorted(marks)]
    connection.execute(insert_or_replace(connection.dialect, MARKS), rows)


def _offer(connection: Connection, offer: Offer, now: int) -> None:
    connection.execute(delete(OFFERS).where(OFFERS.c.until < now))
    number = connection.scalar(select(TABLES.c.number).where(TABLES.c.code == offer.table, IS_KEPT))
    if number is not None:
        connection.execute(insert_new(connection.dialect, OFFERS), {**offer._asdict(), "table": number})
