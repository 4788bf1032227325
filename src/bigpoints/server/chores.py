"""What the server does at intervals: heartbeats, disconnecting stuck clients, sweeping unused tables."""

import asyncio
from contextlib import suppress

from bigpoints.server.http.context import Services
from bigpoints.server.live.sweep import Sweep
from bigpoints.server.storage.store import StoreFailed

_SWEEP_SECONDS = 900
_LOOK_SECONDS = 1.0


async def send_heartbeats(services: Services) -> None:
    """Send every client the version of its table, that of the store if other workers write there, too."""
    while True:
        await asyncio.sleep(services.settings.beat_seconds)
        if not services.hub.cluster.is_sole:
            with suppress(StoreFailed):  # Then they hear of the versions that are known here.
                await services.hub.catch_up_all()
        for room in services.hub.rooms:
            for client in room.clients:
                client.queue_heartbeat()


async def tell_outages(services: Services) -> None:
    """Tell every client when nothing can be stored, and try in between whether that works again."""
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        watch = services.store_watch
        services.hub.say_storing(not watch.is_in_doubt or await watch.cause() is None)


async def disconnect_stuck_clients(services: Services) -> None:
    """Disconnect clients that take nothing of what they are sent."""
    while True:
        await asyncio.sleep(min(1.0, services.settings.stuck_seconds))
        for room in services.hub.rooms:
            for client in room.clients:
                client.disconnect_if_stuck(services.settings.stuck_seconds)


async def sweep_tables(sweep: Sweep) -> None:
    """Move tables to the trash that nobody has used for long, and empty the trash."""
    while True:
        await sweep.run()
        await asyncio.sleep(_SWEEP_SECONDS)


CHORES = (send_heartbeats, tell_outages, disconnect_stuck_clients)
"""Each runs until the server stops."""
