"""Operation by REST: health and metrics."""

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

from bigpoints import __version__
from bigpoints.contract.answers import Health
from bigpoints.server.http.context import Services
from bigpoints.server.http.deps import REFUSALS, ServicesDep, text_response
from bigpoints.server.ops.metrics import CONTENT_TYPE
from bigpoints.server.protocol.adapters import adapted

router = APIRouter(responses=REFUSALS)


@router.get("/health", response_model=adapted(Health), responses={503: {"model": adapted(Health)}})
async def check_health(services: ServicesDep) -> JSONResponse:
    """Check that the store answers, and whether bots are ready."""
    try:
        await services.tables.count()
        is_well = True
    except Exception:  # Whatever fails, the server is not well.
        is_well = False
    health: Health = {
        "status": "ok" if is_well else "failing",
        "version": __version__,
        "bots_ready": services.workers.ready,
    }
    return JSONResponse(health, status_code=200 if is_well else 503)


@router.get("/metrics", response_class=Response, responses=text_response("text/plain"))
async def read_metrics(services: ServicesDep) -> Response:
    """Read the metrics, as Prometheus does."""
    await _measure(services)
    return Response(services.metrics.text(), media_type=CONTENT_TYPE)


async def _measure(services: Services) -> None:
    """Set the gauges, which nothing updates as things happen."""
    tables, metrics = services.tables, services.metrics
    metrics.clients(sum(len(room.clients) for room in services.hub.rooms))
    metrics.tables(loaded=tables.loaded, stored=await tables.count())
    metrics.bots(waiting=services.workers.waiting, busy=services.workers.busy)
