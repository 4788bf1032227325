"""Logarithm and exponential out of plain arithmetic: a library's differ by a last bit from one machine to the next.

A search follows the larger of two numbers, so one bit could lead it elsewhere, and its signature with it.
"""

import numpy as np

from bigpoints.kernel.bits import leading_zeros
from bigpoints.kernel.jit import inlined

_LN2 = 0.6931471805599453
_LEAST, _MOST = -40.0, 40.0


@inlined
def log_of(number: int) -> float:
    """The natural logarithm of a whole number from 1."""
    bits = 63 - leading_zeros(int(np.int64(number)))
    rest = float(number) / float(1 << bits)  # From 1 to 2.
    ratio = (rest - 1.0) / (rest + 1.0)
    square = ratio * ratio
    total = 1.0 / 3.0 + square * (1.0 / 5.0 + square * (1.0 / 7.0 + square * (1.0 / 9.0 + square / 11.0)))
    return bits * _LN2 + 2.0 * ratio * (1.0 + square * total)


@inlined
def exp_of(number: float) -> float:
    """E to the power of a number, which is taken to lie between -40 and 40."""
    number = min(max(number, _LEAST), _MOST)
    doublings = int(np.floor(number / _LN2 + 0.5))
    rest = number - doublings * _LN2  # From -0.35 to 0.35.
    total = 1.0 + rest / 5.0 * (1.0 + rest / 6.0 * (1.0 + rest / 7.0))
    total = 1.0 + rest * (1.0 + rest / 2.0 * (1.0 + rest / 3.0 * (1.0 + rest / 4.0 * total)))
    return total * float(1 << doublings) if doublings >= 0 else total / float(1 << -doublings)
