"""Logarithm and exponential in plain arithmetic, with the same result on every machine.

Those of a maths library may differ in the last bit between machines. A search follows the larger of two numbers, so one
bit can send it to another move and change its signature.
"""

import numpy as np

from bigpoints.kernel.bits import leading_zeros
from bigpoints.kernel.jit import inlined

_LN2 = 0.6931471805599453
_LEAST, _MOST = -40.0, 40.0


@inlined
def log_of(number: int) -> float:
    """The natural logarithm of an integer from 1, to 6 decimals: 2 · artanh((m - 1) / (m + 1)) of its mantissa m."""
    bits = 63 - leading_zeros(int(np.int64(number)))
    rest = float(number) / float(1 << bits)  # The mantissa, from 1 to 2.
    ratio = (rest - 1.0) / (rest + 1.0)
    square = ratio * ratio
    total = 1.0 / 3.0 + square * (1.0 / 5.0 + square * (1.0 / 7.0 + square * (1.0 / 9.0 + square / 11.0)))
    return bits * _LN2 + 2.0 * ratio * (1.0 + square * total)


@inlined
def exp_of(number: float) -> float:
    """E to the power of a number, which is clamped to -40 … 40: a Taylor polynomial times a power of two."""
    number = min(max(number, _LEAST), _MOST)
    doublings = int(np.floor(number / _LN2 + 0.5))
    rest = number - doublings * _LN2  # From -0.35 to 0.35.
    total = 1.0 + rest / 5.0 * (1.0 + rest / 6.0 * (1.0 + rest / 7.0))
    total = 1.0 + rest * (1.0 + rest / 2.0 * (1.0 + rest / 3.0 * (1.0 + rest / 4.0 * total)))
    return total * float(1 << doublings) if doublings >= 0 else total / float(1 << -doublings)
