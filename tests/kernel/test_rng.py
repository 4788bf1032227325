"""SplitMix64: the published sequence, even draws, and independent generators from one seed."""

from collections import Counter

import numpy as np
import pytest

from bigpoints.kernel.rng import advance, draw_below, random_bits, seeded

PUBLISHED = [
    *(6457827717110365317, 3203168211198807973, 9817491932198370423),
    *(4593380528125082431, 16408922859458223821),
]
"""The first numbers of SplitMix64 with the seed 1234567."""


def bits_of(seed: int, count: int) -> list[int]:
    state, found = np.uint64(seed), []
    for _ in range(count):
        state = np.uint64(advance(state))
        found.append(int(random_bits(state)))
    return found


def test_the_sequence_is_the_published_one() -> None:
    assert bits_of(1234567, 5) == PUBLISHED


@pytest.mark.parametrize("limit", [1, 2, 3, 21, 55])
def test_every_number_below_a_limit_is_as_likely_as_any_other(limit: int) -> None:
    draws = 2000 * limit
    counts = Counter(draw_below(np.uint64(bits), limit) for bits in bits_of(limit, draws))
    assert set(counts) == set(range(limit))
    assert all(abs(count - 2000) < 5 * 2000**0.5 for count in counts.values())


@pytest.mark.parametrize(("bits", "drawn"), [(0, 0), (2**64 - 1, 20), (1 << 63, 10)])
def test_the_ends_of_the_bits_are_the_ends_of_the_numbers(bits: int, drawn: int) -> None:
    assert draw_below(np.uint64(bits), 21) == drawn


def test_a_seed_gives_the_same_generators_and_no_two_alike() -> None:
    one, again, other = seeded(1, 1000), seeded(1, 1000), seeded(2, 1000)
    assert np.array_equal(one, again)
    assert len({*one.tolist(), *other.tolist()}) == 2000
