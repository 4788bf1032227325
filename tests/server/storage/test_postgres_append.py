"""Appends to PostgreSQL: of a table with a refused row nothing from there on, and no race with being thrown away."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from sqlalchemy import Connection, Engine, select, update

from bigpoints.server.storage import trash
from bigpoints.server.storage.engine import open_engine
from bigpoints.server.storage.migrate import migrate
from bigpoints.server.storage.postgres_append import insert_rows
from bigpoints.server.storage.schema import EVENTS, TABLES, EventRow
from support.postgres import Postgres

SOON = 0.3
LATE = 30.0


@pytest.fixture
def engines(postgres: Postgres) -> Iterator[tuple[Engine, Engine]]:
    """Two workers' engines on a database with tables 1 to 9, each of one entry with the command `first`."""
    address = postgres.new_database()
    one, two = open_engine(address), open_engine(address)
    migrate(one)
    with one.begin() as connection:
        connection.execute(TABLES.insert(), [{"code": f"T{number}", "created": 0} for number in range(1, 10)])
        assert insert_rows(connection, [row(number, 1, "first") for number in range(1, 10)]) == {}
    yield one, two
    one.dispose()
    two.dispose()


def row(number: int, version: int, command: str | None = None, at: int = 0) -> EventRow:
    return (number, version, at, command, "{}")


def versions(connection: Connection, number: int) -> list[int]:
    return list(connection.scalars(select(EVENTS.c.version).where(EVENTS.c.table == number).order_by(EVENTS.c.version)))


def test_a_refused_row_takes_with_it_what_follows_at_its_table_alone(engines: tuple[Engine, Engine]) -> None:
    rows = [row(2, 2), row(1, 2, "a"), row(1, 3, "first"), row(1, 4, "c"), row(2, 3), row(1, 5), row(3, 1), row(3, 2)]
    with engines[0].begin() as connection:
        assert insert_rows(connection, rows) == {1: 3, 3: 1}
        assert [versions(connection, number) for number in (1, 2, 3)] == [[1, 2], [1, 2, 3], [1]]


def test_a_table_in_the_trash_or_gone_refuses_and_no_other_does(engines: tuple[Engine, Engine]) -> None:
    with engines[0].begin() as connection:
        connection.execute(update(TABLES).where(TABLES.c.number == 3).values(deleted=1))
        assert insert_rows(connection, [row(number, 2) for number in (9, 3, 77, 1)]) == {3: 2, 77: 2}
        assert insert_rows(connection, [row(3, 2)]) == {3: 2}


def test_a_table_is_not_thrown_away_while_somebody_appends_to_it(engines: tuple[Engine, Engine]) -> None:
    began = Event()

    def throw_away() -> bool:
        with engines[1].begin() as connection:
            began.set()
            return trash.throw_away(connection, "T1", 1000, 2000)

    with ThreadPoolExecutor() as threads:
        with engines[0].begin() as connection:
            assert insert_rows(connection, [row(1, 2, at=1500)]) == {}
            thrown_away = threads.submit(throw_away)
            assert began.wait(LATE)
            with pytest.raises(TimeoutError):
                thrown_away.result(SOON)
        assert thrown_away.result(LATE) is False, "it was used meanwhile"
    with engines[0].connect() as connection:
        assert connection.scalar(select(TABLES.c.deleted).where(TABLES.c.code == "T1")) is None


def test_nothing_is_appended_while_a_table_is_thrown_away(engines: tuple[Engine, Engine]) -> None:
    def append() -> dict[int, int]:
        with engines[1].begin() as connection:
            return insert_rows(connection, [row(1, 2, at=1500), row(2, 2, at=1500)])

    with ThreadPoolExecutor() as threads:
        with engines[0].begin() as connection:
            assert trash.throw_away(connection, "T1", 1000, 2000)
            appended = threads.submit(append)
            with pytest.raises(TimeoutError):
                appended.result(SOON)
        assert appended.result(LATE) == {1: 2}
    with engines[0].connect() as connection:
        assert [versions(connection, number) for number in (1, 2)] == [[1], [1, 2]]
