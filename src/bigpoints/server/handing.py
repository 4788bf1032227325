"""Handing a seat over to another device: a code that works once, for ten minutes."""

import secrets

from bigpoints.server.commands import HandOver
from bigpoints.server.deciding import HOUSE
from bigpoints.server.events import BotSeated, Freed, Seated
from bigpoints.server.history import Log
from bigpoints.server.identity import digest
from bigpoints.server.refusals import Refused
from bigpoints.server.store import Offer
from bigpoints.server.tables import LETTERS, Awake, Tables, tidy_code

_CODE_LENGTH = 8
LASTS_MS = 10 * 60 * 1000


async def offer_seat(tables: Tables, code: str, seat: int, browser: str | None) -> tuple[str, int]:
    """A new code for a seat of a browser's, and until when it works."""
    async with tables.using(code) as awake:
        if seat not in awake.table.seats_of(browser):
            raise Refused("not_your_seat", seat=seat)
    secret = "".join(secrets.choice(LETTERS) for _ in range(_CODE_LENGTH))
    until = tables.now() + LASTS_MS
    await tables.store.offer(Offer(digest(secret), code, seat, until))
    return secret, until


async def take_seat(tables: Tables, secret: str, browser: str) -> tuple[str, int]:
    """Move a seat to a browser that has its code; gives the table and the seat."""
    key = digest(tidy_code(secret))
    offer = await tables.store.offered(key)
    if offer is None or offer.until <= tables.now():
        raise Refused("handover_unknown")
    async with tables.using(offer.table) as awake:
        seats = awake.table.seats
        if not _is_still_theirs(await tables.log(offer.table), offer):
            raise Refused("handover_unknown")
        giver = seats[offer.seat - 1].browser
        command = HandOver(id=f"handover:{key[:32]}", seat=offer.seat, giver=giver, browser=browser)
        await tables.act(awake, HOUSE, command)
        _check_came_first(awake, offer.seat, browser)
    await tables.store.withdraw(key)
    return offer.table, offer.seat


def _is_still_theirs(log: Log, offer: Offer) -> bool:
    """Whether the seat is still that of the person who made the code."""
    made = offer.until - LASTS_MS
    changes = [
        at
        for _, at, event in log
        if isinstance(event, Seated | BotSeated | Freed) and event.seat == offer.seat and at > made
    ]
    return not changes


def _check_came_first(awake: Awake, seat: int, browser: str) -> None:
    """A code works once: whoever used it at the same moment may have been quicker."""
    if seat not in awake.table.seats_of(browser):
        raise Refused("handover_unknown")
