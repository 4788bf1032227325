"""The application: every part made, wired and started, and all of it stopped again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from starlette.types import ASGIApp

from bigpoints import __version__
from bigpoints.server.chores import CHORES
from bigpoints.server.http.context import Services
from bigpoints.server.http.errors import add_error_handlers
from bigpoints.server.http.front import Front
from bigpoints.server.http.middleware.stack import add_middleware
from bigpoints.server.http.routes import ROUTERS
from bigpoints.server.http.static import FOLDER, read_pages
from bigpoints.server.live.bus import LocalBus
from bigpoints.server.live.hints import Adviser
from bigpoints.server.live.hub import Hub
from bigpoints.server.live.registry import TableRegistry
from bigpoints.server.live.scheduler import Scheduler
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.ops.rate_limit import ConnectionLimiter, Limiter
from bigpoints.server.settings import Settings
from bigpoints.server.storage.store import Store
from bigpoints.server.workers.pool import WorkerPool

_REPLAYS_PER_SECOND = 1  # A file of games takes half a second to read.
_REPLAYS_AT_ONCE = 10
_HINTS_PER_SECOND = 0.5  # A hint takes a worker a second.
_HINTS_AT_ONCE = 20


def make_app(settings: Settings, store: Store, address: str, page: Path = FOLDER) -> ASGIApp:
    """The server as an ASGI application, over a store that it closes in the end; links lead to the address."""
    metrics = Metrics()
    pages = read_pages(page)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        async with _running(settings, store, address, metrics) as services:
            app.state.services = services
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
    add_error_handlers(app)
    app.state.pages = pages
    return add_middleware(Front(app, pages), settings, metrics, is_exempt=pages.has)


@asynccontextmanager
async def _running(settings: Settings, store: Store, address: str, metrics: Metrics) -> AsyncIterator[Services]:
    registry = TableRegistry(store, LocalBus(), on_ply=metrics.moved)
    workers = WorkerPool(settings.workers_for_bots, settings.bot_hash_megabytes, observe=metrics.thought)
    scheduler = Scheduler(registry, workers)
    hub = Hub(registry, scheduler, settings.away_seconds)
    services = Services(
        settings=settings,
        registry=registry,
        hub=hub,
        workers=workers,
        adviser=Adviser(registry, workers),
        metrics=metrics,
        address=address,
        clients=ConnectionLimiter(settings.clients_per_address),
        new_tables=Limiter(settings.tables_per_address / 3600, max(1, settings.tables_per_address)),
        messages=Limiter(settings.address_messages_per_second, settings.address_messages_burst),
        replays=Limiter(_REPLAYS_PER_SECOND if settings.requests_per_second else 0, _REPLAYS_AT_ONCE),
        hints=Limiter(_HINTS_PER_SECOND if settings.requests_per_second else 0, _HINTS_AT_ONCE),
    )
    await workers.start()
    chores = [asyncio.create_task(chore(services)) for chore in CHORES]
    try:
        yield services
    finally:
        for chore in chores:
            chore.cancel()
        await asyncio.gather(*chores, return_exceptions=True)
        await scheduler.stop()
        await workers.stop()
        await store.close()
