"""Bootstrap intervals: the spread of a figure over boards resampled from those that were played."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
RESAMPLES = 200
_PERCENTILES = (2.5, 97.5)
"""The bounds of a 95 % interval."""
_SAME = 1e-6


class Estimate(NamedTuple):
    """A figure with its 95 % interval; no interval where all boards agree or there is only one."""

    value: float
    low: float | None
    high: float | None


def resample_counts(boards: int, resamples: int = RESAMPLES, seed: int = 1) -> Doubles:
    """Counts of each board when `boards` are drawn with replacement: one row per resample."""
    return np.random.default_rng(seed).multinomial(boards, [1 / boards] * boards, resamples).astype(np.float64)


def bootstrap_estimates(boards: int, figures: Callable[[Doubles], Doubles]) -> list[Estimate]:
    """Estimates of `figures`, a function of how often each board counts."""
    values = figures(np.ones(boards)).tolist()
    again = np.array([figures(counts) for counts in resample_counts(boards)])
    lows, highs = np.nanpercentile(again, _PERCENTILES, axis=0).tolist()
    return [_estimate(*figure) for figure in zip(values, lows, highs, strict=True)]


def _estimate(value: float, low: float, high: float) -> Estimate:
    if high - low < _SAME * max(abs(value), 1):
        return Estimate(value, None, None)
    return Estimate(value, low, high)
