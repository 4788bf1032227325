"""The story of a table without a server: people, bots and clocks act one after another, and everything is kept."""

from collections.abc import Iterable
from itertools import count
from random import Random
from typing import Any, cast

import pytest

from bigpoints.contract.constants import BotName
from bigpoints.notation import position_text
from bigpoints.rules import legal_moves
from bigpoints.server.table.commands import (
    CLOCK,
    SERVER,
    Actor,
    Agree,
    Command,
    Decline,
    Leave,
    MakeMove,
    Settle,
    Sit,
    StandIn,
    Start,
    Timely,
    Undo,
)
from bigpoints.server.table.decide import decide, needs_settling
from bigpoints.server.table.events import Created, Event, Placed
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import Opening, Setup, opening_from_position, opening_from_record
from bigpoints.server.table.state import Table, after, begin, step

SMALL: dict[str, Any] = {"colours": 2, "discs": 2, "white": 1, "black": 1}
"""V5: a board for a short game."""
BOARD = "BRWBRK 0,0 BR -/- 1 m"
"""A start of it, drawn."""
WITH_BLACK = "BRWBR. 0,0 BR K/- 1 m"
"""The same, but seat 1 has the black disc already."""
THREE = "BRYWBRYKWBRYRBYK 0,0,0 BRY -/-/- 1 m"
"""A longer one, for three."""
HOUR = 3_600_000
DAWN = 1_000 * HOUR
"""When a story begins, in milliseconds; an event follows every second."""


def placed(who: str | None) -> Placed:
    """A seat of a new table: for nobody, for a bot such as `bot:random`, or for a person."""
    if who is None:
        return Placed()
    if who.startswith("bot:"):
        return Placed(bot=cast("BotName", who.removeprefix("bot:")))
    return Placed(name=who.title(), browser=who)


def actor(who: str) -> Actor:
    """Who acts: the server, the clock, or a person's browser."""
    return {"server": SERVER, "clock": CLOCK}.get(who) or Actor("person", who)


def fold(code: str, log: Iterable[tuple[int, int, Event]]) -> Table | None:
    """A table from its log: versions, times and events; None if there is no log."""
    table = None
    for version, at, event in log:
        table = step(code, table, version, at, event)
    return table


class Story:
    """A table, everything that has happened at it, and the means to make more happen. Anna owns it."""

    _ids = count(1)

    def __init__(self, *seats: str | None, opening: Opening | None = None, **setup: Any) -> None:
        its_setup = Setup(**{"players": len(seats), **setup})
        if opening:
            its_setup = opening.apply_to(its_setup)
        created = Created(setup=its_setup, owner="anna", seats=[placed(who) for who in seats], opening=opening)
        self.draw = Random(1)
        self.table: Table = begin("TABLE222", created, DAWN)
        self.log: list[tuple[int, int, Event]] = [(1, DAWN, created)]

    @classmethod
    def of(cls, start: str, *seats: str | None, **setup: Any) -> "Story":
        """The story of a full table that starts from a position, begun."""
        return cls(*seats, opening=opening_from_position(start), **setup).settled()

    @classmethod
    def continuing(cls, record: str, *seats: str | None, **setup: Any) -> "Story":
        """The story of a full table that continues a record, begun."""
        return cls(*seats, opening=opening_from_record(record)[0], **setup).settled()

    def settled(self) -> "Story":
        """The story after what follows by itself."""
        if needs_settling(self.table):
            self.do("server", Settle)
        return self

    def do(self, who: str, wish: type[Command], **about: Any) -> Event:
        """Somebody does something; commands about the game are made for the newest version unless one is given."""
        if issubclass(wish, Timely):
            about.setdefault("version", self.table.version)
        command = wish(id=f"c{next(self._ids)}", **about)
        event = decide(self.table, actor(who), command, self.draw)
        self.happen(event)
        return event

    def happen(self, event: Event) -> None:
        """An event befalls the table."""
        version, at = self.table.version + 1, self.table.at + 1000
        self.table = after(self.table, version, at, event)
        self.log.append((version, at, event))

    def refusal(self, who: str, wish: type[Command], **about: Any) -> Refused:
        """Why somebody may not do something; nothing changes."""
        before = self.table
        with pytest.raises(Refused) as refused:
            self.do(who, wish, **about)
        assert self.table is before
        return refused.value

    def code(self, who: str, wish: type[Command], **about: Any) -> str:
        """The code of the refusal."""
        return self.refusal(who, wish, **about).code

    # --- What people do most ------------------------------------------------------------------------------------------

    def move(self, *moves: str) -> "Story":
        """Make moves for the seat to move: as its person, or as its bot."""
        for move in moves:
            seat = self.table.board.seat
            its = self.table.seats[seat - 1]
            self.do(its.browser if its.is_person and its.browser else "server", MakeMove, seat=seat, move=move)
        return self

    def play(self, rng: Random, plies: int = 1000) -> "Story":
        """Moves drawn at random, to the end unless a number is given."""
        while plies and not self.table.board.is_over:
            self.move(str(rng.choice(legal_moves(self.table.board))))
            plies -= 1
        return self

    def sit(self, who: str, seat: int | None = None) -> "Story":
        """Somebody sits down, under a name like their browser's."""
        self.do(who, Sit, seat=seat, name=who.title())
        return self.settled()

    def leave(self, who: str, seat: int) -> "Story":
        """Somebody leaves."""
        self.do(who, Leave, seat=seat)
        return self

    def away(self, seat: int) -> "Story":
        """Somebody has been away for too long."""
        self.do("server", StandIn, seat=seat)
        return self

    def start(self) -> "Story":
        """The owner begins."""
        self.do("anna", Start)
        return self

    def undo(self, who: str, seat: int) -> "Story":
        """Somebody wants their last turn back."""
        self.do(who, Undo, seat=seat)
        return self

    def agree(self, who: str, seat: int) -> "Story":
        """Somebody agrees."""
        self.do(who, Agree, seat=seat)
        return self

    def decline(self, who: str, seat: int) -> "Story":
        """Somebody declines, or takes the question back."""
        self.do(who, Decline, seat=seat)
        return self

    # --- What there is to see -----------------------------------------------------------------------------------------

    @property
    def position(self) -> str:
        """The position as text."""
        return position_text(self.table.board)

    @property
    def moves(self) -> str:
        """The moves of the game so far."""
        return " ".join(ply.move for ply in self.table.plies)


def three() -> Story:
    """Three people; each has had a turn, Anna two."""
    return Story.of(THREE, "anna", "ben", "cleo").move("B+", "R+", "Y+", "B+")
