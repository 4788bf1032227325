"""What colours, hands and leads seem worth while the pawns are still on the way."""

from collections.abc import Callable, Sequence
from math import exp

from bigpoints.position import PAWNS, STAIRCASE, Hand, Position
from bigpoints.rules import next_step, other_colours

EVENNESS = 2.0
"""A pawn with so many moves less to go climbs first in 73 of 100 cases: the higher, the more open is the race."""

# Fitted on games of level3 with itself: the lead in points that makes a win e to 1, more of it on a longer road.
_DOUBT = 4.0
_DOUBT_A_MOVE = 0.15

Race = Callable[[Position, int, int], float]
"""How likely it is that the first of two pawns, by number, climbs before the second."""


def by_place(position: Position, one: int, other: int) -> float:
    """Whoever is further along the path climbs first."""
    ahead = position.pawns[one] - position.pawns[other]
    return (ahead > 0) + (ahead == 0) / 2


def by_moves_left(position: Position, one: int, other: int) -> float:
    """Whoever has fewer discs of its colour to visit will probably climb first."""
    fewer = moves_left(position, other) - moves_left(position, one)
    return 1 / (1 + exp(-fewer / EVENNESS))


def moves_left(position: Position, number: int) -> int:
    """R4, R8: how many moves a pawn needs to climb, as the path is now; none on the staircase."""
    place = position.pawns[number]
    return 0 if place >= STAIRCASE else position.path.count(PAWNS[number], place) + 1


def worths(position: Position, race: Race) -> list[float]:
    """What a disc of each colour will be worth if the open race to the staircase goes as `race` has it."""
    climbing = [number for number, place in enumerate(position.pawns) if place < STAIRCASE]
    down = 1 if position.options.inverted else -1  # R8, V2: each pawn before a colour costs it a step, or gains it one.
    expected = [float(place - STAIRCASE) for place in position.pawns]
    for number in climbing:
        before = sum(race(position, other, number) for other in climbing if other != number)
        expected[number] = next_step(position) + down * before
    return expected


def points(hand: Hand, worths: Sequence[float]) -> float:
    """What a hand counts if the colours are worth so much (R17, R18, V3)."""
    coloured = sum(count * worth for count, worth in zip(hand, worths, strict=False))
    return coloured + hand.white * other_colours(hand) - hand.penalties


def shares(totals: Sequence[float], road: int) -> tuple[float, ...]:
    """Each seat's share of the win by what it seems to score, with so many moves to go for all pawns together."""
    doubt = _DOUBT + _DOUBT_A_MOVE * road
    chances = [exp((total - max(totals)) / doubt) for total in totals]
    return tuple(chance / sum(chances) for chance in chances)
