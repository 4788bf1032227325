"""How sure a figure is: what it would be on other boards, drawn again from those that were played (the bootstrap)."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
RESAMPLES = 200
_SURE = (2.5, 97.5)
"""Between these percentiles lie 95 %."""
_SAME = 1e-6


class Estimate(NamedTuple):
    """A figure, and between what it lies with 95 %; not known where all boards say the same, or there is only one."""

    value: float
    low: float | None
    high: float | None


def redrawn(boards: int, resamples: int = RESAMPLES, seed: int = 1) -> Floats:
    """How often each board comes when as many are drawn again from them: a row for each time."""
    return np.random.default_rng(seed).multinomial(boards, [1 / boards] * boards, resamples).astype(np.float64)


def estimates(boards: int, figures: Callable[[Floats], Floats]) -> list[Estimate]:
    """Some figures that follow from how often each board counts, each with its 95 %."""
    values = figures(np.ones(boards)).tolist()
    again = np.array([figures(counts) for counts in redrawn(boards)])
    lows, highs = np.nanpercentile(again, _SURE, axis=0).tolist()
    return [_estimate(*figure) for figure in zip(values, lows, highs, strict=True)]


def _estimate(value: float, low: float, high: float) -> Estimate:
    if high - low < _SAME * max(abs(value), 1):
        return Estimate(value, None, None)
    return Estimate(value, low, high)
