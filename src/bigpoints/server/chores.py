"""What the server does at intervals: heartbeats, disconnecting stuck clients, deleting unused tables."""

import asyncio
from contextlib import suppress

from bigpoints.server.http.context import Services
from bigpoints.server.ops.logs import log
from bigpoints.server.table.refusals import Refused

_SWEEP_SECONDS = 3600
_DAY_MS = 24 * 3600 * 1000


async def send_heartbeats(services: Services) -> None:
    """Send every client the version of its table."""
    while True:
        await asyncio.sleep(services.settings.beat_seconds)
        for room in services.hub.rooms:
            for client in room.clients:
                client.queue_heartbeat()


async def disconnect_stuck_clients(services: Services) -> None:
    """Disconnect clients that take nothing of what they are sent."""
    while True:
        await asyncio.sleep(min(1.0, services.settings.stuck_seconds))
        for room in services.hub.rooms:
            for client in room.clients:
                client.disconnect_if_stuck(services.settings.stuck_seconds)


async def delete_unused_tables(services: Services) -> None:
    """Delete tables that nobody has used for as many days as the settings say, once an hour."""
    while True:
        with suppress(Refused):  # The store fails: it may work the next time.
            before = services.tables.registry.now() - services.settings.keep_days * _DAY_MS
            if deleted := await services.tables.registry.delete_unused(before):
                log("tables_deleted", tables=deleted)
        await asyncio.sleep(_SWEEP_SECONDS)


CHORES = (send_heartbeats, disconnect_stuck_clients, delete_unused_tables)
"""Each runs until the server stops."""
