"""Connections to SQLite: exactly one, settings that lose nothing, and a file for its owner only."""

import asyncio
import stat
from pathlib import Path

import pytest
from sqlalchemy.exc import TimeoutError as NoConnectionLeft

from bigpoints.server.storage.engine import open_engine, sqlite_url
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import StoreFailed
from support.stores import seated, with_store


async def setting(store: SqlStore, name: str) -> object:
    return await store.do(lambda connection: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())


def test_the_settings_of_sqlite_are_those_that_lose_nothing(tmp_path: Path) -> None:
    async def story(store: SqlStore) -> None:
        assert await setting(store, "journal_mode") == "wal"
        assert await setting(store, "synchronous") == 2
        assert await setting(store, "foreign_keys") == 1

    with_store(tmp_path / "db", story)


def test_there_is_one_connection_and_never_a_second(tmp_path: Path) -> None:
    engine = open_engine(sqlite_url(tmp_path / "db"))

    async def story() -> None:
        store = SqlStore(engine)
        with pytest.raises(NoConnectionLeft):
            engine.connect()
        assert await store.count() == 0
        await store.close()

    asyncio.run(story())


def test_only_its_user_can_read_the_database(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "bigpoints"

    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA")
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
        assert modes == {"db": 0o600, "db-wal": 0o600, "db-shm": 0o600}

    with_store(folder / "db", story)


def test_a_place_where_nothing_can_be_kept_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear aunt")
    with pytest.raises(StoreFailed, match=r"letter.*(File exists|Not a directory)"):
        SqlStore(sqlite_url(tmp_path / "letter" / "db"))


def test_a_transaction_holds_the_database_from_its_beginning(tmp_path: Path) -> None:
    """Otherwise two processes could read the same version, and one of them fail when it writes."""
    one, two = (open_engine(f"sqlite:///{tmp_path / 'db'}?timeout=0") for _ in range(2))
    with one.begin(), pytest.raises(Exception, match="locked"):
        two.connect().begin()
    one.dispose()
    two.dispose()
