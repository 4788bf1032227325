"""Answers of REST, besides views: tables, logs, hints, replays."""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from bigpoints.contract.constants import BotName, By, State
from bigpoints.contract.requests import Setup
from bigpoints.contract.views import MoveView, Origin, PlyView, Refusal, ResultView, TableView


class RefusedAnswer(TypedDict):
    """The answer of REST to a refused request; a stale command gets the view, too."""

    refused: Refusal
    view: NotRequired[TableView | None]


# --- Tables -----------------------------------------------------------------------------------------------------------


class TableAnswer(TypedDict):
    """A table and the link to it."""

    table: str
    link: str
    view: TableView


class Done(TypedDict):
    """Version and view after a command."""

    version: int
    view: TableView


class Handover(TypedDict):
    """A code by which a seat moves to another device, its link, the link as a QR code (SVG), and its expiry."""

    code: str
    link: str
    qr: str
    until: int


class Token(TypedDict):
    """A secret for a program; it stands in the Authorization header, behind Bearer."""

    token: str


class TableSummary(TypedDict):
    """One of your tables; `bots` has the bot in each seat, null for a person or nobody."""

    table: str
    link: str
    state: State
    game: int
    names: Sequence[str]
    bots: Sequence[BotName | None]
    yours: Sequence[int]
    turn: int | None
    owner: bool
    at: int


class MyTables(TypedDict):
    """Your tables, the newest first."""

    tables: Sequence[TableSummary]


class Health(TypedDict):
    """Health of the server."""

    status: Literal["ok", "failing"]
    cause: str | None
    version: str
    bots_ready: bool


# --- The log ----------------------------------------------------------------------------------------------------------

EventKind = Literal[
    "created",
    "changed",
    "seated",
    "bot",
    "stood_in",
    "returned",
    "freed",
    "begun",
    "ply",
    "asked",
    "agreed",
    "declined",
    "undone",
]


class PlacedView(TypedDict):
    """The first occupant of a seat: a person, a bot, or nobody."""

    name: str | None
    bot: BotName | None


class LogLine(Origin):
    """An event at a table; which fields it has, besides the first three, depends on its kind and on what is hidden."""

    version: int
    at: int
    kind: EventKind
    setup: NotRequired[Setup]
    seats: NotRequired[Sequence[PlacedView]]
    seat: NotRequired[int]
    name: NotRequired[str]
    bot: NotRequired[BotName]
    left: NotRequired[bool]
    game: NotRequired[int]
    start: NotRequired[str]
    plies: NotRequired[Sequence[str] | int]
    filled: NotRequired[BotName | None]
    move: NotRequired[str]
    by: NotRequired[By | None]
    to: NotRequired[str | None]
    takes: NotRequired[int | None]
    disc: NotRequired[str | None]
    wires: NotRequired[Sequence[int] | None]


class LogAnswer(TypedDict):
    """A page of a table's log. With hidden hands it shows no more than the last round until the game is over."""

    version: int
    log: Sequence[LogLine]


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


class TheirsView(TypedDict):
    """A number that another seat has."""

    seat: int
    number: int


class ReasonView(TypedDict):
    """A fact about a move; which fields it has, besides the kind, depends on the kind."""

    kind: ReasonKind
    pawn: NotRequired[str | None]
    colour: NotRequired[str | None]
    disc: NotRequired[str | None]
    seat: NotRequired[int | None]
    step: NotRequired[int | None]
    mine: NotRequired[int | None]
    others: NotRequired[Sequence[TheirsView] | None]
    least: NotRequired[int | None]
    most: NotRequired[int | None]
    less: NotRequired[int | None]
    holds: NotRequired[int | None]
    colours: NotRequired[int | None]
    whites: NotRequired[int | None]
    blacks: NotRequired[int | None]
    left: NotRequired[int | None]
    wires: NotRequired[int | None]
    moves: NotRequired[int | None]
    is_nearest: NotRequired[bool | None]


class AdviceView(TypedDict):
    """A move worth playing, and the weightiest facts about it."""

    move: MoveView
    reasons: Sequence[ReasonView]


class HintView(AdviceView):
    """The best move, and the next best ones."""

    alternatives: Sequence[AdviceView]


class HintAnswer(TypedDict):
    """A hint for the seat to move at a version of the table."""

    version: int
    seat: int
    hint: HintView


# --- Replays ----------------------------------------------------------------------------------------------------------


class ReplayFrame(TypedDict):
    """A position with all hands open, the seat to move, the ply that led to it, and its comments in the file."""

    position: str
    turn: int | None
    ply: PlyView | None
    comments: Sequence[str]


class SeriesPlace(TypedDict):
    """R22: which game of a series it is."""

    name: str
    game: int
    of: int


class ReplayGame(TypedDict):
    """A game from its start to its end, or as far as it went."""

    names: Sequence[str]
    players: int
    optional_bonus: bool
    inverted: bool
    wires: Sequence[int]
    tags: Mapping[str, str]
    series: SeriesPlace | None
    frames: Sequence[ReplayFrame]
    result: ResultView | None


class ReplayAnswer(TypedDict):
    """The games of a file, or one of a table."""

    games: Sequence[ReplayGame]
