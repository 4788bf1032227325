"""REST about the games of a table: what has happened, what to play, and how a game went."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from bigpoints.bpr import record_text
from bigpoints.server.http.deps import (
    REFUSALS,
    OptionalBrowser,
    RequiredBrowser,
    ServicesDep,
    TableCode,
    client_address,
    text_response,
)
from bigpoints.server.protocol.history import game_record, log_view
from bigpoints.server.protocol.replays import record_to_replay, replay_of, replay_of_text
from bigpoints.server.protocol.requests import LogAnswer
from bigpoints.server.protocol.responses import HintAnswer, ReplayAnswer, ReplayText
from bigpoints.server.table.setup import SeatNumber

router = APIRouter(prefix="/api", responses=REFUSALS)

GameQuery = Annotated[
    int | None, Query(ge=1, le=100_000, description="the number of the game; the last one unless given")
]
SeatToMove = Annotated[SeatNumber | None, Query(description="the seat to move, which is yours")]


@router.get("/tables/{table}/log", response_model=LogAnswer)
async def read_log(services: ServicesDep, browser: OptionalBrowser, code: TableCode) -> dict[str, Any]:
    """What has happened at a table; in a hidden-hand game no more than the last round until the end."""
    table, log = await services.tables.history(code, browser)
    return {"version": table.version, "log": log_view(table, log)}


@router.get("/tables/{table}/export", response_class=Response, responses=text_response("text/plain"))
async def export_game(
    services: ServicesDep, browser: OptionalBrowser, code: TableCode, game: GameQuery = None
) -> PlainTextResponse:
    """A game as a record (BPR): the last one unless another is named."""
    table, log = await services.tables.history(code, browser)
    record = game_record(table, log, game)
    name = f"bigpoints-{code}-{game or table.game}.bpr"
    return PlainTextResponse(record_text(record), headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get("/tables/{table}/hint", response_model=HintAnswer, response_model_exclude_unset=True)
async def get_hint(
    request: Request, services: ServicesDep, browser: RequiredBrowser, code: TableCode, seat: SeatToMove = None
) -> dict[str, Any]:
    """The best move for a seat of yours that is to move, and why, if the table allows hints."""
    services.limits.hints.check(client_address(request))
    return await services.hints.hint(code, browser, seat)


@router.get("/tables/{table}/replay", response_model=ReplayAnswer)
async def replay_game(
    services: ServicesDep, browser: OptionalBrowser, code: TableCode, game: GameQuery = None
) -> Response:
    """A finished game of a table, move by move with all hands open: the last one unless another is named."""
    table, log = await services.tables.history(code, browser)
    record = record_to_replay(table, log, game)
    async with services.replay_lock:
        answer = await asyncio.to_thread(replay_of, record)
    return Response(answer, media_type="application/json")


@router.post("/replay", response_model=ReplayAnswer)
async def replay_text(request: Request, services: ServicesDep, wish: ReplayText) -> Response:
    """The games of a file, or a position, as replays: nothing of it is kept."""
    services.limits.replays.check(client_address(request))
    async with services.replay_lock:
        answer = await asyncio.to_thread(replay_of_text, wish.text)
    return Response(answer, media_type="application/json")
