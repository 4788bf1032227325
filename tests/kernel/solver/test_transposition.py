"""The transposition table: what is stored is found again, and what took longest to search stays longest."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bigpoints.kernel.solver.transposition import INFINITY, NO_ACTION, TableEntry, TableKey, hash_key, new_table
from bigpoints.kernel.solver.transposition import probe as probe_slot
from bigpoints.kernel.solver.transposition import store as store_slot

words = st.integers(0, (1 << 62) - 1)
bounds = st.integers(-INFINITY, INFINITY)
NOTHING = (-INFINITY, INFINITY, NO_ACTION)
FIRST = TableEntry(-3, 5, 7)


def probe(table: np.typing.NDArray[np.int64], key: TableKey) -> tuple[int, ...]:
    return tuple(probe_slot(table, key))


@example(-INFINITY, INFINITY, 0, 0)
@given(bounds, bounds, st.integers(0, 20), st.integers(0, 55))
def test_an_entry_is_found_as_it_was_stored(low: int, high: int, action: int, discs: int) -> None:
    table, key = new_table(8), TableKey(5, 77)
    store_slot(table, key, TableEntry(low, high, action), discs)
    assert probe(table, key) == (low, high, action)


def test_what_was_never_stored_excludes_nothing() -> None:
    table = new_table(8)
    assert probe(table, TableKey(2, 9)) == NOTHING
    store_slot(table, TableKey(2, 9), FIRST, 3)
    assert probe(table, TableKey(2, 11)) == NOTHING
    assert probe(table, TableKey(4, 9)) == NOTHING


def test_an_entry_replaces_the_one_of_the_same_key_however_few_its_discs() -> None:
    table, key = new_table(8), TableKey(2, 9)
    store_slot(table, key, FIRST, 30)
    store_slot(table, key, TableEntry(1, 1, 4), 2)
    assert probe(table, key) == (1, 1, 4)
    assert np.count_nonzero(table[:, 0]) == 1


def test_two_keys_of_one_slot_are_both_kept_and_the_one_with_more_discs_stays() -> None:
    table = new_table(8)
    large, small, smaller = (TableKey(2 + 8 * n, 9 + 2 * n) for n in range(3))
    store_slot(table, large, FIRST, 30)
    store_slot(table, small, TableEntry(1, 1, 1), 20)
    assert (probe(table, large), probe(table, small)) == (tuple(FIRST), (1, 1, 1))
    store_slot(table, smaller, TableEntry(2, 2, 2), 10)
    assert (probe(table, large), probe(table, small)) == (tuple(FIRST), NOTHING)
    assert probe(table, smaller) == (2, 2, 2)


def test_an_entry_with_as_many_discs_takes_the_first_slot() -> None:
    table, old, new = new_table(8), TableKey(2, 9), TableKey(10, 11)
    store_slot(table, old, FIRST, 30)
    store_slot(table, new, TableEntry(1, 1, 1), 30)
    assert (probe(table, old), probe(table, new)) == (NOTHING, (1, 1, 1))


@pytest.mark.parametrize(("entries", "rows"), [(0, 2), (2, 2), (3, 2), (1 << 10, 1 << 10), ((1 << 11) - 1, 1 << 10)])
def test_a_table_has_the_largest_power_of_two_of_entries_that_fits(entries: int, rows: int) -> None:
    assert new_table(entries).shape == (rows, 2)


@given(st.lists(st.tuples(words, words, words, words, words), min_size=2, max_size=50, unique=True))
def test_other_words_have_another_key(several: list[tuple[int, ...]]) -> None:
    keys = {tuple(hash_key(*one)) for one in several}
    assert len(keys) == len(several)
    assert len({check for _, check in keys}) == len(several)


@given(words, words, words, words, words, st.integers(0, 61), st.integers(0, 4))
def test_one_bit_in_any_word_changes_slot_and_check(a: int, b: int, c: int, d: int, e: int, bit: int, n: int) -> None:
    words_of = [a, b, c, d, e]
    before = hash_key(*words_of)
    words_of[n] ^= 1 << bit
    after = hash_key(*words_of)
    assert before.slot != after.slot
    assert before.check != after.check


@given(words, words)
def test_no_key_is_taken_for_an_empty_slot(one: int, other: int) -> None:
    assert hash_key(one, other, 0, 0, 0).check != 0
