"""The data of the game: discs, moves, hands, positions and views.

Discs are letters, a path is a string of them, seats and places count from 1. Which moves are legal is in `rules`. Rule
numbers (R1 … R22, V1 … V5) are those of the rules page in the documentation.
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
"""The letter of a place whose disc was taken."""


@dataclass(frozen=True, slots=True)
class Material:
    """The discs of a game: the number of colours, path discs of each, whites and blacks (R1, V5)."""

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
        """The discs of the path, unshuffled (R2)."""
        coloured = "".join(pawn * self.discs for pawn in PAWNS[: self.colours])
        return coloured + Colour.WHITE * self.white + Colour.BLACK * self.black


STANDARD = Material()


@dataclass(frozen=True, slots=True)
class Options:
    """The rule options of a game; in a position, `wires` are those not tripped yet (V1, V2, V3)."""

    optional_bonus: bool = False
    inverted: bool = False
    wires: tuple[int, ...] = ()


STANDARD_OPTIONS = Options()


class Go(Enum):
    """The way of a pawn in a move; the values are the marks of the notation."""

    FORWARD = ""
    BACKWARD = "<"
    CLIMB = "^"
    STAY = "."


class Take(Enum):
    """The disc that a move takes; the values are the marks of the notation."""

    AHEAD = "+"
    BEHIND = "-"
    NOTHING = "="
    BONUS = ""


# The members as module names: Python 3.11 looks them up slowly through their class, and a game looks up many.
FORWARD, BACKWARD, CLIMB, STAY = Go
AHEAD, BEHIND, NOTHING, BONUS = Take
WHITE, BLACK = COLOURS[5:]


class Move(NamedTuple):
    """One ply: the pawn, its way, and the disc it takes."""

    pawn: Colour | None
    go: Go
    take: Take

    def __str__(self) -> str:
        if self.pawn is None:
            return GONE
        # Views write many moves: `_value_` is what `value` returns, without its slow property.
        return self.pawn._value_ + self.go._value_ + self.take._value_


PASS = Move(None, Go.STAY, Take.NOTHING)
"""No extra move: the turn ends (R10)."""


class PawnMoves(NamedTuple):
    """All moves of a pawn."""

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
        """The number of discs in it."""
        return sum(self[:7])

    def plus(self, disc: str, count: int = 1) -> "Hand":
        """This hand with `count` more discs of a colour."""
        counts = list(self)
        counts[DISCS.index(disc)] += count
        return Hand._make(counts)

    def fined(self, wires: int) -> "Hand":
        """This hand with `wires` more penalties."""
        return self._replace(penalties=self.penalties + wires)


class HiddenHand(NamedTuple):
    """A hand as the other seats see it: its number of discs and its wire penalties (R21)."""

    size: int
    penalties: int = 0


class Phase(Enum):
    """The kind of the next ply; the values are those of the notation."""

    REGULAR = "m"
    EXTRA = "x"
    OVER = "e"


REGULAR, EXTRA, OVER = Phase


class Effect(NamedTuple):
    """The effect of a move on the board."""

    landing: int
    """The place its pawn lands on: on the path, or `STAIRCASE` + the step's worth; `START` for `PASS`."""
    taken: int
    """The place whose disc is taken, or 0."""
    disc: str
    """The disc won, from the path or from the bonus pile; empty if there is none."""
    tripped: tuple[int, ...]
    """V3: the wires that the pawn crosses."""
    pawns: tuple[int, ...]
    """The places of all pawns afterwards."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game. It is immutable: `play` returns a new one."""

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
    _effects: tuple[tuple[Move, Effect], ...] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.hands)

    @property
    def is_over(self) -> bool:
        """R16: whether the last pawn has climbed the staircase."""
        return self.phase is OVER

    def __reduce__(self) -> tuple[type["Position"], tuple[object, ...]]:
        # Pickles leave out the cached legal moves and their effects.
        return Position, (self.path, self.pawns, self.pile, self.hands, self.seat, self.phase, self.options)


@dataclass(frozen=True, slots=True)
class View:
    """A position as a seat or a spectator sees it: some hands may be hidden. No move can be played from it."""

    path: str
    pawns: tuple[int, ...]
    pile: str
    hands: tuple[Hand | HiddenHand, ...]
    seat: int
    phase: Phase = Phase.REGULAR
    options: Options = STANDARD_OPTIONS


class ScoreLine(NamedTuple):
    """A line of the score sheet: the discs of a colour, and the points of each."""

    colour: Colour
    discs: int
    each: int

    @property
    def points(self) -> int:
        """The points of the line."""
        return self.discs * self.each
