"""Handing a seat over to another device: a code that works once, for ten minutes."""

from bigpoints.server.live.registry import TableRegistry
from bigpoints.server.storage.store import Offer
from bigpoints.server.table.codes import digest, new_code, tidy_code
from bigpoints.server.table.commands import HOUSE, HandOver
from bigpoints.server.table.refusals import Refused

LASTS_MS = 10 * 60 * 1000


async def offer_seat(registry: TableRegistry, code: str, seat: int, browser: str) -> tuple[str, int]:
    """A new code for a seat of a browser's, and until when it works."""
    async with registry.using(code) as live:
        if seat not in live.table.seats_of(browser):
            raise Refused("not_your_seat", seat=seat)
    secret = new_code()
    until = registry.now() + LASTS_MS
    await registry.store.offer(Offer(digest(secret), code, seat, browser, until))
    return secret, until


async def take_seat(registry: TableRegistry, secret: str, browser: str) -> str:
    """Move a seat to a browser that has its code, if it still is the giver's; gives the table."""
    key = digest(tidy_code(secret))
    offer = await registry.store.offered(key)
    if offer is None or offer.until <= registry.now():
        raise Refused("handover_unknown")
    async with registry.using(offer.table) as live:
        command = HandOver(id=f"handover:{key[:32]}", seat=offer.seat, giver=offer.giver, browser=browser)
        await registry.act(live, HOUSE, command)
        # A code works once: whoever used it at the same moment may have been quicker.
        if offer.seat not in live.table.seats_of(browser):
            raise Refused("handover_unknown")
    await registry.store.withdraw(key)
    return offer.table
