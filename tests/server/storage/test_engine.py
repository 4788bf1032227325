"""What differs between databases: how rows are skipped or replaced."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, select
from sqlalchemy.engine import URL

from bigpoints.server.storage.engine import insert_new, insert_or_replace, is_postgres, open_engine
from bigpoints.server.storage.migrate import migrate
from bigpoints.server.storage.schema import MARKS, TABLES


@pytest.fixture
def engine(database: URL) -> Iterator[Engine]:
    """A database that is migrated."""
    engine = open_engine(database)
    migrate(engine)
    yield engine
    engine.dispose()


def test_a_row_that_exists_is_skipped_and_not_counted(engine: Engine) -> None:
    with engine.begin() as connection:
        insert = insert_new(connection.dialect, TABLES)
        first, second = ({"code": "AAAAAAAA", "created": created} for created in (1, 2))
        assert connection.execute(insert, first).rowcount == 1
        assert connection.execute(insert, second).rowcount == 0
        assert connection.scalars(select(TABLES.c.created)).all() == [1]


def test_a_row_that_exists_is_replaced(engine: Engine) -> None:
    with engine.begin() as connection:
        for at in (1, 2):
            rows = [{"name": name, "at": at} for name in ("sweep", "probe")[:at]]
            connection.execute(insert_or_replace(connection.dialect, MARKS), rows)
        assert sorted(map(tuple, connection.execute(select(MARKS)))) == [("probe", 2), ("sweep", 2)]


def test_the_kind_of_a_database_is_that_of_its_url(database: URL, engine: Engine) -> None:
    assert is_postgres(engine.dialect) == (database.get_backend_name() == "postgresql")
