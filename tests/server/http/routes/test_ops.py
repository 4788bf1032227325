"""Routes of operation: health and metrics."""

from types import SimpleNamespace
from typing import Any

from fastapi import FastAPI

from bigpoints import __version__
from bigpoints.server.http.routes.ops import router
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.storage.store import StoreFailed
from support.asgi import Answer, request


def asked(path: str, *, cause: str | None = None, ready: bool = True, store_fails: bool = False) -> Answer:
    """What a server answers with three rooms of clients, seven tables in memory and a hundred kept."""

    async def count() -> int:
        if store_fails:
            raise StoreFailed("not now")
        return 100

    async def cause_now() -> str | None:
        return cause

    tables = SimpleNamespace(loaded=7, count=count)
    hub = SimpleNamespace(rooms=[SimpleNamespace(clients=clients) for clients in ("ab", "c", "def")])
    workers = SimpleNamespace(ready=ready, waiting=4, busy=2)
    watch = SimpleNamespace(cause=cause_now)
    app = FastAPI()
    app.include_router(router)
    services: Any = SimpleNamespace(tables=tables, hub=hub, workers=workers, metrics=Metrics(), store_watch=watch)
    app.state.services = services
    return request(app, path=path)


def test_a_server_is_well_that_can_write() -> None:
    answer = asked("/health")
    expected = {"status": "ok", "cause": None, "version": __version__, "bots_ready": True}
    assert (answer.status, answer.json) == (200, expected)
    assert asked("/health", ready=False).json["bots_ready"] is False


def test_a_server_that_cannot_write_is_not_and_says_why() -> None:
    answer = asked("/health", cause="SQLITE_FULL")
    assert (answer.status, answer.json["status"], answer.json["cause"]) == (503, "failing", "SQLITE_FULL")


def test_metrics_are_there_when_the_store_fails() -> None:
    answer = asked("/metrics", store_fails=True)
    assert answer.status == 200
    assert b"bigpoints_clients 6.0\n" in answer.body


def test_gauges_are_up_to_date_whenever_they_are_asked_for() -> None:
    text = asked("/metrics").body.decode()
    for line in ("clients 6.0", "tables_awake 7.0", "tables_kept 100.0", "bots_busy 2.0"):
        assert f"bigpoints_{line}\n" in text
