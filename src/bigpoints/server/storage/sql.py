"""The store on a SQL database: its queries. All of them run in the writer's thread."""

import time
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, Engine, ScalarSelect, bindparam, delete, func, not_, or_, select
from sqlalchemy.engine import URL

from bigpoints.server.storage.engine import insert_new, open_engine
from bigpoints.server.storage.schema import EVENTS, MEMBERS, OFFERS, SNAPSHOTS, TABLES, log_of
from bigpoints.server.storage.store import Entry, Offer, TableSnapshot
from bigpoints.server.storage.writer import LARGEST_BATCH, Writer

T = TypeVar("T")

# Written here once: made anew for each snapshot, these statements would take longer than their execution.
_SNAPSHOT_ROW = [bindparam(column.name, type_=column.type) for column in SNAPSHOTS.c]
_OF_ITS_TABLE = select(TABLES.c.number).where(TABLES.c.code == bindparam("table", type_=TABLES.c.code.type))
_DELETE_REPLACED = delete(SNAPSHOTS).where(
    SNAPSHOTS.c.table == _OF_ITS_TABLE.scalar_subquery(),
    or_(SNAPSHOTS.c.version == _SNAPSHOT_ROW[1], not_(SNAPSHOTS.c.begins)),
)
"""Deletes the snapshot at a version, and all with which no game begins."""
_INSERT_SNAPSHOT = SNAPSHOTS.insert().from_select(SNAPSHOTS.c.keys(), _OF_ITS_TABLE.add_columns(*_SNAPSHOT_ROW[1:]))
"""Inserts a snapshot, unless its table is deleted."""


class SqlStore:
    """A store for one event loop, on a database that is migrated first."""

    def __init__(self, database: str | URL | Engine, largest_batch: int = LARGEST_BATCH) -> None:
        engine = database if isinstance(database, Engine) else open_engine(database)
        self._writer = Writer(engine, largest_batch)

    async def append(self, entry: Entry, member: str | None = None) -> bool:
        """Append an entry to its table, and list the table under a member. False if the entry is refused."""
        return await self._writer.append(entry, member)

    async def create(self, entry: Entry, member: str) -> bool:
        """Create a table with its first entry and its first member. False if its code is taken."""

        def job(connection: Connection) -> bool:
            self._writer.appender.forget(entry.table)
            return _create(connection, entry, member)

        return await self.do(job)

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The entries of a table after a version, in order and up to a number; none if the table does not exist."""
        wanted = log_of(table).where(EVENTS.c.version > after).limit(limit)
        return await self.do(lambda connection: [Entry(*row) for row in connection.execute(wanted)])

    async def executed(self, table: str, command: str) -> int | None:
        """The version that a command led to; None if it is not stored."""
        of_table = select(EVENTS.c.version).join_from(EVENTS, TABLES).where(TABLES.c.code == table)
        wanted = of_table.where(EVENTS.c.command == command)
        return await self.do(lambda connection: connection.scalar(wanted))

    async def save_snapshot(self, snapshot: TableSnapshot) -> None:
        """Save a snapshot, unless its table is deleted."""
        row = snapshot._asdict()

        def job(connection: Connection) -> None:
            connection.execute(_DELETE_REPLACED, row)
            connection.execute(_INSERT_SNAPSHOT, row)

        await self.do(job)

    async def newest_snapshot(self, table: str, form: str, game: int | None = None) -> TableSnapshot | None:
        """The newest snapshot in a format; if a game is named, the newest with which that or an earlier game begins."""
        columns = (TABLES.c.code, *list(SNAPSHOTS.c)[1:])
        wanted = select(*columns).join_from(SNAPSHOTS, TABLES).where(TABLES.c.code == table, SNAPSHOTS.c.format == form)
        if game is not None:
            wanted = wanted.where(SNAPSHOTS.c.begins, SNAPSHOTS.c.game <= game)
        newest = wanted.order_by(SNAPSHOTS.c.version.desc()).limit(1)
        rows = await self.do(lambda connection: connection.execute(newest).all())
        return TableSnapshot(*rows[0]) if rows else None

    async def delete(self, table: str, unused_since: int | None = None) -> bool:
        """Delete a table and everything of it. False if it does not exist, or was used since `unused_since`."""
        unwanted = delete(TABLES).where(TABLES.c.code == table)
        if unused_since is not None:
            unwanted = unwanted.where(_newest_at() < unused_since)

        def job(connection: Connection) -> bool:
            self._writer.appender.forget(table)
            return connection.execute(unwanted).rowcount > 0

        return await self.do(job)

    async def tables_of(self, member: str) -> list[str]:
        """The codes of a member's tables, the newest first."""
        wanted = select(TABLES.c.code).join(MEMBERS).where(MEMBERS.c.browser == member)
        in_order = wanted.order_by(TABLES.c.created.desc(), TABLES.c.number.desc())
        return await self.do(lambda connection: list(connection.scalars(in_order)))

    async def idle(self, before: int) -> list[str]:
        """The codes of tables whose newest entry is older than a time."""
        wanted = select(TABLES.c.code).where(TABLES.c.created < before, _newest_at() < before)
        return await self.do(lambda connection: list(connection.scalars(wanted)))

    async def count(self) -> int:
        """The number of tables."""
        wanted = select(func.count()).select_from(TABLES)
        return await self.do(lambda connection: connection.scalars(wanted).one())

    async def offer(self, offer: Offer) -> None:
        """Store an offer, unless its table is deleted, and delete those that have lapsed."""
        await self.do(lambda connection: _offer(connection, offer))

    async def offered(self, digest: str) -> Offer | None:
        """The offer with a digest, lapsed or not."""
        columns = (OFFERS.c.digest, TABLES.c.code, OFFERS.c.seat, OFFERS.c.giver, OFFERS.c.until)
        wanted = select(*columns).join_from(OFFERS, TABLES).where(OFFERS.c.digest == digest)
        rows = await self.do(lambda connection: connection.execute(wanted).all())
        return Offer(*rows[0]) if rows else None

    async def withdraw(self, digest: str) -> None:
        """Delete an offer, if it exists."""
        unwanted = delete(OFFERS).where(OFFERS.c.digest == digest)
        await self.do(lambda connection: connection.execute(unwanted).rowcount)

    async def do(self, job: Callable[[Connection], T]) -> T:
        """Run a job with the connection, in the order of the calls; what it did is durable when this returns."""
        return await self._writer.do(job)

    async def close(self) -> None:
        """Finish what is queued, and close. Later calls raise StoreFailed."""
        await self._writer.close()


def _create(connection: Connection, entry: Entry, member: str) -> bool:
    table = {"code": entry.table, "created": entry.at}
    number = connection.scalar(insert_new(connection.dialect, TABLES).returning(TABLES.c.number), table)
    if number is None:
        return False
    connection.execute(EVENTS.insert(), {**entry._asdict(), "table": number})
    connection.execute(MEMBERS.insert(), {"browser": member, "table": number})
    return True


def _newest_at() -> ScalarSelect[int]:
    """The time of a table's newest entry."""
    of_table = select(EVENTS.c.at).where(EVENTS.c.table == TABLES.c.number)
    return of_table.order_by(EVENTS.c.version.desc()).limit(1).correlate(TABLES).scalar_subquery()


def _offer(connection: Connection, offer: Offer) -> None:
    connection.execute(delete(OFFERS).where(OFFERS.c.until < time.time() * 1000))
    number = connection.scalar(select(TABLES.c.number).where(TABLES.c.code == offer.table))
    if number is not None:
        connection.execute(insert_new(connection.dialect, OFFERS), {**offer._asdict(), "table": number})
