"""The sweep: tables that nobody has used for long go to the trash, which is emptied later."""

from collections.abc import Callable
from contextlib import suppress

from bigpoints.server.live.registry import TableRegistry
from bigpoints.server.ops.clock_watch import ClockWatch, steady_ms
from bigpoints.server.ops.logs import log
from bigpoints.server.storage.store import StoreFailed
from bigpoints.server.table.refusals import Refused

_DAY_MS = 24 * 3600 * 1000
_HORIZON = "swept_before"
_LOCK = "sweep"
"""Of several workers one sweeps at a time."""


class Sweep:
    """Sweeps the tables of a registry whenever its clock can be trusted."""

    def __init__(
        self, registry: TableRegistry, keep_days: int, trash_days: int, steady: Callable[[], int] = steady_ms
    ) -> None:
        self._registry = registry
        self._keep_ms = keep_days * _DAY_MS
        self._trash_ms = trash_days * _DAY_MS
        self._steady = steady
        self._watch: ClockWatch | None = None
        self._horizon: int | None = None
        """Tables that were last used before this time were swept the last time."""

    async def begin(self) -> None:
        """Begin to watch the clock; to be called before anybody can store events with a wrong time."""
        with suppress(Refused, StoreFailed):  # The store fails: then the first run begins.
            await self._begin()

    async def run(self) -> None:
        """Look at the clock and sweep if it can be trusted; to be called every few minutes, and first at the start."""
        with suppress(Refused, StoreFailed):  # The store fails: it may work the next time.
            watch = self._watch or await self._begin()
            now = watch.look()
            if now is not None and await self._registry.store.try_lock(_LOCK):
                try:
                    await self._sweep(now)
                finally:
                    await self._registry.store.unlock(_LOCK)
            await self._keep_marks(watch)

    async def _begin(self) -> ClockWatch:
        """Begin to watch the clock with what is known of it, and keep that."""
        store = self._registry.store
        marks = await store.marks()
        newest = None if "trusted" in marks else await store.newest()
        watch = ClockWatch(self._registry.now, self._steady, marks, newest)
        self._watch, self._horizon = watch, marks.get(_HORIZON)
        await self._keep_marks(watch)
        return watch

    async def _keep_marks(self, watch: ClockWatch) -> None:
        await self._registry.store.set_marks(watch.marks)

    async def _sweep(self, now: int) -> None:
        store, before = self._registry.store, now - self._keep_ms
        self._horizon = (await store.marks()).get(_HORIZON, self._horizon)  # Another worker may have swept since.
        if self._horizon is not None:
            # Tables that the last sweep would have found got their time since, from a clock that was behind.
            _log("tables_spared", await store.spare(self._horizon, now))
        _log("tables_thrown_away", await self._registry.throw_away_unused(before, now))
        _log("tables_deleted", await store.empty_trash(now - self._trash_ms))
        self._horizon = before
        await store.set_marks({_HORIZON: before})


def _log(event: str, tables: int) -> None:
    if tables:
        log(event, tables=tables)
