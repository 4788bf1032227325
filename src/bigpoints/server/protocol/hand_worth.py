"""The worth of a hand while the game goes on: of each colour, and of the whole hand, at least and at most."""

from bigpoints.notation import hand_text
from bigpoints.position import DISCS, STAIRCASE, WHITE, Hand, Position
from bigpoints.rules import free_steps, hand_bounds, other_colours

_NO_STEP = 0


class HandWriter:
    """Writes the hand of a seat for packed views, anew only when the hand or its worth has changed."""

    __slots__ = ("_hand", "_json", "_missing", "_more", "_steps")

    def __init__(self) -> None:
        self._hand: Hand | None = None
        self._missing = ""
        self._steps: list[int] = []
        self._more = 0
        self._json = ""

    def json(self, position: Position, seat: int) -> str:
        """The fields `hand`, `worth` and `bounds`, which go on after a comma."""
        hand, before = position.hands[seat - 1], self._hand
        if hand is not before:
            self._hand, self._missing = hand, missing_colours(hand) if hand.white else ""
        steps = [place if place >= STAIRCASE else _NO_STEP for place in position.pawns]
        more = colours_to_be_had(position, self._missing) if self._missing else 0
        if hand is not before or steps != self._steps or more != self._more:
            self._steps, self._more = steps, more
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


def missing_colours(hand: Hand) -> str:
    """The colours that a hand does not have, white apart."""
    return "".join([disc for disc, count in zip(DISCS, hand, strict=False) if not count and disc != WHITE])


def colours_to_be_had(position: Position, missing: str) -> int:
    """How many of some colours are still to be had."""
    path, pile = position.path, position.pile
    return sum([disc in path or disc in pile for disc in missing])
