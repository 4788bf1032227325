"""Tables by REST: create, list, view, command and delete them."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Body, Request, Response

from bigpoints.contract.answers import Done, MyTables, TableAnswer, Token
from bigpoints.contract.requests import Command, NewTable, QuickGame
from bigpoints.contract.views import TableView
from bigpoints.server.http.context import Services
from bigpoints.server.http.deps import (
    REFUSALS,
    EnsuredBrowser,
    RequiredBrowser,
    SeatQuery,
    ServicesDep,
    TableCode,
    client_address,
    count_command,
    text_response,
)
from bigpoints.server.http.identity import new_token
from bigpoints.server.http.limits import cost_of
from bigpoints.server.live.client_view import ClientView
from bigpoints.server.ops.qr import qr_svg
from bigpoints.server.protocol.adapters import Checked, adapted
from bigpoints.server.protocol.create import created_table, quick_game
from bigpoints.server.protocol.requests import command_of
from bigpoints.server.protocol.summaries import summary_view
from bigpoints.server.table.events import Created
from bigpoints.server.table.refusals import Refused

router = APIRouter(prefix="/api", responses=REFUSALS)


@router.post("/token", status_code=201, response_model=adapted(Token))
async def create_token() -> Token:
    """Create a token for a program; browsers have a cookie instead."""
    return {"token": new_token()}


@router.post("/tables", status_code=201, response_model=adapted(TableAnswer))
async def create_table(
    request: Request, services: ServicesDep, browser: EnsuredBrowser, wish: Annotated[NewTable, Checked()]
) -> TableAnswer:
    """Create a table that you own."""
    address = client_address(request)
    if services.limits.new_tables.wait(address):  # Before anything is read; a table is counted once it is made.
        raise Refused("too_many", what="tables")
    return await _create(services, address, await _created(services, address, wish, browser))


@router.post("/quick", status_code=201, response_model=adapted(TableAnswer))
async def create_quick_game(
    request: Request, services: ServicesDep, browser: EnsuredBrowser, wish: Annotated[QuickGame, Checked()]
) -> TableAnswer:
    """Create a table against bots, take seat 1 and begin."""
    return await _create(services, client_address(request), quick_game(wish, browser))


async def _created(services: Services, address: str, wish: NewTable, owner: str) -> Created:
    """The creation of a table; to read a record takes as long as a replay, and has its pace."""
    if wish.get("record") is None:
        return created_table(wish, owner)
    services.limits.replays.check(address)
    return await services.texts.read(address, partial(created_table, wish, owner))


async def _create(services: Services, address: str, event: Created) -> TableAnswer:
    if not services.limits.new_tables.allows(address):
        raise Refused("too_many", what="tables")
    return table_answer(services, *await services.tables.create(event))


def table_answer(services: Services, code: str, view: ClientView) -> TableAnswer:
    """The answer to a request that created a table or took a seat: the table, its link, and the view."""
    return {"table": code, "link": services.links.table(code), "view": view.values}


@router.get("/tables", response_model=adapted(MyTables))
async def list_my_tables(services: ServicesDep, browser: EnsuredBrowser) -> MyTables:
    """List the tables that you own or sit at, the newest first. A browser without a cookie gets one."""
    tables = await services.tables.tables_of(browser)
    summaries = [summary_view(table, browser, services.links.table(table.code)) for table in tables]
    return {"tables": [summary for summary in summaries if summary]}


@router.get("/tables/{table}", response_model=adapted(TableView))
async def view_table(
    services: ServicesDep, browser: EnsuredBrowser, code: TableCode, seat: SeatQuery = None
) -> TableView:
    """View a table as it is now. A browser without a cookie gets one."""
    return (await services.tables.view(code, browser, seat)).values


@router.delete("/tables/{table}", status_code=204, response_class=Response)
async def delete_table(services: ServicesDep, browser: RequiredBrowser, code: TableCode) -> None:
    """Delete a table that you own."""
    await services.tables.delete(code, browser)


@router.post("/tables/{table}/commands", response_model=adapted(Done))
async def execute_command(
    request: Request,
    services: ServicesDep,
    browser: RequiredBrowser,
    code: TableCode,
    wish: Annotated[Command, Checked(), Body()],
    seat: SeatQuery = None,
) -> Done:
    """Execute a command, as through the socket: move, undo, leave, change the setup and so on."""
    command = command_of(wish)
    count_command(services, request, cost_of(command))
    done = await services.tables.execute(code, browser, command, seat)
    return {"version": done.version, "view": done.view.values}


@router.get("/tables/{table}/qr.svg", response_class=Response, responses=text_response("image/svg+xml"))
async def draw_qr_code(services: ServicesDep, code: TableCode) -> Response:
    """Draw the link to a table as a QR code."""
    table = await services.tables.table(code)
    return Response(qr_svg(services.links.table(table.code)), media_type="image/svg+xml")
