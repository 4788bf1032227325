"""Seats by REST: take one, or move one to another device."""

import secrets
from typing import Annotated

from fastapi import APIRouter, Request

from bigpoints.contract.answers import Handover, TableAnswer
from bigpoints.contract.requests import HandoverCode, Join, SeatOf
from bigpoints.server.http.deps import REFUSALS, EnsuredBrowser, RequiredBrowser, ServicesDep, TableCode, count_command
from bigpoints.server.http.limits import COMMAND_COST
from bigpoints.server.http.routes.tables import table_answer
from bigpoints.server.live.device_handover import offer_seat, redeem
from bigpoints.server.ops.qr import qr_svg
from bigpoints.server.protocol.adapters import Checked, adapted
from bigpoints.server.table.commands import Sit

router = APIRouter(prefix="/api", responses=REFUSALS)


@router.post("/tables/{table}/seats", status_code=201, response_model=adapted(TableAnswer))
async def join_table(
    request: Request,
    services: ServicesDep,
    browser: EnsuredBrowser,
    code: TableCode,
    wish: Annotated[Join, Checked()],
) -> TableAnswer:
    """Take a free seat under a name."""
    command = Sit(id=wish.get("id") or secrets.token_hex(8), seat=wish.get("seat"), name=wish["name"])
    count_command(services, request, COMMAND_COST)
    done = await services.tables.execute(code, browser, command)
    return table_answer(services, code, done.view)


@router.post("/tables/{table}/handover", status_code=201, response_model=adapted(Handover))
async def offer_handover(
    request: Request,
    services: ServicesDep,
    browser: RequiredBrowser,
    code: TableCode,
    wish: Annotated[SeatOf, Checked()],
) -> Handover:
    """Create a code that moves a seat of yours to another device; it works once, for ten minutes."""
    count_command(services, request, COMMAND_COST)
    offer = await offer_seat(services.tables, code, wish["seat"], browser)
    link = services.links.seat(offer.secret)
    return {"code": offer.secret, "link": link, "qr": qr_svg(link), "until": offer.until}


@router.post("/handover", response_model=adapted(TableAnswer))
async def redeem_handover(
    request: Request, services: ServicesDep, browser: EnsuredBrowser, wish: Annotated[HandoverCode, Checked()]
) -> TableAnswer:
    """Take over, on this device, the seat that a code is for."""
    count_command(services, request, COMMAND_COST)
    return table_answer(services, *await redeem(services.tables, wish["code"], browser))
