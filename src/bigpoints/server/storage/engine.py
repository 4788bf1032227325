"""What differs from one database to another; everything else is the same SQL for all."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
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
    "synchronous": "FULL",  # What is committed survives a loss of power, too.
    "foreign_keys": "ON",
    "cache_size": -16_384,  # KiB.
    "temp_store": "MEMORY",  # Savepoints would make files else.
    "wal_autocheckpoint": 4_000,  # Pages. The same ones are written again and again, so waiting saves work.
}


def open_engine(url: str | URL) -> Engine:
    """An engine of exactly one connection: before 3.51.3, two that write can damage a database of SQLite in WAL."""
    url = make_url(url)
    engine = create_engine(url, poolclass=QueuePool, pool_size=1, max_overflow=0, pool_timeout=0.0)
    if engine.dialect.name == "sqlite":
        _make_private(url.database)
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)
    return engine


def sqlite_url(file: Path) -> URL:
    """The address of a database in a file."""
    return URL.create("sqlite", database=str(file))


def insert_new(dialect: Dialect, table: Table) -> Insert:
    """An insertion that leaves out rows that are there already."""
    insert = _INSERTS[dialect.name](table).on_conflict_do_nothing()
    return insert.execution_options(preserve_rowcount=True)


def tidy(connection: Connection) -> None:
    """What is good to do before the last connection is closed."""
    if connection.dialect.name == "sqlite":
        with suppress(sqlite3.Error):  # Whoever looks at it may keep it from being done; nothing is lost by that.
            connection.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _make_private(database: str | None) -> None:
    """Make the file, and its folder if need be, so that only its user can read it; what exists is left as it is."""
    if not database or database == ":memory:":
        return
    file = Path(database)
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreFailed(f"{file}: {error.strerror}") from error


def _set_up(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # Transactions begin when we say so: `_begin`.
    for name, value in _SETTINGS.items():
        connection.execute(f"PRAGMA {name} = {value}").close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
