"""REST: tables, and commands to them."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, Response

from bigpoints.server.http.context import Services
from bigpoints.server.http.deps import (
    REFUSALS,
    EnsuredBrowser,
    RequiredBrowser,
    SeatQuery,
    ServicesDep,
    TableCode,
    client_address,
    text_response,
)
from bigpoints.server.http.identity import new_token
from bigpoints.server.live.client_view import ClientView
from bigpoints.server.ops.qr import qr_svg
from bigpoints.server.protocol.create import quick_game, table_asked_for
from bigpoints.server.protocol.requests import Done, MyTables, NewTable, QuickGame, TableAnswer, TableView, Token
from bigpoints.server.protocol.summaries import summary_view
from bigpoints.server.table.commands import Wish
from bigpoints.server.table.events import Created
from bigpoints.server.table.refusals import Refused

router = APIRouter(prefix="/api", responses=REFUSALS)


@router.post("/token", status_code=201, response_model=Token)
async def create_token() -> dict[str, str]:
    """A secret for a program; browsers have a cookie instead."""
    return {"token": new_token()}


@router.post("/tables", status_code=201, response_model=TableAnswer, response_model_exclude_unset=True)
async def create_table(
    request: Request, services: ServicesDep, browser: EnsuredBrowser, wish: NewTable
) -> dict[str, Any]:
    """Create a table; it is yours."""
    return await _created(services, request, table_asked_for(wish, browser))


@router.post("/quick", status_code=201, response_model=TableAnswer, response_model_exclude_unset=True)
async def create_quick_game(
    request: Request, services: ServicesDep, browser: EnsuredBrowser, wish: QuickGame
) -> dict[str, Any]:
    """Create a table against bots, take seat 1 and begin."""
    return await _created(services, request, quick_game(wish, browser))


async def _created(services: Services, request: Request, event: Created) -> dict[str, Any]:
    if not services.limits.new_tables.allows(client_address(request)):
        raise Refused("too_many", what="tables")
    return table_answer(services, *await services.tables.create(event))


def table_answer(services: Services, code: str, view: ClientView) -> dict[str, Any]:
    """A table, its link, and the view of whoever asks."""
    return {"table": code, "link": services.links.table(code), "view": view.values}


@router.get("/tables", response_model=MyTables)
async def list_my_tables(services: ServicesDep, browser: EnsuredBrowser) -> dict[str, Any]:
    """The tables that you own or sit at, the newest first. A browser that begins here has its secret from now on."""
    tables = await services.tables.tables_of(browser)
    summaries = [summary_view(table, browser, services.links.table(table.code)) for table in tables]
    return {"tables": [summary for summary in summaries if summary]}


@router.get("/tables/{table}", response_model=TableView, response_model_exclude_unset=True)
async def view_table(
    services: ServicesDep, browser: EnsuredBrowser, code: TableCode, seat: SeatQuery = None
) -> dict[str, Any]:
    """A table as you see it now. A browser that comes by a link has its secret from now on."""
    return (await services.tables.view(code, browser, seat)).values


@router.delete("/tables/{table}", status_code=204, response_class=Response)
async def delete_table(services: ServicesDep, browser: RequiredBrowser, code: TableCode) -> None:
    """Owner: delete a table."""
    await services.tables.delete(code, browser)


@router.post("/tables/{table}/commands", response_model=Done, response_model_exclude_unset=True)
async def execute_command(
    services: ServicesDep,
    browser: RequiredBrowser,
    code: TableCode,
    wish: Annotated[Wish, Body()],
    seat: SeatQuery = None,
) -> dict[str, Any]:
    """Do what can be done through the socket, too: move, undo, leave, change the setup and so on."""
    done = await services.tables.execute(code, browser, wish, seat)
    return {"version": done.version, "view": done.view.values}


@router.get("/tables/{table}/qr.svg", response_class=Response, responses=text_response("image/svg+xml"))
async def draw_qr_code(services: ServicesDep, code: TableCode) -> Response:
    """The link to a table as a QR code."""
    table = await services.tables.table(code)
    return Response(qr_svg(services.links.table(table.code)), media_type="image/svg+xml")
