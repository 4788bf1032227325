"""Read-only access to a database, also while a server writes to it, and whatever is in its rows."""

import os
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Executable, create_engine, event, func, inspect, null, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from bigpoints.server.storage.address import address_name
from bigpoints.server.storage.engine import is_postgres
from bigpoints.server.storage.failure import one_line
from bigpoints.server.storage.postgres_engine import open_patient_postgres
from bigpoints.server.storage.schema import EVENTS, TABLES, entries_of
from bigpoints.server.storage.sqlite_engine import as_text
from bigpoints.server.storage.store import Entry, StoreFailed

_MOST_DAMAGES = 20
_STEPS_BETWEEN_SIGNALS = 100_000


class StoredTable(NamedTuple):
    """A table, when it was created, the time of its newest entry, the number of its entries, and when thrown away."""

    table: str
    created: int
    last: int
    entries: int
    deleted: int | None = None


class Snapshot:
    """A database at one moment. Every call may raise StoreFailed, and others may follow it."""

    def __init__(self, place: Path | URL, connection: Connection) -> None:
        self._place = place
        self._connection = connection

    def is_empty(self) -> bool:
        """Whether no server has ever used the database."""
        return not inspect(self._connection).has_table(TABLES.name)

    def tables(self) -> list[StoredTable]:
        """All tables that are not in the trash, the newest first."""
        return [table for table in self._tables() if table.deleted is None]

    def trash(self) -> list[StoredTable]:
        """All tables that are in the trash, the newest first."""
        return [table for table in self._tables() if table.deleted is not None]

    def codes(self) -> list[str]:
        """The codes of all tables, in the trash or not, also of those without entries, the oldest first."""
        return [code for (code,) in self._rows(select(TABLES.c.code).order_by(TABLES.c.number))]

    def entries(self, table: str) -> list[Entry]:
        """The log of a table, also if it is in the trash; empty if it does not exist."""
        return [Entry(*row) for row in self._rows(entries_of(table))]

    def damages(self) -> list[str]:
        """What SQLite finds wrong with the file: its pages and indexes, and rows that belong to no table.

        PostgreSQL sees to that by itself, and tells when a row is read.
        """
        if is_postgres(self._connection.dialect):
            return []
        found: list[str] = []
        orphans = Counter[str]()
        try:
            found += [str(line) for (line,) in self._rows(text(f"PRAGMA integrity_check({_MOST_DAMAGES})"))]
            orphans.update(str(row[0]) for row in self._rows(text("PRAGMA foreign_key_check")))
        except StoreFailed as error:  # The damage itself may end the search for more.
            found.append(str(error))
        lost = [f"{number} rows of {name} belong to no table" for name, number in orphans.items()]
        return [line for line in found if line != "ok"] + lost

    def _tables(self) -> list[StoredTable]:
        # The server migrates a database when it starts; until then it may have no trash.
        deleted = TABLES.c.deleted if self._has_trash() else null()
        counted = select(TABLES.c.code, TABLES.c.created, func.max(EVENTS.c.at), func.count(), deleted)
        grouped = counted.select_from(TABLES).join(EVENTS).group_by(TABLES.c.number)
        in_order = grouped.order_by(TABLES.c.created.desc(), TABLES.c.number.desc())
        return [StoredTable(*row) for row in self._rows(in_order)]

    def _has_trash(self) -> bool:
        columns = inspect(self._connection).get_columns(TABLES.name)
        return any(column["name"] == TABLES.c.deleted.name for column in columns)

    def _rows(self, query: Executable) -> Sequence[tuple[Any, ...]]:
        try:
            return [tuple(row) for row in self._connection.execute(query)]
        except DBAPIError as error:
            raise _failure(self._place, error) from error


@contextmanager
def open_snapshot(place: Path | URL) -> Iterator[Snapshot]:
    """Open a SQLite file, or a PostgreSQL database, for reading; writes of others do not show meanwhile."""
    engine = open_for_reading(place)
    try:
        with engine.connect() as connection:
            connection.begin()
            yield Snapshot(place, connection)
    except DBAPIError as error:
        raise _failure(place, error) from error
    finally:
        engine.dispose()


def open_for_reading(place: Path | URL) -> Engine:
    """An engine whose transactions see a database as it was when they began, and cannot change it."""
    if isinstance(place, URL):
        options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        return open_patient_postgres(place).execution_options(**options)
    engine = create_engine("sqlite://", creator=lambda: _open(place))
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


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
    connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
    connection.text_factory = as_text
    # Python sees Ctrl-C only while it runs code of its own, which then ends the query.
    connection.set_progress_handler(lambda: None, _STEPS_BETWEEN_SIGNALS)
    return connection


def _failure(place: Path | URL, error: DBAPIError) -> StoreFailed | KeyboardInterrupt:
    if getattr(error.orig, "sqlite_errorname", "") == "SQLITE_INTERRUPT":
        return KeyboardInterrupt()
    return StoreFailed(f"{address_name(place) if isinstance(place, URL) else place}: {one_line(error)}")
