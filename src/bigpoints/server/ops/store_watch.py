"""Whether the store works: its failures are logged and counted, and a durable write is tried when nothing is known."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bigpoints.server.ops.logs import log
from bigpoints.server.ops.metrics import Metrics

_FRESH_SECONDS = 5.0
"""How long what is known of writes is good for; then a probe is made, if somebody asks."""
_PROBE_SECONDS = 5.0
"""A probe that takes longer has failed."""
_LOG_SECONDS = 60.0
NO_ANSWER = "no_answer"
"""The cause of a failure if the store takes too long."""


@dataclass(slots=True)
class _Line:
    """The log lines of one cause: when the last one was written, and how many failures there were since."""

    at: float
    failures: int = 0


@dataclass(slots=True)
class _Outage:
    """A time in which no write works."""

    since: float
    cause: str
    failures: int = 0
    is_logged: bool = False


class StoreWatch:
    """Hears of writes of a store that worked, and of calls that failed with their cause, a short stable name."""

    def __init__(
        self, probe: Callable[[], Awaitable[None]], metrics: Metrics, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._probe = probe
        self._metrics = metrics
        self._clock = clock
        self._probing: asyncio.Future[None] | None = None
        self._known_at: float | None = None
        self._is_doubted = False
        self._outage: _Outage | None = None
        self._lines: dict[str, _Line] = {}

    @property
    def is_in_doubt(self) -> bool:
        """Whether no write works, or something else failed since the last one that did."""
        return self._outage is not None or self._is_doubted

    def doubt(self) -> None:
        """Something of the database's failed: whether writes work is to be found out."""
        self._known_at, self._is_doubted = None, True

    def wrote(self) -> None:
        """Something was written, and is durable."""
        self._known_at, self._is_doubted = self._clock(), False
        outage, self._outage = self._outage, None
        if outage and outage.is_logged:
            seconds = round(self._known_at - outage.since, 1)
            log("store_works", cause=outage.cause, failures=outage.failures, seconds=seconds)

    def failed(self, cause: str, calls: int, *, is_write: bool) -> None:
        """Calls of the store have failed; if it was a write, none works until `wrote` is called."""
        now = self._clock()
        self._metrics.store_failed(cause, calls)
        is_logged = self._log(cause, calls, now)
        if not is_write and not self._is_probing:
            self._known_at = None
            return
        outage = self._outage = self._outage or _Outage(now, cause)
        self._known_at, outage.cause = now, cause
        outage.failures += calls
        outage.is_logged |= is_logged

    async def cause(self) -> str | None:
        """Why the store cannot write now; None if it can. If that is not known, something is written."""
        if self._known_at is None or self._clock() - self._known_at >= _FRESH_SECONDS:
            await self._try()
        return self._outage.cause if self._outage else None

    @property
    def _is_probing(self) -> bool:
        return self._probing is not None and not self._probing.done()

    async def _try(self) -> None:
        """Make a probe, or wait for the one that is under way."""
        probing = self._probing
        is_new = probing is None or probing.done()
        if probing is None or is_new:
            probing = self._probing = asyncio.ensure_future(self._write())
        done, _ = await asyncio.wait([probing], timeout=_PROBE_SECONDS)
        if is_new and not done:  # Whoever waits for it, it failed once.
            self.failed(NO_ANSWER, 1, is_write=True)
        elif not done:
            self._known_at = self._clock()

    async def _write(self) -> None:
        try:
            await self._probe()
        except Exception as error:  # Whatever fails, nothing was written.
            if not self._outage:  # The store has told nobody.
                self.failed(type(error).__name__, 1, is_write=True)
            self._known_at = self._clock()
        else:
            self.wrote()

    def _log(self, cause: str, calls: int, now: float) -> bool:
        """Log a failure, once for each cause and minute, with the number of failures since the last time."""
        line = self._lines.setdefault(cause, _Line(now - _LOG_SECONDS))
        line.failures += calls
        if now - line.at < _LOG_SECONDS:
            return False
        log("store_failed", logging.ERROR, cause=cause, failures=line.failures)
        line.at, line.failures = now, 0
        return True
