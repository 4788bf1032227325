"""REST: health and metrics, for whoever runs the server."""

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

from bigpoints import __version__
from bigpoints.contract.answers import Health
from bigpoints.server.http.deps import REFUSALS, ServicesDep, text_response
from bigpoints.server.ops.metrics import CONTENT_TYPE
from bigpoints.server.protocol.adapters import adapted

router = APIRouter(responses=REFUSALS)


@router.get("/health", response_model=adapted(Health), responses={503: {"model": adapted(Health)}})
async def check_health(services: ServicesDep) -> JSONResponse:
    """Whether all is well: the store answers, the bots are warm."""
    try:
        await services.registry.store.count()
        is_well = True
    except Exception:  # Whatever it is, it is not well.
        is_well = False
    health: Health = {
        "status": "ok" if is_well else "failing",
        "version": __version__,
        "bots_ready": services.thinkers.ready,
    }
    return JSONResponse(health, status_code=200 if is_well else 503)


@router.get("/metrics", response_class=Response, responses=text_response("text/plain"))
async def read_metrics(services: ServicesDep) -> Response:
    """Numbers for Prometheus."""
    await services.measure()
    return Response(services.metrics.text(), media_type=CONTENT_TYPE)
