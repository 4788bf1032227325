"""Reads on connections of their own: they wait for no writer, and outlive a restart of the database."""

import asyncio
from threading import Event

import pytest
from sqlalchemy import Connection, make_url

from bigpoints.server.storage.reader import Reader
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import StoreFailed
from support.postgres import Postgres, running_postgres
from support.stores import ME, entry, seated, with_store


class Observer:
    """Notes failures."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int, bool]] = []

    def wrote(self) -> None:
        """Not of interest."""

    def failed(self, cause: str, calls: int, *, is_write: bool) -> None:
        """Note it."""
        self.told.append((cause, calls, is_write))


def one(connection: Connection) -> object:
    return connection.exec_driver_sql("SELECT 1").scalar_one()


def test_reads_do_not_wait_for_the_writer_and_see_what_was_answered(postgres: Postgres) -> None:
    go_on = Event()

    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", newest=3)
        held = asyncio.ensure_future(store.do(lambda _: go_on.wait(4)))
        await asyncio.sleep(0.1)
        waiting = asyncio.ensure_future(store.append(entry("AAAAAAAA", 4)))
        log, versions, mine, number = await asyncio.gather(
            store.read("AAAAAAAA"), store.versions(["AAAAAAAA"]), store.tables_of(ME), store.count()
        )
        assert (len(log), versions, mine, number) == (3, {"AAAAAAAA": 3}, ["AAAAAAAA"], 1)
        assert not waiting.done()
        go_on.set()
        assert await held
        assert await waiting
        assert await store.versions(["AAAAAAAA", "NOSUCHTA"]) == {"AAAAAAAA": 4}

    with_store(make_url(postgres.new_database()), story)


def test_a_read_after_a_restart_of_the_database_connects_anew() -> None:
    async def story(postgres: Postgres) -> None:
        reader = Reader(make_url(postgres.new_database()))
        observer = reader.observer = Observer()
        assert await asyncio.gather(*(reader.read(one) for _ in range(9))) == [1] * 9
        postgres.kill()
        with pytest.raises(StoreFailed, match="the database: "):
            await reader.read(one)
        assert observer.told == [("database_unreachable", 1, False)]
        postgres.start()
        assert await asyncio.gather(*(reader.read(one) for _ in range(9))) == [1] * 9
        postgres.kill()
        postgres.start()
        assert await reader.read(one) == 1, "nobody asked while it was down, so nobody notices"
        await reader.close()

    with running_postgres() as postgres:
        asyncio.run(story(postgres))


def test_an_error_that_is_not_of_the_database_is_handed_on(postgres: Postgres) -> None:
    async def story() -> None:
        reader = Reader(make_url(postgres.new_database()))
        reader.observer = Observer()
        with pytest.raises(ZeroDivisionError):
            await reader.read(lambda _: 1 // 0)
        assert reader.observer.told == []
        await reader.close()
        with pytest.raises(StoreFailed, match="closed"):
            await reader.read(one)

    asyncio.run(story())
