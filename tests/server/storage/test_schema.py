"""The tables of the database hold together what the store relies on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import IntegrityError

from bigpoints.server.storage.engine import open_engine, sqlite_url
from bigpoints.server.storage.migrate import migrate
from bigpoints.server.storage.schema import EVENTS, MEMBERS, METADATA, OFFERS, SNAPSHOTS, TABLES, log_of
from bigpoints.server.storage.store import Entry, Offer, TableSnapshot

ENTRIES = [{"table": 1, "version": version, "at": 5, "command": f"c{version}", "event": "{}"} for version in (2, 1)]


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    """A database with two tables, of which the first has two entries, a member, an offer and a snapshot."""
    engine = open_engine(sqlite_url(tmp_path / "db"))
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(TABLES.insert(), [{"code": "AAAAAAAA", "created": 1}, {"code": "BBBBBBBB", "created": 2}])
        connection.execute(EVENTS.insert(), ENTRIES)
        connection.execute(MEMBERS.insert(), {"browser": "me", "table": 1})
        offer = {"digest": "d", "table": 1, "seat": 1, "giver": "me", "until": 9}
        connection.execute(OFFERS.insert(), offer)
        snapshot = {"table": 1, "version": 1, "begins": False, "game": 0, "format": "1", "state": "s"}
        connection.execute(SNAPSHOTS.insert(), snapshot)
        yield connection
    engine.dispose()


def test_rows_have_the_order_of_an_entry_an_offer_and_a_snapshot() -> None:
    assert tuple(EVENTS.c.keys()) == Entry._fields
    assert tuple(OFFERS.c.keys()) == Offer._fields
    assert tuple(SNAPSHOTS.c.keys()) == TableSnapshot._fields


def test_a_log_is_that_of_one_table_in_order(connection: Connection) -> None:
    rows = [Entry(*row) for row in connection.execute(log_of("AAAAAAAA"))]
    assert rows == [Entry("AAAAAAAA", version, 5, f"c{version}", "{}") for version in (1, 2)]
    assert connection.execute(log_of("BBBBBBBB")).all() == []


@pytest.mark.parametrize("change", [{"version": 2}, {"command": "c1"}, {"table": 3}])
def test_a_version_and_a_command_stand_once_at_a_table_that_exists(
    connection: Connection, change: dict[str, object]
) -> None:
    fine = {"table": 1, "version": 3, "at": 5, "command": "c3", "event": "{}"}
    with pytest.raises(IntegrityError), connection.begin_nested():
        connection.execute(EVENTS.insert(), {**fine, **change})
    connection.execute(EVENTS.insert(), fine)


def test_with_a_table_all_its_rows_are_deleted_and_its_number_is_never_reused(connection: Connection) -> None:
    connection.execute(TABLES.delete())
    for table in METADATA.tables.values():
        assert connection.scalar(select(func.count()).select_from(table)) == 0, table.name
    connection.execute(TABLES.insert(), {"code": "CCCCCCCC", "created": 3})
    assert connection.scalars(select(TABLES.c.number)).all() == [3]
