"""The turn clock: turns that end by themselves, and those that do not."""

import asyncio
from pathlib import Path

from bigpoints.position import Phase
from bigpoints.rules import legal_moves
from bigpoints.server.live.room import Room
from bigpoints.server.table.commands import MakeMove
from support.live_tables import ANNA, BEN, Home, Onlooker, at_home, bot, person, until

EXTRA_MOVE = "BR.BRW 0,0 BR K/- 1 m"
"""R10: Anna holds a black disc, so her turn has an extra ply."""


async def moved(home: Home, client: Onlooker, number: int = 1) -> None:
    """Make the first legal move."""
    move = str(legal_moves(client.table.board)[0])
    await home.act(client, MakeMove(id=f"m{number}", version=client.table.version, seat=1, move=move))


def test_a_bot_finishes_a_turn_that_takes_too_long(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN))
        anna = await home.come(code, ANNA)
        await until(lambda: len(anna.table.plies) >= 2)
        plies = anna.table.plies[:2]
        assert [(ply.seat, ply.by) for ply in plies] == [(1, "clock"), (2, "clock")]
        assert home.bots.asked[:2] == ["greedy", "greedy"]
        assert all(seat.is_person for seat in anna.table.seats)

    at_home(tmp_path / "tables", story, turn_seconds=0.1)


def test_it_finishes_the_extra_ply_of_the_turn_too(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN), start=EXTRA_MOVE)
        anna = await home.come(code, ANNA)
        await until(lambda: len(anna.table.plies) >= 3)
        assert [(ply.seat, ply.turn, ply.by) for ply in anna.table.plies[:2]] == [(1, 1, "clock"), (1, 1, "clock")]

    at_home(tmp_path / "tables", story, turn_seconds=0.1)


def test_the_time_of_a_turn_is_for_both_its_plies_and_the_next_turn_has_its_own(tmp_path: Path) -> None:
    clock = [0.0]

    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN), turn_seconds=30, start=EXTRA_MOVE)
        anna = await home.come(code, ANNA)
        await until(lambda: anna.table.position is not None)
        room = Room(anna.at.live, 1000, lambda: clock[0])
        assert room.turn_clock.remaining_ms(room.table) == 30_000
        clock[0] = 28.0
        await moved(home, anna, 1)
        assert (room.table.board.seat, room.table.board.phase) == (1, Phase.EXTRA)
        assert room.turn_clock.remaining_ms(room.table) == 2_000
        await asyncio.sleep(0.002)  # Turns are told apart by the millisecond in which they began.
        await moved(home, anna, 2)
        assert (room.table.board.seat, room.turn_clock.remaining_ms(room.table)) == (2, 30_000)
        clock[0] = 100.0
        assert room.turn_clock.remaining_ms(room.table) == 0

    at_home(tmp_path / "tables", story)


def test_without_a_timer_a_turn_may_last_for_ever(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN))
        anna, _ = await home.come(code, ANNA), await home.come(code, BEN)
        await until(lambda: anna.table.position is not None)
        assert anna.view["clock_ms"] is None
        assert anna.at.timer is None

    at_home(tmp_path / "tables", story)


def test_a_bot_has_no_clock(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        home.bots.may_finish.clear()
        code = await home.table(bot(), person(BEN), turn_seconds=30)
        ben = await home.come(code, BEN)
        await until(lambda: home.bots.asked)
        assert ben.at.turn_clock.remaining_ms(ben.table) is None
        home.bots.may_finish.set()
        await until(lambda: ben.table.plies)
        assert ben.at.turn_clock.remaining_ms(ben.table)

    at_home(tmp_path / "tables", story)
