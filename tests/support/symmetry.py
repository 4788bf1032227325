"""Positions that are the same game under other names."""

from collections.abc import Sequence
from dataclasses import replace

from bigpoints.position import PAWNS, Hand, Position


def renamed(position: Position, order: Sequence[int]) -> Position:
    """The position whose colour `order[n]` is what colour n was."""
    names = str.maketrans("".join(PAWNS[: len(order)]), "".join(PAWNS[other] for other in order))
    pawns = [0] * len(order)
    for n, other in enumerate(order):
        pawns[other] = position.pawns[n]
    pile = "".join(sorted(position.pile.translate(names), key=PAWNS.index))
    hands = tuple(_renamed_hand(hand, order) for hand in position.hands)
    return replace(position, path=position.path.translate(names), pawns=tuple(pawns), pile=pile, hands=hands)


def _renamed_hand(hand: Hand, order: Sequence[int]) -> Hand:
    counts = list(hand)
    for n, other in enumerate(order):
        counts[other] = hand[n]
    return Hand(*counts)


def rotated(position: Position, by: int) -> Position:
    """The position with every hand and the turn moved on by `by` seats."""
    players = position.players
    hands = tuple(position.hands[(seat - by) % players] for seat in range(players))
    return replace(position, hands=hands, seat=(position.seat - 1 + by) % players + 1)
