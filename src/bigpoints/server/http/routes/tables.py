"""REST: a request comes in, one call is made, an answer goes out."""

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, Response
from fastapi.responses import JSONResponse
from pydantic_core import to_jsonable_python

from bigpoints import __version__
from bigpoints.server.http.context import House
from bigpoints.server.http.deps import REFUSALS, Code, Guest, Known, SeatAsked, ThisHouse, address_of, text_of
from bigpoints.server.http.identity import new_token
from bigpoints.server.live.handover import offer_seat, take_seat
from bigpoints.server.ops.metrics import CONTENT_TYPE
from bigpoints.server.ops.qr import qr_svg
from bigpoints.server.protocol.create import quick_game, table_asked_for
from bigpoints.server.protocol.requests import (
    Done,
    Handover,
    HandoverCode,
    Health,
    Join,
    MyTables,
    NewTable,
    QuickGame,
    SeatOf,
    TableAnswer,
    TableView,
    Token,
)
from bigpoints.server.table.commands import Sit, Wish
from bigpoints.server.table.decide import Actor
from bigpoints.server.table.events import Created
from bigpoints.server.table.refusals import STATUS, Refused, refusal

api = APIRouter(prefix="/api", responses=REFUSALS)
watching = APIRouter(responses=REFUSALS)


# --- Tables -----------------------------------------------------------------------------------------------------------


@api.post("/token", status_code=201, response_model=Token)
async def make_token() -> dict[str, str]:
    """A secret for a program; browsers have a cookie instead."""
    return {"token": new_token()}


@api.post("/tables", status_code=201, response_model=TableAnswer, response_model_exclude_unset=True)
async def create_table(request: Request, house: ThisHouse, browser: Guest, wish: NewTable) -> dict[str, Any]:
    """Create a table; it is yours."""
    return await _created(house, request, table_asked_for(wish, browser))


@api.post("/quick", status_code=201, response_model=TableAnswer, response_model_exclude_unset=True)
async def play_at_once(request: Request, house: ThisHouse, browser: Guest, wish: QuickGame) -> dict[str, Any]:
    """Create a table against bots, take seat 1 and begin."""
    return await _created(house, request, quick_game(wish, browser))


async def _created(house: House, request: Request, event: Created) -> dict[str, Any]:
    if not house.new_tables.allows(address_of(request)):
        raise Refused("too_many", what="tables")
    table = await house.create(event)
    return await _table_answer(house, table.code, event.owner)


async def _table_answer(house: House, code: str, browser: str) -> dict[str, Any]:
    return {"table": code, "link": house.link(code), "view": await house.view(code, browser, None)}


@api.get("/tables", response_model=MyTables)
async def list_my_tables(house: ThisHouse, browser: Guest) -> dict[str, Any]:
    """The tables that you own or sit at, the newest first. A browser that begins here has its secret from now on."""
    return {"tables": await house.summaries(browser)}


@api.get("/tables/{table}", response_model=TableView, response_model_exclude_unset=True)
async def view_table(house: ThisHouse, browser: Guest, code: Code, seat: SeatAsked = None) -> dict[str, Any]:
    """A table as you see it now. A browser that comes by a link has its secret from now on."""
    return await house.view(code, browser, seat)


@api.delete("/tables/{table}", status_code=204, response_class=Response)
async def delete_table(house: ThisHouse, browser: Known, code: Code) -> None:
    """Owner: delete a table."""
    await house.tables.delete(code, Actor("person", browser))


@api.post("/tables/{table}/seats", status_code=201, response_model=TableAnswer, response_model_exclude_unset=True)
async def take_a_seat(house: ThisHouse, browser: Guest, code: Code, wish: Join) -> dict[str, Any]:
    """Take a free seat under a name."""
    command = Sit(id=wish.id or secrets.token_hex(8), seat=wish.seat, name=wish.name)
    await house.act(code, browser, command)
    return await _table_answer(house, code, browser)


@api.post("/tables/{table}/commands", response_model=Done, response_model_exclude_unset=True)
async def do_something(
    house: ThisHouse, browser: Known, code: Code, wish: Annotated[Wish, Body()], seat: SeatAsked = None
) -> dict[str, Any] | JSONResponse:
    """Do what can be done through the socket, too: move, undo, leave, change the setup and so on."""
    try:
        version = await house.act(code, browser, wish)
    except Refused as refused:
        if refused.code != "stale":
            raise
        view = await house.view(code, browser, seat)
        return JSONResponse(to_jsonable_python({**refusal(refused), "view": view}), STATUS["stale"])
    return {"version": version, "view": await house.view(code, browser, seat)}


@api.get("/tables/{table}/qr.svg", response_class=Response, responses=text_of("image/svg+xml"))
async def draw_link(house: ThisHouse, code: Code) -> Response:
    """The link to a table as a QR code."""
    async with house.tables.using(code):
        return Response(qr_svg(house.link(code)), media_type="image/svg+xml")


# --- Handing a seat over ----------------------------------------------------------------------------------------------


@api.post("/tables/{table}/handover", status_code=201, response_model=Handover)
async def hand_over(house: ThisHouse, browser: Known, code: Code, wish: SeatOf) -> dict[str, Any]:
    """A code by which a seat of yours moves to another device: it works once, for ten minutes."""
    secret, until = await offer_seat(house.tables, code, wish.seat, browser)
    link = house.seat_link(secret)
    return {"code": secret, "link": link, "qr": qr_svg(link), "until": until}


@api.post("/handover", response_model=TableAnswer, response_model_exclude_unset=True)
async def go_on_here(house: ThisHouse, browser: Guest, wish: HandoverCode) -> dict[str, Any]:
    """Go on here in the seat that a code is for."""
    code = await take_seat(house.tables, wish.code, browser)
    return await _table_answer(house, code, browser)


# --- Operation --------------------------------------------------------------------------------------------------------


@watching.get("/health", response_model=Health, responses={503: {"model": Health}})
async def health(house: ThisHouse) -> JSONResponse:
    """Whether all is well: the store answers, the bots are warm."""
    try:
        await house.tables.store.count()
        status = "ok"
    except Exception:  # Whatever it is, it is not well.
        status = "failing"
    content = {"status": status, "version": __version__, "bots_ready": house.thinkers.ready}
    return JSONResponse(content, status_code=200 if status == "ok" else 503)


@watching.get("/metrics", response_class=Response, responses=text_of("text/plain"))
async def metrics(house: ThisHouse) -> Response:
    """Numbers for Prometheus."""
    await house.measure()
    return Response(house.metrics.text(), media_type=CONTENT_TYPE)
