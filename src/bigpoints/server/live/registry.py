"""The registry of tables: every change is decided, stored, acknowledged and published here, in this order."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from random import Random, SystemRandom
from typing import TypeVar

from bigpoints.contract.constants import By
from bigpoints.server.live.bus import Bus
from bigpoints.server.storage.store import Entry, Store, StoreFailed
from bigpoints.server.table.codes import new_code
from bigpoints.server.table.commands import Actor, Command
from bigpoints.server.table.decide import decide
from bigpoints.server.table.events import BadEvent, Created, Event, Log, Played, Seated, event_text, parse_event
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Table, after, begin, fold, is_same

T = TypeVar("T")

MAX_EVENTS = 10_000
"""Events that a table may have, about a hundred games: its log is read whole when it is loaded."""
_ATTEMPTS = 5
MAX_EVICTED = 100
"""Evicted tables that are kept for a quick reload: reading a whole log takes a hundred times longer."""
GONE = 0
"""The version that is published for a table that was deleted."""

Acknowledge = Callable[[int], None]
"""Called with the version of a command that is stored, before anybody else hears of it."""


def now_ms() -> int:
    """The time of events, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class LiveTable:
    """A table in memory, with the commands it has executed and their versions."""

    __slots__ = ("commands", "is_gone", "lock", "table", "uses")

    def __init__(self, table: Table, commands: dict[str, int]) -> None:
        self.table = table
        self.commands = commands
        self.lock = asyncio.Lock()
        self.uses = 0
        self.is_gone = False

    def check_exists(self) -> None:
        """Refuse a table that was deleted since it was loaded."""
        if self.is_gone:
            raise Refused("no_such_table", table=self.table.code)


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
    ) -> None:
        self.store = store
        self.bus = bus
        self.draw = draw or SystemRandom()
        self.now = now
        self._on_ply = on_ply
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
            if await self._or_unavailable(self.store.create(Entry(code, 1, at, None, event_text(event)), event.owner)):
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
        while (live := self._live.get(code)) is None:
            loading = self._loading.get(code)
            if loading is None:
                loading = self._loading[code] = asyncio.ensure_future(self._load(code))
            try:
                await asyncio.shield(loading)
            except asyncio.CancelledError:
                # Nobody may be left to release it.
                loading.add_done_callback(lambda _: self._evict(code))
                raise
        live.uses += 1
        return live

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
            version = live.commands.get(key)
            is_new = version is None
            if version is None:
                version = await self._store(live, actor, command, key)
            if acknowledge:
                acknowledge(version)
        if is_new:
            self.bus.publish(live.table.code, version)
        return version

    async def delete(self, code: str, actor: Actor) -> None:
        """Delete a table for good, if the actor owns it, also from the trash. Raises Refused."""
        if await self._delete_from_trash(code, actor):
            return
        async with self.using(code) as live, live.lock:
            if not is_same(live.table.owner, actor.browser):
                raise Refused("not_owner")
            await self._or_unavailable(self.store.delete(code))
        self._drop(code)

    async def _delete_from_trash(self, code: str, actor: Actor) -> bool:
        """Delete a table in the trash; False if it is not there, or not the actor's."""
        creation = await self._or_unavailable(self.store.thrown_away(code))
        if creation is None or not is_same(_owner_of(creation), actor.browser):
            return False
        return await self._or_unavailable(self.store.delete(code))

    async def throw_away_unused(self, before: int, at: int) -> int:
        """Move the tables to the trash that were last used before a time and are not in use; gives their number."""
        thrown_away = 0
        for code in await self._or_unavailable(self.store.idle(before)):
            if code in self._live or code in self._loading:
                continue
            if await self._or_unavailable(self.store.throw_away(code, before, at)):
                self._drop(code)
                thrown_away += 1
        return thrown_away

    def _drop(self, code: str) -> None:
        """Forget a table that was deleted or thrown away, and publish that it is gone."""
        self._evicted.pop(code, None)
        if live := self._live.pop(code, None):
            live.is_gone = True
        self.bus.publish(code, GONE)

    async def log(self, code: str) -> Log:
        """The log of a table."""
        entries = await self._or_unavailable(self.store.read(code))
        return [(entry.version, entry.at, parse_event(entry.event)) for entry in entries]

    async def catch_up(self, live: LiveTable) -> None:
        """Read what other workers have stored.

        The newest entry that is known is read again: if it is missing, the table was deleted.
        """
        entries = await self._or_unavailable(self.store.read(live.table.code, live.table.version - 1))
        live.is_gone = live.is_gone or not entries
        for entry in entries[1:]:
            live.table = after(live.table, entry.version, entry.at, parse_event(entry.event))
            if entry.command:
                live.commands[entry.command] = entry.version

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
        entries = await self._or_unavailable(self.store.read(code))
        table = fold(code, ((entry.version, entry.at, parse_event(entry.event)) for entry in entries))
        if table is None:
            raise Refused("no_such_table", table=code)
        return LiveTable(table, {entry.command: entry.version for entry in entries if entry.command})

    async def _store(self, live: LiveTable, actor: Actor, command: Command, key: str) -> int:
        for _ in range(_ATTEMPTS):
            live.check_exists()
            table = live.table
            if table.version >= MAX_EVENTS:
                raise Refused("too_many", what="events")
            event = decide(table, actor, command, self.draw)
            if await self._append(live, event, key):
                return table.version + 1
            # Another worker was quicker: decide again, on what it has stored.
            await self.catch_up(live)
            if key in live.commands:
                return live.commands[key]
        raise Refused("unavailable")

    async def _append(self, live: LiveTable, event: Event, key: str) -> bool:
        """Store an event; the table in memory changes only once the store has answered."""
        table, at = live.table, self.now()
        member = event.browser if isinstance(event, Seated) else None
        entry = Entry(table.code, table.version + 1, at, key, event_text(event))
        if not await self._or_unavailable(self.store.append(entry, member)):
            return False
        live.table = after(table, entry.version, at, event)
        live.commands[key] = entry.version
        if self._on_ply and isinstance(event, Played):
            self._on_ply(event.by)
        return True

    async def _or_unavailable(self, work: Awaitable[T]) -> T:
        """The answer of the store; its failure becomes a refusal that clients understand."""
        try:
            return await work
        except StoreFailed as error:
            raise Refused("unavailable") from error


def _owner_of(creation: Entry) -> str | None:
    """The owner of a table by its first entry; None if that cannot be read."""
    try:
        created = parse_event(creation.event)
    except BadEvent:
        return None
    return created.owner if isinstance(created, Created) else None
