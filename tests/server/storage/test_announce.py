"""Announcements: whoever listens hears of changed tables once that is committed, and of nothing else."""

import asyncio

from psycopg import Connection
from sqlalchemy import make_url

from bigpoints.server.storage.announce import announce
from bigpoints.server.storage.engine import open_engine
from bigpoints.server.storage.news_format import CHANNEL
from bigpoints.server.storage.sql import SqlStore
from support.postgres import Postgres
from support.stores import entry, seated, with_store


def heard(listening: Connection) -> list[str]:
    return [notification.payload for notification in listening.notifies(timeout=0.2)]


def test_other_workers_hear_of_appended_removed_and_deleted_tables(postgres: Postgres) -> None:
    address = postgres.new_database()

    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", "BBBBBBBB", "CCCCCCCC")
        with postgres.connect(address.rpartition("/")[2]) as listening:
            listening.execute(f"LISTEN {CHANNEL}")
            await asyncio.gather(
                store.append(entry("AAAAAAAA", 2)),
                store.append(entry("AAAAAAAA", 3)),
                store.append(entry("BBBBBBBB", 2)),
            )
            assert heard(listening) == ["AAAAAAAA:3 BBBBBBBB:2"]
            assert not await store.append(entry("AAAAAAAA", 3))
            assert not await store.throw_away("AAAAAAAA", 0, at=9000)
            assert not await store.delete("NOSUCHTA")
            assert heard(listening) == []
            assert await store.throw_away("AAAAAAAA", 8000, at=9000)
            assert await store.delete("BBBBBBBB")
            assert heard(listening) == ["AAAAAAAA:0", "BBBBBBBB:0"]

    with_store(make_url(address), story)


def test_a_database_with_one_worker_has_nobody_to_tell() -> None:
    engine = open_engine("sqlite://")
    with engine.begin() as connection:
        announce(connection, {"AAAAAAAA": 1})
    engine.dispose()
