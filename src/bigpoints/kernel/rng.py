"""Random numbers for compiled code: SplitMix64, whose 64-bit state equal seeds advance equally on every machine."""

import numpy as np
from numpy.typing import NDArray

from bigpoints.kernel.jit import inlined

_STRIDE = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


def seeded(seed: int, count: int) -> NDArray[np.uint64]:
    """The states of `count` independent generators from one seed, 0 or more."""
    return np.asarray(np.random.SeedSequence(seed).generate_state(count, np.uint64), np.uint64)


@inlined
def advance(rng_state: np.uint64) -> np.uint64:
    """The state after one draw."""
    return rng_state + _STRIDE


@inlined
def random_bits(rng_state: np.uint64) -> np.uint64:
    """The 64 random bits of a state."""
    bits = (rng_state ^ (rng_state >> _30)) * _FIRST
    bits = (bits ^ (bits >> _27)) * _SECOND
    return bits ^ (bits >> _31)


@inlined
def draw_below(bits: np.uint64, limit: int) -> int:
    """An integer from 0 to `limit` - 1, from the upper 32 random bits.

    Multiplying and shifting needs no division; the bias is below limit / 2**32.
    """
    return int(np.int64((bits >> _32) * np.uint64(limit) >> _32))
