"""Commands for a table, of people and of the server itself, and the actors who give them."""

from dataclasses import dataclass
from typing import NamedTuple

from bigpoints.contract.constants import BotName, By
from bigpoints.server.table.setup import Setup


class Actor(NamedTuple):
    """Who gives a command: a browser, or the server itself, for a bot or because time ran out."""

    by: By
    browser: str | None = None


SERVER = Actor("bot")
CLOCK = Actor("clock")


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command with an id: sent twice, it acts once and is answered the same."""

    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Timely(Command):
    """A command about the game at a version: once the game has moved on, it is stale."""

    version: int
    seat: int


# --- Of people; the contract says what each does ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeMove(Timely):
    """Make a ply."""

    move: str


class Undo(Timely):
    """Go back to the start of the seat's last turn."""

    __slots__ = ()


class Agree(Timely):
    """Agree to the undo that somebody asks for."""

    __slots__ = ()


class Decline(Timely):
    """Decline the undo that somebody asks for, or take the question back."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sit(Command):
    """Take a free seat, the first one unless one is named."""

    seat: int | None = None
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Command):
    """Leave a seat."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Return(Command):
    """Take one's seat back from the bot that plays there."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Free(Command):
    """Owner: free a seat."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatBot(Command):
    """Owner: let a bot sit in a seat."""

    seat: int
    bot: BotName


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Command):
    """Owner: change the setup."""

    setup: Setup


class Start(Command):
    """Owner: begin now, bots filling the gaps."""

    __slots__ = ()


class Next(Command):
    """Begin the next game of the series, or a rematch."""

    __slots__ = ()


# --- Of the server ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn(Command):
    """Server: let a bot play for somebody who is away."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver(Command):
    """Server: bind a seat to another browser, by a handover code, if it still is the giver's."""

    seat: int
    giver: str
    browser: str


class Settle(Command):
    """Server: begin a full table, or carry out an undo to which all have agreed."""

    __slots__ = ()
