import logging
import shutil
import sqlite3
import traceback
from contextlib import closing
from pathlib import Path
from socket import create_server

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, inspect, make_url
from sqlalchemy.engine import URL

from bigpoints.server.storage.engine import open_engine, sqlite_url
from bigpoints.server.storage.migrate import migrate, migrate_database
from bigpoints.server.storage.schema import METADATA
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import StoreFailed
from support.postgres import Postgres
from support.stores import entry, seated, with_store

LEGACY = Path(__file__).parents[2] / "data" / "legacy"


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return open_engine(sqlite_url(tmp_path / "db"))


@pytest.fixture
def either(database: URL) -> Engine:
    """An engine of each kind in turn."""
    return open_engine(database)


def test_migrations_lead_to_the_schema_that_the_store_uses(either: Engine) -> None:
    migrate(either)
    with either.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        found = inspect(connection)
        for table in METADATA.tables.values():
            keys = {
                (*key["constrained_columns"], key["options"]["ondelete"]) for key in found.get_foreign_keys(table.name)
            }
            assert keys == {(key.parent.name, key.ondelete) for key in table.foreign_keys}
            assert found.get_pk_constraint(table.name)["constrained_columns"] == table.primary_key.columns.keys()
    either.dispose()


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


def test_a_migration_that_fails_leaves_nothing_behind(either: Engine) -> None:
    with either.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE offers (something INTEGER)")
    with pytest.raises(StoreFailed, match="offers already exists"):
        SqlStore(either)
    with either.connect() as connection:
        assert inspect(connection).get_table_names() == ["offers"]
    either.dispose()


def test_migrating_leaves_logging_alone(either: Engine) -> None:
    loggers = [logging.getLogger(name) for name in (None, "alembic", "sqlalchemy", "bigpoints")]
    before = [(list(logger.handlers), logger.level, logger.disabled) for logger in loggers]
    migrate(either)
    assert [(list(logger.handlers), logger.level, logger.disabled) for logger in loggers] == before
    either.dispose()


# --- Databases of PostgreSQL that cannot be used --------------------------------------------------------------------


def refusal(address: str) -> str:
    """What is said of a database; one line, with the address but without the password."""
    with pytest.raises(StoreFailed) as refused:
        migrate_database(address)
    text, password = str(refused.value), make_url(address).password or ""
    assert text.startswith("postgresql://")
    assert "\n" not in text
    assert password not in text
    assert password not in "".join(traceback.format_exception(refused.value))
    return text.partition(": ")[2]


def test_a_database_that_cannot_be_reached_or_entered_is_told_in_one_line(postgres: Postgres) -> None:
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert "Connection refused" in refusal(postgres.url("postgres", port=port))
    assert refusal(postgres.url("nowhere")) == 'database "nowhere" does not exist'
    wrong = postgres.url("postgres").replace(postgres.password, "a wrong one")
    assert refusal(wrong) == 'password authentication failed for user "bigpoints"'
    assert refusal(postgres.url("postgres", user="nobody")) == 'password authentication failed for user "nobody"'
    assert refusal(f"{postgres.url('postgres')}?nonsense=1") == 'invalid connection option "nonsense"'


def test_a_database_of_another_program_is_refused_and_left_alone(postgres: Postgres) -> None:
    address = postgres.new_database()
    with postgres.connect(address.rpartition("/")[2]) as connection:
        connection.execute("CREATE TABLE events (id int)")
        assert refusal(address) == "the database is that of another program: a table events already exists"
        connection.execute("DROP TABLE events; CREATE TABLE alembic_version (version_num text)")
        connection.execute("INSERT INTO alembic_version VALUES ('ae1027a6acf')")
        assert "another program, which has its own alembic_version" in refusal(address)
        connection.execute("UPDATE alembic_version SET version_num = '0999'")
        assert refusal(address).startswith("the database was made by a newer Big Points: its format is 0999; accepted:")


def test_tables_with_other_columns_are_refused(postgres: Postgres) -> None:
    address = postgres.new_database()
    migrate_database(address)
    with postgres.connect(address.rpartition("/")[2]) as connection:
        connection.execute("ALTER TABLE offers RENAME COLUMN giver TO donor")
    assert refusal(address) == "the database is that of another program: offers has no giver"


def test_a_user_without_rights_is_told(postgres: Postgres) -> None:
    address = postgres.new_database()
    name = address.rpartition("/")[2]
    user = f"guest_{name}"
    with postgres.connect(name) as connection:
        connection.execute(f"CREATE ROLE {user} LOGIN PASSWORD '{postgres.password}'")
        assert refusal(postgres.url(name, user=user)).startswith("permission denied for schema public")
        migrate_database(address)
        assert "permission denied for table alembic_version" in refusal(postgres.url(name, user=user))
        connection.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {user}")
        assert refusal(postgres.url(name, user=user)).startswith(
            "its user may not read and write attendants, events, marks"
        )


def test_a_database_in_another_encoding_is_refused(postgres: Postgres) -> None:
    name = f"latin_{postgres.new_database().rpartition('/')[2]}"
    with postgres.connect("postgres") as connection:
        connection.execute(f"CREATE DATABASE {name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    assert refusal(postgres.url(name)) == "the encoding of the database is LATIN1; accepted: UTF8"
