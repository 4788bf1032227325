"""Games by REST: log, export, hints and replays."""

import asyncio
from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic_core import to_json

from bigpoints.bpr import record_text
from bigpoints.contract.answers import HintAnswer, LogAnswer, ReplayAnswer
from bigpoints.contract.requests import ReplayText, SeatNumber
from bigpoints.server.http.deps import (
    REFUSALS,
    OptionalBrowser,
    RequiredBrowser,
    ServicesDep,
    TableCode,
    client_address,
    text_response,
)
from bigpoints.server.protocol.adapters import Checked, adapted
from bigpoints.server.protocol.history import game_record, log_view
from bigpoints.server.protocol.replays import record_to_replay, replay_of, replay_of_text

T = TypeVar("T")

router = APIRouter(prefix="/api", responses=REFUSALS)

GameQuery = Annotated[
    int | None, Query(ge=1, le=100_000, description="the number of the game; the last one unless given")
]
SeatToMove = Annotated[SeatNumber | None, Checked(), Query(description="the seat to move, which is yours")]


@router.get("/tables/{table}/log", response_model=adapted(LogAnswer))
async def read_log(services: ServicesDep, browser: OptionalBrowser, code: TableCode) -> Response:
    """Read the log of a table; with hidden hands no more than the last round until the end of the game."""
    table, log = await services.tables.history(code, browser)
    answer: LogAnswer = {"version": table.version, "log": log_view(table, log)}
    # To hold thousands of lines to their type once more would keep everybody else waiting.
    return Response(to_json(answer), media_type="application/json")


@router.get("/tables/{table}/export", response_class=Response, responses=text_response("text/plain"))
async def export_game(
    services: ServicesDep, browser: OptionalBrowser, code: TableCode, game: GameQuery = None
) -> PlainTextResponse:
    """Export a game as a record (BPR): the last one unless another is named."""
    table, log = await services.tables.history(code, browser)
    record = game_record(table, log, game)
    name = f"bigpoints-{code}-{game or table.game}.bpr"
    return PlainTextResponse(record_text(record), headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get("/tables/{table}/hint", response_model=adapted(HintAnswer))
async def get_hint(
    request: Request, services: ServicesDep, browser: RequiredBrowser, code: TableCode, seat: SeatToMove = None
) -> HintAnswer:
    """Find the best move for the seat to move, which must be yours, and say why, if the table allows hints."""
    address = client_address(request)
    services.limits.hints.check(address)
    return await services.hints.hint(code, browser, seat, address)


@router.get("/tables/{table}/replay", response_model=adapted(ReplayAnswer))
async def replay_game(
    services: ServicesDep, browser: OptionalBrowser, code: TableCode, game: GameQuery = None
) -> Response:
    """Replay a finished game, move by move with all hands open: the last one unless another is named."""
    table, log = await services.tables.history(code, browser)
    record = record_to_replay(table, log, game)
    async with services.replay_lock:
        answer = await asyncio.to_thread(_replay_json, replay_of, record)
    return Response(answer, media_type="application/json")


@router.post("/replay", response_model=adapted(ReplayAnswer))
async def replay_text(request: Request, services: ServicesDep, wish: Annotated[ReplayText, Checked()]) -> Response:
    """Replay the games of a text, or show a position; nothing of it is stored."""
    services.limits.replays.check(client_address(request))
    async with services.replay_lock:
        answer = await asyncio.to_thread(_replay_json, replay_of_text, wish["text"])
    return Response(answer, media_type="application/json")


def _replay_json(replay: Callable[[T], ReplayAnswer], what: T) -> bytes:
    return to_json(replay(what))
