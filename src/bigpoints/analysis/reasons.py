"""Why a move: facts about it that follow from the rules and the position alone.

Each fact is a small value, so that any language can say it; `sentences` says it in English.
"""

from dataclasses import dataclass

from bigpoints.position import Colour


@dataclass(frozen=True, slots=True)
class Theirs:
    """A number that another seat has."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class OnlyMove:
    """There is no other move."""


@dataclass(frozen=True, slots=True)
class Ends:
    """R16: the game ends with these totals."""

    mine: int
    others: tuple[Theirs, ...] = ()
    """Left out while hands are hidden (R21)."""


@dataclass(frozen=True, slots=True)
class Climbs:
    """R17: a pawn climbs, which settles what the discs of its colour are worth."""

    pawn: Colour
    step: int
    mine: int
    """How many of them the seat has now, with the bonus disc."""
    others: tuple[Theirs, ...] = ()
    """How many the others have; left out while hands are hidden (R21), and so is who has none."""


@dataclass(frozen=True, slots=True)
class TakesColour:
    """R17: takes a coloured disc."""

    colour: Colour
    mine: int
    """How many of them the seat has now."""
    least: int
    most: int
    """What each of them can be worth in the end."""


@dataclass(frozen=True, slots=True)
class TakesWhite:
    """R18: takes a white disc, worth a point for each other colour in the hand."""

    colours: int


@dataclass(frozen=True, slots=True)
class TakesBlack:
    """R10: takes a black disc, which buys an extra move from the next turn on."""


@dataclass(frozen=True, slots=True)
class TakesNothing:
    """R7: there is no disc to take."""


@dataclass(frozen=True, slots=True)
class Trips:
    """V3: wires are tripped, a point off for each."""

    wires: int


@dataclass(frozen=True, slots=True)
class NewColour:
    """R18: the disc is of a colour that the hand had not, so each white disc gains a point."""

    colour: Colour
    whites: int


@dataclass(frozen=True, slots=True)
class LosesColour:
    """R14, R18: with its last black disc the hand has a colour less, so each white disc loses a point."""

    whites: int


@dataclass(frozen=True, slots=True)
class Denies:
    """After any move that leaves this disc, the next seat could take it."""

    disc: Colour
    seat: int
    holds: int = 0
    """How many of a coloured disc that seat has; this is said with open hands only (R21)."""


@dataclass(frozen=True, slots=True)
class Caps:
    """The discs in another seat's hand can be worth less than before; said with open hands only (R21)."""

    seat: int
    most: int
    less: int


@dataclass(frozen=True, slots=True)
class Readies:
    """Another pawn, or this one, would climb if it were moved next."""

    pawn: Colour
    step: int
    mine: int
    """How many discs of its colour the seat has."""


@dataclass(frozen=True, slots=True)
class Advances:
    """A pawn whose colour the seat has comes nearer to the staircase."""

    pawn: Colour
    moves: int
    """How many more it needs, as the path is now: one for each disc of its colour ahead, and one to climb."""
    mine: int
    """How many discs of its colour the seat has."""
    is_nearest: bool
    """Whether every other pawn on its way needs more."""


@dataclass(frozen=True, slots=True)
class TakesLast:
    """No disc of this colour is left on the path."""

    disc: Colour


@dataclass(frozen=True, slots=True)
class SpendsBlack:
    """R14: a black disc is handed in."""

    left: int


@dataclass(frozen=True, slots=True)
class KeepsBlack:
    """R10: no black disc is handed in."""

    blacks: int


Reason = (
    OnlyMove
    | Ends
    | Climbs
    | TakesColour
    | TakesWhite
    | TakesBlack
    | TakesNothing
    | Trips
    | NewColour
    | LosesColour
    | Denies
    | Caps
    | Readies
    | Advances
    | TakesLast
    | SpendsBlack
    | KeepsBlack
)
