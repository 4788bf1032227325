import logging
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, inspect

from bigpoints.server.storage.engine import open_engine, sqlite_url
from bigpoints.server.storage.migrate import migrate
from bigpoints.server.storage.schema import METADATA
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import StoreFailed
from support.stores import entry, seated, with_store

LEGACY = Path(__file__).parents[2] / "data" / "legacy"


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return open_engine(sqlite_url(tmp_path / "db"))


def test_migrations_lead_to_the_schema_that_the_store_uses(engine: Engine) -> None:
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        found = inspect(connection)
        for table in METADATA.tables.values():
            keys = {
                (*key["constrained_columns"], key["options"]["ondelete"]) for key in found.get_foreign_keys(table.name)
            }
            assert keys == {(key.parent.name, key.ondelete) for key in table.foreign_keys}
            assert found.get_pk_constraint(table.name)["constrained_columns"] == table.primary_key.columns.keys()
    engine.dispose()


def test_a_database_that_is_up_to_date_is_left_alone(tmp_path: Path) -> None:
    with_store(tmp_path / "db", lambda store: seated(store, "AAAAAAAA"))
    assert with_store(tmp_path / "db", lambda store: store.read("AAAAAAAA")) == [entry("AAAAAAAA", 1, "AAAAAAAA1")]


def test_a_database_of_a_newer_program_is_refused_and_left_alone(tmp_path: Path, engine: Engine) -> None:
    migrate(engine)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0999'")
    engine.dispose()
    before = (tmp_path / "db").read_bytes()
    with pytest.raises(StoreFailed, match=r"newer Big Points: its format is 0999; accepted: up to 0004"):
        SqlStore(sqlite_url(tmp_path / "db"))
    assert (tmp_path / "db").read_bytes() == before


def test_a_big_database_is_migrated_without_rewriting_it(tmp_path: Path) -> None:
    file = tmp_path / "db"
    shutil.copy(LEGACY / "tables.sqlite", file)
    with closing(sqlite3.connect(file)) as before, before:
        before.executemany("INSERT INTO tables VALUES (?, ?, 0)", [(n, f"T{n}") for n in range(1000, 11_000)])
        rows = [(n, version, "x" * 500) for n in range(1000, 11_000) for version in (1, 2)]
        before.executemany("INSERT INTO events VALUES (?, ?, 0, NULL, ?)", rows)
    assert file.stat().st_size > 10_000_000
    engine = open_engine(sqlite_url(file))
    migrate(engine)
    with engine.connect():  # The last connection moves the write-ahead log into the file.
        assert (tmp_path / "db-wal").stat().st_size < 200_000
    engine.dispose()
    assert with_store(file, lambda store: store.count()) > 10_000


def test_a_migration_that_fails_leaves_nothing_behind(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE offers (something INTEGER)")
    with pytest.raises(StoreFailed, match="offers already exists"):
        SqlStore(engine)
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["offers"]
    engine.dispose()


def test_migrating_leaves_logging_alone(engine: Engine) -> None:
    loggers = [logging.getLogger(name) for name in (None, "alembic", "sqlalchemy", "bigpoints")]
    before = [(list(logger.handlers), logger.level, logger.disabled) for logger in loggers]
    migrate(engine)
    assert [(list(logger.handlers), logger.level, logger.disabled) for logger in loggers] == before
    engine.dispose()
