"""Positions packed into the words of `layout`, and unpacked."""

import numpy as np
from numpy.typing import NDArray

from bigpoints.kernel import layout as at
from bigpoints.position import COLOURS, GONE, PAWNS, STAIRCASE, START, Hand, Options, Phase, Position

Packed = NDArray[np.int64]
"""A packed position: the words of `layout`, one row."""


_DISCS = {(*f"{number:03b}", lies): COLOURS[number] if lies == "1" else GONE for number in range(7) for lies in "01"}


def pack(position: Position) -> Packed:
    """Pack a position."""
    words = np.zeros(at.WORDS, np.int64)
    standing = sum(1 << place for place in position.pawns if START < place < STAIRCASE)
    discs = [(place, COLOURS.index(disc)) for place, disc in enumerate(position.path, start=1) if disc != GONE]
    words[at.FREE] = sum(1 << place for place, _ in discs) & ~standing
    words[at.TURN] = _pack_turn(position)
    words[at.WIRES] = sum(1 << wire for wire in position.options.wires)
    for seat, hand in enumerate(position.hands):
        words[at.HANDS + seat] = _pack_hand(hand)
    for bit in range(3):
        words[at.PLANES + bit] = sum(1 << place for place, colour in discs if colour >> bit & 1)
    words[at.SETUP] = _pack_setup(position)
    return words


def unpack(words: Packed) -> Position:
    """Unpack a position."""
    word: list[int] = words.tolist()
    setup, turn, wires = word[at.SETUP], word[at.TURN], word[at.WIRES]
    places, colours = setup & at.PLACES_MASK, setup >> at.COLOURS & at.COLOURS_MASK
    pawns = [turn >> pawn * at.PAWN_BITS & at.PAWN_MASK for pawn in range(colours)]
    on_path = word[at.FREE] | sum(1 << place for place in pawns if START < place < at.STEPS)
    players = setup >> at.PLAYERS & at.PLAYERS_MASK
    over = not turn >> at.WAITING & at.WAITING_MASK
    return Position(
        path=_unpack_path(on_path, word[at.PLANES : at.SETUP], places),
        pawns=tuple(place + STAIRCASE - at.STEPS if place >= at.STEPS else place for place in pawns),
        pile="".join(pawn for n, pawn in enumerate(PAWNS) if turn >> at.PILE + n & 1),
        hands=tuple(map(_unpack_hand, word[at.HANDS : at.HANDS + players])),
        seat=(turn >> at.SEAT & at.SEAT_MASK) + 1,
        phase=Phase.OVER if over else Phase.EXTRA if turn >> at.EXTRA & 1 else Phase.REGULAR,
        options=Options(
            bool(setup >> at.OPTIONAL_BONUS & 1),
            bool(setup >> at.INVERTED & 1),
            tuple(wire for wire in range(1, places) if wires >> wire & 1),
        ),
    )


def _pack_turn(position: Position) -> int:
    turn = (position.seat - 1) << at.SEAT | (position.phase is Phase.EXTRA) << at.EXTRA
    for n, pawn in enumerate(PAWNS):
        place = position.pawns[n] if n < len(position.pawns) else STAIRCASE + at.ABSENT - at.STEPS
        turn |= (place if place < STAIRCASE else place - STAIRCASE + at.STEPS) << n * at.PAWN_BITS
        turn |= (place < STAIRCASE) << at.WAITING + n | (pawn in position.pile) << at.PILE + n
    return turn


def _pack_hand(hand: Hand) -> int:
    counts = sum(count << at.DISC_BITS * colour for colour, count in enumerate(hand[:7]))
    return counts | hand.penalties << at.PENALTIES


def _unpack_hand(word: int) -> Hand:
    counts = [word >> at.DISC_BITS * colour & at.DISC_MASK for colour in range(7)]
    return Hand._make([*counts, word >> at.PENALTIES])


def _pack_setup(position: Position) -> int:
    options = position.options
    return (
        len(position.path)
        | len(position.pawns) << at.COLOURS
        | position.players << at.PLAYERS
        | options.optional_bonus << at.OPTIONAL_BONUS
        | options.inverted << at.INVERTED
    )


def _unpack_path(on_path: int, planes: list[int], places: int) -> str:
    """Read the planes across: the bits of a place are the number of its colour."""
    columns = [f"{word:0{places + 1}b}"[-2::-1] for word in (*planes[::-1], on_path)]
    return "".join(map(_DISCS.__getitem__, zip(*columns, strict=True)))
