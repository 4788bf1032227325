"""Copies all tables from one database to another, of whichever kind, in one transaction."""

from collections.abc import Callable, Mapping
from pathlib import Path

from sqlalchemy import Connection, Engine, Table, func, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from bigpoints.server.storage.address import address_name
from bigpoints.server.storage.engine import is_postgres, open_engine, sqlite_url
from bigpoints.server.storage.failure import one_line
from bigpoints.server.storage.inspect import open_for_reading
from bigpoints.server.storage.migrate import check_schema, lock_schema, migrate_database
from bigpoints.server.storage.postgres_engine import APPLICATION, open_patient_postgres
from bigpoints.server.storage.schema import ATTENDANTS, MARKS, METADATA, PRESENCE, TABLES, WORKERS
from bigpoints.server.storage.store import StoreFailed

Report = Callable[[int, int], None]
"""Hears how many rows are copied, and of how many."""

_ROWS = 1_000
_SERVERS = text("""
    SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = :name)
""")
_COPIED = [table for table in METADATA.sorted_tables if table not in (WORKERS, ATTENDANTS, PRESENCE)]
"""Everything but the directory of workers, which is about processes of one database."""
_NEXT_NUMBER = text("SELECT setval(pg_get_serial_sequence('tables', 'number'), GREATEST(max(number), 1)) FROM tables")


def transfer(source: Path | URL, target: Path | URL, report: Report) -> Mapping[str, int]:
    """Copy everything into an empty database; gives the number of rows of each kind.

    Nothing is there before all is there: a copy that is cut off leaves the target empty.
    """
    if _is_same(source, target):
        raise StoreFailed(f"{_name(source)}: source and target are the same")
    url = target if isinstance(target, URL) else sqlite_url(target)
    migrate_database(url)
    reading = open_for_reading(source)
    writing = open_engine(url) if isinstance(target, Path) else open_patient_postgres(url)
    try:
        _refuse_format(source, reading)
        with reading.connect() as old, writing.connect() as new, new.begin():
            old.begin()
            _refuse_servers(source, old)
            _refuse_servers(target, new)
            _refuse_full(target, new)
            return _copy(old, new, report)
    except DBAPIError as error:
        raise StoreFailed(f"{_name(source)} to {_name(target)}: {one_line(error)}") from error
    except UnicodeError:
        raise StoreFailed(f"{_name(source)}: a row is damaged; bigpoints admin check names its table") from None
    finally:
        reading.dispose()
        writing.dispose()


def _is_same(source: Path | URL, target: Path | URL) -> bool:
    if isinstance(source, Path) and isinstance(target, Path):
        return source.resolve() == target.resolve()
    return source == target


def _refuse_format(source: Path | URL, reading: Engine) -> None:
    try:
        check_schema(reading)
    except StoreFailed:
        raise StoreFailed(f"{_name(source)}: no tables of this version; start the server on it once") from None


def _refuse_servers(place: Path | URL, connection: Connection) -> None:
    """Refuse a database that a server of PostgreSQL uses; a data folder is locked by the caller."""
    if is_postgres(connection.dialect) and connection.scalar(_SERVERS, {"name": APPLICATION}):
        raise StoreFailed(f"a server uses {_name(place)}; stop it first")


def _refuse_full(target: Path | URL, connection: Connection) -> None:
    lock_schema(connection)
    if connection.scalar(select(func.count()).select_from(TABLES)):
        raise StoreFailed(f"{_name(target)} has tables already; accepted: an empty database")


def _copy(old: Connection, new: Connection, report: Report) -> Mapping[str, int]:
    expected = {table.name: _count(old, table) for table in _COPIED}
    new.execute(MARKS.delete())  # Those of a server that had no tables.
    done = 0
    for table in _COPIED:
        rows = old.execution_options(yield_per=_ROWS).execute(select(table)).mappings()
        for part in rows.partitions():
            new.execute(table.insert(), [dict(row) for row in part])
            done += len(part)
            report(done, sum(expected.values()))
    if is_postgres(new.dialect):
        new.execute(_NEXT_NUMBER).close()
    if expected != {table.name: _count(new, table) for table in _COPIED}:
        raise StoreFailed("the copy has not as many rows as the original; nothing was stored")
    return expected


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _name(place: Path | URL) -> str:
    return str(place) if isinstance(place, Path) else address_name(place)
