"""Chores: heartbeats, clients that are stuck, and tables that nobody uses."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bigpoints.server import chores
from bigpoints.server.chores import delete_unused_tables, disconnect_stuck_clients, send_heartbeats
from bigpoints.server.http.context import Services
from bigpoints.server.table.commands import Actor, Sit
from bigpoints.server.table.events import Placed
from bigpoints.server.table.refusals import Refused
from support.live_tables import ANNA, BEN, Home, at_home, person, until

DAY_MS = 24 * 3600 * 1000


class Client:
    """A client that counts what chores do with it."""

    def __init__(self) -> None:
        self.heartbeats = 0
        self.stuck_seconds: set[float] = set()

    def queue_heartbeat(self) -> None:
        """Count."""
        self.heartbeats += 1

    def disconnect_if_stuck(self, seconds: float) -> None:
        """Note."""
        self.stuck_seconds.add(seconds)


def services(*rooms: list[Client], **more: Any) -> Services:
    """Services with clients in rooms, and chores that are done often."""
    settings = SimpleNamespace(beat_seconds=0.01, stuck_seconds=0.02, keep_days=30)
    hub = SimpleNamespace(rooms=[SimpleNamespace(clients=clients) for clients in rooms])
    return cast("Services", SimpleNamespace(settings=settings, hub=hub, **more))


async def doing(chore: Any, about: Services, holds: Any) -> None:
    """Do a chore until something holds."""
    task = asyncio.create_task(chore(about))
    await until(lambda: holds() or task.done())
    assert not task.done(), "a chore goes on until the server stops"
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def test_every_client_of_every_room_gets_heartbeats_again_and_again() -> None:
    one, two, three = Client(), Client(), Client()
    asyncio.run(doing(send_heartbeats, services([one, two], [three]), lambda: three.heartbeats > 2))
    assert one.heartbeats == two.heartbeats == three.heartbeats


def test_every_client_is_asked_whether_it_is_stuck() -> None:
    one, two = Client(), Client()
    asyncio.run(doing(disconnect_stuck_clients, services([one], [two]), lambda: two.stuck_seconds))
    assert one.stuck_seconds == two.stuck_seconds == {0.02}


def test_tables_are_deleted_that_nobody_used_for_days_and_a_failing_store_ends_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chores, "_SWEEP_SECONDS", 0.001)
    asked: list[int] = []

    async def delete_unused(before: int) -> int:
        asked.append(before)
        if len(asked) == 1:
            raise Refused("unavailable")
        return 1

    registry = SimpleNamespace(now=lambda: 100 * DAY_MS, delete_unused=delete_unused)
    about = services(tables=SimpleNamespace(registry=registry))
    asyncio.run(doing(delete_unused_tables, about, lambda: len(asked) > 2))
    assert set(asked) == {70 * DAY_MS}


def test_a_table_that_is_used_while_others_are_deleted_stays(tmp_path: Path) -> None:
    now = [0]

    async def story(home: Home) -> None:
        codes = [await home.table(person(ANNA), Placed()) for _ in range(20)]
        now[0] = 40 * DAY_MS
        sweeping = asyncio.create_task(home.registry.delete_unused(now[0] - 30 * DAY_MS))
        await asyncio.sleep(0)
        async with home.registry.using(codes[-1]) as live:
            await home.registry.act(live, Actor("person", BEN), Sit(id="s", name="Ben"))
        assert await sweeping == 19
        assert len(await home.registry.log(codes[-1])) == 2

    at_home(tmp_path / "tables", story, now=lambda: now[0])


def test_a_table_that_nobody_has_used_for_long_is_deleted_unless_somebody_is_there(tmp_path: Path) -> None:
    now = [0]

    async def story(home: Home) -> None:
        forgotten, watched, young = [await home.table(person(ANNA), person(BEN)) for _ in range(3)]
        now[0] = 40 * DAY_MS
        anna = await home.come(young, ANNA)
        await until(lambda: anna.table.position is not None)
        home.go(anna)
        async with home.registry.using(watched):
            assert await home.registry.delete_unused(now[0] - 30 * DAY_MS) == 1
        assert await home.registry.log(forgotten) == []
        assert await home.registry.log(watched)
        assert await home.registry.log(young)
        assert await home.registry.delete_unused(now[0] - 30 * DAY_MS) == 1
        assert await home.registry.log(watched) == []

    at_home(tmp_path / "tables", story, now=lambda: now[0])
