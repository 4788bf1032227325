"""REST: health and metrics, for whoever runs the server."""

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

from bigpoints import __version__
from bigpoints.server.http.context import Services
from bigpoints.server.http.deps import REFUSALS, ServicesDep, text_response
from bigpoints.server.ops.metrics import CONTENT_TYPE
from bigpoints.server.protocol.requests import Health

router = APIRouter(responses=REFUSALS)


@router.get("/health", response_model=Health, responses={503: {"model": Health}})
async def check_health(services: ServicesDep) -> JSONResponse:
    """Whether all is well: the store answers, the bots are warm."""
    try:
        await services.tables.registry.store.count()
        status = "ok"
    except Exception:  # Whatever it is, it is not well.
        status = "failing"
    content = {"status": status, "version": __version__, "bots_ready": services.workers.ready}
    return JSONResponse(content, status_code=200 if status == "ok" else 503)


@router.get("/metrics", response_class=Response, responses=text_response("text/plain"))
async def read_metrics(services: ServicesDep) -> Response:
    """Numbers for Prometheus."""
    await _measure(services)
    return Response(services.metrics.text(), media_type=CONTENT_TYPE)


async def _measure(services: Services) -> None:
    """Bring the gauges up to date, which are not counted as things happen."""
    registry, metrics = services.tables.registry, services.metrics
    metrics.clients(sum(len(room.clients) for room in services.hub.rooms))
    metrics.tables(awake=registry.loaded, kept=await registry.store.count())
    metrics.bots(waiting=services.workers.waiting, busy=services.workers.busy)
