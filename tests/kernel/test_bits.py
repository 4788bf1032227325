"""Bit operations: one instruction each, the same as counting by hand."""

from hypothesis import example, given
from hypothesis import strategies as st

from bigpoints.kernel.bits import leading_zeros, popcount, trailing_zeros
from bigpoints.kernel.jit import inlined

words = st.integers(0, (1 << 63) - 1)


@inlined
def counted(word: int) -> tuple[int, int, int]:
    """The three operations, which compiled code alone can call."""
    return popcount(word), trailing_zeros(word), leading_zeros(word)


@example(0)
@example(1)
@example(1 << 62)
@given(words)
def test_bits_are_counted_as_python_counts_them(word: int) -> None:
    lowest = (word & -word).bit_length() - 1 if word else 64
    assert counted(word) == (word.bit_count(), lowest, 64 - word.bit_length())


@given(st.integers(0, 62))
def test_a_single_bit_is_found_where_it_was_set(bit: int) -> None:
    assert counted(1 << bit) == (1, bit, 63 - bit)
