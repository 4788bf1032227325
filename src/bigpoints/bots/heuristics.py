"""Estimates of the worth of colours, hands and leads while pawns are still on the path."""

from collections.abc import Callable, Sequence
from math import exp

from bigpoints.position import PAWNS, STAIRCASE, Hand, Position
from bigpoints.rules import next_step, other_colours

EVENNESS = 2.0
"""A pawn that needs this many moves fewer than another climbs first with 73 %; higher values make a more open race."""

# Fitted to games of level3 against itself: a lead of _DOUBT + _DOUBT_A_MOVE × moves left points makes the odds e to 1.
_DOUBT = 4.0
_DOUBT_A_MOVE = 0.15

Race = Callable[[Position, int, int], float]
"""Probability that the first of two pawns, given by number, climbs before the second."""


def by_place(position: Position, one: int, other: int) -> float:
    """Race by place: the pawn further along the path climbs first."""
    ahead = position.pawns[one] - position.pawns[other]
    return (ahead > 0) + (ahead == 0) / 2


def by_moves_left(position: Position, one: int, other: int) -> float:
    """Race by moves: the fewer moves a pawn needs, the likelier it climbs first."""
    fewer = moves_left(position, other) - moves_left(position, one)
    return 1 / (1 + exp(-fewer / EVENNESS))


def moves_left(position: Position, number: int) -> int:
    """R4, R8: the moves that a pawn needs to climb, as the path is now; 0 on the staircase."""
    place = position.pawns[number]
    return 0 if place >= STAIRCASE else position.path.count(PAWNS[number], place) + 1


def expected_worths(position: Position, race: Race) -> list[float]:
    """The expected worth of a disc of each colour, by the probabilities of `race`."""
    climbing = [number for number, place in enumerate(position.pawns) if place < STAIRCASE]
    down = 1 if position.options.inverted else -1  # R8, V2: each pawn before a colour costs it a step, or gains it one.
    expected = [float(place - STAIRCASE) for place in position.pawns]
    for number in climbing:
        before = sum(race(position, other, number) for other in climbing if other != number)
        expected[number] = next_step(position) + down * before
    return expected


def expected_points(hand: Hand, worths: Sequence[float]) -> float:
    """The points of a hand if the colours are worth `worths` (R17, R18, V3)."""
    coloured = sum(count * worth for count, worth in zip(hand, worths, strict=False))
    return coloured + hand.white * other_colours(hand) - hand.penalties


def win_shares(totals: Sequence[float], road: int) -> tuple[float, ...]:
    """Win share of each seat from expected totals; `road` is the number of moves left for all pawns together."""
    doubt = _DOUBT + _DOUBT_A_MOVE * road
    chances = [exp((total - max(totals)) / doubt) for total in totals]
    return tuple(chance / sum(chances) for chance in chances)
