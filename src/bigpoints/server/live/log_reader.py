"""Reads logs from the store, and folds them in a thread of its own, so that the event loop is never busy with one."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from bigpoints.server.live.log_fold import LogFold, UnreadableLog, as_unreadable, parse_log
from bigpoints.server.ops.cost import charge
from bigpoints.server.storage.store import Entry, Store, StoreFailed, TableSnapshot
from bigpoints.server.table.events import Log
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.snapshot import FORMAT, SNAPSHOT_EVENTS, is_game_kept, snapshot_text
from bigpoints.server.table.state import Table

T = TypeVar("T")
Report = Callable[[str, str], None]
"""Called with what went wrong and with its reason, neither of which holds anything of a table."""

_EVENTS_PER_REQUEST = 100
"""Events whose reading costs as much as a request."""
_MAX_LOADING_COST = 1.0
"""In requests. A whole log is read once in the life of a table, so who lists many tables need not pay for it."""
_FIRST_PAGE = 2 * SNAPSHOT_EVENTS + 2
"""Entries: enough for a table whose last snapshot could not be saved."""
_PAGE = 500
"""Entries of each further page: the store, which stores nothing meanwhile, takes 1 ms, and folding them 7 ms."""
_FEW = 16
"""Entries that are folded on the event loop, in half a millisecond: the way to the thread and back takes longer."""
_MAX_REPORTED = 10_000


class LogReader:
    """Reads the logs of a store; of long ones, one page at a time is read and folded, whoever asks."""

    def __init__(self, store: Store, report: Report) -> None:
        self._store = store
        self._report = report
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="logs")
        self._long_logs = asyncio.Lock()
        self._reported: set[tuple[str, str]] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    # --- Tables -------------------------------------------------------------------------------------------------------

    async def load(self, code: str) -> LogFold:
        """Fold a table from its newest snapshot, or from its beginning. Raises Refused."""
        return await self._fold(code)

    async def read_on(self, table: Table) -> LogFold:
        """Fold what was stored after a table that is known. Raises Refused."""
        return await self._readable(table.code, self._feed(LogFold(table.code, table)))

    async def end_of_game(self, code: str, game: int) -> Table | None:
        """A table as it was when a game ended; None if that game has not ended. Raises Refused."""
        fold = await self._fold(code, game)
        if fold.is_gone:
            raise Refused("no_such_table", table=code)
        return fold.ended

    async def page(self, code: str, after: int, limit: int, write: Callable[[Log], T]) -> T:
        """What is written, in the thread, about events after a version. Raises Refused."""
        entries = await or_unavailable(self._store.read(code, after, limit))
        charge(len(entries) / _EVENTS_PER_REQUEST)
        return await self._readable(code, self.run(partial(_written, entries, write)))

    async def run(self, work: Callable[[], T]) -> T:
        """Do something in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def close(self) -> None:
        """Wait for the snapshots that are being saved, and end the thread."""
        await asyncio.gather(*self._tasks)
        self._thread.shutdown(wait=False)

    async def _fold(self, code: str, game: int | None = None) -> LogFold:
        snapshot = await or_unavailable(self._store.newest_snapshot(code, FORMAT, game))
        fold = await self._fold_snapshot(snapshot, code, game) if snapshot else None
        if fold:
            return fold
        whole = await self._readable(code, self._fold_since(None, code, game))
        if snapshot and not whole.is_gone:
            self._report_once("snapshot_unreadable", code, "it does not fit its log")
        return whole

    async def _fold_snapshot(self, snapshot: TableSnapshot, code: str, game: int | None) -> LogFold | None:
        """Fold a log from a snapshot; None if that cannot be used."""
        try:
            fold = await self._fold_since(snapshot, code, game)
        except UnreadableLog as error:
            if ("table_unreadable", code) in self._reported:  # It is the log that cannot be read.
                raise Refused("table_unreadable", table=code) from error
            return None
        return None if fold.is_gone else fold

    async def _fold_since(self, snapshot: TableSnapshot | None, code: str, game: int | None) -> LogFold:
        """Fold a log from a snapshot or from its beginning, charge it, and save the snapshots that were due."""
        fold = LogFold(code, snapshot, game)
        try:
            return await self._feed(fold)
        finally:
            if cost := _cost(fold, is_loading=game is None):
                charge(cost)
            if game is None:
                self._save_missing(fold)

    async def _feed(self, fold: LogFold) -> LogFold:
        """Feed a fold with all that it wants."""
        wants_more = await self._feed_page(fold, _FIRST_PAGE)
        while wants_more:
            async with self._long_logs:
                wants_more = await self._feed_page(fold, _PAGE)
        return fold

    async def _feed_page(self, fold: LogFold, size: int) -> bool:
        """Read a page and fold it; False if it was the last."""
        entries = await or_unavailable(self._store.read(fold.code, fold.after, size))
        if len(entries) <= _FEW and not fold.snapshot:
            wants_more = fold.feed(entries)
        else:
            wants_more = await self.run(lambda: fold.feed(entries))
        return wants_more and len(entries) == size

    async def _readable(self, code: str, work: Awaitable[T]) -> T:
        """The result of reading a log; its failure is reported once, and becomes a refusal."""
        try:
            return await work
        except UnreadableLog as error:
            self._report_once("table_unreadable", code, str(error))
            raise Refused("table_unreadable", table=code) from error

    def _report_once(self, what: str, code: str, why: str) -> None:
        if (what, code) not in self._reported and len(self._reported) < _MAX_REPORTED:
            self._reported.add((what, code))
            self._report(what, why)

    # --- Snapshots ----------------------------------------------------------------------------------------------------

    def save_snapshot(self, before: Table, table: Table) -> None:
        """Save a snapshot of a table after an event, when there is time for it."""
        self._save_later([(table, is_game_kept(before, table))])

    def _save_missing(self, fold: LogFold) -> None:
        missing = [(table, True) for table in fold.games]
        if fold.newest and not (fold.games and fold.games[-1] is fold.newest):
            missing.append((fold.newest, False))
        if missing:
            self._save_later(missing)

    def _save_later(self, tables: list[tuple[Table, bool]]) -> None:
        task = asyncio.get_running_loop().create_task(self._save(tables))
        self._tasks.add(task)  # The loop itself holds tasks only weakly.
        task.add_done_callback(self._tasks.discard)

    async def _save(self, tables: list[tuple[Table, bool]]) -> None:
        """Save snapshots one by one; a table can do without them."""
        try:
            for table, begins in tables:
                state = await self.run(partial(snapshot_text, table))
                about = table.code, table.version, begins, table.game, FORMAT
                await self._store.save_snapshot(TableSnapshot(*about, state))
        except Exception as error:
            self._report("snapshot_failed", type(error).__name__)


def _cost(fold: LogFold, *, is_loading: bool) -> float:
    """What it costs to read a log, in requests, whether or not it can be read."""
    if not is_loading:
        return fold.entries / _EVENTS_PER_REQUEST
    return min(_MAX_LOADING_COST, fold.entries / _EVENTS_PER_REQUEST) if fold.entries > _FEW else 0


def _written(entries: Sequence[Entry], write: Callable[[Log], T]) -> T:
    with as_unreadable():
        return write(parse_log(entries))


async def or_unavailable(work: Awaitable[T]) -> T:
    """The answer of the store; its failure becomes a refusal that clients understand."""
    try:
        return await work
    except StoreFailed as error:
        raise Refused("unavailable") from error
