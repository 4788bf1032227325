import asyncio
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.engine import URL, make_url

from bigpoints.server.storage.inspect import StoredTable, backup, open_snapshot
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import StoreFailed
from support.postgres import Postgres
from support.stores import entry, place_of, seated, with_store


def test_tables_and_their_logs_can_be_read_while_a_server_runs_and_after_it(tmp_path: Path) -> None:
    file = tmp_path / "a folder with 100 % & a #"
    kept = [StoredTable("BBBBBBBB", 1000, 1000, 1), StoredTable("AAAAAAAA", 1000, 3000, 3)]

    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", newest=3)
        await seated(store, "BBBBBBBB")
        with open_snapshot(file) as look:
            assert look.tables() == kept
            assert look.entries("AAAAAAAA") == await store.read("AAAAAAAA")
            assert look.entries("NOSUCHTA") == []
            assert await store.append(entry("BBBBBBBB", 2)), "nobody who looks is in the way"
            assert look.tables() == kept, "as it was at the beginning"

    with_store(file, story)
    with open_snapshot(file) as look:
        assert [(each.table, each.entries) for each in look.tables()] == [("BBBBBBBB", 2), ("AAAAAAAA", 3)]


def test_a_database_of_postgresql_is_seen_as_it_was_when_it_was_opened(postgres: Postgres) -> None:
    database = make_url(postgres.new_database())
    with open_snapshot(database) as look:
        assert look.is_empty()

    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", newest=3)
        with open_snapshot(database) as look:
            assert not look.is_empty()
            assert [(each.table, each.entries) for each in look.tables()] == [("AAAAAAAA", 3)]
            assert await store.append(entry("AAAAAAAA", 4)), "nobody who looks is in the way"
            assert len(look.entries("AAAAAAAA")) == 3
            assert look.damages() == []

    with_store(database, story)


def test_a_database_that_cannot_be_read_is_named_without_its_password(postgres: Postgres) -> None:
    missing = make_url(postgres.url("nowhere"))
    with pytest.raises(
        StoreFailed, match=r'^postgresql://\w+@127.0.0.1:\d+/nowhere: database "nowhere" does not exist$'
    ):
        open_snapshot(missing).__enter__()


def test_tables_in_the_trash_are_listed_apart_and_can_be_read(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", "BBBBBBBB", newest=2)
        assert await store.throw_away("AAAAAAAA", 3000, at=4000)

    with_store(database, story)
    with open_snapshot(place_of(database)) as look:
        assert look.tables() == [StoredTable("BBBBBBBB", 1000, 2000, 2)]
        assert look.trash() == [StoredTable("AAAAAAAA", 1000, 2000, 2, deleted=4000)]
        assert look.codes() == ["AAAAAAAA", "BBBBBBBB"]
        assert len(look.entries("AAAAAAAA")) == 2


def test_a_database_that_was_not_migrated_yet_can_be_read(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).parents[2] / "data" / "legacy" / "tables.sqlite", tmp_path / "db")
    with open_snapshot(tmp_path / "db") as look:
        tables = look.tables()
        assert sorted(table.table for table in tables) == sorted(look.codes())
        assert all(look.entries(table.table) for table in tables)
        assert (look.trash(), look.damages()) == ([], [])


def test_damages_are_found_in_pages_in_indexes_and_between_tables(tmp_path: Path) -> None:
    with_store(tmp_path / "db", lambda store: seated(store, "AAAAAAAA", "BBBBBBBB", newest=300))
    with closing(sqlite3.connect(tmp_path / "db")) as connection, connection:
        connection.execute("DELETE FROM tables WHERE code = 'AAAAAAAA'")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET sql = replace(sql, 'created', 'code') WHERE name = 'tables_by_age'"
        )
    with open_snapshot(tmp_path / "db") as look:
        damages = look.damages()
    assert "300 rows of events belong to no table" in damages
    assert "1 rows of members belong to no table" in damages
    assert any("tables_by_age" in damage for damage in damages)


