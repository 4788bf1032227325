"""Read-only access to a SQLite database, also while a server writes to it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, create_engine, func, select
from sqlalchemy.exc import DBAPIError

from bigpoints.server.storage.schema import EVENTS, TABLES, log_of
from bigpoints.server.storage.store import Entry, StoreFailed


class StoredTable(NamedTuple):
    """A table, when it was created, the time of its newest entry, and the number of its entries."""

    table: str
    created: int
    last: int
    entries: int


class Snapshot:
    """A database at one moment."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def tables(self) -> list[StoredTable]:
        """All tables, the newest first."""
        counted = select(TABLES.c.code, TABLES.c.created, func.max(EVENTS.c.at), func.count())
        wanted = (
            counted.join(EVENTS).group_by(TABLES.c.number).order_by(TABLES.c.created.desc(), TABLES.c.number.desc())
        )
        return [StoredTable(*row) for row in self._connection.execute(wanted)]

    def entries(self, table: str) -> list[Entry]:
        """The log of a table; empty if it does not exist."""
        return [Entry(*row) for row in self._connection.execute(log_of(table))]


@contextmanager
def open_snapshot(file: Path) -> Iterator[Snapshot]:
    """Open a file for reading; writes of others do not show meanwhile."""
    engine = create_engine("sqlite://", creator=lambda: _open(file))
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql("BEGIN")
            yield Snapshot(connection)
    except DBAPIError as error:
        raise StoreFailed(f"{file}: {error.orig}") from error
    finally:
        engine.dispose()


def backup(file: Path, target: Path) -> None:
    """Copy a database at one moment into a new file, readable by its owner only."""
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreFailed(f"{target}: {error.strerror}; accepted: a file that does not exist yet") from error
    try:
        with closing(_open(file)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
    except sqlite3.Error as error:
        with suppress(OSError):
            target.unlink()
        raise StoreFailed(f"{file}: {error}") from error


def _open(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
