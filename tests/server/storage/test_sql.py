import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import delete, select
from sqlalchemy.engine import URL

from bigpoints.server.storage.engine import sqlite_url
from bigpoints.server.storage.schema import SNAPSHOTS, TABLES
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import Offer, Store, StoreFailed, TableSnapshot
from support.stores import ME, entry, seated, with_store


def test_a_log_comes_back_as_it_was_written_and_is_there_after_a_restart(database: URL) -> None:
    log = [entry("AAAAAAAA", 1, "a", '{"é": "–"}'), entry("AAAAAAAA", 2), entry("AAAAAAAA", 3)]

    async def write(store: Store) -> None:
        assert await store.create(log[0], ME)
        assert [await store.append(each) for each in log[1:]] == [True, True]
        assert await store.read("AAAAAAAA") == log
        assert await store.read("AAAAAAAA", after=2) == log[2:]
        assert await store.read("NOSUCHTA") == []

    async def read_again(store: Store) -> None:
        assert await store.read("AAAAAAAA") == log
        assert await store.append(entry("AAAAAAAA", 4))

    with_store(database, write)
    with_store(database, read_again)


def test_a_log_is_read_in_pages(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", newest=5)
        log = await store.read("AAAAAAAA")
        assert await store.read("AAAAAAAA", 0, 2) == log[:2]
        assert await store.read("AAAAAAAA", 3, 2) == log[3:]
        assert await store.read("AAAAAAAA", 5, 2) == []

    with_store(database, story)


def test_the_version_of_a_command_is_that_of_its_own_table(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", "BBBBBBBB", newest=3)
        assert await store.executed("AAAAAAAA", "AAAAAAAA2") == 2
        assert await store.executed("BBBBBBBB", "AAAAAAAA2") is None
        assert await store.executed("NOSUCHTA", "AAAAAAAA2") is None

    with_store(database, story)


def snapshot(version: int, game: int, *, begins: bool = False, form: str = "1", state: str = "s") -> TableSnapshot:
    return TableSnapshot("AAAAAAAA", version, begins, game, form, state)


def test_of_snapshots_the_newest_is_kept_and_those_with_which_a_game_begins(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", "BBBBBBBB")
        assert await store.newest_snapshot("AAAAAAAA", "1") is None
        saved = [snapshot(64, 1), snapshot(70, 2, begins=True), snapshot(128, 2), snapshot(140, 4, begins=True)]
        for each in saved:
            await store.save_snapshot(each)
            assert await store.newest_snapshot("AAAAAAAA", "1") == each
        assert [await store.newest_snapshot("AAAAAAAA", "1", game) for game in (1, 2, 3, 4, 9)] == [
            *(None, saved[1], saved[1]),
            *(saved[3], saved[3]),
        ]
        assert await store.newest_snapshot("AAAAAAAA", "2") is None
        assert await store.newest_snapshot("BBBBBBBB", "1") is None
        kept = select(SNAPSHOTS.c.version).order_by(SNAPSHOTS.c.version)
        assert await store.do(lambda connection: list(connection.scalars(kept))) == [70, 140]

    with_store(database, story)


def test_a_snapshot_in_another_format_is_replaced_at_its_version(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA")
        await store.save_snapshot(snapshot(70, 2, begins=True))
        newer = snapshot(70, 2, begins=True, form="2", state="t")
        await store.save_snapshot(newer)
        assert await store.newest_snapshot("AAAAAAAA", "1") is None
        assert await store.newest_snapshot("AAAAAAAA", "2") == newer
        await store.delete("AAAAAAAA")
        assert await store.newest_snapshot("AAAAAAAA", "2") is None

    with_store(database, story)


def test_an_entry_is_refused_whose_version_or_command_is_there_or_whose_predecessor_is_not(database: URL) -> None:
    async def story(store: Store) -> None:
        assert await store.create(entry("AAAAAAAA", 1, "a"), ME)
        assert await store.create(entry("BBBBBBBB", 1, "a"), ME), "commands of other tables are others"
        assert not await store.append(entry("AAAAAAAA", 1, "b")), "the version is there"
        assert not await store.append(entry("AAAAAAAA", 2, "a")), "the command is there"
        assert not await store.append(entry("AAAAAAAA", 3, "c")), "its predecessor is not there"
        assert not await store.append(entry("NOSUCHTA", 1, "d")), "no such table"
        assert not await store.append(entry("NOSUCHTA", 2, "d")), "no such table"
        assert await store.append(entry("AAAAAAAA", 2)), "entries need no command"
        assert await store.append(entry("AAAAAAAA", 3)), "nor are they the same without one"
        assert len(await store.read("AAAAAAAA")) == 3
        assert await store.read("NOSUCHTA") == []

    with_store(database, story)


def test_a_table_is_made_once_and_the_second_time_leaves_it_alone(database: URL) -> None:
    async def story(store: Store) -> None:
        first = entry("AAAAAAAA", 1, "a")
        both = [store.create(first, ME), store.create(entry("AAAAAAAA", 1, "b"), "browser2")]
        assert await asyncio.gather(*both) == [True, False]
        assert await store.read("AAAAAAAA") == [first]
        assert await store.tables_of("browser2") == []
        assert await store.count() == 1

    with_store(database, story)


def test_with_a_table_goes_everything_that_belongs_to_it(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", "BBBBBBBB", newest=3)
        await store.offer(Offer("digest", "AAAAAAAA", 1, "anna", 2**50), 0)
        late = [store.delete("AAAAAAAA"), store.append(entry("AAAAAAAA", 4, "late")), store.delete("AAAAAAAA")]
        assert await asyncio.gather(*late) == [True, False, False]
        assert await store.read("AAAAAAAA") == []
        assert await store.tables_of(ME) == ["BBBBBBBB"]
        assert await store.offered("digest") is None
        assert await store.count() == 1
        assert await store.append(entry("BBBBBBBB", 4))
        await seated(store, "AAAAAAAA", newest=2)
        assert [each.version for each in await store.read("AAAAAAAA")] == [1, 2]

    with_store(database, story)


def test_a_member_has_the_tables_that_they_made_or_joined_the_newest_first(database: URL) -> None:
    async def story(store: Store) -> None:
        for code, at in (("CCCCCCCC", 10), ("AAAAAAAA", 20), ("BBBBBBBB", 30)):
            assert await store.create(entry(code, 1)._replace(at=at), ME)
        assert await store.append(entry("CCCCCCCC", 2), "browser2")
        assert await store.append(entry("CCCCCCCC", 3), "browser2"), "once more is the same"
        assert await store.append(entry("BBBBBBBB", 2), "browser2")
        assert not await store.append(entry("AAAAAAAA", 1), "browser2"), "a refused entry makes no member"
        assert await store.tables_of(ME) == ["BBBBBBBB", "AAAAAAAA", "CCCCCCCC"]
        assert await store.tables_of("browser2") == ["BBBBBBBB", "CCCCCCCC"]
        assert await store.tables_of("browser3") == []

    with_store(database, story)


def test_a_table_is_idle_if_its_newest_entry_is_old(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA")
        await seated(store, "BBBBBBBB", newest=3)
        assert await store.idle(before=1000) == []
        assert await store.idle(before=1001) == ["AAAAAAAA"]
        assert await store.idle(before=3000) == ["AAAAAAAA"]
        assert sorted(await store.idle(before=3001)) == ["AAAAAAAA", "BBBBBBBB"]

    with_store(database, story)


def test_an_offer_is_there_until_it_is_withdrawn_or_has_lapsed_and_another_is_made(database: URL) -> None:
    now = int(time.time() * 1000)
    lapsed, good = Offer("old", "AAAAAAAA", 1, "anna", now - 1), Offer("new", "AAAAAAAA", 2, "ben", now + 600_000)

    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA")
        await store.offer(lapsed, now)
        assert await store.offered("old") == lapsed
        await store.offer(good, now)
        assert (await store.offered("old"), await store.offered("new")) == (None, good)
        await store.withdraw("new")
        await store.withdraw("new")
        assert await store.offered("new") is None
        await store.offer(Offer("lost", "NOSUCHTA", 1, "anna", now + 600_000), now)
        assert await store.offered("lost") is None

    with_store(database, story)


def test_a_closed_store_has_finished_what_it_was_asked_and_does_nothing_more(database: URL, tmp_path: Path) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA")
        asked = [asyncio.ensure_future(store.append(entry("AAAAAAAA", version))) for version in range(2, 50)]
        await asyncio.sleep(0)
        await store.close()
        assert all(await asyncio.gather(*asked))
        assert {file.name for file in tmp_path.iterdir()} <= {"db"}, "the write-ahead log is in the database"
        for call in (store.append(entry("AAAAAAAA", 50)), store.read("AAAAAAAA"), store.count()):
            with pytest.raises(StoreFailed, match="closed"):
                await call
        await store.close()

    with_store(database, story)
    assert len(with_store(database, lambda store: store.read("AAAAAAAA"))) == 49


def test_the_write_ahead_log_is_emptied_at_the_end_also_if_somebody_else_has_the_database_open(tmp_path: Path) -> None:
    file = tmp_path / "db"
    with_store(file, lambda store: seated(store, "AAAAAAAA"))
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as other:
        assert other.execute("SELECT count(*) FROM events").fetchone() == (1,)
        with_store(file, lambda store: store.append(entry("AAAAAAAA", 2)))
        assert other.execute("SELECT count(*) FROM events").fetchone() == (2,)
        assert (tmp_path / "db-wal").stat().st_size == 0


def test_what_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "db"
    file.write_text("a letter to my aunt, which is not in any way a database\n" * 100)
    before = file.read_bytes()
    with pytest.raises(StoreFailed, match="not a database"):
        SqlStore(sqlite_url(file))
    assert file.read_bytes() == before


def test_a_table_that_another_program_deleted_takes_no_entry_and_spoils_no_other(database: URL) -> None:
    tables = ("AAAAAAAA", "BBBBBBBB", "CCCCCCCC")
    unseen = delete(TABLES).where(TABLES.c.code == "BBBBBBBB")

    async def story(store: SqlStore) -> None:
        await seated(store, *tables, newest=2)
        await store.do(lambda connection: connection.execute(unseen).rowcount)
        assert await asyncio.gather(*(store.append(entry(table, 3)) for table in tables)) == [True, False, True]
        assert len(await store.read("CCCCCCCC")) == 3
        await seated(store, "BBBBBBBB", newest=3)

    with_store(database, story)


def test_an_entry_for_a_table_that_another_program_deleted_never_lands_at_a_later_one(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", newest=2)
        await store.do(lambda connection: connection.execute(delete(TABLES)).rowcount)
        await seated(store, "BBBBBBBB", newest=2)
        assert not await store.append(entry("AAAAAAAA", 3))
        assert len(await store.read("BBBBBBBB")) == 2

    with_store(database, story)


def test_an_entry_may_shorten_the_one_before_it_and_a_refused_one_does_not(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", "BBBBBBBB", newest=3)
        assert await store.append(entry("AAAAAAAA", 4, "new"), None, "short")
        assert not await store.append(entry("AAAAAAAA", 4, "late"), None, "shorter")
        assert not await store.append(entry("AAAAAAAA", 5, "new"), None, "shorter")
        log = await store.read("AAAAAAAA")
        assert [each.event for each in log] == ["{}", "{}", "short", "{}"]
        assert [each.command for each in log] == ["AAAAAAAA1", "AAAAAAAA2", "AAAAAAAA3", "new"]
        assert {each.event for each in await store.read("BBBBBBBB")} == {"{}"}

    with_store(database, story)
