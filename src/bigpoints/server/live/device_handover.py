"""Handing a seat over to another device: a code that works once, for ten minutes."""

from typing import NamedTuple

from bigpoints.server.live.client_view import ClientView
from bigpoints.server.live.service import TableService
from bigpoints.server.storage.store import Offer
from bigpoints.server.table.access import check_may_watch
from bigpoints.server.table.codes import digest, new_code, tidy_code
from bigpoints.server.table.commands import SERVER, HandOver
from bigpoints.server.table.refusals import Refused

VALID_MS = 10 * 60 * 1000


class HandoverOffer(NamedTuple):
    """A handover code, and until when it works, in milliseconds since 1970."""

    secret: str
    until: int


async def offer_seat(service: TableService, code: str, seat: int, browser: str) -> HandoverOffer:
    """Make a code for a seat of a browser's. Raises Refused if the seat is not its own."""
    registry = service.registry
    table = await service.table(code)
    check_may_watch(table, browser)
    if seat not in table.seats_of(browser):
        raise Refused("not_your_seat", seat=seat)
    now = registry.now()
    offer = HandoverOffer(new_code(), now + VALID_MS)
    await registry.store.offer(Offer(digest(offer.secret), code, seat, browser, offer.until), now)
    return offer


async def redeem(service: TableService, secret: str, browser: str) -> tuple[str, ClientView]:
    """Move a seat to a browser that has its code, if it still is the giver's. Gives the table's code, and the view."""
    registry = service.registry
    key = digest(tidy_code(secret))
    offer = await registry.store.offered(key)
    if offer is None or offer.until <= registry.now():
        raise Refused("handover_unknown")
    async with registry.using(offer.table) as live:
        command = HandOver(id=f"handover:{key[:32]}", seat=offer.seat, giver=offer.giver, browser=browser)
        await service.act(live, SERVER, command)
        # The code works once: another browser may have redeemed it at the same moment, under the same command id.
        if offer.seat not in live.table.seats_of(browser):
            raise Refused("handover_unknown")
    await registry.store.withdraw(key)
    return offer.table, await service.view(offer.table, browser)
