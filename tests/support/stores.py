"""Stores for tests, and the entries that go into them."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy.engine import URL

from bigpoints.server.storage.engine import sqlite_url
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import Entry

T = TypeVar("T")
ME = "browser1"


def entry(table: str, version: int, command: str | None = None, event: str = "{}") -> Entry:
    """An entry that is as old as its version says."""
    return Entry(table, version, 1000 * version, command, event)


def with_store(database: Path | URL, story: Callable[[SqlStore], Awaitable[T]]) -> T:
    """The result of a story that is played with a store in a file, or at a URL."""

    async def play() -> T:
        store = SqlStore(sqlite_url(database) if isinstance(database, Path) else database)
        try:
            return await story(store)
        finally:
            await store.close()

    return asyncio.run(play())


def place_of(database: URL) -> Path | URL:
    """Where a snapshot of a database is opened: its file, or its URL."""
    return Path(database.database or "") if database.get_backend_name() == "sqlite" else database


async def seated(store: SqlStore, *tables: str, newest: int = 1) -> None:
    """Tables with entries up to a version, each with a command of its own."""
    for table in tables:
        assert await store.create(entry(table, 1, f"{table}1"), ME)
        for version in range(2, newest + 1):
            assert await store.append(entry(table, version, f"{table}{version}"))
