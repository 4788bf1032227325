"""Hints at tables: who gets one, who does not, and how many searches that takes."""

import asyncio
from asyncio import create_task
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bigpoints.contract.answers import HintAnswer
from bigpoints.notation import parse_position
from bigpoints.rules import legal_moves
from bigpoints.server.live import hints
from bigpoints.server.live.hints import HintService
from bigpoints.server.table.commands import Actor, Leave, MakeMove
from bigpoints.server.table.refusals import Refused
from bigpoints.server.workers.advice import Advice
from bigpoints.server.workers.fair_queue import Origin
from bigpoints.server.workers.pool import WorkerFailed
from support.live_tables import ANNA, BEN, Home, Onlooker, at_home, bot, person, settled, until
from support.messages import as_sent
from support.stored_story import code_of
from support.story import BOARD

LAST_MOVE = "Y...Y.R..R..B s2,10,s1 R B2WK/BRY2W 1 m"
MALLORY = "m" * 64
HERE, THERE = "192.0.2.1", "192.0.2.2"


class Mind:
    """Advises the first legal moves, as soon as it may think to the end."""

    def __init__(self) -> None:
        self.may_finish = asyncio.Event()
        self.may_finish.set()
        self.asked: list[tuple[str, bool]] = []
        self.origins: list[Origin] = []
        self.cancelled = 0
        self.fails = False

    async def advise(self, position: str, origin: Origin, *, open_hands: bool) -> list[Advice]:
        """The first two moves, each for no good reason."""
        self.asked.append((position, open_hands))
        self.origins.append(origin)
        try:
            await self.may_finish.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.fails:
            raise WorkerFailed("not now")
        moves = legal_moves(parse_position(position))[:2]
        return [Advice(move=str(move), reasons=[{"kind": "takes_nothing"}]) for move in moves]


Play = Callable[[Home, HintService, Mind], Awaitable[None]]


def advised(tmp_path: Path, play: Play) -> None:
    """A story with somebody who knows good moves."""

    async def play_advised(home: Home) -> None:
        mind = Mind()
        await play(home, HintService(home.service, mind), mind)

    at_home(tmp_path / "tables.db", play_advised)


async def seated(home: Home, **setup: Any) -> tuple[str, Onlooker]:
    """Anna and Ben, whose game has begun; it is Anna's turn."""
    code = await home.table(person(ANNA), person(BEN), start=BOARD, **{"hints": True, **setup})
    anna = await home.come(code, ANNA)
    await until(lambda: anna.table.position)
    return code, anna


async def made(home: Home, client: Onlooker, move: str = "B+") -> None:
    """Anna's move."""
    command = MakeMove(id="m", version=client.table.version, seat=1, move=move)
    await home.act(client, command)


def test_who_is_to_move_learns_the_best_move_what_it_does_and_why(tmp_path: Path) -> None:
    async def story(home: Home, adviser: HintService, mind: Mind) -> None:
        code, anna = await seated(home)
        answer = await adviser.hint(code, ANNA, None, HERE)
        as_sent(HintAnswer, answer)
        best, second = anna.view["moves"][:2]
        assert (answer["version"], answer["seat"]) == (anna.table.version, 1)
        assert answer["hint"]["move"] == best
        assert answer["hint"]["reasons"] == [{"kind": "takes_nothing"}]
        assert answer["hint"]["alternatives"] == [{"move": second, "reasons": [{"kind": "takes_nothing"}]}]
        assert mind.asked == [(BOARD, False)]
        assert await adviser.hint(code, ANNA, 1, HERE) == answer

    advised(tmp_path, story)


def test_hints_with_open_hands_may_mention_them(tmp_path: Path) -> None:
    async def story(home: Home, adviser: HintService, mind: Mind) -> None:
        code, _ = await seated(home, open_hands=True)
        await adviser.hint(code, ANNA, None, HERE)
        assert mind.asked == [(BOARD, True)]

    advised(tmp_path, story)


