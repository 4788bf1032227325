"""Connections to SQLite: settings that lose nothing, and a file for its owner only."""

import os
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.pool import ConnectionPoolEntry

from bigpoints.server.storage.store import StoreFailed

_SETTINGS = {
    "journal_mode": "WAL",
    "synchronous": "FULL",  # A commit survives a loss of power.
    "foreign_keys": "ON",
    "cache_size": -16_384,  # KiB.
    "temp_store": "MEMORY",  # Otherwise savepoints create files.
    "wal_autocheckpoint": 4_000,  # Pages. Most are written again soon, so late checkpoints save work.
}

as_text = partial(str, encoding="utf-8", errors="surrogateescape")
"""Reads a text of a SQLite database, also one that is not UTF-8: its reader tells it by its surrogates."""


def open_sqlite(url: URL) -> Engine:
    """An engine of exactly one connection: before SQLite 3.51.3, two that write can damage a database in WAL mode."""
    engine = create_engine(url, poolclass=QueuePool, pool_size=1, max_overflow=0, pool_timeout=0.0)
    _make_private(url.database)
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _make_private(database: str | None) -> None:
    """Create the file, and its folder if need be, readable by its owner only; leave an existing file as it is."""
    if not database or database == ":memory:":
        return
    file = Path(database)
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreFailed(f"{file}: {error.strerror}") from error


def _set_up(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # The driver begins no transaction; `_begin` does.
    connection.text_factory = as_text
    for name, value in _SETTINGS.items():
        connection.execute(f"PRAGMA {name} = {value}").close()


def _begin(connection: Connection) -> None:
    """Begin a transaction that holds the database from its beginning; by the driver, since every batch needs one."""
    driver: Any = connection.connection.driver_connection
    driver.execute("BEGIN IMMEDIATE")
