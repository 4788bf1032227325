"""Keeps the rooms of this worker in step with other workers: who is present elsewhere, and who attends a table.

A table that several workers have open is attended by one of them: only there bots play, turns end, and bots stand in.
If that worker dies, another one takes over within five seconds: its rows lapse after three, and a pulse takes one.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Protocol

from bigpoints.server.live.room import Room
from bigpoints.server.ops.logs import log
from bigpoints.server.storage.directory import LAPSE_MS, Directory, TableNews
from bigpoints.server.storage.store import StoreFailed

PULSE_SECONDS = 1.0
LAPSE_SECONDS = LAPSE_MS / 1000
_SHORTEST_PAUSE = 0.2
"""Seconds between two pulses when people come and go: who comes in between waits for the second one."""


class Cluster(Protocol):
    """The workers of a server, as the hub sees them."""

    is_sole: bool
    """Whether this worker attends every table."""

    def wake(self) -> None:
        """Tell the others soon who came or went."""
        ...


class SoleWorker:
    """The cluster of a server that is a single process."""

    is_sole = True

    def wake(self) -> None:
        """There is nobody to tell."""


class ClusterSync:
    """Exchanges presence and attendance with the other workers, through the directory."""

    is_sole = False

    def __init__(
        self,
        directory: Directory,
        rooms: Mapping[str, Room],
        refresh: Callable[[Room], None],
        update: Callable[[Room], None],
        on_failure: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """A room is refreshed if clients see something new, and updated if something may be due there."""
        self._directory = directory
        self._rooms = rooms
        self._refresh = refresh
        self._update = update
        self._on_failure = on_failure
        self._clock = clock
        self._woken = asyncio.Event()
        self._pulse_at = clock()

    def wake(self) -> None:
        """Tell the others soon who came or went."""
        self._woken.set()

    async def run(self) -> None:
        """Exchange what is known every second, and soon after somebody came or went."""
        while True:
            try:
                await self.pulse()
            except StoreFailed as error:  # The next pulse may work.
                log("pulse_failed", logging.DEBUG, error)
                self._on_failure()
            except Exception as error:  # Without pulses, this worker would attend nothing for ever.
                log("pulse_failed", logging.ERROR, error)
            self._lapse_if_late()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), PULSE_SECONDS)
            await asyncio.sleep(_SHORTEST_PAUSE)

    async def pulse(self) -> None:
        """Say what this worker has open, and take over what the directory answers. Raises StoreFailed."""
        self._woken.clear()
        began = self._clock()
        rooms = dict(self._rooms)
        presence = {code: room.take_presence() for code, room in rooms.items()}
        try:
            answer = await self._directory.pulse(presence)
        except BaseException:
            for code, room in rooms.items():
                room.touched |= presence[code].touched  # Nobody has heard of it.
            raise
        self._pulse_at = began
        for code, news in answer.items():
            self._share(rooms[code], news)

    def _lapse_if_late(self) -> None:
        if self._clock() - self._pulse_at < LAPSE_SECONDS:
            return
        self._directory.lapse(self._rooms.keys())
        for room in list(self._rooms.values()):
            self._share(room, room.news._replace(is_attended=False))

    def _share(self, room: Room, news: TableNews) -> None:
        away = room.away()
        is_changed = room.share(news)
        if self._rooms.get(room.table.code) is not room:
            return
        if room.away() != away:
            self._refresh(room)
        elif is_changed:
            self._update(room)