def test_a_damaged_page_is_told_and_does_not_end_the_look(tmp_path: Path) -> None:
    with_store(tmp_path / "db", lambda store: seated(store, "AAAAAAAA", "BBBBBBBB", newest=300))
    content = (tmp_path / "db").read_bytes()
    pages = [content[begin : begin + 4096] for begin in range(0, len(content), 4096)]
    (tmp_path / "db").write_bytes(b"".join(b"\xff" * 4096 if b"BBBBBBBB150" in page else page for page in pages))
    with open_snapshot(tmp_path / "db") as look:
        assert look.damages()
        with pytest.raises(StoreFailed, match="malformed"):
            look.entries("BBBBBBBB")
        assert len(look.entries("AAAAAAAA")) == 300
        assert look.codes() == ["AAAAAAAA", "BBBBBBBB"]


def test_a_row_that_is_not_utf_8_can_be_read(tmp_path: Path) -> None:
    with_store(tmp_path / "db", lambda store: seated(store, "AAAAAAAA"))
    with closing(sqlite3.connect(tmp_path / "db")) as connection, connection:
        connection.execute("UPDATE events SET event = CAST(x'ff' AS TEXT)")
    with open_snapshot(tmp_path / "db") as look:
        assert [each.event for each in look.entries("AAAAAAAA")] == ["\udcff"]


def test_whoever_looks_can_change_nothing(tmp_path: Path) -> None:
    with_store(tmp_path / "db", lambda store: seated(store, "AAAAAAAA"))
    before = (tmp_path / "db").read_bytes()
    with pytest.raises(StoreFailed, match="readonly"), open_snapshot(tmp_path / "db") as look:
        look._connection.exec_driver_sql("DELETE FROM tables")
    assert (tmp_path / "db").read_bytes() == before


def test_what_is_no_database_cannot_be_looked_at(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="unable to open"), open_snapshot(tmp_path / "none"):
        pass
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "letter").write_text("Dear aunt, this is not a database. " * 100)
    with pytest.raises(StoreFailed, match="not a database"), open_snapshot(tmp_path / "letter") as look:
        look.tables()


def test_a_backup_made_while_a_server_writes_is_whole(tmp_path: Path) -> None:
    async def append(store: SqlStore, table: str, stop: asyncio.Event) -> None:
        version = 1
        while not stop.is_set():
            version += 1
            assert await store.append(entry(table, version, event="x" * 500))

    async def story(store: SqlStore) -> None:
        tables, stop = [f"TABLE{number:03d}" for number in range(50)], asyncio.Event()
        await seated(store, *tables)
        busy = [asyncio.ensure_future(append(store, table, stop)) for table in tables]
        for number in range(5):
            await asyncio.to_thread(backup, tmp_path / "db", tmp_path / f"copy{number}")
        stop.set()
        await asyncio.gather(*busy)

    with_store(tmp_path / "db", story)
    for number in range(5):
        copy = tmp_path / f"copy{number}"
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
            gaps = 'SELECT count(*) FROM events GROUP BY "table" HAVING count(*) <> max(version)'
            assert connection.execute(gaps).fetchall() == []
        assert with_store(copy, lambda store: store.count()) == 50
    assert {file.name for file in tmp_path.iterdir()} == {"db", *(f"copy{number}" for number in range(5))}


def test_a_backup_overwrites_nothing_and_leaves_nothing_half_done(tmp_path: Path) -> None:
    with_store(tmp_path / "db", lambda store: seated(store, "AAAAAAAA"))
    (tmp_path / "letter").write_text("Dear aunt")
    with pytest.raises(StoreFailed, match="File exists; accepted: a file that does not exist yet"):
        backup(tmp_path / "db", tmp_path / "letter")
    assert (tmp_path / "letter").read_text() == "Dear aunt"
    with pytest.raises(StoreFailed, match="unable to open"):
        backup(tmp_path / "none", tmp_path / "copy")
    assert {file.name for file in tmp_path.iterdir()} == {"db", "letter"}
