"""Chores: heartbeats, clients that are stuck, and tables that nobody uses."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bigpoints.server import chores
from bigpoints.server.chores import disconnect_stuck_clients, send_heartbeats, sweep_tables
from bigpoints.server.http.context import Services
from bigpoints.server.live.cluster import SoleWorker
from bigpoints.server.storage.store import StoreFailed
from support.live_tables import until


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
    settings = SimpleNamespace(beat_seconds=0.01, stuck_seconds=0.02, keep_days=30, trash_days=7)
    hub = SimpleNamespace(rooms=[SimpleNamespace(clients=clients) for clients in rooms], cluster=SoleWorker())
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


def test_before_a_heartbeat_every_table_is_compared_with_the_store_if_others_write_there() -> None:
    one = Client()
    about = services([one])
    looks: list[int] = []

    async def catch_up_all() -> None:
        looks.append(one.heartbeats)
        raise StoreFailed("not now")  # They get their heartbeats all the same.

    about.hub.cluster = SimpleNamespace(is_sole=False)
    about.hub.catch_up_all = catch_up_all  # type: ignore[method-assign]
    asyncio.run(doing(send_heartbeats, about, lambda: one.heartbeats > 2))
    assert looks[:3] == [0, 1, 2]


def test_everybody_is_told_of_outages_and_writes_are_tried_only_when_they_are_in_doubt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chores, "_LOOK_SECONDS", 0.001)
    causes = iter(["disk_full", "disk_full", None])
    watch = SimpleNamespace(is_in_doubt=False)
    said: list[bool] = []

    async def cause() -> str | None:
        found = next(causes)
        watch.is_in_doubt = found is not None
        return found

    def say_storing(is_storing: bool) -> None:
        said.append(is_storing)
        watch.is_in_doubt = watch.is_in_doubt or len(said) == 3

    watch.cause = cause
    about = services(store_watch=watch)
    about.hub.say_storing = say_storing  # type: ignore[method-assign]
    asyncio.run(doing(chores.tell_outages, about, lambda: len(said) > 6))
    assert said[:7] == [True, True, True, False, False, True, True]


def test_every_client_is_asked_whether_it_is_stuck() -> None:
    one, two = Client(), Client()
    asyncio.run(doing(disconnect_stuck_clients, services([one], [two]), lambda: two.stuck_seconds))
    assert one.stuck_seconds == two.stuck_seconds == {0.02}


def test_tables_are_swept_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chores, "_SWEEP_SECONDS", 0.001)
    sweeps: list[int] = []

    class Counted:
        """Counts sweeps."""

        async def run(self) -> None:
            sweeps.append(1)

    asyncio.run(doing(sweep_tables, cast("Any", Counted()), lambda: len(sweeps) > 2))
    assert len(sweeps) > 2
