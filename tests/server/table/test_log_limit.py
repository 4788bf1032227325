"""At the limit nothing new begins, but a game under way can be played to its end."""

from random import Random
from typing import Any

import pytest

from bigpoints.server.table import commands
from bigpoints.server.table.commands import (
    Agree,
    Change,
    Command,
    Decline,
    Free,
    HandOver,
    Leave,
    MakeMove,
    Next,
    Return,
    SeatBot,
    Settle,
    Sit,
    StandIn,
    Start,
    Undo,
)
from bigpoints.server.table.log_limit import MAX_EVENTS, MAX_EVENTS_IN_A_GAME, check_log_limit
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import Setup
from bigpoints.server.table.state import Table
from support.story import BOARD, Story

SEAT: dict[str, Any] = {"id": "x", "seat": 1}
TIMELY: dict[str, Any] = {**SEAT, "version": 1}
ALWAYS: list[Command] = [MakeMove(**TIMELY, move="B+"), StandIn(**SEAT), Decline(**TIMELY)]
FOR_A_WHILE: list[Command] = [
    *(wish(**SEAT) for wish in (Leave, Return, Free)),
    Sit(id="x", name="X"),
    HandOver(**SEAT, giver="a", browser="b"),
    SeatBot(**SEAT, bot="random"),
]
NEVER: list[Command] = [
    *(wish(id="x") for wish in (Start, Next, Settle)),
    *(wish(**TIMELY) for wish in (Undo, Agree)),
    Change(id="x", setup=Setup()),
]
PLAYING = Story.of(BOARD, "anna", "ben").table
OPEN = Story("anna", None).table
OVER = Story.of(BOARD, "anna", "ben").play(Random(1)).table


def refused(table: Table, wishes: list[Command], version: int) -> list[bool]:
    """Which of some commands are refused at a version."""
    return [_is_refused(table._replace(version=version), command) for command in wishes]


def _is_refused(table: Table, command: Command) -> bool:
    try:
        check_log_limit(table, command)
    except Refused as why:
        return (why.code, why.about) == ("too_many", {"what": "events"})
    return False


def test_every_command_is_one_of_these() -> None:
    kinds = {name for name, kind in vars(commands).items() if isinstance(kind, type) and issubclass(kind, Command)}
    assert {type(each).__name__ for each in ALWAYS + FOR_A_WHILE + NEVER} == kinds - {"Command", "Timely"}


@pytest.mark.parametrize("table", [PLAYING, OPEN, OVER], ids=lambda table: table.state)
def test_before_the_limit_nothing_is_refused(table: Table) -> None:
    assert not any(refused(table, ALWAYS + FOR_A_WHILE + NEVER, MAX_EVENTS - 1))


@pytest.mark.parametrize(
    ("version", "seats_change"), [(MAX_EVENTS, True), (MAX_EVENTS_IN_A_GAME - 1, True), (MAX_EVENTS_IN_A_GAME, False)]
)
def test_a_game_goes_on_and_for_a_while_seats_change_hands(version: int, seats_change: bool) -> None:
    assert not any(refused(PLAYING, ALWAYS, version))
    assert refused(PLAYING, FOR_A_WHILE, version) == [not seats_change] * len(FOR_A_WHILE)
    assert all(refused(PLAYING, NEVER, version))


@pytest.mark.parametrize("table", [OPEN, OVER], ids=lambda table: table.state)
def test_without_a_game_nothing_happens_any_more(table: Table) -> None:
    assert all(refused(table, ALWAYS + FOR_A_WHILE + NEVER, MAX_EVENTS))
