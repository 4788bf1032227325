"""The hub: clients enter and leave rooms; changes of a table reach everybody in its room."""

import asyncio
from contextlib import suppress

from bigpoints.contract.constants import NOT_ALLOWED, TABLE_GONE
from bigpoints.server.live.client import Client
from bigpoints.server.live.cluster import Cluster, SoleWorker
from bigpoints.server.live.live_table import LiveTable
from bigpoints.server.live.registry import GONE
from bigpoints.server.live.room import Room
from bigpoints.server.live.scheduler import Scheduler
from bigpoints.server.live.service import TableService
from bigpoints.server.table.access import check_may_watch, may_watch
from bigpoints.server.table.refusals import Refused


class Hub:
    """Opens a room for the first client of a table, and closes it after the last."""

    def __init__(
        self, service: TableService, scheduler: Scheduler, away_seconds: float, cluster: Cluster | None = None
    ) -> None:
        self.service = service
        self.scheduler = scheduler
        self.away_seconds = away_seconds
        self.cluster = cluster or SoleWorker()
        self.is_storing = True
        self._registry = service.registry
        self._rooms = service.rooms
        self._tasks: set[asyncio.Task[None]] = set()
        self._registry.bus.subscribe(self._on_change)

    @property
    def rooms(self) -> list[Room]:
        """All rooms there are now: a list, since clients come and go while it is walked."""
        return list(self._rooms.values())

    async def enter(self, code: str, client: Client) -> Room:
        """Let a client into the room of a table, which stays in memory as long as its room is open. Raises Refused."""
        live = await self._registry.acquire(code)
        try:
            check_may_watch(live.table, client.browser)
        except Refused:
            self._registry.release(live)
            raise
        room = self._rooms.get(code)
        if room is None:
            room = self._open(live)
        else:
            self._registry.release(live)
        self._let_in(room, client)
        return room

    def _open(self, live: LiveTable) -> Room:
        clock = asyncio.get_running_loop().time
        room = Room(live, self.away_seconds, clock, is_attended=self.cluster.is_sole)
        self._rooms[live.table.code] = room
        self.cluster.wake()
        return room

    def _let_in(self, room: Room, client: Client) -> None:
        """Add a client. The others see nothing of it, unless it is a player who was away."""
        if not self.is_storing:
            client.queue_storing(False)
        is_first, away = not room.clients, room.away()
        if room.enter(client) or is_first:
            self.cluster.wake()
            self.scheduler.update(room)
        if room.away() != away:
            room.broadcast()

    def leave(self, room: Room, client: Client) -> None:
        """Take a client out of a room, and close the room after the last one."""
        was_player = room.leave(client)
        if room.clients:
            if was_player:
                self.cluster.wake()
                self.scheduler.update(room)
            return
        self.scheduler.cancel(room)
        if self._rooms.get(room.table.code) is room:
            del self._rooms[room.table.code]
            self.cluster.wake()
        self._registry.release(room.live)

    def say_storing(self, is_storing: bool) -> None:
        """Tell everybody when nothing can be stored any more, and when that works again."""
        if is_storing == self.is_storing:
            return
        self.is_storing = is_storing
        for room in self.rooms:
            for client in room.clients:
                client.queue_storing(is_storing)

    def refresh(self, room: Room) -> None:
        """Send the new view, and see what is due now."""
        room.broadcast()
        self.scheduler.update(room)

    # --- Changes ------------------------------------------------------------------------------------------------------

    def _on_change(self, code: str, version: int) -> None:
        """Show what was changed here; of what another worker stored, nothing is known yet but the version."""
        room = self._rooms.get(code)
        if room is None:
            return
        if version == GONE:
            self._close(room)
        elif room.table.version < version:
            self.catch_up(room, version)
        else:
            self._show_change(room)

    def on_news(self, code: str, version: int) -> None:
        """Hear from another worker that a table has a new version; also of this one's own, which is known already."""
        if version == GONE:
            self._registry.drop(code)
        elif (room := self._rooms.get(code)) and room.table.version < version:
            self.catch_up(room, version)

    async def catch_up_all(self) -> None:
        """Compare all rooms with the store, as news may have been lost. Raises StoreFailed."""
        codes = list(self._rooms)  # Rooms that are opened while the store answers are up to date.
        versions = await self._registry.store.versions(codes)
        for code in codes:
            self.on_news(code, versions.get(code, GONE))

    def _show_change(self, room: Room) -> None:
        """Push the new view; disconnect clients no longer allowed to watch."""
        if room.table.setup.watch != "anyone":
            for client in [client for client in room.clients if not may_watch(room.table, client.browser)]:
                client.close(NOT_ALLOWED)
        self.refresh(room)

    def _close(self, room: Room) -> None:
        """Close the room of a table that is gone; if it is restored, who comes then gets a room of its own."""
        self.scheduler.cancel(room)
        if self._rooms.get(room.table.code) is room:
            del self._rooms[room.table.code]
            self.cluster.wake()
        for client in list(room.clients):
            client.close(TABLE_GONE)

    def catch_up(self, room: Room, version: int) -> None:
        """Begin to read what another worker has stored, up to a version at least."""
        room.stored_version = max(version, room.stored_version)
        if room.is_catching_up:
            return
        room.is_catching_up = True
        task = asyncio.get_running_loop().create_task(self._catch_up(room))
        self._tasks.add(task)  # The loop itself holds tasks only weakly.
        task.add_done_callback(self._tasks.discard)

    async def _catch_up(self, room: Room) -> None:
        """Read what others have stored until nothing is missing; the registry publishes it."""
        try:
            with suppress(Refused):  # The store fails: the next heartbeat, or the next command, catches up.
                while room.clients and room.table.version < room.stored_version:
                    if not await self._registry.refresh(room.live):
                        break
        finally:
            room.is_catching_up = False
