"""Whether the clock may decide that a table is old: a wrong one would delete tables that are in use.

A clock is trusted once it has run evenly for an hour, or for one percent of the time by which it differs from the time
at which it was last trusted, whichever is longer. So a server that was off for a weekend waits for an hour, one that
was off for three months for a day, and one whose clock is forty years ahead for 146 days, in which somebody will see
the warning. Waiting is cheap: it only keeps old tables for longer.
"""

import logging
import time
from collections.abc import Callable, Mapping

from bigpoints.server.ops.logs import log

_HOUR_MS = 3600 * 1000
_DAY_MS = 24 * _HOUR_MS
_WAIT_OF_GAP = 100
_TOLERANCE_MS = 5 * 60 * 1000
"""The most by which an even clock may go wrong between two looks at it."""
_RESTART_MS = _DAY_MS
"""The longest time off after which the clock counts as having run on evenly."""


def steady_ms() -> int:
    """A time in milliseconds that nobody can set; it also passes while the machine sleeps, where the system knows."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return (time.monotonic_ns() if clock is None else time.clock_gettime_ns(clock)) // 1_000_000


class ClockWatch:
    """Watches a clock. It is to be looked at every few minutes, and `marks` are to be kept for the next run."""

    def __init__(
        self, clock: Callable[[], int], steady: Callable[[], int], marks: Mapping[str, int], newest: int | None
    ) -> None:
        """Begin with the marks of the last run; if there are none, with the time of the newest event."""
        self._clock, self._steady = clock, steady
        self._seen, self._steady_seen = clock(), steady()
        self._began = self._steady_seen
        self._trusted = marks.get("trusted", newest)
        runs_on = 0 <= self._seen - marks.get("seen", self._seen) <= _RESTART_MS
        self._even = marks.get("even", 0) if runs_on else 0
        self._is_told = False

    @property
    def marks(self) -> dict[str, int]:
        """When the clock was last trusted and last seen, and for how long it has run evenly, in milliseconds."""
        trusted = {} if self._trusted is None else {"trusted": self._trusted}
        return {"seen": self._seen, "even": self._even, **trusted}

    def look(self) -> int | None:
        """The time of the clock in milliseconds since 1970, if it can be trusted."""
        now, steady = self._clock(), self._steady()
        passed = steady - self._steady_seen
        jump = now - self._seen - passed
        self._seen, self._steady_seen, self._even = now, steady, self._even + passed
        if abs(jump) > _TOLERANCE_MS:
            self._even = 0
            log("clock_jumped", logging.WARNING, seconds=jump // 1000)
        gap = 0 if self._trusted is None else abs(now - self._trusted)
        wait = max(_HOUR_MS, gap // _WAIT_OF_GAP)
        if self._even < wait or steady - self._began < _HOUR_MS:
            self._tell(gap, wait)
            return None
        self._trusted, self._is_told = now, False
        return now

    def _tell(self, gap: int, wait: int) -> None:
        """Warn once if there is more to wait for than the first hour."""
        if wait > _HOUR_MS and not self._is_told:
            self._is_told = True
            hours = round((wait - self._even) / _HOUR_MS, 1)
            log("sweep_postponed", logging.WARNING, days_off=round(gap / _DAY_MS, 1), hours_to_wait=hours)
