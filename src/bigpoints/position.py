"""The things on the table: discs, moves, hands, positions and views of them.

Discs are letters, a path is a word of them, seats and places count from 1. Nothing here knows what is allowed: that
is in `rules`. Rule numbers (R1 … R22, V1 … V5) are those of the rules page in the documentation.
"""

from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import NamedTuple

from bigpoints.errors import BadSetup


class Colour(StrEnum):
    """A colour of discs, in the order of the notation; the first five have a pawn."""

    BLUE = "B"
    RED = "R"
    YELLOW = "Y"
    GREEN = "G"
    PURPLE = "P"
    WHITE = "W"
    BLACK = "K"


COLOURS = tuple(Colour)
PAWNS = COLOURS[:5]
DISCS = "".join(COLOURS)

START = 0
"""The place of a pawn that has not moved yet, before the first disc (R2)."""

STAIRCASE = 100
"""A pawn on the step worth n is at STAIRCASE + n, further than any place of a path."""

GONE = "."
"""What a path shows where a disc was taken."""


@dataclass(frozen=True, slots=True)
class Material:
    """The discs of a game: how many colours, path discs of each, white and black ones (R1, V5)."""

    colours: int = 5
    discs: int = 9
    white: int = 5
    black: int = 5

    def __post_init__(self) -> None:
        for name, low, high in (("colours", 1, 5), ("discs", 1, 9), ("white", 0, 5), ("black", 0, 5)):
            number = getattr(self, name)
            if not low <= number <= high:
                raise BadSetup(f"{name}: {number} is not possible; accepted: {low} to {high}")

    @property
    def places(self) -> int:
        """The length of the path."""
        return self.colours * self.discs + self.white + self.black

    @property
    def path(self) -> str:
        """The discs of the path, not yet shuffled (R2)."""
        coloured = "".join(pawn * self.discs for pawn in PAWNS[: self.colours])
        return coloured + Colour.WHITE * self.white + Colour.BLACK * self.black


STANDARD = Material()


@dataclass(frozen=True, slots=True)
class Options:
    """The rule options of a game; in a position, `wires` are those that still lie (V1, V2, V3)."""

    optional_bonus: bool = False
    inverted: bool = False
    wires: tuple[int, ...] = ()


STANDARD_OPTIONS = Options()


class Go(Enum):
    """Where a move takes its pawn; the values are the marks of the notation."""

    FORWARD = ""
    BACKWARD = "<"
    CLIMB = "^"
    STAY = "."


class Take(Enum):
    """What a move takes; the values are the marks of the notation."""

    AHEAD = "+"
    BEHIND = "-"
    NOTHING = "="
    BONUS = ""


class Move(NamedTuple):
    """One ply: which pawn goes where, and which disc is taken."""

    pawn: Colour | None
    go: Go
    take: Take

    def __str__(self) -> str:
        if self.pawn is None:
            return GONE
        # Views are full of these: `_value_` is what `value` looks up, without its detour.
        return self.pawn._value_ + self.go._value_ + self.take._value_


PASS = Move(None, Go.STAY, Take.NOTHING)
"""No extra move: the turn ends (R10)."""


class PawnMoves(NamedTuple):
    """Every move that a pawn can ever make."""

    pawn: Colour
    ahead: Move
    behind: Move
    nothing: Move
    climb: Move
    climb_leaving: Move
    back_ahead: Move
    back_behind: Move


def _moves_of(pawn: Colour) -> PawnMoves:
    return PawnMoves(
        pawn,
        ahead=Move(pawn, Go.FORWARD, Take.AHEAD),
        behind=Move(pawn, Go.FORWARD, Take.BEHIND),
        nothing=Move(pawn, Go.FORWARD, Take.NOTHING),
        climb=Move(pawn, Go.CLIMB, Take.BONUS),
        climb_leaving=Move(pawn, Go.CLIMB, Take.NOTHING),
        back_ahead=Move(pawn, Go.BACKWARD, Take.AHEAD),
        back_behind=Move(pawn, Go.BACKWARD, Take.BEHIND),
    )


PAWN_MOVES = tuple(_moves_of(pawn) for pawn in PAWNS)


class Hand(NamedTuple):
    """The discs that a seat holds, one count per colour, and its wire penalties (V3)."""

    blue: int = 0
    red: int = 0
    yellow: int = 0
    green: int = 0
    purple: int = 0
    white: int = 0
    black: int = 0
    penalties: int = 0

    @property
    def size(self) -> int:
        """How many discs it holds."""
        return sum(self[:7])

    def plus(self, disc: str, count: int = 1) -> "Hand":
        """This hand with a disc more, or with `count` of them."""
        counts = list(self)
        counts[DISCS.index(disc)] += count
        return Hand._make(counts)

    def fined(self, wires: int) -> "Hand":
        """This hand with some penalties more."""
        return self._replace(penalties=self.penalties + wires)


class HiddenHand(NamedTuple):
    """A hand as the other seats see it: how many discs, and its wire penalties (R21)."""

    size: int
    penalties: int = 0


class Phase(Enum):
    """Which ply comes next; the values are those of the notation."""

    REGULAR = "m"
    EXTRA = "x"
    OVER = "e"


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of a game. It never changes: `play` returns a new one."""

    path: str
    """One letter per place, `GONE` where the disc was taken."""
    pawns: tuple[int, ...]
    """The place of each colour's pawn: `START`, a place of the path, or `STAIRCASE` + the step's worth."""
    pile: str
    """The colours left in the bonus pile."""
    hands: tuple[Hand, ...]
    seat: int
    """The seat to move; once the game is over, the seat that made the last ply."""
    phase: Phase = Phase.REGULAR
    options: Options = STANDARD_OPTIONS
    _legal: tuple[Move, ...] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.hands)

    @property
    def is_over(self) -> bool:
        """R16: whether the last pawn has climbed the staircase."""
        return self.phase is Phase.OVER

    def __reduce__(self) -> tuple[type["Position"], tuple[object, ...]]:
        # What was found out about a position need not travel with it.
        return Position, (self.path, self.pawns, self.pile, self.hands, self.seat, self.phase, self.options)


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat or a spectator sees it: some hands may be hidden. Nothing can be played from it."""

    path: str
    pawns: tuple[int, ...]
    pile: str
    hands: tuple[Hand | HiddenHand, ...]
    seat: int
    phase: Phase = Phase.REGULAR
    options: Options = STANDARD_OPTIONS


class ScoreLine(NamedTuple):
    """A line of the score sheet: so many of a colour, worth so much each."""

    colour: Colour
    discs: int
    each: int

    @property
    def points(self) -> int:
        """What the line adds to the total."""
        return self.discs * self.each
