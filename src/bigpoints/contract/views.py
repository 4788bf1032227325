"""Views of a table, whole every time, and the frames of a socket.

REST shows a view as it is. Sockets send it packed, in half the bytes: without what follows from the rest of it, and
without fields that have their usual value. `unpack` has the way back.
"""

from collections.abc import Mapping, Sequence
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


class TableView(TypedDict):
    """A table as you see it, whole."""

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
    owner: bool
    yours: Sequence[int]
    seat: int | None
    position: NotRequired[str | None]
    hand: NotRequired[HandView | None]
    clock_ms: NotRequired[int | None]
    undo: NotRequired[Sequence[UndoView]]
    barred: NotRequired[Sequence[int]]


class PackedSeat(TypedDict, total=False):
    """A seat; what it does not name is empty, null or false."""

    name: str
    bot: BotName
    person: bool
    free: bool
    away: bool


class PackedView(TypedDict):
    """A view as sockets send it. State and turn, and the numbers of discs and penalties, follow from the position."""

    table: str
    version: int
    setup: Setup
    """Without fields that have their default."""
    seats: Sequence[PackedSeat]
    game: int
    standings: NotRequired[StandingsView]
    position: NotRequired[str]
    """With all hands hidden that somebody at the table may not see: the same for everybody."""
    moves: NotRequired[Sequence[str]]
    """Legal moves: `R+ 14 15G`, the move, where its pawn lands, and the disc that it wins with its place."""
    last: NotRequired[Sequence[str]]
    """Plies: `1 person 0 R+ 14 15G`, the seat, by whom, where its pawn came from, and the move as above."""
    request: NotRequired[RequestView]
    result: NotRequired[ResultView]
    owner: NotRequired[bool]
    yours: NotRequired[Sequence[int]]
    seat: NotRequired[int]
    hand: NotRequired[str]
    """The hand of your seat, in notation."""
    worth: NotRequired[Sequence[Sequence[int]]]
    """Of each colour in the hand: its worth at least and at most, and now if that is known and they differ."""
    bounds: NotRequired[Sequence[int]]
    """The worth of the hand at least and at most."""
    clock_ms: NotRequired[int]
    undo: NotRequired[Mapping[str, bool]]
    """The seats of yours that can take their last turn back, and whether they need not ask."""
    barred: NotRequired[Sequence[int]]


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
    """A message through a socket: an answer, a view, a heartbeat with the version, or several of them.

    `storing` is false while the server can store nothing, and true once it can again.
    """

    answer: AnswerView | None
    view: PackedView | TableView | None
    beat: int | None
    storing: bool | None
