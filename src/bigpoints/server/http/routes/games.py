"""Games by REST: log, export, hints and replays."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic_core import to_json

from bigpoints.contract.answers import HintAnswer, LogAnswer, ReplayAnswer
from bigpoints.contract.constants import LOG_PAGE
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
from bigpoints.server.live.service import LogPage
from bigpoints.server.protocol.adapters import Checked, adapted
from bigpoints.server.protocol.replays import replay_of_text

router = APIRouter(prefix="/api", responses=REFUSALS)

GameQuery = Annotated[
    int | None, Query(ge=1, le=100_000, description="the number of the game; the last one unless given")
]
AfterQuery = Annotated[int, Query(ge=0, le=1_000_000, description="the version after which the page begins")]
LimitQuery = Annotated[int, Query(ge=1, le=LOG_PAGE, description="how many events the page has at most")]
LastGameQuery = Annotated[bool, Query(description="only from the beginning of the last game on")]
SeatToMove = Annotated[SeatNumber | None, Checked(), Query(description="the seat to move, which is yours")]


@router.get("/tables/{table}/log", response_model=adapted(LogAnswer))
async def read_log(
    services: ServicesDep,
    browser: OptionalBrowser,
    code: TableCode,
    after: AfterQuery = 0,
    limit: LimitQuery = LOG_PAGE,
    last_game: LastGameQuery = False,
) -> Response:
    """Read the log of a table, page by page; with hidden hands no more than the last round until the game is over."""
    answer = await services.tables.log_json(code, browser, LogPage(after, limit, last_game))
    return Response(answer, media_type="application/json")


@router.get("/tables/{table}/export", response_class=Response, responses=text_response("text/plain"))
async def export_game(
    services: ServicesDep, browser: OptionalBrowser, code: TableCode, game: GameQuery = None
) -> PlainTextResponse:
    """Export a game as a record (BPR): the last one unless another is named."""
    number, text = await services.tables.export(code, browser, game)
    name = f"bigpoints-{code}-{number}.bpr"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


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
    answer = await services.tables.replay_json(code, browser, game)
    return Response(answer, media_type="application/json")


@router.post("/replay", response_model=adapted(ReplayAnswer))
async def replay_text(request: Request, services: ServicesDep, wish: Annotated[ReplayText, Checked()]) -> Response:
    """Replay the games of a text, or show a position; nothing of it is stored."""
    address = client_address(request)
    services.limits.replays.check(address)
    answer = await services.texts.read(address, lambda: to_json(replay_of_text(wish["text"])))
    return Response(answer, media_type="application/json")
