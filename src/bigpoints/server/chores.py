"""What the server does at intervals: heartbeats, disconnecting stuck clients, deleting unused tables."""

import asyncio
from contextlib import suppress

from bigpoints.server.http.context import House
from bigpoints.server.ops.logs import log
from bigpoints.server.table.refusals import Refused

_SWEEP_SECONDS = 3600
_DAY_MS = 24 * 3600 * 1000


async def send_heartbeats(house: House) -> None:
    """Send every client the version of its table."""
    while True:
        await asyncio.sleep(house.settings.beat_seconds)
        for room in house.hub.rooms:
            for client in room.clients:
                client.beat()


async def disconnect_stuck_clients(house: House) -> None:
    """Disconnect clients that take nothing of what they are sent."""
    while True:
        await asyncio.sleep(min(1.0, house.settings.stuck_seconds))
        for room in house.hub.rooms:
            for client in room.clients:
                client.give_up_after(house.settings.stuck_seconds)


async def delete_unused_tables(house: House) -> None:
    """Delete tables that nobody has used for as many days as the settings say, once an hour."""
    while True:
        with suppress(Refused):  # The store is ill: it may be better the next time.
            before = house.registry.now() - house.settings.keep_days * _DAY_MS
            if deleted := await house.registry.delete_unused(before):
                log("tables_deleted", tables=deleted)
        await asyncio.sleep(_SWEEP_SECONDS)


CHORES = (send_heartbeats, disconnect_stuck_clients, delete_unused_tables)
"""Each runs until the server stops."""
