"""Locks between processes: one has it, and the next gets it when that one frees it or is gone."""

import asyncio

from sqlalchemy import make_url

from bigpoints.server.storage.engine import open_engine
from bigpoints.server.storage.locks import is_held, try_lock, unlock
from bigpoints.server.storage.sql import SqlStore
from support.postgres import Postgres
from support.stores import with_store


def test_of_two_stores_on_a_database_one_has_a_lock(postgres: Postgres) -> None:
    database = make_url(postgres.new_database())

    async def story(store: SqlStore) -> None:
        other = SqlStore(database)
        assert await store.try_lock("sweep")
        assert await store.try_lock("sweep"), "it has it already"
        assert not await other.try_lock("sweep")
        assert await other.try_lock("another")
        await other.unlock("sweep")
        assert not await other.try_lock("sweep"), "it was not its own to free"
        await store.unlock("sweep")
        assert await other.try_lock("sweep")
        await other.close()
        while not await store.try_lock("sweep"):  # Whoever is gone has nothing, in a moment.
            await asyncio.sleep(0.01)

    with_store(database, story)


def test_locks_of_another_database_are_others(postgres: Postgres) -> None:
    one, two = (open_engine(postgres.new_database()) for _ in range(2))
    with one.connect() as here, two.connect() as there:
        assert try_lock(here, "sweep")
        assert try_lock(there, "sweep")
        unlock(there, "sweep")
        assert is_held(here, "sweep")
        assert not is_held(there, "sweep")
    one.dispose()
    two.dispose()


def test_a_database_of_one_process_needs_no_locks() -> None:
    async def story() -> None:
        store = SqlStore(open_engine("sqlite://"))
        assert not store.is_shared
        assert await store.try_lock("sweep")
        await store.unlock("sweep")
        await store.close()

    asyncio.run(story())
