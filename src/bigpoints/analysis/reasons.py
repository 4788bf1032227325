"""Reasons for a move: facts that follow from the rules and the position alone.

Each fact is a small value, which `sentences` and the browser put into words in any language.
"""

from dataclasses import dataclass

from bigpoints.position import Colour


@dataclass(frozen=True, slots=True)
class Theirs:
    """A count or score of another seat."""

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
    """Discs of the colour in the mover's hand, the bonus disc included."""
    others: tuple[Theirs, ...] = ()
    """Discs of the colour in other hands; seats without any are left out, and all while hands are hidden (R21)."""


@dataclass(frozen=True, slots=True)
class TakesColour:
    """R17: takes a coloured disc."""

    colour: Colour
    mine: int
    """Discs of the colour in the mover's hand afterwards."""
    least: int
    most: int
    """The greatest final worth of each; `least` is the least."""


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
    """Discs of the colour in that seat's hand; 0 for white and black, and with hidden hands (R21)."""


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
    """Discs of its colour in the mover's hand."""


@dataclass(frozen=True, slots=True)
class Advances:
    """A pawn whose colour the mover holds comes nearer to the staircase."""

    pawn: Colour
    moves: int
    """Moves it still needs: one for each disc of its colour ahead, and one to climb."""
    mine: int
    """Discs of its colour in the mover's hand."""
    is_nearest: bool
    """Whether every other pawn on the path needs more."""


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
