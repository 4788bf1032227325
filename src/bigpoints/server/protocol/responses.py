"""Messages about a game that somebody studies: hints, and replays."""

from typing import Literal

from pydantic import Field

from bigpoints.server.protocol.requests import MoveView, PlyView, ResultView, Sent
from bigpoints.server.table.setup import Model

# --- Hints ------------------------------------------------------------------------------------------------------------

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


# --- Replays ----------------------------------------------------------------------------------------------------------


class ReplayText(Model):
    """Games to be looked at: a file of them (BPR), or a position (BPN)."""

    text: str = Field(max_length=60_000)


class ReplayFrame(Sent):
    """A position with all hands open, the seat to move, the ply that led to it, and what the file says about it."""

    position: str
    turn: int | None
    ply: PlyView | None
    comments: list[str]


class SeriesPlace(Sent):
    """R22: which game of a series it is."""

    name: str
    game: int
    of: int


class ReplayGame(Sent):
    """A game from its start to its end, or as far as it went."""

    names: list[str]
    players: int
    optional_bonus: bool
    inverted: bool
    wires: list[int]
    tags: dict[str, str]
    series: SeriesPlace | None
    frames: list[ReplayFrame]
    result: ResultView | None


class ReplayAnswer(Sent):
    """The games of a file, or one of a table."""

    games: list[ReplayGame]
