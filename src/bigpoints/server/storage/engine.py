"""Opens databases: what differs between them stands here and in their files; everything else is the same SQL."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection, Dialect, Engine, Table, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL

from bigpoints.server.storage.postgres_engine import open_postgres
from bigpoints.server.storage.sqlite_engine import open_sqlite

_INSERTS: dict[str, Callable[[Table], sqlite.Insert | postgresql.Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


def open_engine(url: str | URL) -> Engine:
    """An engine of exactly one connection, for the one thread that writes."""
    url = make_url(url)
    return open_sqlite(url) if url.get_backend_name() == "sqlite" else open_postgres(url)


def is_postgres(dialect: Dialect) -> bool:
    """Whether a database is PostgreSQL, to which other processes may write."""
    return dialect.name == "postgresql"


def sqlite_url(file: Path) -> URL:
    """The URL of a SQLite file."""
    return URL.create("sqlite", database=str(file))


def insert_new(dialect: Dialect, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that skips rows that exist already."""
    return _INSERTS[dialect.name](table).on_conflict_do_nothing().execution_options(preserve_rowcount=True)


def insert_or_replace(dialect: Dialect, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that replaces the other columns of a row whose primary key exists already."""
    insert = _INSERTS[dialect.name](table)
    others = {column.name: insert.excluded[column.name] for column in table.c if not column.primary_key}
    return insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=others)


def tidy(connection: Connection) -> None:
    """Checkpoint a SQLite database before its last connection is closed."""
    if connection.dialect.name == "sqlite":
        with suppress(sqlite3.Error):  # A reader may prevent it; nothing is lost by that.
            connection.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
