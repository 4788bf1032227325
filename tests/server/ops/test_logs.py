"""Logs: lines for programs and for people, and no secret in any of them."""

import asyncio
import http.client
import io
import json
import logging
from collections.abc import Iterator
from socket import create_connection
from typing import Any

import pytest
from fastapi import APIRouter, FastAPI, WebSocket
from starlette.types import Receive, Scope, Send
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from bigpoints.server.http.middleware.stack import add_middleware
from bigpoints.server.ops.logs import log, set_up_logs
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.settings import Settings
from bigpoints.server.table.events import BadEvent, parse_event
from bigpoints.server.table.refusals import Refused
from support.asgi import handshake, request, served

TABLE, TOKEN, HANDOVER = "QWERTYUI", "s3cr3t-t0k3n-of-a-browser", "hand-over-me"
SECRETS = (TABLE, TOKEN, HANDOVER)


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """Where logs go; afterwards all loggers are as before."""
    loggers = [logging.getLogger(), *map(logging.getLogger, ("uvicorn", "uvicorn.error", "bigpoints.server"))]
    before = [(logger, list(logger.handlers), logger.level, logger.propagate) for logger in loggers]
    yield io.StringIO()
    for logger, handlers, level, propagate in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_in_a_pipe_every_event_is_a_json_object(stream: io.StringIO) -> None:
    set_up_logs(Settings.given(), stream)
    log("table made", seats=3, name="Änne\n")
    (line,) = lines(stream)
    assert line.pop("time").endswith("+00:00")
    assert line == {"level": "info", "event": "table made", "seats": 3, "name": "Änne\n"}


def test_on_a_terminal_it_is_one_plain_line_whatever_is_in_it(stream: io.StringIO) -> None:
    del stream
    terminal = Terminal()
    set_up_logs(Settings.given(), terminal)
    log("table made", logging.WARNING, name="evil\x1b[2J\nname", seconds=0.12345)
    (line,) = terminal.getvalue().splitlines()
    assert line.split(" ", 1)[1] == r"warning table made 'name=evil\x1b[2J\nname' seconds=0.123"


@pytest.mark.parametrize(("form", "begins"), [("json", "{"), ("text", "1")])
def test_the_form_can_be_chosen(stream: io.StringIO, form: str, begins: str) -> None:
    set_up_logs(Settings.given(log_format=form), stream)
    log("table made")
    assert (stream.getvalue()[0] == "{") == (begins == "{")


def test_only_what_is_as_weighty_as_asked_for_is_logged(stream: io.StringIO) -> None:
    set_up_logs(Settings.given(log_level="warning"), stream)
    log("a word")
    log("a warning", logging.WARNING)
    assert [line["event"] for line in lines(stream)] == ["a warning"]


@pytest.mark.parametrize(
    "name",
    ["table", "token", "cookie", "authorization", "handover", "secret", "url", "path", "query", "browser", "code"],
)
def test_fields_that_could_let_somebody_in_are_hidden(stream: io.StringIO, name: str) -> None:
    set_up_logs(Settings.given(), stream)
    fields: dict[str, Any] = {name: TOKEN}
    log("seat taken", **fields)
    assert lines(stream)[0][name] == "hidden"


def test_of_others_only_warnings_are_heard_and_none_of_their_values(stream: io.StringIO) -> None:
    """Uvicorn logs the addresses of sockets, websockets the headers, and asyncio the exceptions of tasks."""
    set_up_logs(Settings.given(log_level="debug"), stream)
    for name in ("uvicorn.error", "uvicorn.access", "websockets.server", "sqlalchemy.engine"):
        logging.getLogger(name).setLevel(logging.DEBUG)
        logging.getLogger(name).debug("< %s: %s", "cookie", TOKEN)
        logging.getLogger(name).info('%s - "WebSocket %s" [accepted]', "192.0.2.7:1", f"/t/{TABLE}")
    assert stream.getvalue() == ""
    logging.getLogger("asyncio").error(f"Task exception was never retrieved\nfuture: KeyError('{TOKEN}')")
    logging.getLogger("uvicorn.error").error("returned '%s'", TOKEN)
    assert [(line["logger"], line["event"]) for line in lines(stream)] == [
        ("asyncio", "Task exception was never retrieved"),
        ("uvicorn.error", "returned '%s'"),
    ]


def failed_with(error: Exception) -> None:
    try:
        try:
            raise KeyError(TOKEN)
        except KeyError as cause:
            raise error from cause
    except Exception as caught:
        log("table failed", logging.ERROR, error=caught)


def test_of_an_error_it_says_which_and_where_but_not_what_it_quotes(stream: io.StringIO) -> None:
    set_up_logs(Settings.given(), stream)
    failed_with(ValueError(TOKEN))
    failed_with(OSError(28, "No space left on device", f"/data/{TABLE}"))
    failed_with(Refused("no_such_table", table=TABLE))
    value, disk, refused = lines(stream)
    assert (value["error"], value["because"]) == ("ValueError", "KeyError")
    assert value["where"][-1].endswith(" failed_with")
    assert disk["error"] == "OSError: No space left on device"
    assert refused["error"] == "Refused: no_such_table"
    assert not [secret for secret in SECRETS if secret in stream.getvalue()]


def test_a_stored_row_that_cannot_be_read_is_logged_without_its_values(stream: io.StringIO) -> None:
    set_up_logs(Settings.given(), stream)
    with pytest.raises(BadEvent) as bad:
        parse_event(f'{{"kind":"seated","seat":1,"name":"Zoë","browser":"{TOKEN}","x":1}}')
    failed_with(bad.value)
    (line,) = lines(stream)
    assert line["error"].startswith("BadEvent: log: an event of kind 'seated' cannot be read")
    assert "Zoë" not in stream.getvalue()
    assert TOKEN not in stream.getvalue()


