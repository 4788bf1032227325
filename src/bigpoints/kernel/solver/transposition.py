"""The solver's transposition table: bounds on the variable part of the margin, in buckets of two slots.

A slot is two words, the check word of its key and its content:

    bits 0 … 15   lower bound + INFINITY       bits 32 … 39  best action found
    bits 16 … 31  upper bound + INFINITY       bits 40 …     free discs on the path, the replacement priority
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bigpoints.kernel.jit import inlined

Words = NDArray[np.int64]

INFINITY = 10_000
"""A bound beyond every margin; both bounds fit into 16 bits with it added."""
NO_ACTION = 31
_BOUND_MASK = 0xFFFF
_HIGH, _ACTION, _DISCS_LEFT = 16, 32, 40
_MULTIPLIERS = (0x2127599BF4325C37, 0x165667B19E3779F9, 0x27D4EB2F165667C5, 0x1CE4E5B9BF58476D, 0x369DEA0F31A53F85)


class TableKey(NamedTuple):
    """Slot number and check word of a position: over 80 independent bits, so collisions are practically excluded."""

    slot: int
    check: int


class TableEntry(NamedTuple):
    """Bounds on the variable part of the margin, and the best action found."""

    low: int
    high: int
    action: int


def new_table(entries: int) -> Words:
    """An empty table; its size is the largest power of two up to `entries`."""
    bits = max(entries, 2).bit_length() - 1
    return np.zeros((1 << bits, 2), np.int64)


@inlined
def _mix(word: int, odd: int) -> int:
    word *= odd
    return word ^ word >> 29


@inlined
def hash_key(salt: int, free: int, wires: int, board: int, hands: int) -> TableKey:
    """Hash the words that decide the variable part of the margin."""
    # Two multiply-xorshift chains over the same words. One joins them by xor and the other by addition, with other
    # multipliers, so that the slot and the check word are independent.
    one = _mix(_mix(free ^ salt, _MULTIPLIERS[0]) ^ board, _MULTIPLIERS[1])
    one = _mix(_mix(one ^ hands, _MULTIPLIERS[2]) ^ wires, _MULTIPLIERS[3])
    two = _mix(_mix(free + salt, _MULTIPLIERS[3]) + board, _MULTIPLIERS[4])
    two = _mix(_mix(two + hands, _MULTIPLIERS[0]) + wires, _MULTIPLIERS[2])
    return TableKey(one ^ one >> 32, two | 1)  # Odd, so an empty slot, whose check word is 0, never matches.


@inlined
def _find_slot(table: Words, key: TableKey) -> int:
    """The slot that holds a key, or -1. The two slots of a bucket differ in the lowest bit of their number."""
    slot = key.slot & (len(table) - 1)
    if table[slot, 0] == key.check:
        return slot
    return slot ^ 1 if table[slot ^ 1, 0] == key.check else -1


@inlined
def probe(table: Words, key: TableKey) -> TableEntry:
    """The entry of a key; without one, bounds that exclude nothing."""
    slot = _find_slot(table, key)
    if slot < 0:
        return TableEntry(-INFINITY, INFINITY, NO_ACTION)
    content = table[slot, 1]
    low, high = (content & _BOUND_MASK) - INFINITY, (content >> _HIGH & _BOUND_MASK) - INFINITY
    return TableEntry(low, high, content >> _ACTION & NO_ACTION)


@inlined
def store(table: Words, key: TableKey, entry: TableEntry, discs_left: int) -> None:
    """Write an entry: over the one of the same key, otherwise into the first slot of its bucket or the second.

    The first slot keeps the position with more discs on the path, whose subtree took longer to search; the second is
    always replaced.
    """
    slot = _find_slot(table, key)
    if slot < 0:
        slot = key.slot & (len(table) - 1)
        if discs_left < table[slot, 1] >> _DISCS_LEFT:
            slot ^= 1
    bounds = entry.low + INFINITY | entry.high + INFINITY << _HIGH
    table[slot, 0] = key.check
    table[slot, 1] = bounds | entry.action << _ACTION | discs_left << _DISCS_LEFT
