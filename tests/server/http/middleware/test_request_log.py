"""The request log: one line and one count a request, by the template of its route."""

import logging
from typing import Any

import pytest
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from bigpoints.server.http.errors import REFUSED
from bigpoints.server.http.middleware import request_log
from bigpoints.server.http.middleware.request_log import RequestLog
from bigpoints.server.ops.metrics import Metrics
from support.asgi import handshake, hello, request

Line = dict[str, Any]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[Line]:
    """What is logged."""
    logged: list[Line] = []

    def log(event: str, level: int = logging.INFO, **fields: object) -> None:
        logged.append({"event": event, "level": level, **fields})

    monkeypatch.setattr(request_log, "log", log)
    return logged


def routed(path: str, refused: str | None = None, metrics: Metrics | None = None) -> RequestLog:
    """An application with one route, behind the log."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        scope["route"] = Route(path, hello)
        if refused:
            scope[REFUSED] = refused
        await hello(scope, receive, send)

    return RequestLog(app, metrics or Metrics())


def test_the_route_is_logged_and_not_the_address_that_was_asked_for(lines: list[Line]) -> None:
    request(routed("/api/tables/{table}"), path="/api/tables/SECRET22")
    request(RequestLog(hello, Metrics()), path="/SECRET22")
    assert [(line["route"], line["status"], line["method"]) for line in lines] == [
        ("/api/tables/{table}", 200, "GET"),
        ("none", 200, "GET"),
    ]
    assert "SECRET22" not in str(lines)


async def _unanswered(_: Scope, __: Receive, ___: Send) -> None:
    """The client is gone before its body was read."""


async def _failing(_: Scope, __: Receive, ___: Send) -> None:
    raise ZeroDivisionError


def test_a_client_that_goes_before_it_is_answered_is_no_failure_of_the_server(lines: list[Line]) -> None:
    with pytest.raises(IndexError):
        request(RequestLog(_unanswered, Metrics()))
    with pytest.raises(ZeroDivisionError):
        request(RequestLog(_failing, Metrics()))
    assert [line["status"] for line in lines] == [499, 500]


def test_a_method_that_somebody_made_up_is_not_repeated(lines: list[Line]) -> None:
    request(routed("/"), "SECRET22")
    assert lines[0]["method"] == "other"


@pytest.mark.parametrize(
    ("path", "level"), [("/health", logging.DEBUG), ("/metrics", logging.DEBUG), ("/api/tables", logging.INFO)]
)
def test_what_is_asked_for_all_day_is_logged_at_debug(lines: list[Line], path: str, level: int) -> None:
    request(routed(path), path=path)
    assert lines[0]["level"] == level


def test_a_refusal_is_logged_and_counted_by_its_code(lines: list[Line]) -> None:
    app = routed("/api/tables", refused="stale")
    request(app)
    assert lines[0]["refused"] == "stale"
    text = app._metrics.text().decode()
    assert 'bigpoints_refusals_total{code="stale"} 1.0' in text


def test_a_socket_is_logged_when_it_ends_with_the_status_of_its_refusal_if_any(lines: list[Line]) -> None:
    handshake(routed("/socket"))
    handshake(routed("/socket", refused="bad_origin"))
    assert [(line["event"], line["status"]) for line in lines] == [("socket", 101), ("socket", 403)]


def test_a_request_that_fails_is_logged_as_500_and_fails_on(lines: list[Line]) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        request(RequestLog(broken, Metrics()))
    assert lines[0]["status"] == 500


def test_of_requests_that_come_too_fast_one_is_logged_and_all_are_counted(lines: list[Line]) -> None:
    metrics = Metrics()
    app = routed("/api/tables", "too_fast", metrics)
    for _ in range(50):
        request(app)
    assert [line["level"] for line in lines].count(logging.INFO) == 1
    assert b'bigpoints_refusals_total{code="too_fast"} 50.0' in metrics.text()
