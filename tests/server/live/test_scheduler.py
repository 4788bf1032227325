"""Bots at tables: at a human pace, never for nothing, and not put off by a failure."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bigpoints.rules import legal_moves
from bigpoints.server.live import scheduler
from bigpoints.server.live.live_table import LiveTable
from bigpoints.server.live.pace import TablePace
from bigpoints.server.live.scheduler import bot_seed
from bigpoints.server.ops.rate_limit import Limiter
from bigpoints.server.storage.store import Entry, StoreFailed
from bigpoints.server.table.commands import Actor, Change, Command, Free, Leave, MakeMove, Next, Return, SeatBot, Undo
from bigpoints.server.table.refusals import Refused
from bigpoints.server.workers.fair_queue import Origin
from support.live_tables import ANNA, BEN, Home, Onlooker, at_home, bot, person, settled, until


async def moved(home: Home, client: Onlooker, name: str = "m") -> None:
    """Anna makes the first legal move."""
    move = str(legal_moves(client.table.board)[0])
    await home.act(client, MakeMove(id=name, version=client.table.version, seat=1, move=move))


async def thinking(home: Home, *, turn: int = 2) -> Onlooker:
    """Anna has moved, and the bot in the other seat thinks; or it begins."""
    home.bots.may_finish.clear()
    code = await home.table(person(ANNA), bot("level1"), first=3 - turn)
    anna = await home.come(code, ANNA)
    await until(lambda: anna.table.position is not None)
    if turn == 2:
        await moved(home, anna)
    await until(lambda: home.bots.asked == ["level1"])
    return anna


def test_a_bot_takes_its_time(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(bot(), person(BEN), bot_delay_ms=300)
        loop = asyncio.get_running_loop()
        begun = loop.time()
        ben = await home.come(code, BEN)
        await until(lambda: ben.table.plies)
        assert loop.time() - begun >= 0.3

    at_home(tmp_path / "tables", story)


def test_what_it_thinks_about_is_part_of_that_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        slept.append(seconds)
        await sleep(0)

    async def story(home: Home) -> None:
        home.bots.may_finish.clear()
        code = await home.table(bot(), person(BEN), bot_delay_ms=10_000)
        ben = await home.come(code, BEN)
        await until(lambda: home.bots.asked)
        await sleep(0.2)
        monkeypatch.setattr(asyncio, "sleep", noted)
        home.bots.may_finish.set()
        while not ben.table.plies:
            await sleep(0.005)
        assert 0 < slept[0] <= 9.8

    at_home(tmp_path / "tables", story)


def test_a_seat_keeps_its_seed_throughout_a_game(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), bot())
        anna = await home.come(code, ANNA)
        await until(lambda: anna.table.position is not None)
        before = anna.table
        await moved(home, anna)
        assert bot_seed(anna.table) != bot_seed(before)
        await until(lambda: anna.table.board.seat == 1)
        assert bot_seed(anna.table) == bot_seed(before) != bot_seed(anna.table._replace(game=2))

    at_home(tmp_path / "tables", story)


def test_an_undo_breaks_off_what_a_bot_thinks(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        anna = await thinking(home)
        await home.act(anna, Undo(id="u", version=anna.table.version, seat=1))
        await until(lambda: home.bots.cancelled == ["level1"])
        home.bots.may_finish.set()
        await settled()
        assert anna.table.plies == ()

    at_home(tmp_path / "tables", story)


def test_another_bot_in_the_seat_thinks_anew(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        anna = await thinking(home)
        await home.act(anna, SeatBot(id="b", seat=2, bot="level2"))
        await until(lambda: home.bots.asked == ["level1", "level2"])
        assert home.bots.cancelled == ["level1"]
        home.bots.may_finish.set()
        await until(lambda: len(anna.table.plies) == 2)
        await settled()
        assert len(anna.table.plies) == 2

    at_home(tmp_path / "tables", story)


def test_what_has_nothing_to_do_with_its_ply_does_not_disturb_a_bot(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        anna = await thinking(home)
        onlooker = await home.come(anna.table.code, None)
        await home.act(anna, Leave(id="l", seat=1))
        home.go(onlooker)
        await settled()
        assert (home.bots.asked, home.bots.cancelled) == (["level1"], [])

    at_home(tmp_path / "tables", story)


def test_who_returns_in_the_middle_of_a_search_moves_themselves(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        home.bots.may_finish.clear()
        code = await home.table(person(ANNA), person(BEN))
        anna = await home.come(code, ANNA)
        await until(lambda: anna.table.position is not None)
        await home.act(anna, Leave(id="l", seat=1))
        await until(lambda: home.bots.asked == ["greedy"])
        await home.act(anna, Return(id="r", seat=1))
        await until(lambda: home.bots.cancelled == ["greedy"])
        await moved(home, anna)
        assert anna.table.plies[0].by == "person"

    at_home(tmp_path / "tables", story)


def test_a_freed_seat_is_held_by_a_bot_that_plays_on(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN))
        anna = await home.come(code, ANNA)
        await until(lambda: anna.table.position is not None)
        await moved(home, anna)
        await home.act(anna, Free(id="f", seat=2))
        await until(lambda: len(anna.table.plies) == 2)
        assert home.bots.asked == ["greedy"]

    at_home(tmp_path / "tables", story)


def test_a_bot_that_fails_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(0)

    async def story(home: Home) -> None:
        home.bots.failures = 8
        code = await home.table(bot(), person(BEN))
        monkeypatch.setattr(asyncio, "sleep", noted)
        ben = await home.come(code, BEN)
        while not ben.table.plies:
            await sleep(0.005)
        assert len(home.bots.asked) == 9
        assert pauses[:8] == [0.5, 1, 2, 4, 8, 16, 30, 30]

    at_home(tmp_path / "tables", story)


def test_what_cannot_be_stored_now_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "_RETRY_SECONDS", 0.01)

    async def story(home: Home) -> None:
        append, failures = home.registry.store.append, [3]

        async def ill(entry: Entry, member: str | None = None, shortened: str | None = None) -> bool:
            if failures[0]:
                failures[0] -= 1
                raise StoreFailed("the disk is full")
            return await append(entry, member, shortened)

        monkeypatch.setattr(home.registry.store, "append", ill)
        code = await home.table(person(ANNA), person(BEN))
        anna = await home.come(code, ANNA)
        await until(lambda: anna.table.position is not None)
        failures[0] = 2
        await until(lambda: anna.table.seats[1].bot)  # She alone is there: a bot stands in for Ben.

    at_home(tmp_path / "tables", story, patience_seconds=0.05)


def test_a_seat_that_was_given_back_too_often_is_given_back_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "_RETRY_SECONDS", 0.01)

    async def story(home: Home) -> None:
        act, refusals = home.registry.act, [2]

        async def hasty(live: LiveTable, actor: Actor, command: Command, *more: Any) -> int:
            if isinstance(command, Return) and refusals[0]:
                refusals[0] -= 1
                raise Refused("too_fast", seconds=1)
            return await act(live, actor, command, *more)

        monkeypatch.setattr(home.registry, "act", hasty)
        code = await home.table(person(ANNA), person(BEN))
        anna = await home.come(code, ANNA)
        await until(lambda: anna.table.position is not None and anna.table.seats[1].bot)
        await home.come(code, BEN)
        await until(lambda: not anna.table.seats[1].bot)
        assert refusals == [0]

    at_home(tmp_path / "tables", story, patience_seconds=0.05)


def test_a_full_table_whose_game_may_not_begin_yet_begins_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "_RETRY_SECONDS", 0.01)

    async def story(home: Home) -> None:
        home.registry._pace = TablePace(Limiter(0, 1), Limiter(20, 1))
        code = await home.table(person(ANNA), bot(), colours=1, discs=1, white=0, black=0)
        anna = await home.come(code, ANNA)
        await until(lambda: anna.table.state == "playing")
        home.registry._pace = TablePace(Limiter(0, 1), games := Limiter(5, 1))
        games.allows(code)
        await home.act(anna, MakeMove(id="m", version=anna.table.version, seat=1, move="B="))
        await until(lambda: anna.table.state == "over")
        await home.act(anna, Change(id="c", setup=replace(anna.table.setup, players=3)))
        for seat in (2, 3):
            await home.act(anna, SeatBot(id=f"b{seat}", seat=seat, bot="random"))
        await until(lambda: anna.table.game == 2)
        assert anna.table.state != "open"

    at_home(tmp_path / "tables", story)


def test_a_game_that_is_over_gives_a_bot_nothing_to_think_about(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(bot(), bot(), colours=1, discs=1, white=0, black=0)
        anna = await home.come(code, ANNA)
        await until(lambda: anna.table.state == "over")
        asked = len(home.bots.asked)
        await settled()
        assert len(home.bots.asked) == asked == len(anna.table.plies)
        await home.act(anna, Next(id="n"))
        await until(lambda: anna.table.game == 2 and anna.table.state == "over")

    at_home(tmp_path / "tables", story)


def test_no_bot_thinks_at_a_table_that_was_deleted(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        anna = await thinking(home)
        onlooker = await home.come(anna.table.code, None)
        await home.registry.delete(anna.table.code, Actor("person", ANNA))
        assert (anna.ended, onlooker.ended) == (4004, 4004)
        await until(lambda: home.bots.cancelled == ["level1"])
        with pytest.raises(Refused, match="no_such_table"):
            await home.come(anna.table.code, ANNA)
        home.go(onlooker)
        await settled()
        assert home.bots.asked == ["level1"]
        home.go(anna)
        assert home.hub.rooms == []

    at_home(tmp_path / "tables", story)


def test_a_bot_plays_for_its_table_and_for_the_address_through_which_it_is_open(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(bot(), person(ANNA))
        anna = await home.come(code, ANNA, "192.0.2.1")
        await until(lambda: anna.table.plies)
        assert home.bots.origins == [Origin("192.0.2.1", code)]

    at_home(tmp_path / "tables", story)
