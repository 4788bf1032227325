"""The application: every part made, wired and started, and all of it stopped again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.routing import Match, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from bigpoints import __version__
from bigpoints.server.http.context import House, house_of, known_code
from bigpoints.server.http.identity import COOKIE, browser_of
from bigpoints.server.http.middleware.guards import guarded, refuse
from bigpoints.server.http.middleware.request_log import REFUSED
from bigpoints.server.http.routes import ROUTERS
from bigpoints.server.http.static import FOLDER, Pages, read_pages
from bigpoints.server.http.websocket import Limits, Socket
from bigpoints.server.live.bus import LocalBus
from bigpoints.server.live.hints import Adviser
from bigpoints.server.live.hub import Hub
from bigpoints.server.live.registry import Tables
from bigpoints.server.live.scheduler import Attendant
from bigpoints.server.ops.hosts import address_key
from bigpoints.server.ops.logs import log
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.ops.rate_limit import Limiter, Places
from bigpoints.server.protocol.requests import bad_message
from bigpoints.server.settings import Settings
from bigpoints.server.storage.store import Store, StoreFailed
from bigpoints.server.table.refusals import STATUS, Refused, refusal, refusal_headers
from bigpoints.server.workers.pool import Thinkers

_SWEEP_SECONDS = 3600
_REPLAYS_PER_SECOND = 1  # A file of games takes half a second to read.
_REPLAYS_AT_ONCE = 10
_HINTS_PER_SECOND = 0.5  # A hint takes a worker a second.
_HINTS_AT_ONCE = 20
_DAY_MS = 24 * 3600 * 1000


def make_app(settings: Settings, store: Store, address: str, page: Path = FOLDER) -> ASGIApp:
    """The server as an ASGI application, over a store that it closes in the end; links lead to the address."""
    metrics = Metrics()
    pages = read_pages(page)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        async with _running(settings, store, address, metrics) as house:
            app.state.house = house
            yield

    # FastAPI's own pages about the API load scripts from elsewhere; ours are in the documentation.
    app = FastAPI(
        title="Big Points",
        version=__version__,
        lifespan=life,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    for router in ROUTERS:
        app.include_router(router)
    app.add_exception_handler(Refused, _say_refused)
    app.add_exception_handler(RequestValidationError, _say_invalid)
    app.add_exception_handler(StoreFailed, _say_unavailable)
    app.add_exception_handler(HTTPException, _say_no_such_page)
    app.add_exception_handler(400, _say_unreadable)
    app.state.pages = pages
    return guarded(_Front(app, pages), settings, metrics, spares=pages.has)


@asynccontextmanager
async def _running(settings: Settings, store: Store, address: str, metrics: Metrics) -> AsyncIterator[House]:
    tables = Tables(store, LocalBus(), moved=metrics.moved)
    thinkers = Thinkers(settings.workers_for_bots, settings.bot_hash_megabytes, observe=metrics.thought)
    attendant = Attendant(tables, thinkers)
    hub = Hub(tables, attendant, settings.away_seconds)
    house = House(
        settings=settings,
        tables=tables,
        hub=hub,
        thinkers=thinkers,
        adviser=Adviser(tables, thinkers),
        metrics=metrics,
        address=address,
        clients=Places(settings.clients_per_address),
        new_tables=Limiter(settings.tables_per_address / 3600, max(1, settings.tables_per_address)),
        messages=Limiter(settings.address_messages_per_second, settings.address_messages_burst),
        replays=Limiter(_REPLAYS_PER_SECOND if settings.requests_per_second else 0, _REPLAYS_AT_ONCE),
        hints=Limiter(_HINTS_PER_SECOND if settings.requests_per_second else 0, _HINTS_AT_ONCE),
    )
    await thinkers.start()
    chores = [asyncio.create_task(chore(house)) for chore in (_beat, _watch_stuck, _sweep)]
    try:
        yield house
    finally:
        for chore in chores:
            chore.cancel()
        await asyncio.gather(*chores, return_exceptions=True)
        await attendant.stop()
        await thinkers.stop()
        await store.close()


# --- The front --------------------------------------------------------------------------------------------------------


class _Front:
    """The application, and before it pages and sockets: through it every frame would pass through more hands."""

    def __init__(self, app: FastAPI, pages: Pages) -> None:
        self._app = app
        self._pages = pages
        self._page_route = Route("/{page:path}", pages)
        self._route = WebSocketRoute("/api/tables/{table}/socket", self._play)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; a page is at hand, and a socket goes straight to its table."""
        if self._pages.has(scope):
            scope["route"] = self._page_route
            await self._pages(scope, receive, send)
            return
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        match, found = self._route.matches(scope)
        if match is not Match.FULL:
            await refuse(scope, receive, send, Refused("no_such_page"))
            return
        scope.update(found, route=self._route)
        await self._play(scope, receive, send)

    async def _play(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a client in, unless too many of its address are."""
        house = house_of(self._app)
        place = address_key(scope["client"][0] if scope.get("client") else "")
        try:
            socket = _socket(house, scope, receive, send, place)
        except Refused as refused:
            await refuse(scope, receive, send, refused)
            return
        try:
            with suppress(OSError):  # They have gone again before they were let in, or turned away.
                await receive()
                await send({"type": "websocket.accept"})
                await socket.serve(house.hub, _code_or_nothing(scope))
        finally:
            house.clients.leave(place)


def _socket(house: House, scope: Scope, receive: Receive, send: Send, place: str) -> Socket:
    """The socket of a client, who has a place from now on. Raises Refused."""
    asker = HTTPConnection(scope)
    browser = browser_of(asker.headers.get("authorization"), asker.cookies.get(COOKIE))
    if not house.clients.enter(place):
        raise Refused("too_many", what="clients")
    own = Limiter(house.settings.messages_per_second, house.settings.messages_burst)
    return Socket(send, receive, browser, Limits(own, house.messages, place), house.metrics)


def _code_or_nothing(scope: Scope) -> str:
    with suppress(Refused):
        return known_code(scope["path_params"]["table"])
    return ""


# --- Chores -----------------------------------------------------------------------------------------------------------


async def _beat(house: House) -> None:
    while True:
        await asyncio.sleep(house.settings.beat_seconds)
        for company in house.hub.companies:
            for client in company.clients:
                client.beat()


async def _watch_stuck(house: House) -> None:
    while True:
        await asyncio.sleep(min(1.0, house.settings.stuck_seconds))
        for company in house.hub.companies:
            for client in company.clients:
                client.give_up_after(house.settings.stuck_seconds)


async def _sweep(house: House) -> None:
    while True:
        with suppress(Refused):  # The store is ill: it may be better the next time.
            before = house.tables.now() - house.settings.keep_days * _DAY_MS
            if deleted := await house.tables.delete_unused(before):
                log("tables_deleted", tables=deleted)
        await asyncio.sleep(_SWEEP_SECONDS)


# --- Refusals ---------------------------------------------------------------------------------------------------------


def _refusal(refused: Refused) -> Response:
    return JSONResponse(refusal(refused), STATUS[refused.code], refusal_headers(refused))


async def _say_refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)  # noqa: S101
    request.scope[REFUSED] = error.code
    return _refusal(error)


async def _say_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101
    errors = error.errors()
    if errors[0]["type"] == "json_invalid":
        return await _say_unreadable(request, error)
    return await _say_refused(request, bad_message(errors))


async def _say_unreadable(request: Request, _: Exception) -> Response:
    """The answer to a body that is no JSON, is nested too deep or has numbers too long to be read."""
    return await _say_refused(request, Refused("bad_message", field="body", problem="json_invalid"))


async def _say_unavailable(request: Request, _: Exception) -> Response:
    return await _say_refused(request, Refused("unavailable"))


async def _say_no_such_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    pages: Pages = request.app.state.pages
    if page := pages.instead_of_nothing(request.scope):
        return page
    answer = _refusal(Refused("no_such_page"))
    answer.status_code = error.status_code
    answer.headers.update(error.headers or {})
    return answer
