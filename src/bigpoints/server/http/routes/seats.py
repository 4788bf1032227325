"""REST: taking a seat, and handing one over to another device."""

import secrets
from typing import Any

from fastapi import APIRouter

from bigpoints.server.http.deps import REFUSALS, EnsuredBrowser, RequiredBrowser, ServicesDep, TableCode
from bigpoints.server.http.routes.tables import table_answer
from bigpoints.server.live.handover import offer_seat, redeem
from bigpoints.server.ops.qr import qr_svg
from bigpoints.server.protocol.requests import Handover, HandoverCode, Join, SeatOf, TableAnswer
from bigpoints.server.table.commands import Sit

router = APIRouter(prefix="/api", responses=REFUSALS)


@router.post("/tables/{table}/seats", status_code=201, response_model=TableAnswer, response_model_exclude_unset=True)
async def join_table(services: ServicesDep, browser: EnsuredBrowser, code: TableCode, wish: Join) -> dict[str, Any]:
    """Take a free seat under a name."""
    command = Sit(id=wish.id or secrets.token_hex(8), seat=wish.seat, name=wish.name)
    done = await services.tables.execute(code, browser, command)
    return table_answer(services, code, done.view)


@router.post("/tables/{table}/handover", status_code=201, response_model=Handover)
async def offer_handover(
    services: ServicesDep, browser: RequiredBrowser, code: TableCode, wish: SeatOf
) -> dict[str, Any]:
    """A code by which a seat of yours moves to another device: it works once, for ten minutes."""
    offer = await offer_seat(services.tables, code, wish.seat, browser)
    link = services.links.seat(offer.secret)
    return {"code": offer.secret, "link": link, "qr": qr_svg(link), "until": offer.until}


@router.post("/handover", response_model=TableAnswer, response_model_exclude_unset=True)
async def redeem_handover(services: ServicesDep, browser: EnsuredBrowser, wish: HandoverCode) -> dict[str, Any]:
    """Go on here in the seat that a code is for."""
    return table_answer(services, *await redeem(services.tables, wish.code, browser))
