"""The live part of a server without HTTP: a registry, rooms, bots under control, and clients that only look."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from bigpoints.contract.constants import BotName
from bigpoints.notation import parse_position
from bigpoints.rules import legal_moves
from bigpoints.server.live.bus import LocalBus
from bigpoints.server.live.client import HandSelection
from bigpoints.server.live.hub import Hub
from bigpoints.server.live.registry import TableRegistry, now_ms
from bigpoints.server.live.room import Room
from bigpoints.server.live.scheduler import Scheduler
from bigpoints.server.live.service import TableService
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.table.commands import Actor, Command
from bigpoints.server.table.events import Created, Placed
from bigpoints.server.table.setup import Setup, opening_from_position
from bigpoints.server.table.state import Table
from bigpoints.server.workers.fair_queue import Origin
from bigpoints.server.workers.pool import WorkerFailed
from support.stores import with_store

T = TypeVar("T")
SECONDS = 30.0
"""Time limit of a wait, in seconds, enough for a busy machine."""
ANNA, BEN = "a" * 64, "b" * 64


class Bots:
    """Bots that make the first legal move, as soon as they may think to the end."""

    def __init__(self) -> None:
        self.may_finish = asyncio.Event()
        self.may_finish.set()
        self.failures = 0
        self.asked: list[str] = []
        self.origins: list[Origin] = []
        self.cancelled: list[str] = []

    async def think(self, bot: str, position: str, seed: int, origin: Origin) -> str:
        """A move, a failure, or a search that is cancelled."""
        assert seed >= 0
        self.asked.append(bot)
        self.origins.append(origin)
        if self.failures:
            self.failures -= 1
            raise WorkerFailed("not now")
        try:
            await self.may_finish.wait()
        except asyncio.CancelledError:
            self.cancelled.append(bot)
            raise
        return str(legal_moves(parse_position(position))[0])


class Onlooker:
    """A client that looks at a table."""

    def __init__(self, browser: str | None, address: str = "") -> None:
        self.browser = browser
        self.address = address
        self.selection = HandSelection()
        self.room: Room | None = None
        self.ended: int | None = None
        self.shown = 0
        self.storing: list[bool] = []

    def queue_view(self) -> None:
        """Something new is there to be sent."""
        self.shown += 1

    @property
    def view(self) -> dict[str, Any]:
        """The view that would be sent."""
        view: dict[str, Any] = json.loads(self.at.view(self).json)
        return view

    @property
    def at(self) -> Room:
        """The room it is in."""
        assert self.room
        return self.room

    @property
    def table(self) -> Table:
        """The table it looks at."""
        return self.at.table

    def queue_storing(self, is_storing: bool) -> None:
        """Note it."""
        self.storing.append(is_storing)

    def queue_heartbeat(self) -> None:
        """Heartbeats are not looked at."""

    def close(self, code: int) -> None:
        """Keep the code."""
        self.ended = code

    def disconnect_if_stuck(self, seconds: float) -> None:
        """It is never stuck."""


class Home:
    """The tables of a test, and who comes and goes."""

    def __init__(self, store: SqlStore, now: Callable[[], int] = now_ms, away: float = 1000.0, **hurry: Any) -> None:
        self.hurry = hurry
        self.bots = Bots()
        self.registry = TableRegistry(store, LocalBus(), now=now)
        self.service = TableService(self.registry)
        self.scheduler = Scheduler(self.service, self.bots)
        self.hub = Hub(self.service, self.scheduler, away)

    async def table(self, *seats: Placed, start: str = "", **setup: Any) -> str:
        """A table of two, which begins when somebody looks; it is Anna's."""
        made = Setup(**{"first": 1, "bot_delay_ms": 0, "stand_in": "greedy", **setup})
        opening = opening_from_position(start) if start else None
        made = opening.apply_to(made) if opening else made
        table = await self.registry.create(Created(setup=made, owner=ANNA, seats=list(seats), opening=opening))
        return table.code

    async def come(self, code: str, browser: str | None, address: str = "") -> Onlooker:
        """Somebody opens a table, whose seconds are as short as the test needs them."""
        client = Onlooker(browser, address)
        async with self.registry.using(code) as live:
            live.table = live.table._replace(setup=replace(live.table.setup, **self.hurry))
            client.room = await self.hub.enter(code, client)
        return client

    def go(self, client: Onlooker) -> None:
        """Somebody closes it."""
        self.hub.leave(client.at, client)

    async def act(self, client: Onlooker, command: Command) -> int:
        """Somebody wants something."""
        return await self.service.act(client.at.live, Actor("person", client.browser), command)


def person(browser: str) -> Placed:
    """Somebody in a seat."""
    return Placed(name=browser[:1].upper(), browser=browser)


def bot(name: BotName = "random") -> Placed:
    """A bot in a seat."""
    return Placed(bot=name)


def at_home(file: Path, story: Callable[[Home], Awaitable[T]], **about: Any) -> T:
    """Play a story with tables of its own; gives what it returns."""

    async def play(store: SqlStore) -> T:
        home = Home(store, **about)
        try:
            return await story(home)
        finally:
            await home.scheduler.stop()

    return with_store(file, play)


async def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(SECONDS):
        while not holds():
            await asyncio.sleep(0.005)


async def settled() -> None:
    """Let everything happen that does not wait for a clock."""
    for _ in range(20):
        await asyncio.sleep(0.002)
