"""What a hand is worth on the way: each of its colours now, at least and at most."""

from typing import Any

from bigpoints.position import PAWNS, STAIRCASE, Hand, Position
from bigpoints.rules import free_steps, hand_bounds, other_colours

Json = dict[str, Any]
"""Something that is about to be written as JSON."""


def hand_view(position: Position, seat: int) -> Json:
    """A hand, and what each of its colours is worth now, at least and at most."""
    hand = position.hands[seat - 1]
    least, most = hand_bounds(position, hand)
    return {
        "seat": seat,
        "discs": [*_coloured(position, hand), *_white_and_black(position, hand)],
        "penalties": hand.penalties,
        "least": least,
        "most": most,
    }


def _coloured(position: Position, hand: Hand) -> list[Json]:
    """R17: what coloured discs are worth; while their pawn is on its way, that is not known, unless it is the last."""
    free = free_steps(position)
    discs = []
    for pawn, place, count in zip(PAWNS, position.pawns, hand, strict=False):
        if not count:
            continue
        low, high = (place - STAIRCASE,) * 2 if place >= STAIRCASE else (free[0], free[-1])
        now = low if low == high else None
        discs.append({"colour": pawn.value, "count": count, "now": now, "least": low, "most": high})
    return discs


def _white_and_black(position: Position, hand: Hand) -> list[Json]:
    discs = []
    if hand.white:
        low, now, high = _white_worth(position, hand)
        discs.append({"colour": "W", "count": hand.white, "now": now, "least": low, "most": high})
    if hand.black:
        discs.append({"colour": "K", "count": hand.black, "now": 0, "least": 0, "most": 0})
    return discs


def _white_worth(position: Position, hand: Hand) -> tuple[int, int, int]:
    """R18: the other colours in the hand; black can be handed in, and what is still to be had can come."""
    now = other_colours(hand)
    if position.is_over:
        return now, now, now
    on_the_way = position.path + position.pile
    more = sum(not count and disc in on_the_way for disc, count in zip("BRYGPK", _others(hand), strict=True))
    return now - bool(hand.black), now, now + more


def _others(hand: Hand) -> tuple[int, ...]:
    return (*hand[:5], hand.black)
