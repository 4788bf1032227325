"""Routes of operation: health and metrics."""

from types import SimpleNamespace
from typing import Any

from fastapi import FastAPI

from bigpoints import __version__
from bigpoints.server.http.routes.ops import router
from bigpoints.server.ops.metrics import Metrics
from support.asgi import Answer, request


def asked(path: str, *, store_fails: bool = False, ready: bool = True) -> Answer:
    """What a server answers with three rooms of clients, seven tables in memory and a hundred kept."""

    async def count() -> int:
        if store_fails:
            raise OSError
        return 100

    tables = SimpleNamespace(loaded=7, count=count)
    hub = SimpleNamespace(rooms=[SimpleNamespace(clients=clients) for clients in ("ab", "c", "def")])
    workers = SimpleNamespace(ready=ready, waiting=4, busy=2)
    app = FastAPI()
    app.include_router(router)
    services: Any = SimpleNamespace(tables=tables, hub=hub, workers=workers, metrics=Metrics())
    app.state.services = services
    return request(app, path=path)


def test_a_server_is_well_whose_store_answers() -> None:
    answer = asked("/health")
    assert (answer.status, answer.json) == (200, {"status": "ok", "version": __version__, "bots_ready": True})
    assert asked("/health", ready=False).json["bots_ready"] is False


def test_a_server_whose_store_fails_is_not() -> None:
    answer = asked("/health", store_fails=True)
    assert (answer.status, answer.json["status"]) == (503, "failing")


def test_gauges_are_up_to_date_whenever_they_are_asked_for() -> None:
    text = asked("/metrics").body.decode()
    for line in ("clients 6.0", "tables_awake 7.0", "tables_kept 100.0", "bots_busy 2.0"):
        assert f"bigpoints_{line}\n" in text
