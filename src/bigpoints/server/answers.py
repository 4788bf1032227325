"""Answers about a game that somebody studies: hints, and replays."""

from typing import Literal

from bigpoints.server.messages import MoveView, Sent

ReasonKind = Literal[
    "only_move",
    "ends",
    "climbs",
    "takes_colour",
    "takes_white",
    "takes_black",
    "takes_nothing",
    "trips",
    "new_colour",
    "loses_colour",
    "denies",
    "caps",
    "readies",
    "advances",
    "takes_last",
    "spends_black",
    "keeps_black",
]


class TheirsView(Sent):
    """A number that another seat has."""

    seat: int
    number: int


class ReasonView(Sent):
    """A fact about a move; which fields it has, besides the kind, depends on the kind."""

    kind: ReasonKind
    pawn: str | None = None
    colour: str | None = None
    disc: str | None = None
    seat: int | None = None
    step: int | None = None
    mine: int | None = None
    others: list[TheirsView] | None = None
    least: int | None = None
    most: int | None = None
    less: int | None = None
    holds: int | None = None
    colours: int | None = None
    whites: int | None = None
    blacks: int | None = None
    left: int | None = None
    wires: int | None = None
    moves: int | None = None
    is_nearest: bool | None = None


class AdviceView(Sent):
    """A move worth playing, and the weightiest facts about it."""

    move: MoveView
    reasons: list[ReasonView]


class HintView(AdviceView):
    """The best move, and the next best ones."""

    alternatives: list[AdviceView]


class HintAnswer(Sent):
    """A hint for the seat to move at a version of the table."""

    version: int
    seat: int
    hint: HintView
