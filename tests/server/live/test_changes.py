"""Changes of the setup in the store: of a run only the newest is kept whole, and one to the same setup not at all."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bigpoints.server.live.live_table import MAX_COMMANDS
from bigpoints.server.live.log_fold import parse_log
from bigpoints.server.live.pace import TablePace
from bigpoints.server.live.registry import TableRegistry
from bigpoints.server.ops.rate_limit import Limiter
from bigpoints.server.protocol.history import log_view
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.table import snapshot
from bigpoints.server.table.commands import Change, Command, Free, Next, SeatBot, Sit, Start
from bigpoints.server.table.events import Created
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import Setup
from support.stored_story import ANNA, BEN, code_of, do, registry_on, stands
from support.stores import with_store
from support.story import SMALL, fold, placed


async def new_table(registry: TableRegistry, **setup: Any) -> str:
    its = Setup(**setup)
    created = Created(setup=its, owner="anna", seats=[placed("anna"), *[placed(None)] * (its.players - 1)])
    return (await registry.create(created)).code


async def rows(store: SqlStore, code: str) -> list[dict[str, Any]]:
    return [json.loads(entry.event) for entry in await store.read(code)]


def change(name: str, **setup: Any) -> Change:
    return Change(id=name, setup=Setup(**setup))


# --- Runs of changes --------------------------------------------------------------------------------------------------


def test_of_changes_in_a_row_only_the_newest_is_kept_whole_and_each_is_answered_as_before(tmp_path: Path) -> None:
    async def story(store: SqlStore) -> None:
        registry = registry_on(store)
        code = await new_table(registry)
        wishes = [change(f"c{number}", players=2 + number % 4, bot_delay_ms=number) for number in range(1, 51)]
        versions = [await do(registry, code, ANNA, wish) for wish in wishes]
        assert versions == list(range(2, 52))
        kept = await rows(store, code)
        assert [row["kind"] for row in kept] == ["created", *["changed"] * 50]
        assert [row["players"] for row in kept[1:-1]] == [wish.setup.players for wish in wishes[:-1]]
        assert kept[-1]["setup"]["bot_delay_ms"] == 50
        assert sum(len(entry.event) for entry in (await store.read(code))[1:-1]) < 50 * 40
        later = registry_on(store)
        assert [await do(later, code, ANNA, wish) for wish in wishes] == versions
        assert (await stands(later, code)).setup == wishes[-1].setup

    with_store(tmp_path / "tables", story)


def test_a_change_before_something_else_stays_whole(tmp_path: Path) -> None:
    async def story(store: SqlStore) -> None:
        registry = registry_on(store)
        code = await new_table(registry)
        wishes: list[Command] = [
            change("c1", players=3),
            SeatBot(id="b", seat=3, bot="random"),
            change("c2", players=4),
            change("c3", players=3),
        ]
        for wish in wishes:
            await do(registry, code, ANNA, wish)
        assert [sorted(row)[1:] for row in (await rows(store, code))[1:]] == [
            ["setup"],
            ["kind", "seat"],
            ["players"],
            ["setup"],
        ]
        table, log = await stands(registry_on(store), code), parse_log(await store.read(code))
        assert [line.get("setup", {}).get("players") for line in log_view(table, log)] == [2, 3, None, None, 3]

    with_store(tmp_path / "tables", story)


@pytest.mark.parametrize("every", [4, snapshot.SNAPSHOT_EVENTS])
@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_changed_and_whoever_comes_late_all_workers_have_the_same_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, every: int
) -> None:
    rng = Random(seed)
    monkeypatch.setattr(snapshot, "SNAPSHOT_EVENTS", every)

    def any_wish(number: int) -> Command:
        setup = Setup(players=rng.randint(2, 5), series=rng.random() < 0.5, bot_delay_ms=rng.choice([0, 1]), **SMALL)
        seat = rng.randint(1, 5)
        others = [Free(id=f"c{number}", seat=seat), SeatBot(id=f"c{number}", seat=seat, bot="random")]
        others += [Start(id=f"c{number}"), Next(id=f"c{number}"), Sit(id=f"c{number}", name="Ben")]
        return Change(id=f"c{number}", setup=setup) if rng.random() < 0.7 else rng.choice(others)

    async def story(store: SqlStore) -> None:
        workers = [registry_on(store) for _ in range(3)]
        code = await new_table(workers[0], **SMALL)
        async with workers[0].using(code) as one, workers[1].using(code) as two, workers[2].using(code) as three:
            for number in range(60):
                worker, live = rng.choice([(workers[0], one), (workers[1], two)])
                who = rng.choice([ANNA, ANNA, BEN])
                try:
                    await worker.act(live, who, any_wish(number))
                except Refused:
                    continue
                if rng.random() < 0.1:
                    await workers[2].catch_up(three)
            for worker, live in zip(workers, (one, two, three), strict=True):
                await worker.catch_up(live)
            await asyncio.gather(*(task for worker in workers for task in worker.reader._tasks))
            assert bool(await store.newest_snapshot(code, snapshot.FORMAT)) == (one.table.version >= every)
            fresh = await stands(registry_on(store), code)
            assert one.table == two.table == three.table == fresh
            assert fresh == fold(code, parse_log(await store.read(code)))

    with_store(tmp_path / "tables", story)


# --- A change to the same ---------------------------------------------------------------------------------------------


def test_a_change_to_the_setup_that_the_table_has_is_answered_and_not_stored(tmp_path: Path) -> None:
    async def story(store: SqlStore) -> None:
        registry = registry_on(store)
        published: list[tuple[str, int]] = []
        registry.bus.subscribe(lambda *news: published.append(news))
        code = await new_table(registry, players=3)
        answers: list[int] = []
        async with registry.using(code) as live:
            for number in range(500):
                await registry.act(live, ANNA, change(f"same{number}", players=3), answers.append)
            assert len(live.unstored) == MAX_COMMANDS
        assert set(answers) == {1}
        assert len(await store.read(code)) == 1
        assert published == []

    with_store(tmp_path / "tables", story)


def test_it_acts_once_although_the_setup_has_changed_since(tmp_path: Path) -> None:
    async def story(store: SqlStore) -> None:
        registry = registry_on(store)
        code = await new_table(registry, players=3)
        for _ in range(2):
            assert await do(registry, code, ANNA, change("same", players=3)) == 1
            assert await do(registry, code, ANNA, change("other", players=4)) == 2
        assert (await stands(registry, code)).setup.players == 4

    with_store(tmp_path / "tables", story)


def test_only_the_owner_is_told_so(tmp_path: Path) -> None:
    async def story(store: SqlStore) -> None:
        registry = registry_on(store)
        code = await new_table(registry)
        assert await code_of(do(registry, code, BEN, change("c", players=2))) == "not_owner"

    with_store(tmp_path / "tables", story)


def test_a_change_to_the_same_that_drops_the_standings_is_stored(tmp_path: Path) -> None:
    async def story(store: SqlStore) -> None:
        registry = registry_on(store)
        code = await new_table(registry)
        async with registry.using(code) as live:
            live.table = live.table._replace(results=((3, 4),))
            assert await registry.act(live, ANNA, Change(id="c", setup=replace(live.table.setup))) == 2
            assert live.table.results == ()

    with_store(tmp_path / "tables", story)


# --- The pace ---------------------------------------------------------------------------------------------------------


def test_what_comes_too_fast_is_refused_and_what_was_done_is_still_answered(tmp_path: Path) -> None:
    async def story(store: SqlStore) -> None:
        registry = registry_on(store, pace=TablePace(Limiter(0.001, 2), Limiter(0, 1)))
        code = await new_table(registry)
        for _ in range(2):
            assert await do(registry, code, ANNA, change("c1", players=3)) == 2
            assert await do(registry, code, ANNA, change("c2", players=4)) == 3
            assert await code_of(do(registry, code, ANNA, change("c3", players=5))) == "too_fast"
            assert await do(registry, code, ANNA, change("same", players=4)) == 3
        assert len(await store.read(code)) == 3
        assert await do(registry, code, BEN, Sit(id="s", name="Ben")) == 4

    with_store(tmp_path / "tables", story)
