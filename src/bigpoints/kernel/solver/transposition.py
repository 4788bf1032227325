"""What the solver remembers: a table of bounds on the rest of the margin, two entries to choose from for each position.

An entry is two words: what to find it by, and its content:

    bits 0 … 15   the lower bound + FAR        bits 32 … 39  the action found best
    bits 16 … 31  the upper bound + FAR        bits 40 …     how many free discs there were on the path
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bigpoints.kernel.jit import inlined

Words = NDArray[np.int64]

FAR = 10_000
"""More than any margin."""
NO_ACTION = 31
_BOUND_MASK = 0xFFFF
_HIGH, _ACTION, _WEIGHT = 16, 32, 40
_ODD = (0x2127599BF4325C37, 0x165667B19E3779F9, 0x27D4EB2F165667C5, 0x1CE4E5B9BF58476D, 0x369DEA0F31A53F85)


class Key(NamedTuple):
    """Where to look for a position and what to find there: over 80 bits, so two are practically never mistaken."""

    where: int
    what: int


class Known(NamedTuple):
    """What an entry says: bounds on the rest of the margin, and the best action."""

    low: int
    high: int
    action: int


def new_table(entries: int) -> Words:
    """An empty table of the power of two of entries that is not over the number given."""
    bits = max(entries, 2).bit_length() - 1
    return np.zeros((1 << bits, 2), np.int64)


@inlined
def _mixed(word: int, odd: int) -> int:
    word *= odd
    return word ^ word >> 29


@inlined
def key_of(salt: int, free: int, wires: int, board: int, hands: int) -> Key:
    """The key of what decides the rest of the margin."""
    one = _mixed(_mixed(free ^ salt, _ODD[0]) ^ board, _ODD[1])
    one = _mixed(_mixed(one ^ hands, _ODD[2]) ^ wires, _ODD[3])
    two = _mixed(_mixed(free + salt, _ODD[3]) + board, _ODD[4])
    two = _mixed(_mixed(two + hands, _ODD[0]) + wires, _ODD[2])
    return Key(one ^ one >> 32, two | 1)  # An empty entry, 0, is never found.


@inlined
def _entry_of(table: Words, key: Key) -> int:
    """The entry of a position, -1 if there is none."""
    entry = key.where & (len(table) - 1)
    if table[entry, 0] == key.what:
        return entry
    return entry ^ 1 if table[entry ^ 1, 0] == key.what else -1


@inlined
def recalled(table: Words, key: Key) -> Known:
    """What is known of a position."""
    entry = _entry_of(table, key)
    if entry < 0:
        return Known(-FAR, FAR, NO_ACTION)
    content = table[entry, 1]
    low, high = (content & _BOUND_MASK) - FAR, (content >> _HIGH & _BOUND_MASK) - FAR
    return Known(low, high, content >> _ACTION & NO_ACTION)


@inlined
def remember(table: Words, key: Key, known: Known, weight: int) -> None:
    """Write what is known; a position with fewer discs on the path leaves the better place to one with more."""
    entry = _entry_of(table, key)
    if entry < 0:
        entry = key.where & (len(table) - 1)
        if weight < table[entry, 1] >> _WEIGHT:
            entry ^= 1
    table[entry, 0] = key.what
    table[entry, 1] = known.low + FAR | known.high + FAR << _HIGH | known.action << _ACTION | weight << _WEIGHT
