"""A table with as many events as it may have: nothing new begins there, but a game under way comes to its end."""

import asyncio
from functools import cache
from pathlib import Path
from random import Random

import pytest

from bigpoints.rules import legal_moves
from bigpoints.server.table.commands import Change, Leave, MakeMove, Next, Return, Sit, Undo
from bigpoints.server.table.setup import Setup
from support.live_tables import ANNA, BEN, Home, Onlooker, at_home, until
from support.long_logs import keep
from support.stored_story import code_of, registry_on, stands
from support.story import Story

CODE = "FULLTABL"
LIMIT = 10_000
CARL = "c" * 64


@cache
def nearly_full() -> Story:
    """Anna, Ben and a bot, in the middle of a game, three events before the limit."""
    rng = Random(1)
    story = Story(ANNA, BEN, "bot:random", patience_seconds=5, bot_delay_ms=0).settled()
    while story.table.version < LIMIT - 200:
        story.play(rng).do(ANNA, Next)
    story.play(rng, 20)
    while story.table.version < LIMIT - 3:
        story.do(BEN, Leave, seat=2)
        story.do(BEN, Return, seat=2)
    return story


async def play_on(home: Home, client: Onlooker, seat: int) -> None:
    """Make a move whenever it is one's turn, until the game is over."""
    while client.table.state == "playing":
        table = client.table
        if table.board.seat == seat and table.seats[seat - 1].is_person:
            move = str(legal_moves(table.board)[0])
            await home.act(client, MakeMove(id=f"m{table.version}", version=table.version, seat=seat, move=move))
        await asyncio.sleep(0.001)


def test_a_game_under_way_is_played_to_its_end_by_people_bots_and_for_the_absent(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        await keep(home.registry.store, nearly_full(), CODE)  # type: ignore[arg-type]
        anna = await home.come(CODE, ANNA)
        assert anna.table.state == "playing"
        playing = asyncio.create_task(play_on(home, anna, 1))
        await until(lambda: anna.table.seats[1].bot)  # Ben is away.
        ben = await home.come(CODE, BEN)
        await until(lambda: anna.table.seats[1].bot is None)
        assert anna.table.version >= LIMIT
        await home.act(ben, Leave(id="bye", seat=2))
        await until(lambda: anna.table.state == "over")
        await playing
        assert LIMIT + 5 < anna.table.version < LIMIT + 300
        assert anna.view["result"]["winners"]
        assert (await stands(registry_on(home.registry.store), CODE)).board == anna.table.board

    at_home(tmp_path / "tables", story, patience_seconds=0)


@pytest.mark.parametrize("is_over", [False, True])
def test_nothing_new_begins_and_nothing_is_changed_or_taken_back(tmp_path: Path, is_over: bool) -> None:
    async def story(home: Home) -> None:
        full = Story(ANNA, BEN, "bot:random", patience_seconds=None)
        full.table, full.log = nearly_full().table, list(nearly_full().log)
        full.play(Random(1), 1000 if is_over else 5)
        assert full.table.version >= LIMIT
        await keep(home.registry.store, full, CODE)  # type: ignore[arg-type]
        wishes = [
            Undo(id="undo", version=full.table.version, seat=1),
            Next(id="next"),
            Change(id="change", setup=Setup(players=3)),
        ]
        for wish in wishes:
            assert await code_of(home.service.execute(CODE, ANNA, wish)) == "too_many"
        seats = [Leave(id="leave", seat=1), Return(id="return", seat=1)]
        for seat in seats:
            if is_over:
                assert await code_of(home.service.execute(CODE, ANNA, seat)) == "too_many"
            else:
                await home.service.execute(CODE, ANNA, seat)
        sitting = home.service.execute(CODE, CARL, Sit(id="sit", name="Carl"))
        assert await code_of(sitting) == ("too_many" if is_over else "full")

    at_home(tmp_path / "tables", story)
