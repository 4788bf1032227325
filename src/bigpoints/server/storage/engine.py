"""What differs between databases; everything else is the same SQL for all."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, Dialect, Engine, Insert, QueuePool, Table, create_engine, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL
from sqlalchemy.pool import ConnectionPoolEntry

from bigpoints.server.storage.store import StoreFailed

_INSERTS: dict[str, Callable[[Table], sqlite.Insert | postgresql.Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}
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


def open_engine(url: str | URL) -> Engine:
    """An engine of exactly one connection: before SQLite 3.51.3, two that write can damage a database in WAL mode."""
    url = make_url(url)
    engine = create_engine(url, poolclass=QueuePool, pool_size=1, max_overflow=0, pool_timeout=0.0)
    if engine.dialect.name == "sqlite":
        _make_private(url.database)
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)
    return engine


def sqlite_url(file: Path) -> URL:
    """The URL of a SQLite file."""
    return URL.create("sqlite", database=str(file))


def insert_new(dialect: Dialect, table: Table) -> Insert:
    """An INSERT that skips rows that exist already."""
    insert = _INSERTS[dialect.name](table).on_conflict_do_nothing()
    return insert.execution_options(preserve_rowcount=True)


def tidy(connection: Connection) -> None:
    """Checkpoint a SQLite database before its last connection is closed."""
    if connection.dialect.name == "sqlite":
        with suppress(sqlite3.Error):  # A reader may prevent it; nothing is lost by that.
            connection.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")


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
    connection.exec_driver_sql("BEGIN IMMEDIATE")
