"""The application: makes and wires every part, starts them, and stops them again."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import FastAPI
from sqlalchemy.engine import URL
from starlette.types import ASGIApp

from bigpoints import __version__
from bigpoints.server.chores import CHORES, sweep_tables
from bigpoints.server.http.context import Services
from bigpoints.server.http.errors import add_error_handlers
from bigpoints.server.http.front import Front
from bigpoints.server.http.limits import make_limits
from bigpoints.server.http.links import Links
from bigpoints.server.http.middleware.stack import add_middleware
from bigpoints.server.http.routes import ROUTERS
from bigpoints.server.http.static import FOLDER, read_pages
from bigpoints.server.live.bus import LocalBus
from bigpoints.server.live.cluster import ClusterSync
from bigpoints.server.live.hints import HintService
from bigpoints.server.live.hub import Hub
from bigpoints.server.live.pace import TablePace
from bigpoints.server.live.registry import TableRegistry, now_ms
from bigpoints.server.live.scheduler import Scheduler
from bigpoints.server.live.service import TableService
from bigpoints.server.live.sweep import Sweep
from bigpoints.server.ops.clock_watch import steady_ms
from bigpoints.server.ops.connections import Connections
from bigpoints.server.ops.logs import log
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.ops.store_watch import StoreWatch
from bigpoints.server.settings import Settings
from bigpoints.server.storage.store import Store, StoreFailed
from bigpoints.server.workers.pool import WorkerPool

if TYPE_CHECKING:
    from bigpoints.server.storage.postgres_directory import PostgresDirectory


def make_app(
    settings: Settings, store: Store, address: str, page: Path = FOLDER, connections: Connections | None = None
) -> ASGIApp:
    """The server as an ASGI application, whose links begin with an address; it closes the store when it stops."""
    metrics = Metrics()
    if connections is not None:
        metrics.watch_connections(connections)
        connections.on_cut = metrics.connection_cut
    pages = read_pages(page)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with _running(settings, store, address, metrics) as services:
            app.state.services = services
            yield

    # FastAPI's own pages about the API load scripts from elsewhere; ours are in the documentation.
    app = FastAPI(
        title="Big Points",
        version=__version__,
        lifespan=lifespan,
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
    directory = await _join(settings)
    services = await _make_services(settings, store, address, metrics, directory)
    await services.workers.start()
    sweep = Sweep(services.tables.registry, settings.keep_days, settings.trash_days)
    await sweep.begin()
    chores = [asyncio.create_task(work) for work in (*(chore(services) for chore in CHORES), sweep_tables(sweep))]
    if directory and settings.database:
        chores += _cluster_chores(services, directory, settings.database)
    try:
        yield services
    finally:
        for chore in chores:
            chore.cancel()
        await asyncio.gather(*chores, return_exceptions=True)
        await services.hub.scheduler.stop()
        if directory:
            with suppress(StoreFailed):  # Then others take over when its rows lapse.
                await directory.leave()
        await services.workers.stop()
        await services.tables.registry.close()
        await store.close()


async def _join(settings: Settings) -> "PostgresDirectory | None":
    """The directory of workers, which knows the time by now; None if no other worker can use the database."""
    if settings.database is None:
        return None
    # With its driver it takes 9 MB, which a server on SQLite saves.
    from bigpoints.server.storage.postgres_directory import PostgresDirectory

    directory = PostgresDirectory(settings.database, steady_ms)
    try:
        await directory.pulse({})
    except StoreFailed as error:
        log("start_failed", logging.ERROR, error)
        raise
    return directory


async def _make_services(
    settings: Settings, store: Store, address: str, metrics: Metrics, directory: "PostgresDirectory | None"
) -> Services:
    limits = make_limits(settings)
    pace = TablePace(limits.table_changes, limits.table_games)
    now = directory.now if directory else now_ms
    registry = TableRegistry(store, LocalBus(), now=now, on_ply=metrics.moved, pace=pace, report=_report)
    workers = WorkerPool(settings.workers_for_bots, settings.bot_hash_megabytes, observe=metrics.bot_answered)
    tables = TableService(registry)
    hub = Hub(tables, Scheduler(tables, workers), settings.away_seconds)
    store_watch = StoreWatch(lambda: store.set_marks({"probed": registry.now()}), metrics)
    await store.observe(store_watch)
    return Services(
        settings=settings,
        tables=tables,
        hub=hub,
        workers=workers,
        hints=HintService(tables, workers),
        metrics=metrics,
        store_watch=store_watch,
        links=Links(address),
        limits=limits,
    )


def _cluster_chores(services: Services, directory: "PostgresDirectory", database: URL) -> list[asyncio.Task[None]]:
    """Exchange presence with the other workers, and hear what they store."""
    from bigpoints.server.storage.postgres_news import PostgresNews

    hub = services.hub
    cluster = hub.cluster = ClusterSync(
        directory, services.tables.rooms, hub.refresh, hub.scheduler.update, services.store_watch.doubt
    )
    news = PostgresNews(database).listen(hub.on_news, hub.catch_up_all)
    return [asyncio.create_task(work) for work in (cluster.run(), news)]


def _report(what: str, why: str) -> None:
    """Log that the store holds something that cannot be read, or could not be saved."""
    log(what, logging.ERROR, reason=why)
