"""The registry: commands are checked, stored, acknowledged and published, in this order, and each one once."""

import asyncio
import sqlite3
from pathlib import Path

from sqlalchemy import update

from bigpoints.server.live.live_table import MAX_COMMANDS
from bigpoints.server.live.registry import GONE, TableRegistry
from bigpoints.server.storage.schema import EVENTS
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.table.commands import SERVER, Command, Leave, Return, Sit
from bigpoints.server.table.events import Created
from bigpoints.server.table.setup import Setup
from support.stored_story import ANNA, BEN, begun, code_of, do, log_of, move, registry_on, stands, with_begun_table
from support.stores import with_store
from support.story import fold, placed

# --- Once -------------------------------------------------------------------------------------------------------------


def test_a_command_sent_twice_acts_once_and_is_answered_the_same(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        answers: list[int] = []
        published: list[tuple[str, int]] = []
        registry.bus.subscribe(lambda *news: published.append(news))
        async with registry.using(code) as live:
            for _ in range(2):
                await registry.act(live, ANNA, move(2, "B+"), answers.append)
            await registry.act(live, BEN, move(3, "R-", seat=2), answers.append)
            await registry.act(live, ANNA, move(2, "B+"), answers.append)
        assert answers == [3, 3, 4, 3]
        assert published == [(code, 3), (code, 4)]
        assert len(await store.read(code)) == 4

    with_begun_table(tmp_path, story)


def test_also_at_the_same_time_after_an_eviction_and_after_a_restart(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        assert await asyncio.gather(*(do(registry, code, ANNA, move(2, "B+")) for _ in range(5))) == [3] * 5
        assert registry.loaded == 0
        assert await do(registry, code, ANNA, move(2, "B+")) == 3
        assert await do(registry_on(store), code, ANNA, move(2, "B+")) == 3
        assert len(await store.read(code)) == 3

    with_begun_table(tmp_path, story)


def test_the_same_id_of_somebody_else_is_another_command(tmp_path: Path) -> None:
    async def story(_: SqlStore, registry: TableRegistry, code: str) -> None:
        assert await do(registry, code, ANNA, move(2, "B+", name="same")) == 3
        assert await do(registry, code, BEN, move(3, "R-", seat=2, name="same")) == 4

    with_begun_table(tmp_path, story)


def test_what_was_refused_leaves_no_trace_and_may_be_tried_again(tmp_path: Path) -> None:
    async def story(_: SqlStore, registry: TableRegistry, code: str) -> None:
        answers: list[int] = []
        async with registry.using(code) as live:
            assert await code_of(registry.act(live, BEN, move(2, "R-", seat=2), answers.append)) == "not_your_turn"
            assert answers == []
            await registry.act(live, ANNA, move(2, "B+"))
            assert await code_of(registry.act(live, BEN, move(2, "R-", seat=2))) == "stale"
            assert await registry.act(live, BEN, move(3, "R-", seat=2)) == 4

    with_begun_table(tmp_path, story)


def test_also_if_it_was_executed_so_long_ago_that_the_table_in_memory_has_forgotten_it(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        moved = move(2, "B+", name="first")
        wishes: list[Command] = [moved]
        for number in range(50):
            wishes += [Leave(id=f"leave {number}", seat=1), Return(id=f"return {number}", seat=1)]
        async with registry.using(code) as live:
            versions = [await registry.act(live, ANNA, wish) for wish in wishes]
            assert versions == list(range(3, 104))
            assert len(live.commands) == MAX_COMMANDS
        published: list[tuple[str, int]] = []
        for again in (registry, registry_on(store)):
            again.bus.subscribe(lambda *news: published.append(news))
            # The move would be stale by now; who leaves a second time would have left.
            assert await do(again, code, ANNA, moved) == 3
            assert await do(again, code, ANNA, wishes[1]) == 4
            assert await code_of(do(again, code, ANNA, move(2, "B+", name="another"))) == "stale"
        assert len(await store.read(code)) == 103
        assert await do(registry, code, BEN, move(103, "R-", seat=2)) == 104

    with_begun_table(tmp_path, story)


# --- Stored, then acknowledged, then published ------------------------------------------------------------------------


def test_it_is_stored_then_acknowledged_then_published(tmp_path: Path) -> None:
    happened: list[str] = []

    def stored() -> int:
        with sqlite3.connect(tmp_path / "tables.db") as other:
            newest: int = other.execute("select max(version) from events").fetchone()[0]
        other.close()
        return newest

    def acknowledge(version: int) -> None:
        happened.append(f"acknowledged {version}, stored {stored()}")

    async def story(_: SqlStore, registry: TableRegistry, code: str) -> None:
        registry.bus.subscribe(lambda _, version: happened.append(f"published {version}, stored {stored()}"))
        async with registry.using(code) as live:
            await registry.act(live, ANNA, move(2, "B+"), acknowledge)
            assert live.table.version == 3

    with_begun_table(tmp_path, story)
    assert happened == ["acknowledged 3, stored 3", "published 3, stored 3"]


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
    async def story(_: SqlStore, registry: TableRegistry, code: str) -> None:
        await do(registry, code, ANNA, move(2, "B+"))
        async with registry.using(code) as live:
            await registry.act(live, BEN, move(3, "R-", seat=2))
            assert fold(code, await log_of(registry, code)) == live.table

    with_begun_table(tmp_path, story)


# --- Deleting ---------------------------------------------------------------------------------------------------------


def test_the_owner_deletes_a_table_and_nobody_else_does(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        published: list[tuple[str, int]] = []
        registry.bus.subscribe(lambda *news: published.append(news))
        assert await code_of(registry.delete(code, BEN)) == "not_owner"
        assert await code_of(registry.delete(code, SERVER)) == "not_owner"
        async with registry.using(code) as live:
            await registry.delete(code, ANNA)
            assert await code_of(registry.act(live, ANNA, move(2, "B+"))) == "no_such_table"
        assert published == [(code, GONE)]
        assert await code_of(registry.acquire(code)) == "no_such_table"
        assert await store.count() == 0

    with_begun_table(tmp_path, story)


def test_the_owner_deletes_a_table_from_the_trash_and_nobody_else_knows_of_it(tmp_path: Path) -> None:
    async def story(store: SqlStore, _: TableRegistry, code: str) -> None:
        assert await store.throw_away(code, unused_since=2**60, at=2000)
        for other in (BEN, SERVER):
            assert await code_of(registry_on(store).delete(code, other)) == "no_such_table"
        assert await store.creation(code)
        await registry_on(store).delete(code, ANNA)
        assert not await store.restore(code, at=3000)
        assert await code_of(registry_on(store).delete(code, ANNA)) == "no_such_table"

    with_begun_table(tmp_path, story)


def test_a_table_in_the_trash_that_cannot_be_read_is_nobodys(tmp_path: Path) -> None:
    async def story(store: SqlStore, _: TableRegistry, code: str) -> None:
        await store.do(lambda connection: connection.execute(update(EVENTS).values(event="{")).rowcount)
        assert await store.throw_away(code, unused_since=2**60, at=2000)
        assert await code_of(registry_on(store).delete(code, ANNA)) == "no_such_table"

    with_begun_table(tmp_path, story)


def test_the_owner_deletes_a_table_that_cannot_be_read(tmp_path: Path) -> None:
    async def story(store: SqlStore, _: TableRegistry, code: str) -> None:
        broken = update(EVENTS).where(EVENTS.c.version == 2).values(event="{")
        await store.do(lambda connection: connection.execute(broken).rowcount)
        assert await code_of(registry_on(store).delete(code, BEN)) == "table_unreadable"
        await registry_on(store).delete(code, ANNA)
        assert await store.count() == 0

    with_begun_table(tmp_path, story)


def test_a_table_that_is_used_while_others_are_thrown_away_stays(tmp_path: Path) -> None:
    now = [0]

    async def play(store: SqlStore) -> None:
        registry = registry_on(store, now=lambda: now[0])
        codes = [await begun(registry) for _ in range(20)]
        now[0] = 2000
        deleting = asyncio.create_task(registry.throw_away_unused(before=1000, at=2000))
        await asyncio.sleep(0)
        await do(registry, codes[-1], ANNA, move(2, "B+"))
        assert await deleting == 19
        assert len(await log_of(registry, codes[-1])) == 3

    with_store(tmp_path / "tables.db", play)


def test_a_table_that_nobody_has_used_for_long_is_thrown_away_unless_somebody_is_there(tmp_path: Path) -> None:
    now = [0]

    async def play(store: SqlStore) -> None:
        registry = registry_on(store, now=lambda: now[0])
        forgotten, watched, young = [await begun(registry) for _ in range(3)]
        now[0] = 2000
        await do(registry, young, ANNA, move(2, "B+"))
        async with registry.using(watched):
            assert await registry.throw_away_unused(before=1000, at=2000) == 1
        assert await code_of(registry.acquire(forgotten)) == "no_such_table"
        assert ((await stands(registry, watched)).version, (await stands(registry, young)).version) == (2, 3)
        assert await registry.throw_away_unused(before=1000, at=2000) == 1
        assert await code_of(registry.acquire(watched)) == "no_such_table"

    with_store(tmp_path / "tables.db", play)


def test_who_looks_at_a_table_that_is_thrown_away_by_another_worker_is_told(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        async with registry.using(code) as live:
            assert await store.throw_away(code, unused_since=2**60, at=2000)
            assert await code_of(registry.act(live, ANNA, move(2, "B+"))) == "no_such_table"
        assert await code_of(registry.acquire(code)) == "no_such_table"
        assert await store.restore(code, at=3000)
        await do(registry, code, ANNA, move(2, "B+"))

    with_begun_table(tmp_path, story)


# --- Memory -----------------------------------------------------------------------------------------------------------


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

    with_begun_table(tmp_path, story)


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

    with_begun_table(tmp_path, story)


def test_a_table_that_does_not_exist_is_not_loaded(tmp_path: Path) -> None:
    async def story(_: SqlStore, registry: TableRegistry, _code: str) -> None:
        waits = [code_of(registry.acquire("NOWHERE2")) for _ in range(2)]
        assert await asyncio.gather(*waits) == ["no_such_table"] * 2
        assert registry.loaded == 0

    with_begun_table(tmp_path, story)


def test_who_sits_down_finds_the_table_among_theirs(tmp_path: Path) -> None:
    async def play(store: SqlStore) -> None:
        registry = registry_on(store)
        table = await registry.create(Created(setup=Setup(), owner="anna", seats=[placed("anna"), placed(None)]))
        await do(registry, table.code, BEN, Sit(id="sit", name="Ben"))
        assert await store.tables_of("anna") == await store.tables_of("ben") == [table.code]
        assert await store.tables_of("cleo") == []

    with_store(tmp_path / "tables.db", play)
