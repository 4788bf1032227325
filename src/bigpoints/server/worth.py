"""What a hand is worth on the way: each of its colours now, at least and at most."""

from typing import Any

from bigpoints.position import COLOURS, PAWNS, STAIRCASE, Colour, Hand, Position
from bigpoints.rules import free_steps, hand_bounds, other_colours

Json = dict[str, Any]
"""Something that is about to be written as JSON."""


def hand_view(position: Position, seat: int) -> Json:
    """A hand, and what each of its colours is worth now, at least and at most."""
    hand = position.hands[seat - 1]
    free = free_steps(position)
    least, most = hand_bounds(position, hand)
    return {
        "seat": seat,
        "discs": [_worth(position, hand, number, free) for number, count in enumerate(hand[:7]) if count],
        "penalties": hand.penalties,
        "least": least,
        "most": most,
    }


def _worth(position: Position, hand: Hand, colour: int, free: list[int]) -> Json:
    low, now, high = _colour_worth(position, hand, colour, free)
    return {"colour": COLOURS[colour].value, "count": hand[colour], "now": now, "least": low, "most": high}


def _colour_worth(position: Position, hand: Hand, colour: int, free: list[int]) -> tuple[int, int | None, int]:
    """What one disc of a colour is worth: at least, now (None while its pawn is on its way) and at most."""
    if colour >= len(PAWNS):
        return _white_worth(position, hand) if COLOURS[colour] is Colour.WHITE else (0, 0, 0)
    place = position.pawns[colour]
    if place >= STAIRCASE:
        step = place - STAIRCASE
        return step, step, step
    if len(free) == 1:
        return free[0], free[0], free[0]
    return free[0], None, free[-1]


def _white_worth(position: Position, hand: Hand) -> tuple[int, int, int]:
    """R18: the other colours in the hand; black can be handed in, and what is still to be had can come."""
    now = other_colours(hand)
    if position.is_over:
        return now, now, now
    on_the_way = position.path + position.pile
    more = sum(
        not count and colour in on_the_way
        for colour, count in zip(COLOURS, hand, strict=False)
        if colour is not Colour.WHITE
    )
    return now - bool(hand.black), now, now + more
