"""Where clients and tables meet: who comes wakes a table, news are shown to all, who goes last lets it rest."""

import asyncio
from contextlib import suppress

from bigpoints.contract.facts import NOT_ALLOWED, TABLE_GONE
from bigpoints.server.live.client import Client
from bigpoints.server.live.registry import GONE, TableRegistry
from bigpoints.server.live.room import Room
from bigpoints.server.live.scheduler import Scheduler
from bigpoints.server.table.access import check_may_watch, may_watch
from bigpoints.server.table.refusals import Refused


class Hub:
    """The rooms at all tables that are live."""

    def __init__(self, registry: TableRegistry, scheduler: Scheduler, away_seconds: float) -> None:
        self.registry = registry
        self.scheduler = scheduler
        self.away_seconds = away_seconds
        self._rooms: dict[str, Room] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        registry.bus.listen(self._news)

    @property
    def rooms(self) -> list[Room]:
        """All of them."""
        return list(self._rooms.values())

    def room(self, code: str) -> Room | None:
        """The room at a table, if anybody is there."""
        return self._rooms.get(code)

    async def enter(self, code: str, client: Client) -> Room:
        """Somebody comes to a table: it wakes."""
        live = await self.registry.acquire(code)
        try:
            check_may_watch(live.table, client.browser)
        except Refused:
            self.registry.release(live)
            raise
        room = self._rooms.get(code)
        if room is None:
            room = Room(live, self.away_seconds, asyncio.get_running_loop().time)
            self._rooms[code] = room
        else:
            self.registry.release(live)
        room.enter(client)
        room.broadcast()
        self.scheduler.update(room)
        return room

    def leave(self, room: Room, client: Client) -> None:
        """Somebody goes; after the last one a table rests."""
        room.leave(client)
        if room.clients:
            room.broadcast()
            self.scheduler.update(room)
            return
        self.scheduler.cancel(room)
        if self._rooms.get(room.table.code) is room:
            del self._rooms[room.table.code]
        self.registry.release(room.live)

    def _news(self, code: str, version: int) -> None:
        room = self._rooms.get(code)
        if room is None:
            return
        if version == GONE:
            self._close(room)
        elif room.table.version < version:
            self._catch_up(room)
        else:
            self._tell(room)

    def _tell(self, room: Room) -> None:
        """Show everybody what is new, and those out who may no longer look."""
        if room.table.setup.watch != "anyone":
            for client in [client for client in room.clients if not may_watch(room.table, client.browser)]:
                client.close(NOT_ALLOWED)
        room.broadcast()
        self.scheduler.update(room)

    def _close(self, room: Room) -> None:
        self.scheduler.cancel(room)
        for client in list(room.clients):
            client.close(TABLE_GONE)

    def _catch_up(self, room: Room) -> None:
        """Another worker has stored something: read it, then show it."""
        task = asyncio.get_running_loop().create_task(self._caught_up(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _caught_up(self, room: Room) -> None:
        with suppress(Refused):  # The store is ill: the next news or question will bring it.
            async with room.live.lock:
                await self.registry.catch_up(room.live)
        if room.clients:
            self._tell(room)
