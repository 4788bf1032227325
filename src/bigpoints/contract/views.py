"""Views of a table, whole every time, and the frames of a socket.

Views are written by the server as plain dicts, for speed; type checking holds them to these types.
"""

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from bigpoints.contract.constants import BotName, By, State
from bigpoints.contract.requests import Identified, Setup


class SeatView(TypedDict):
    """A seat: `person` if it is somebody's, `bot` if a bot plays in it now, both if it stands in."""

    seat: int
    name: str
    bot: BotName | None
    person: bool
    free: bool
    away: bool
    discs: NotRequired[int | None]
    penalties: NotRequired[int | None]


class MoveView(TypedDict):
    """A legal move: where its pawn lands, which place it takes from (0: none), the disc that it wins."""

    move: str
    to: NotRequired[str | None]
    takes: NotRequired[int | None]
    disc: NotRequired[str | None]
    wires: NotRequired[Sequence[int] | None]


Origin = TypedDict("Origin", {"from": NotRequired[str | None]})
"""Where a pawn came from; in this form, since `from` is a keyword."""


class PlyView(MoveView, Origin):
    """A ply that was made."""

    seat: int
    by: By | None


class RequestView(TypedDict):
    """The seat that asks for an undo, and the seats that have agreed."""

    seat: int
    agreed: Sequence[int]


class SheetLine(TypedDict):
    """A line of a score sheet."""

    colour: str
    discs: int
    each: int


class ResultView(TypedDict):
    """The result of a game."""

    scores: Sequence[int]
    winners: Sequence[int]
    sheets: Sequence[Sequence[SheetLine]]
    penalties: Sequence[int]


class StandingsView(TypedDict):
    """R22: the finished games of the series, or of all rematches."""

    games: Sequence[Sequence[int]]
    of: int | None
    totals: Sequence[int]
    winners: Sequence[int] | None


class WorthView(TypedDict):
    """A line of a hand: number of discs of a colour, and worth of each: now if known, at least and at most."""

    colour: str
    count: int
    now: int | None
    least: int
    most: int


class HandView(TypedDict):
    """A hand, and the bounds of its worth as the pawns may climb."""

    seat: int
    discs: Sequence[WorthView]
    penalties: int
    least: int
    most: int


class UndoView(TypedDict):
    """Whether a seat of yours can take its last turn back, and whether the others need be asked."""

    seat: int
    possible: bool
    free: bool


class SharedView(TypedDict):
    """The half of a view that is the same for everybody."""

    table: str
    version: int
    state: State
    setup: Setup
    seats: Sequence[SeatView]
    game: int
    turn: NotRequired[int | None]
    moves: NotRequired[Sequence[MoveView]]
    last: NotRequired[Sequence[PlyView]]
    request: NotRequired[RequestView | None]
    result: NotRequired[ResultView | None]
    standings: StandingsView | None


class OwnView(TypedDict):
    """The half of a view for one browser alone."""

    owner: bool
    yours: Sequence[int]
    seat: int | None
    position: NotRequired[str | None]
    hand: NotRequired[HandView | None]
    clock_ms: NotRequired[int | None]
    undo: NotRequired[Sequence[UndoView]]
    barred: NotRequired[Sequence[int]]


class TableView(SharedView, OwnView):
    """A table as you see it, whole."""


class Refusal(TypedDict):
    """A refusal: a stable code, and its details."""

    code: str
    """A `RefusalCode`; open, since a newer server may send others, and the page adds `unreachable`."""


OPEN_MESSAGES = (Identified, Refusal)
"""Messages that hold more fields than they name."""


class AnswerView(TypedDict):
    """The answer to a command: the version that it led to, or the refusal."""

    id: str | None
    version: NotRequired[int | None]
    refused: NotRequired[Refusal | None]


class Frame(TypedDict, total=False):
    """A message through a socket: an answer, a view, a heartbeat with the version, or several of them."""

    answer: AnswerView | None
    view: TableView | None
    beat: int | None