def app_with_secrets() -> FastAPI:
    """An application whose routes have secrets in all places where there can be one."""
    app, api = FastAPI(openapi_url=None), APIRouter(prefix="/api")

    @api.post("/tables/{code}")
    async def table(code: str) -> str:
        return code

    @api.get("/broken/{code}")
    async def broken(code: str) -> str:
        raise RuntimeError(code)

    @api.websocket("/tables/{code}/play")
    async def play(socket: WebSocket, code: str) -> None:
        await socket.accept()
        await socket.close(reason=code)

    @app.get("/health")
    async def health() -> str:
        return "well"

    app.include_router(api)
    return app


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


def test_no_secret_of_a_request_gets_into_a_log(stream: io.StringIO, metrics: Metrics) -> None:
    set_up_logs(Settings.given(log_level="debug"), stream)
    app = add_middleware(app_with_secrets(), Settings.given(), metrics)
    headers = {
        "cookie": f"browser={TOKEN}",
        "authorization": f"Bearer {TOKEN}",
        "referer": f"http://localhost/t/{TABLE}",
    }
    more: dict[str, Any] = {"query_string": f"handover={HANDOVER}".encode()}
    request(app, "POST", f"/api/tables/{TABLE}", headers, **more)
    request(app, "GET", f"/api/tables/{TABLE}", headers, **more)
    request(app, "GET", f"/nowhere/{TABLE}", headers, **more)
    request(app, TOKEN, f"/api/tables/{TABLE}", {**headers, "origin": f"http://{TABLE}.example"}, **more)
    with pytest.raises(RuntimeError):
        request(app, "GET", f"/api/broken/{TABLE}", headers, **more)
    handshake(app, f"/api/tables/{TABLE}/play", headers, **more)
    assert [(line["event"], line["method"], line["route"], line["status"]) for line in lines(stream)] == [
        ("request", "POST", "/api/tables/{code}", 200),
        ("request", "GET", "/api/tables/{code}", 405),
        ("request", "GET", "none", 404),
        ("request", "other", "none", 403),
        ("request", "GET", "/api/broken/{code}", 500),
        ("socket", "GET", "/api/tables/{code}/play", 101),
    ]
    assert all(line["ms"] >= 0 for line in lines(stream))
    assert not [secret for secret in SECRETS if secret in stream.getvalue() + metrics.text().decode()]


def test_a_real_server_logs_no_secret_even_at_its_most_talkative(stream: io.StringIO, metrics: Metrics) -> None:
    set_up_logs(Settings.given(log_level="debug"), stream)
    headers = {"Cookie": f"browser={TOKEN}", "Authorization": f"Bearer {TOKEN}"}
    with served(add_middleware(app_with_secrets(), Settings.given(), metrics)) as port:
        address = f"ws://127.0.0.1:{port}/api/tables/{TABLE}/play?{HANDOVER}"
        with connect(address, additional_headers=headers) as socket, pytest.raises(ConnectionClosed):
            socket.recv(timeout=30)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", f"/api/broken/{TABLE}?{HANDOVER}", headers=headers)
        assert connection.getresponse().status == 500
        connection.close()
        with create_connection(("127.0.0.1", port), timeout=30) as raw:
            raw.sendall(f"{TOKEN} / {TABLE}\r\nCookie {HANDOVER}\r\n\r\n".encode())
            assert raw.recv(1000).startswith(b"HTTP/1.1 400")
    events = {line["event"] for line in lines(stream)}
    assert events == {"socket", "request", "Exception in ASGI application", "Invalid HTTP request received."}
    assert not [secret for secret in SECRETS if secret in stream.getvalue()]


def test_refusals_are_logged_and_counted_with_their_code(stream: io.StringIO, metrics: Metrics) -> None:
    set_up_logs(Settings.given(), stream)
    app = add_middleware(app_with_secrets(), Settings.given(), metrics)
    request(app, "POST", "/api/tables/x", {"origin": "http://evil.example"})
    handshake(app, "/api/tables/x/play", {"host": "evil.example"})
    assert [(line["refused"], line["status"]) for line in lines(stream)] == [("bad_origin", 403), ("bad_host", 403)]
    text = metrics.text().decode()
    assert 'bigpoints_refusals_total{code="bad_origin"} 1.0' in text
    assert 'bigpoints_requests_total{route="none",status="403"} 2.0' in text


def test_health_is_asked_for_all_day_and_not_worth_a_line(stream: io.StringIO, metrics: Metrics) -> None:
    set_up_logs(Settings.given(), stream)
    assert request(add_middleware(app_with_secrets(), Settings.given(), metrics), path="/health").status == 200
    assert stream.getvalue() == ""


def test_an_application_that_starts_and_stops_is_no_request(stream: io.StringIO, metrics: Metrics) -> None:
    set_up_logs(Settings.given(), stream)
    seen: list[str] = []

    async def app(scope: Scope, _: Receive, __: Send) -> None:
        seen.append(scope["type"])

    async def nothing(*_: object) -> Any:
        raise AssertionError

    async def started() -> None:
        await add_middleware(app, Settings.given(), metrics)({"type": "lifespan"}, nothing, nothing)

    asyncio.run(started())
    assert (seen, stream.getvalue()) == (["lifespan"], "")
