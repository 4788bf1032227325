"""The worth of a hand while the game goes on: of each colour, and of the whole hand, at least and at most."""

from bigpoints.notation import hand_text
from bigpoints.position import STAIRCASE, Hand, Position
from bigpoints.rules import free_steps, hand_bounds, other_colours

_NO_STEP = 0


class HandWriter:
    """Writes the hand of a seat for packed views, anew only when the hand or its worth has changed."""

    __slots__ = ("_hand", "_json", "_more", "_steps")

    def __init__(self) -> None:
        self._hand: Hand | None = None
        self._steps: list[int] = []
        self._more = 0
        self._json = ""

    def json(self, position: Position, seat: int) -> str:
        """The fields `hand`, `worth` and `bounds`, which go on after a comma."""
        hand = position.hands[seat - 1]
        steps = [place if place >= STAIRCASE else _NO_STEP for place in position.pawns]
        more = new_colours(position, hand) if hand.white else 0
        if hand is not self._hand or steps != self._steps or more != self._more:
            self._hand, self._steps, self._more = hand, steps, more
            self._json = _hand_json(position, hand, more)
        return self._json


def _hand_json(position: Position, hand: Hand, more: int) -> str:
    worth = [f"[{','.join(map(str, each))}]" for each in worth_of(position, hand, more)]
    least, most = hand_bounds(position, hand)
    return f',"hand":"{hand_text(hand)}","worth":[{",".join(worth)}],"bounds":[{least},{most}]'


def worth_of(position: Position, hand: Hand, more: int) -> list[tuple[int, ...]]:
    """What each colour in a hand is worth: at least, at most, and now if that is known and they differ."""
    free = free_steps(position)
    worth: list[tuple[int, ...]] = []
    for place, count in zip(position.pawns, hand, strict=False):
        if count:  # R17: while its pawn is on its way, the worth is not known, unless that is the last one.
            worth.append((place - STAIRCASE,) * 2 if place >= STAIRCASE else (free[0], free[-1]))
    if hand.white:
        worth.append(_white_worth(position, hand, more))
    if hand.black:
        worth.append((0, 0))
    return worth


def _white_worth(position: Position, hand: Hand, more: int) -> tuple[int, ...]:
    """R18: the other colours in the hand; black can be handed in, and `more` can come."""
    now = other_colours(hand)
    if position.is_over:
        return now, now
    least, most = now - bool(hand.black), now + more
    return (least, most) if least == most else (least, most, now)


def new_colours(position: Position, hand: Hand) -> int:
    """How many colours a hand does not have that are still to be had."""
    on_the_way = position.path + position.pile
    return sum(not count and disc in on_the_way for disc, count in zip("BRYGPK", (*hand[:5], hand.black), strict=True))
