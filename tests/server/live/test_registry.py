"""The one door: checked, stored, acknowledged, told, in this order, and every wish once."""

import asyncio
import sqlite3
from pathlib import Path

from bigpoints.server.live.registry import GONE, TableRegistry
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.table.codes import tidy_code
from bigpoints.server.table.commands import SERVER, Leave, Sit
from bigpoints.server.table.events import Created, parse_event
from bigpoints.server.table.setup import Setup
from bigpoints.server.table.state import fold
from support.stored_story import ANNA, BEN, begun, code_of, do, door, move, registry_on, stands
from support.stores import with_store
from support.story import placed

# --- Once -------------------------------------------------------------------------------------------------------------


def test_a_wish_sent_twice_acts_once_and_is_answered_the_same(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        answers: list[int] = []
        told: list[tuple[str, int]] = []
        registry.bus.subscribe(lambda *news: told.append(news))
        async with registry.using(code) as live:
            for _ in range(2):
                await registry.act(live, ANNA, move(2, "B+"), answers.append)
            await registry.act(live, BEN, move(3, "R-", seat=2), answers.append)
            await registry.act(live, ANNA, move(2, "B+"), answers.append)
        assert answers == [3, 3, 4, 3]
        assert told == [(code, 3), (code, 4)]
        assert len(await store.read(code)) == 4

    door(tmp_path, story)


def test_also_at_the_same_time_after_a_sleep_and_after_a_restart(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        assert await asyncio.gather(*(do(registry, code, ANNA, move(2, "B+")) for _ in range(5))) == [3] * 5
        assert registry.loaded == 0
        assert await do(registry, code, ANNA, move(2, "B+")) == 3
        assert await do(registry_on(store), code, ANNA, move(2, "B+")) == 3
        assert len(await store.read(code)) == 3

    door(tmp_path, story)


def test_the_same_id_of_somebody_else_is_another_wish(tmp_path: Path) -> None:
    async def story(_: SqlStore, registry: TableRegistry, code: str) -> None:
        assert await do(registry, code, ANNA, move(2, "B+", name="same")) == 3
        assert await do(registry, code, BEN, move(3, "R-", seat=2, name="same")) == 4

    door(tmp_path, story)


def test_what_was_refused_leaves_no_trace_and_may_be_tried_again(tmp_path: Path) -> None:
    async def story(_: SqlStore, registry: TableRegistry, code: str) -> None:
        answers: list[int] = []
        async with registry.using(code) as live:
            assert await code_of(registry.act(live, BEN, move(2, "R-", seat=2), answers.append)) == "not_your_turn"
            assert answers == []
            await registry.act(live, ANNA, move(2, "B+"))
            assert await code_of(registry.act(live, BEN, move(2, "R-", seat=2))) == "stale"
            assert await registry.act(live, BEN, move(3, "R-", seat=2)) == 4

    door(tmp_path, story)


# --- Stored, then acknowledged, then told -----------------------------------------------------------------------------


def test_it_is_stored_then_acknowledged_then_told(tmp_path: Path) -> None:
    happened: list[str] = []

    def stored() -> int:
        with sqlite3.connect(tmp_path / "tables.db") as other:
            newest: int = other.execute("select max(version) from events").fetchone()[0]
        other.close()
        return newest

    def acknowledge(version: int) -> None:
        happened.append(f"acknowledged {version}, stored {stored()}")

    async def story(_: SqlStore, registry: TableRegistry, code: str) -> None:
        registry.bus.subscribe(lambda _, version: happened.append(f"told {version}, stored {stored()}"))
        async with registry.using(code) as live:
            await registry.act(live, ANNA, move(2, "B+"), acknowledge)
            assert live.table.version == 3

    door(tmp_path, story)
    assert happened == ["acknowledged 3, stored 3", "told 3, stored 3"]


def test_plies_are_counted_by_who_made_them(tmp_path: Path) -> None:
    async def play(store: SqlStore) -> None:
        counted: list[str] = []
        registry = registry_on(store, on_ply=counted.append)
        code = await begun(registry)
        await do(registry, code, ANNA, move(2, "B+"))
        await do(registry, code, BEN, Leave(id="bye", seat=2))
        await do(registry, code, SERVER, move(3, "R-", seat=2))
        assert counted == ["person", "bot"]

    with_store(tmp_path / "tables.db", play)


def test_what_is_stored_is_what_is_known(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        await do(registry, code, ANNA, move(2, "B+"))
        async with registry.using(code) as live:
            await registry.act(live, BEN, move(3, "R-", seat=2))
            kept = fold(code, ((e.version, e.at, parse_event(e.event)) for e in await store.read(code)))
            assert kept == live.table
            assert await registry.log(code) == [(e.version, e.at, parse_event(e.event)) for e in await store.read(code)]

    door(tmp_path, story)


# --- Deleting ---------------------------------------------------------------------------------------------------------


def test_the_owner_deletes_a_table_and_nobody_else_does(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        told: list[tuple[str, int]] = []
        registry.bus.subscribe(lambda *news: told.append(news))
        assert await code_of(registry.delete(code, BEN)) == "not_owner"
        assert await code_of(registry.delete(code, SERVER)) == "not_owner"
        async with registry.using(code) as live:
            await registry.delete(code, ANNA)
            assert await code_of(registry.act(live, ANNA, move(2, "B+"))) == "no_such_table"
        assert told == [(code, GONE)]
        assert await code_of(registry.acquire(code)) == "no_such_table"
        assert await store.count() == 0

    door(tmp_path, story)


def test_old_tables_are_deleted_unless_somebody_is_there(tmp_path: Path) -> None:
    async def play(store: SqlStore) -> None:
        times = iter(range(1000, 100_000, 1000))
        registry = registry_on(store, now=lambda: next(times))
        old, used, new = [await begun(registry) for _ in range(3)]
        async with registry.using(used):
            assert await registry.delete_unused(before=5500) == 1
        assert await code_of(registry.acquire(old)) == "no_such_table"
        assert (await stands(registry, used)).version == (await stands(registry, new)).version == 2

    with_store(tmp_path / "tables.db", play)


# --- Rest -------------------------------------------------------------------------------------------------------------


def test_nothing_stays_in_memory_after_the_last_use(tmp_path: Path) -> None:
    async def story(_: SqlStore, registry: TableRegistry, code: str) -> None:
        one, two = await asyncio.gather(registry.acquire(code), registry.acquire(code))
        assert one is two
        assert registry.loaded == 1
        registry.release(one)
        assert registry.loaded == 1
        registry.release(two)
        assert registry.loaded == 0
        assert not registry._loading

    door(tmp_path, story)


def test_who_does_not_wait_for_a_table_leaves_nothing_behind(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        impatient = asyncio.create_task(registry.acquire(code))
        await asyncio.sleep(0)
        impatient.cancel()
        patient = asyncio.create_task(registry.acquire(code))
        await asyncio.gather(impatient, return_exceptions=True)
        live = await patient
        assert live.table.code == code
        registry.release(live)
        alone = asyncio.create_task(registry.acquire(code))
        await asyncio.sleep(0)
        alone.cancel()
        await asyncio.gather(alone, return_exceptions=True)
        await store.count()
        await asyncio.sleep(0.01)
        assert registry.loaded == 0

    door(tmp_path, story)


def test_a_table_that_is_not_there_is_not_awake(tmp_path: Path) -> None:
    async def story(_: SqlStore, registry: TableRegistry, _code: str) -> None:
        waits = [code_of(registry.acquire("NOWHERE2")) for _ in range(2)]
        assert await asyncio.gather(*waits) == ["no_such_table"] * 2
        assert registry.loaded == 0

    door(tmp_path, story)


def test_who_sits_down_finds_the_table_among_theirs(tmp_path: Path) -> None:
    async def play(store: SqlStore) -> None:
        registry = registry_on(store)
        table = await registry.create(Created(setup=Setup(), owner="anna", seats=[placed("anna"), placed(None)]))
        await do(registry, table.code, BEN, Sit(id="sit", name="Ben"))
        assert await store.tables_of("anna") == await store.tables_of("ben") == [table.code]
        assert await store.tables_of("cleo") == []

    with_store(tmp_path / "tables.db", play)


def test_a_code_is_read_as_people_type_it() -> None:
    assert tidy_code("abcd-2345") == tidy_code(" ABCD 2345") == "ABCD2345"
