"""Stores of several workers on one PostgreSQL: every accepted entry is there once, and no version is missing."""

import asyncio
from collections import Counter
from random import Random

import pytest
from sqlalchemy import make_url
from sqlalchemy.engine import URL

from bigpoints.server.storage.migrate import migrate_database
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import Entry, StoreFailed
from support.postgres import Postgres, running_postgres
from support.stores import ME, entry, seated, with_store

TABLES = [f"TABLE{number:03}" for number in range(40)]


@pytest.fixture
def shared(postgres: Postgres) -> URL:
    """The URL of a new database of PostgreSQL."""
    return make_url(postgres.new_database())


class Player:
    """Appends to random tables through one of the stores, as a worker does: after a refusal it catches up."""

    def __init__(self, store: SqlStore, name: str, known: dict[str, int]) -> None:
        self._store, self._name, self._rng = store, name, Random(name)
        self._known = known
        self.accepted: list[Entry] = []

    async def play(self, turns: int) -> None:
        for turn in range(turns):
            table = self._rng.choice(TABLES)
            version = self._known.get(table, 1) + 1
            new = Entry(table, version, 0, f"{self._name}-{turn}", "{}")
            if await self._store.append(new, f"{self._name}{turn % 3}" if turn % 5 == 0 else None):
                self.accepted.append(new)
                self._known[table] = version
            else:
                self._known[table] = (await self._store.versions([table]))[table]


def test_workers_who_append_to_the_same_tables_lose_nothing_and_leave_no_gap(shared: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, *TABLES)
        stores = [store, SqlStore(shared), SqlStore(shared)]
        known: list[dict[str, int]] = [{} for _ in stores]
        players = [Player(stores[n % 3], f"player{n}", known[n % 3]) for n in range(30)]
        await asyncio.gather(*(player.play(40) for player in players))
        accepted = Counter(each for player in players for each in player.accepted)
        logs = {table: await store.read(table) for table in TABLES}
        for log in logs.values():
            assert [each.version for each in log] == list(range(1, len(log) + 1))
        assert Counter(each for log in logs.values() for each in log if each.version > 1) == accepted
        assert len(accepted) > 100
        for other in stores[1:]:
            await other.close()

    with_store(shared, story)


def test_an_entry_after_those_of_another_worker_is_taken_and_a_stale_one_is_not(shared: URL) -> None:
    async def story(store: SqlStore) -> None:
        other = SqlStore(shared, is_migrated=True)
        await seated(store, "AAAAAAAA", newest=2)
        assert await other.append(entry("AAAAAAAA", 3, "theirs"))
        assert not await store.append(entry("AAAAAAAA", 3, "mine"))
        assert await store.executed("AAAAAAAA", "theirs") == 3
        assert await store.append(entry("AAAAAAAA", 4, "mine"))
        assert await other.append(entry("AAAAAAAA", 5)), "though the other knew of 3 only"
        assert not await store.append(entry("AAAAAAAA", 6, "theirs")), "a command acts once, whoever sends it"
        await other.delete("AAAAAAAA")
        assert not await store.append(entry("AAAAAAAA", 6))
        assert await other.create(entry("AAAAAAAA", 1), ME)
        assert await store.append(entry("AAAAAAAA", 2)), "also a table whose code was taken before"
        await other.close()

    with_store(shared, story)


def test_marks_and_snapshots_of_two_workers_do_not_collide(shared: URL) -> None:
    async def story(store: SqlStore) -> None:
        other = SqlStore(shared)
        marks = [each.set_marks({"sweep": n, "probe": n}) for n in range(20) for each in (store, other)]
        await asyncio.gather(*marks)
        assert set(await store.marks()) == {"sweep", "probe"}
        await other.close()

    with_store(shared, story)


def test_workers_that_start_together_migrate_once(shared: URL) -> None:
    async def story() -> None:
        await asyncio.gather(*(asyncio.to_thread(migrate_database, shared) for _ in range(6)))
        store = SqlStore(shared, is_migrated=True)
        assert await store.count() == 0
        await store.close()

    asyncio.run(story())


def test_a_worker_is_not_started_on_a_database_that_was_not_migrated(shared: URL) -> None:
    with pytest.raises(StoreFailed, match=r"^postgresql://\S+: the database was not migrated to the format of this"):
        SqlStore(shared, is_migrated=True)


# SQLAlchemy forgets a connection on which the database was killed in its first statement.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_the_store_outlives_kills_of_the_database_and_loses_nothing_that_it_acknowledged() -> None:
    acknowledged: dict[str, int] = {}

    async def append(store: SqlStore, table: str, end: asyncio.Event) -> None:
        version = 2
        while not end.is_set():
            try:
                if await store.append(entry(table, version, f"{version}")):
                    acknowledged[table] = version
                    version += 1
                else:
                    version = (await store.executed(table, f"{version}") or version - 1) + 1
            except StoreFailed:
                await asyncio.sleep(0.05)

    async def story(store: SqlStore, postgres: Postgres) -> None:
        await seated(store, *TABLES[:5])
        end = asyncio.Event()
        playing = [asyncio.ensure_future(append(store, table, end)) for table in TABLES[:5]]
        for _ in range(3):
            await asyncio.sleep(0.5)
            await asyncio.to_thread(postgres.kill)
            await asyncio.sleep(0.2)
            await asyncio.to_thread(postgres.start)
            before = dict(acknowledged)
            for _ in range(200):
                await asyncio.sleep(0.05)
                if all(acknowledged[table] > before[table] for table in TABLES[:5]):
                    break
            else:
                raise AssertionError("no table goes on")
        end.set()
        await asyncio.gather(*playing)
        for table in TABLES[:5]:
            log = await store.read(table)
            assert [each.version for each in log] == list(range(1, len(log) + 1))
            assert len(log) >= acknowledged[table]

    with running_postgres() as postgres:
        with_store(make_url(postgres.new_database()), lambda store: story(store, postgres))
