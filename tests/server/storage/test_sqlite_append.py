"""Appends to SQLite: many rows in few statements, and of a table with a refused row nothing from there on."""

from collections.abc import Iterator
from random import Random

import pytest
from sqlalchemy import Connection, func, select, update

from bigpoints.server.storage.engine import open_engine
from bigpoints.server.storage.migrate import migrate
from bigpoints.server.storage.schema import EVENTS, TABLES, EventRow
from bigpoints.server.storage.sqlite_append import insert_rows


@pytest.fixture
def connection() -> Iterator[Connection]:
    """A database with tables 1 to 9, each of one entry with the command `first`."""
    engine = open_engine("sqlite://")
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(TABLES.insert(), [{"code": f"T{number}", "created": 0} for number in range(1, 10)])
        assert insert_rows(connection, [row(number, 1, "first") for number in range(1, 10)]) == {}
        yield connection
    engine.dispose()


def row(number: int, version: int, command: str | None = None) -> EventRow:
    return (number, version, 0, command, "{}")


@pytest.mark.parametrize("count", [1, 2, 3, 37, 255, 256, 257, 1000])
def test_any_number_of_rows_is_stored(connection: Connection, count: int) -> None:
    assert insert_rows(connection, [row(1 + index % 9, 2 + index // 9) for index in range(count)]) == {}
    assert connection.scalar(select(func.count()).select_from(EVENTS)) == 9 + count


def test_a_refused_row_takes_with_it_what_follows_at_its_table_alone(connection: Connection) -> None:
    rng = Random(7)
    rows = [row(1 + index % 9, 2 + index // 9, f"c{index}") for index in range(400)]
    wrong = sorted(rng.sample(range(9, 400), 5))
    for index in wrong:
        rows[index] = (*rows[index][:3], "first", "{}")
    expected: dict[int, int] = {}
    for index in wrong:
        expected.setdefault(*rows[index][:2])
    assert insert_rows(connection, rows) == expected
    stored = {(number, version) for number, version in connection.execute(select(EVENTS.c.table, EVENTS.c.version))}
    assert {(r[0], r[1]) for r in rows if r[1] < expected.get(r[0], 10**9)} == {each for each in stored if each[1] > 1}


def test_a_table_in_the_trash_or_gone_refuses_and_no_other_does(connection: Connection) -> None:
    connection.execute(update(TABLES).where(TABLES.c.number == 3).values(deleted=1))
    rows = [row(number, 2) for number in (1, 3, 77, 9)]
    assert insert_rows(connection, rows) == {3: 2, 77: 2}