def test_nobody_else_gets_a_hint(tmp_path: Path) -> None:
    async def story(home: Home, adviser: HintService, mind: Mind) -> None:
        code, anna = await seated(home)
        assert await code_of(adviser.hint(code, BEN, None, HERE)) == "not_your_turn"
        assert await code_of(adviser.hint(code, BEN, 2, HERE)) == "not_your_turn"
        assert await code_of(adviser.hint(code, BEN, 1, HERE)) == "not_your_seat"
        assert await code_of(adviser.hint(code, MALLORY, None, HERE)) == "not_your_seat"
        assert await code_of(adviser.hint(code, ANNA, 5, HERE)) == "no_such_seat"
        assert await code_of(adviser.hint("NOTTHERE", ANNA, None, HERE)) == "no_such_table"
        await home.act(anna, Leave(id="l", seat=1))
        assert await code_of(adviser.hint(code, ANNA, None, HERE)) == "bot_plays"
        assert mind.asked == []

    advised(tmp_path, story)


def test_who_has_several_seats_is_advised_in_the_one_that_is_to_move(tmp_path: Path) -> None:
    async def story(home: Home, adviser: HintService, _: Mind) -> None:
        code = await home.table(person(ANNA), person(ANNA), start=BOARD, hints=True)
        anna = await home.come(code, ANNA)
        await until(lambda: anna.table.position)
        assert (await adviser.hint(code, ANNA, None, HERE))["seat"] == 1
        assert await code_of(adviser.hint(code, ANNA, 2, HERE)) == "not_your_turn"
        await made(home, anna)
        assert (await adviser.hint(code, ANNA, None, HERE))["seat"] == 2

    advised(tmp_path, story)


def test_a_table_gives_no_hints_unless_it_was_made_so(tmp_path: Path) -> None:
    async def story(home: Home, adviser: HintService, mind: Mind) -> None:
        code, _ = await seated(home, hints=False)
        assert await code_of(adviser.hint(code, ANNA, None, HERE)) == "no_hints"
        assert mind.asked == []

    advised(tmp_path, story)


def test_before_the_game_and_after_it_there_is_nothing_to_advise(tmp_path: Path) -> None:
    async def story(home: Home, adviser: HintService, _: Mind) -> None:
        code = await home.table(person(ANNA), bot("random"), hints=True)
        assert await code_of(adviser.hint(code, ANNA, None, HERE)) == "not_begun"
        ending = await home.table(person(ANNA), person(BEN), start=LAST_MOVE, hints=True)
        anna = await home.come(ending, ANNA)
        await until(lambda: anna.table.position)
        await made(home, anna, "R^")
        assert await code_of(adviser.hint(ending, ANNA, None, HERE)) == "game_over"

    advised(tmp_path, story)


# --- One search at a time ---------------------------------------------------------------------------------------------


def test_all_who_ask_at_once_or_again_share_one_search(tmp_path: Path) -> None:
    async def story(home: Home, adviser: HintService, mind: Mind) -> None:
        code, _ = await seated(home)
        mind.may_finish.clear()
        asking = [create_task(adviser.hint(code, ANNA, None, HERE)) for _ in range(5)]
        await settled()
        asking.pop().cancel()
        await settled()
        mind.may_finish.set()
        first, *others = [await each for each in asking]
        assert others == [first] * 3
        assert await adviser.hint(code, ANNA, 1, HERE) == first
        assert (len(mind.asked), mind.cancelled) == (1, 0)

    advised(tmp_path, story)


def test_a_hint_for_a_position_that_has_passed_is_stale_and_a_new_one_is_searched_for(tmp_path: Path) -> None:
    async def story(home: Home, adviser: HintService, mind: Mind) -> None:
        code = await home.table(person(ANNA), person(ANNA), start=BOARD, hints=True)
        anna = await home.come(code, ANNA)
        await until(lambda: anna.table.position)
        mind.may_finish.clear()
        slow = create_task(adviser.hint(code, ANNA, None, HERE))
        await settled()
        await made(home, anna)
        second = create_task(adviser.hint(code, ANNA, None, HERE))
        await settled()
        with pytest.raises(Refused) as stale:
            await slow
        assert stale.value.code == "stale"
        mind.may_finish.set()
        assert (await second)["seat"] == 2
        assert (len(mind.asked), mind.cancelled) == (2, 1)

    advised(tmp_path, story)


