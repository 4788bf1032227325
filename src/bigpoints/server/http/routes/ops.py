"""Operation by REST: health and metrics."""

from contextlib import suppress

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

from bigpoints import __version__
from bigpoints.contract.answers import Health
from bigpoints.errors import BigPointsError
from bigpoints.server.http.context import Services
from bigpoints.server.http.deps import REFUSALS, ServicesDep, text_response
from bigpoints.server.ops.metrics import CONTENT_TYPE
from bigpoints.server.protocol.adapters import adapted

router = APIRouter(responses=REFUSALS)


@router.get("/health", response_model=adapted(Health), responses={503: {"model": adapted(Health)}})
async def check_health(services: ServicesDep) -> JSONResponse:
    """Check that moves can be stored, and whether bots are ready."""
    cause = await services.store_watch.cause()
    health: Health = {
        "status": "failing" if cause else "ok",
        "cause": cause,
        "version": __version__,
        "bots_ready": services.workers.ready,
    }
    return JSONResponse(health, status_code=503 if cause else 200)


@router.get("/metrics", response_class=Response, responses=text_response("text/plain"))
async def read_metrics(services: ServicesDep) -> Response:
    """Read the metrics, as Prometheus does."""
    await _measure(services)
    return Response(services.metrics.text(), media_type=CONTENT_TYPE)


async def _measure(services: Services) -> None:
    """Set the gauges, which nothing updates as things happen."""
    tables, metrics = services.tables, services.metrics
    stored = None
    with suppress(BigPointsError):  # A store that fails must not hide the metrics that say so.
        stored = await tables.count()
    metrics.clients(sum(len(room.clients) for room in services.hub.rooms))
    metrics.tables(loaded=tables.loaded, stored=stored)
    metrics.bots(waiting=services.workers.waiting, busy=services.workers.busy)
