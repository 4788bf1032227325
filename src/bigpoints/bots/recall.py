"""Imperfect memory of the other hands: the weakness that level3 and level4 share."""

from random import Random

from bigpoints.position import COLOURS, Hand, Position
from bigpoints.rules import material_in


def recall_hands(position: Position, mistakes: float, rng: Random) -> tuple[Hand, ...]:
    """All hands as the seat to move remembers them: its own exactly, the others in size, each disc with mistakes."""
    discs = material_in(position).path
    return tuple(
        hand if seat == position.seat else _misremember(hand, mistakes, discs, rng)
        for seat, hand in enumerate(position.hands, start=1)
    )


def _misremember(hand: Hand, mistakes: float, discs: str, rng: Random) -> Hand:
    """A hand with some of its discs replaced by random ones of the game."""
    seen = Hand(penalties=hand.penalties)
    for disc, count in zip(COLOURS, hand, strict=False):
        for _ in range(count):
            seen = seen.plus(rng.choice(discs) if rng.random() < mistakes else disc)
    return seen
