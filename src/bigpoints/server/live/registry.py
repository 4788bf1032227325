"""The registry of tables: every change is decided, stored, acknowledged and published here, in this order."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random, SystemRandom

from bigpoints.contract.constants import By
from bigpoints.server.live.bus import Bus
from bigpoints.server.live.live_table import LiveTable
from bigpoints.server.live.log_fold import LogFold
from bigpoints.server.live.log_reader import LogReader, Report, or_unavailable
from bigpoints.server.live.pace import TablePace, unlimited
from bigpoints.server.storage.store import Entry, Store
from bigpoints.server.table.access import check_may_watch
from bigpoints.server.table.codes import new_code
from bigpoints.server.table.commands import Actor, Command
from bigpoints.server.table.decide import decide
from bigpoints.server.table.events import (
    BadEvent,
    Changed,
    Created,
    Event,
    Played,
    Seated,
    Superseded,
    event_text,
    parse_event,
)
from bigpoints.server.table.log_limit import check_log_limit
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.snapshot import is_due
from bigpoints.server.table.state import Table, after, begin, is_same, is_unchanged

_ATTEMPTS = 5
MAX_EVICTED = 100
"""Evicted tables that are kept for a quick reload: from a snapshot it takes ten times longer."""
GONE = 0
"""The version that is published for a table that was deleted."""

Acknowledge = Callable[[int], None]
"""Called with the version of a command that is stored, before anybody else hears of it."""


def now_ms() -> int:
    """The time of events, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class TableRegistry:
    """Loads the tables of a store, evicts those that nobody uses, and changes them."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        *,
        draw: Random | None = None,
        now: Callable[[], int] = now_ms,
        on_ply: Callable[[By], None] | None = None,
        report: Report = lambda _what, _why: None,
        pace: TablePace | None = None,
    ) -> None:
        self.store = store
        self.reader = LogReader(store, report)
        self.bus = bus
        self.draw = draw or SystemRandom()
        self.now = now
        self._on_ply = on_ply
        self._pace = pace or unlimited()
        self._live: dict[str, LiveTable] = {}
        self._evicted: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[None]] = {}

    @property
    def loaded(self) -> int:
        """How many tables are in use."""
        return len(self._live)

    async def create(self, event: Created) -> Table:
        """Create a table, under a code that no other table has."""
        for _ in range(_ATTEMPTS):
            code = new_code()
            at = self.now()
            if await or_unavailable(self.store.create(Entry(code, 1, at, None, event_text(event)), event.owner)):
                return begin(code, event, at)
        raise Refused("unavailable")

    @asynccontextmanager
    async def using(self, code: str) -> AsyncIterator[LiveTable]:
        """Keep a table in memory for a while: `acquire`, then `release`."""
        live = await self.acquire(code)
        try:
            yield live
        finally:
            self.release(live)

    async def acquire(self, code: str) -> LiveTable:
        """Load a table, or share the one in use; to be released afterwards. Raises Refused if there is none."""
        is_known = code in self._live
        while (live := self._live.get(code)) is None:
            loading = self._loading.get(code)
            if loading is None:
                loading = self._loading[code] = asyncio.ensure_future(self._load(code))
                # Nobody may be left to read its failure, which asyncio would then report.
                loading.add_done_callback(lambda task: task.cancelled() or task.exception())
            try:
                await asyncio.shield(loading)
            except asyncio.CancelledError:
                # Nobody may be left to release it.
                loading.add_done_callback(lambda _: self._evict(code))
                raise
        live.uses += 1
        if is_known and self.store.is_shared:
            await self._refresh_or_release(live)
        return live

    async def _refresh_or_release(self, live: LiveTable) -> None:
        """Read what other workers have stored, since the news of it may be on its way still. Raises Refused."""
        try:
            await self.refresh(live)
            live.check_exists()
        except BaseException as error:
            if isinstance(error, Refused) and error.code == "unavailable":
                return  # What is in memory can be shown meanwhile.
            self.release(live)
            raise

    def release(self, live: LiveTable) -> None:
        """Evict a table if nobody else uses it."""
        live.uses -= 1
        if self._live.get(live.table.code) is live:
            self._evict(live.table.code)

    async def act(self, live: LiveTable, actor: Actor, command: Command, acknowledge: Acknowledge | None = None) -> int:
        """Execute a command once: decide, store, acknowledge, publish. Gives the version that it led to."""
        # Ids are chosen by clients: those of two browsers must not be taken for one another.
        key = f"{(actor.browser or actor.by)[:16]}/{command.id}"
        async with live.lock:
            before = live.table.version
            try:
                version = live.commands.get(key) or live.unstored.get(key)
                if version is None:
                    version = await self._store(live, actor, command, key)
                if acknowledge:
                    acknowledge(version)
            finally:  # Also if it is refused: what other workers have stored may have been read.
                self._publish_if_new(live, before)
        return version

    async def delete(self, code: str, actor: Actor) -> None:
        """Delete a table for good, if the actor owns it, also in the trash and if it is unreadable. Raises Refused."""
        try:
            await self._delete(code, actor)
        except Refused as refused:
            if refused.code not in ("no_such_table", "table_unreadable") or not await self._is_creator(code, actor):
                raise
            await or_unavailable(self.store.delete(code))
        self.drop(code)

    async def _delete(self, code: str, actor: Actor) -> None:
        async with self.using(code) as live, live.lock:
            if not is_same(live.table.owner, actor.browser):
                raise Refused("not_owner")
            await or_unavailable(self.store.delete(code))

    async def _is_creator(self, code: str, actor: Actor) -> bool:
        """Whether the first event of a table says that an actor created it, and so owns it."""
        creation = await or_unavailable(self.store.creation(code))
        return creation is not None and is_same(_owner_of(creation), actor.browser)

    async def throw_away_unused(self, before: int, at: int) -> int:
        """Move the tables to the trash that were last used before a time and are not in use; gives their number."""
        thrown_away = 0
        for code in await or_unavailable(self.store.idle(before)):
            if code in self._live or code in self._loading:
                continue
            if await or_unavailable(self.store.throw_away(code, before, at)):
                self.drop(code)
                thrown_away += 1
        return thrown_away

    def drop(self, code: str) -> None:
        """Forget a table that was deleted or thrown away, and publish that it is gone."""
        self._evicted.pop(code, None)
        if live := self._live.pop(code, None):
            live.is_gone = True
        self.bus.publish(code, GONE)

    async def refresh(self, live: LiveTable) -> bool:
        """Read what other workers have stored, and publish it; False if there is nothing new. Raises Refused."""
        async with live.lock:
            before = live.table.version
            await self.catch_up(live)
        return self._publish_if_new(live, before)

    async def catch_up(self, live: LiveTable) -> None:
        """Read what other workers have stored. Raises Refused."""
        fold = await self.reader.read_on(live.table)
        live.is_gone = live.is_gone or fold.is_gone
        _update(live, fold)

    def _publish_if_new(self, live: LiveTable, before: int) -> bool:
        """Publish the version of a table if it is newer than before, or that it is gone."""
        if live.is_gone and self._live.get(live.table.code) is live:
            self.drop(live.table.code)
        elif live.table.version > before:
            self.bus.publish(live.table.code, live.table.version)
        return live.is_gone or live.table.version > before

    async def close(self) -> None:
        """Wait until nothing more is to be stored."""
        await self.reader.close()

    def _evict(self, code: str) -> None:
        if code not in self._live or self._live[code].uses:
            return
        self._evicted[code] = self._live.pop(code)
        if len(self._evicted) > MAX_EVICTED:
            del self._evicted[next(iter(self._evicted))]

    async def _load(self, code: str) -> None:
        try:
            self._live[code] = await self._reload(code) or await self._read_log(code)
        finally:
            del self._loading[code]

    async def _reload(self, code: str) -> LiveTable | None:
        """A table that was evicted not long ago, with what other workers have stored since."""
        live = self._evicted.pop(code, None)
        if live is None:
            return None
        async with live.lock:  # A command that began before the eviction may still be storing its event.
            await self.catch_up(live)
        return None if live.is_gone else live

    async def _read_log(self, code: str) -> LiveTable:
        fold = await self.reader.load(code)
        if fold.table is None or fold.is_gone:
            raise Refused("no_such_table", table=code)
        live = LiveTable(fold.table)
        _update(live, fold)
        return live

    async def _store(self, live: LiveTable, actor: Actor, command: Command, key: str) -> int:
        for _ in range(_ATTEMPTS):
            version = await self._store_once(live, actor, command, key)
            if version is not None:
                return version
            # Another worker was quicker: decide again, on what it has stored.
            await self.catch_up(live)
            if (version := await self._executed(live, key)) is not None:
                return version
        raise Refused("unavailable")

    async def _is_behind(self, table: Table) -> bool:
        """Whether another worker has stored something after a table."""
        if not self.store.is_shared:
            return False
        versions = await or_unavailable(self.store.versions([table.code]))
        return versions.get(table.code) != table.version

    async def _store_once(self, live: LiveTable, actor: Actor, command: Command, key: str) -> int | None:
        """Decide a command and store its event, unless it was executed; None if another event was stored before it."""
        live.check_exists()
        table = live.table
        try:
            event = self._decide(table, actor, command)
        except Refused:
            if await self._is_behind(table):
                return None
            if (version := await self._executed(live, key)) is None:
                raise
            return version
        if event is None:
            return live.remember_unstored(key)
        if not await self._append(live, event, key):
            return None
        self._pace.count(table, actor, event)
        return table.version + 1

    def _decide(self, table: Table, actor: Actor, command: Command) -> Event | None:
        """The event that a command leads to; None if it leaves the table as it is. Raises Refused."""
        if actor.by == "person":
            check_may_watch(table, actor.browser)  # Before the limit, which says something about the table.
        check_log_limit(table, command)
        event = decide(table, actor, command, self.draw)
        if isinstance(event, Changed) and is_unchanged(table, event):
            return None
        self._pace.check(table, actor, event)
        return event

    async def _executed(self, live: LiveTable, key: str) -> int | None:
        """The version that a command led to, however long ago it was executed."""
        version = live.commands.get(key)
        if version is None and live.has_forgotten:
            version = await or_unavailable(self.store.executed(live.table.code, key))
        return version

    async def _append(self, live: LiveTable, event: Event, key: str) -> bool:
        """Store an event; the table in memory changes only once the store has answered."""
        table, at = live.table, self.now()
        member = event.browser if isinstance(event, Seated) else None
        entry = Entry(table.code, table.version + 1, at, key, event_text(event))
        shortened = None
        if isinstance(event, Changed) and table.changed == table.version:  # Nobody needs the setup that it replaces.
            shortened = event_text(Superseded(players=len(table.seats)))
        if not await or_unavailable(self.store.append(entry, member, shortened)):
            return False
        live.table = after(table, entry.version, at, event)
        live.remember(key, entry.version)
        if is_due(table, live.table):
            self.reader.save_snapshot(table, live.table)
        if self._on_ply and isinstance(event, Played):
            self._on_ply(event.by)
        return True


def _update(live: LiveTable, fold: LogFold) -> None:
    """Bring a table in memory up to date."""
    live.table = fold.table or live.table
    for command, version in fold.commands:
        live.remember(command, version)


def _owner_of(creation: Entry) -> str | None:
    """The owner of a table by its first entry; None if that cannot be read."""
    try:
        created = parse_event(creation.event)
    except BadEvent:
        return None
    return created.owner if isinstance(created, Created) else None
