"""Limits for each key, such as an address: actions per second, and open connections."""

import math
import time
from collections.abc import Callable

from bigpoints.server.table.refusals import Refused

_MAX_KEYS = 50_000


class Limiter:
    """A token bucket for each key: `burst` at once, `rate` per second in the long run. A rate of 0 is no limit.

    Of a bucket only the time is stored at which it will be full again. Full buckets need not be stored: those unused
    for as long as it takes to fill an empty one are dropped, unless they owe more, and so are the oldest of very many.
    """

    def __init__(
        self, rate: float, burst: float, now: Callable[[], float] = time.monotonic, max_keys: int = _MAX_KEYS
    ) -> None:
        self._each = 1 / rate if rate else 0.0
        self._filling = burst * self._each
        self._now = now
        self._max_keys = max_keys
        self._recent: dict[str, float] = {}
        self._older: dict[str, float] = {}
        self._turn = now() + self._filling

    def __len__(self) -> int:
        return len(self._recent) + len(self._older)

    def allows(self, key: str, cost: float = 1) -> bool:
        """Whether a key may act now; if so, the action is counted. A refused one costs nothing."""
        if not self._each:
            return True
        now = self._now()
        full = self._full(key, now) + cost * self._each
        if full > now + self._filling:
            return False
        self._keep(key, full, now)
        return True

    def charge(self, key: str, cost: float) -> None:
        """Count what a key has done already. It may owe a whole bucket, which it fills before it may act again."""
        if self._each:
            now = self._now()
            self._keep(key, min(self._full(key, now) + cost * self._each, now + 2 * self._filling), now)

    def wait(self, key: str, cost: float = 1) -> float:
        """Seconds until a key may act; 0 if it may now."""
        now = self._now()
        # The same sums as in `allows`, so that rounding cannot make them disagree.
        return max(0.0, self._full(key, now) + cost * self._each - (now + self._filling))

    def check(self, key: str, cost: float = 1) -> None:
        """Count an action of a key. Raises Refused if it may not act now."""
        if not self.allows(key, cost):
            raise Refused("too_fast", seconds=math.ceil(self.wait(key, cost)) or 1)

    def _full(self, key: str, now: float) -> float:
        """When the bucket of a key will be full, now at the earliest."""
        return max(now, self._recent.get(key) or self._older.get(key, now))

    def _keep(self, key: str, full: float, now: float) -> None:
        if now >= self._turn or len(self._recent) >= self._max_keys:
            owing = {} if now < self._turn else {key: full for key, full in self._older.items() if full > now}
            self._older = owing | self._recent
            self._recent = {}
            self._turn = now + self._filling
        self._recent[key] = full


class ConcurrencyLimiter:
    """At most `limit` at the same time for each key, such as the clients of an address. A limit of 0 is none."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._open)

    def acquire(self, key: str) -> bool:
        """Count a new connection; False if the limit is reached."""
        count = self._open.get(key, 0)
        if self._limit and count >= self._limit:
            return False
        self._open[key] = count + 1
        return True

    def release(self, key: str) -> None:
        """Count a connection that is closed."""
        count = self._open[key] - 1
        if count:
            self._open[key] = count
        else:
            del self._open[key]