def test_a_hint_that_comes_after_the_move_is_stale(tmp_path: Path) -> None:
    async def story(home: Home, adviser: HintService, mind: Mind) -> None:
        code, anna = await seated(home)
        mind.may_finish.clear()
        slow = create_task(adviser.hint(code, ANNA, None, HERE))
        await settled()
        await made(home, anna)
        mind.may_finish.set()
        with pytest.raises(Refused) as stale:
            await slow
        assert (stale.value.code, stale.value.about) == ("stale", {"version": anna.table.version})

    advised(tmp_path, story)


def test_a_seat_that_is_left_meanwhile_gets_no_hint(tmp_path: Path) -> None:
    async def story(home: Home, adviser: HintService, mind: Mind) -> None:
        code, anna = await seated(home)
        mind.may_finish.clear()
        home.bots.may_finish.clear()
        slow = create_task(adviser.hint(code, ANNA, None, HERE))
        await settled()
        await home.act(anna, Leave(id="l", seat=1))
        mind.may_finish.set()
        assert await code_of(slow) == "bot_plays"

    advised(tmp_path, story)


def test_a_table_that_is_deleted_meanwhile_has_no_hint(tmp_path: Path) -> None:
    async def story(home: Home, adviser: HintService, mind: Mind) -> None:
        code, _ = await seated(home)
        mind.may_finish.clear()
        slow = create_task(adviser.hint(code, ANNA, None, HERE))
        await settled()
        await home.registry.delete(code, Actor("person", ANNA))
        mind.may_finish.set()
        assert await code_of(slow) == "no_such_table"

    advised(tmp_path, story)


def test_if_no_worker_answers_the_hint_is_unavailable_and_may_be_asked_for_again(tmp_path: Path) -> None:
    async def story(home: Home, adviser: HintService, mind: Mind) -> None:
        code, _ = await seated(home)
        mind.fails = True
        assert await code_of(adviser.hint(code, ANNA, None, HERE)) == "unavailable"
        mind.fails = False
        assert (await adviser.hint(code, ANNA, None, HERE))["seat"] == 1
        assert len(mind.asked) == 2

    advised(tmp_path, story)


def test_only_so_many_hints_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "_MAX_SEARCHES", 1)

    async def story(home: Home, adviser: HintService, mind: Mind) -> None:
        one, _ = await seated(home)
        other, _ = await seated(home)
        for code in (one, other, other, one):
            await adviser.hint(code, ANNA, None, HERE)
        assert len(mind.asked) == 3

    advised(tmp_path, story)


# --- On whose account -------------------------------------------------------------------------------------------------


def test_a_hint_counts_for_who_asks(tmp_path: Path) -> None:
    async def story(home: Home, adviser: HintService, mind: Mind) -> None:
        one, _ = await seated(home)
        other, _ = await seated(home)
        await adviser.hint(one, ANNA, None, HERE)
        await adviser.hint(other, ANNA, None, THERE)
        assert mind.origins == [Origin(HERE, one), Origin(THERE, other)]

    advised(tmp_path, story)


def test_an_address_has_only_so_many_searches_under_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "_MAX_UNDER_WAY", 2)
    monkeypatch.setattr(hints, "_MAX_SEARCHES", 1)

    async def story(home: Home, adviser: HintService, mind: Mind) -> None:
        codes = [(await seated(home))[0] for _ in range(4)]
        mind.may_finish.clear()
        asking = [create_task(adviser.hint(code, ANNA, None, HERE)) for code in codes[:2]]
        await settled()
        assert await code_of(adviser.hint(codes[2], ANNA, None, HERE)) == "too_fast"
        asking.append(create_task(adviser.hint(codes[3], ANNA, None, THERE)))
        asking.append(create_task(adviser.hint(codes[0], ANNA, None, HERE)))
        await settled()
        mind.may_finish.set()
        assert [(await each)["seat"] for each in asking] == [1] * 4
        assert (await adviser.hint(codes[2], ANNA, None, HERE))["seat"] == 1
        assert len(mind.asked) == 4

    advised(tmp_path, story)
