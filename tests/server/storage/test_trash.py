"""The trash: who is there does not exist for anybody, and comes back whole."""

import asyncio

from sqlalchemy import insert
from sqlalchemy.engine import URL

from bigpoints.server.storage.directory import LAPSE_MS
from bigpoints.server.storage.schema import ATTENDANTS, WORKERS
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import Offer, TableSnapshot
from support.stores import ME, entry, seated, with_store

LATER = 2**50


def test_a_table_in_the_trash_does_not_exist_but_its_code_stays_taken(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", "BBBBBBBB", newest=3)
        await store.offer(Offer("digest", "AAAAAAAA", 1, "anna", LATER), 0)
        before = TableSnapshot("AAAAAAAA", 2, False, 0, "form", "before")
        await store.save_snapshot(before)
        late = [store.throw_away("AAAAAAAA", 4000, at=5000), store.append(entry("AAAAAAAA", 4, "late"))]
        assert await asyncio.gather(*late) == [True, False]
        assert not await store.append(entry("AAAAAAAA", 4, "later"))
        assert await store.read("AAAAAAAA") == []
        assert await store.tables_of(ME) == await store.idle(before=4000) == ["BBBBBBBB"]
        assert await store.count() == 1
        assert await store.offered("digest") is None
        await store.offer(Offer("other", "AAAAAAAA", 1, "anna", LATER), 0)
        await store.save_snapshot(TableSnapshot("AAAAAAAA", 3, False, 0, "form", "later"))
        assert await store.newest_snapshot("AAAAAAAA", "form") is None
        assert await store.executed("AAAAAAAA", "AAAAAAAA2") is None
        assert not await store.create(entry("AAAAAAAA", 1), ME)
        assert not await store.throw_away("AAAAAAAA", 4000, at=6000), "it is there already"
        assert await store.append(entry("BBBBBBBB", 4))
        assert await store.restore("AAAAAAAA", at=9000)
        assert await store.offered("other") is None
        assert await store.newest_snapshot("AAAAAAAA", "form") == before
        assert await store.executed("AAAAAAAA", "AAAAAAAA2") == 2

    with_store(database, story)


def test_nothing_is_appended_to_a_table_that_another_worker_has_thrown_away(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", "BBBBBBBB", "CCCCCCCC", newest=3)
        other = SqlStore(database)
        try:
            assert await other.throw_away("BBBBBBBB", 4000, at=5000)
            late = [store.append(entry(table, 4, "late"), ME) for table in ("AAAAAAAA", "BBBBBBBB", "CCCCCCCC")]
            assert await asyncio.gather(*late) == [True, False, True]
            assert not await store.append(entry("BBBBBBBB", 4, "later"))
            assert await store.read("BBBBBBBB") == []
            assert await other.restore("BBBBBBBB", at=9000)
            assert [each.version for each in await store.read("BBBBBBBB")] == [1, 2, 3]
            assert await store.append(entry("BBBBBBBB", 4, "latest"))
        finally:
            await other.close()

    with_store(database, story)


def test_a_table_comes_back_whole_and_is_played_on(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", newest=3)
        before = await store.read("AAAAAAAA")
        assert not await store.restore("AAAAAAAA", at=9000), "it is not in the trash"
        assert await store.throw_away("AAAAAAAA", 4000, at=5000)
        assert await store.restore("AAAAAAAA", at=9000)
        assert await store.read("AAAAAAAA") == before
        assert await store.tables_of(ME) == ["AAAAAAAA"]
        assert not await store.append(entry("AAAAAAAA", 3)), "the version is there"
        assert await store.append(entry("AAAAAAAA", 4))

    with_store(database, story)


def test_a_table_that_was_restored_counts_as_used_then(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA")
        assert await store.throw_away("AAAAAAAA", 4000, at=5000)
        assert await store.restore("AAAAAAAA", at=9000)
        assert await store.idle(before=9000) == []
        assert not await store.throw_away("AAAAAAAA", 9000, at=9500)
        assert await store.idle(before=9001) == ["AAAAAAAA"]
        assert await store.throw_away("AAAAAAAA", 9001, at=9500)

    with_store(database, story)


def test_a_table_that_was_used_meanwhile_is_not_thrown_away(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", newest=3)
        assert not await store.throw_away("AAAAAAAA", 3000, at=5000)
        assert not await store.throw_away("NOSUCHTA", 3000, at=5000)
        assert await store.count() == 1

    with_store(database, story)


def test_a_table_that_is_open_at_a_worker_is_not_thrown_away(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA")
        attended = [insert(WORKERS).values(id="w", seen=LATER), insert(ATTENDANTS).values(table=1, worker="w")]
        for statement in attended:
            await store.do(lambda connection, statement=statement: connection.execute(statement).rowcount)  # type: ignore[misc]
        assert not await store.throw_away("AAAAAAAA", LATER, at=LATER)
        assert await store.throw_away("AAAAAAAA", LATER, at=LATER + LAPSE_MS)

    with_store(database, story)


def test_the_trash_is_emptied_of_what_is_there_for_long(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", "BBBBBBBB", "CCCCCCCC")
        assert await store.throw_away("AAAAAAAA", 4000, at=5000)
        assert await store.throw_away("BBBBBBBB", 4000, at=6000)
        assert await store.empty_trash(before=6000) == 1
        assert not await store.restore("AAAAAAAA", at=9000)
        assert await store.restore("BBBBBBBB", at=9000)
        assert await store.count() == 2
        assert await store.create(entry("AAAAAAAA", 1), ME), "its code is free again"

    with_store(database, story)


def test_deleting_is_for_good_also_from_the_trash(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", "BBBBBBBB")
        assert await store.throw_away("AAAAAAAA", 4000, at=5000)
        assert await store.delete("AAAAAAAA")
        assert await store.delete("BBBBBBBB")
        assert not await store.restore("AAAAAAAA", at=9000)
        assert not await store.restore("BBBBBBBB", at=9000)

    with_store(database, story)


def test_tables_are_spared_that_seem_too_old_or_were_thrown_away_in_the_future(database: URL) -> None:
    async def story(store: SqlStore) -> None:
        await seated(store, "AAAAAAAA", "BBBBBBBB", "CCCCCCCC")
        await seated(store, "DDDDDDDD", newest=3)
        assert await store.throw_away("BBBBBBBB", 4000, at=5000)
        assert await store.throw_away("CCCCCCCC", 4000, at=500_000)
        assert await store.spare(unused_since=2000, at=10_000) == 2
        assert await store.idle(before=10_000) == ["DDDDDDDD"]
        assert await store.tables_of(ME) == ["DDDDDDDD", "CCCCCCCC", "AAAAAAAA"]
        assert await store.spare(unused_since=2000, at=10_000) == 0, "once is enough"

    with_store(database, story)
