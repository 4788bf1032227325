"""Random numbers in compiled code: a counter, scrambled (SplitMix64), so a seed gives the same game everywhere."""

import numpy as np
from numpy.typing import NDArray

from bigpoints.kernel.jit import inlined

_STRIDE = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


def seeded(seed: int, count: int) -> NDArray[np.uint64]:
    """So many generators out of one seed, 0 or more, that have nothing to do with each other."""
    return np.asarray(np.random.SeedSequence(seed).generate_state(count, np.uint64), np.uint64)


@inlined
def advance(rng_state: np.uint64) -> np.uint64:
    """The state of the generator after one draw."""
    return rng_state + _STRIDE


@inlined
def random_bits(rng_state: np.uint64) -> np.uint64:
    """The 64 random bits of a state."""
    bits = (rng_state ^ (rng_state >> _30)) * _FIRST
    bits = (bits ^ (bits >> _27)) * _SECOND
    return bits ^ (bits >> _31)


@inlined
def draw_below(bits: np.uint64, limit: int) -> int:
    """A number from 0 to `limit` - 1 out of random bits, the upper 32 of them."""
    return int(np.int64((bits >> _32) * np.uint64(limit) >> _32))
