"""Errors: whatever a route raises is answered with a refusal, and never with prose."""

import json
from pathlib import Path
from typing import Annotated, Any

import pytest
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from bigpoints.contract.requests import Join
from bigpoints.server.http.errors import add_error_handlers, refuse
from bigpoints.server.http.static import read_pages
from bigpoints.server.live.client_view import ClientView
from bigpoints.server.live.service import StaleCommand
from bigpoints.server.protocol.adapters import Checked
from bigpoints.server.protocol.packed_view import pack_view
from bigpoints.server.storage.store import StoreFailed
from bigpoints.server.table.refusals import Refused
from support.asgi import Answer, handshake, request
from support.story import BOARD, Story

JSON = {"content-type": "application/json"}
HTTP_ANSWERS: dict[str, Any] = {"websocket.http.response": {}}


def raising(error: Exception, folder: Path) -> FastAPI:
    """A server whose one route fails."""
    app = FastAPI()
    add_error_handlers(app)
    app.state.pages = read_pages(folder)

    @app.get("/fail")
    async def fail() -> None:
        raise error

    return app


def answer(error: Exception, folder: Path) -> Answer:
    return request(raising(error, folder), path="/fail")


def test_a_refusal_has_the_status_of_its_code_and_says_what_it_is_about(tmp_path: Path) -> None:
    got = answer(Refused("not_your_turn", seat=2), tmp_path)
    assert (got.status, got.refused) == (409, {"code": "not_your_turn", "seat": 2})


def test_who_is_to_wait_is_told_how_long(tmp_path: Path) -> None:
    got = answer(Refused("too_fast", seconds=7), tmp_path)
    assert (got.status, got.headers["retry-after"]) == (429, "7")


def test_a_stale_command_is_answered_with_the_view(tmp_path: Path) -> None:
    table = Story.of(BOARD, "anna", "ben").table
    view = ClientView(pack_view(table, "anna", 1))
    got = answer(StaleCommand(Refused("stale", version=table.version), view), tmp_path)
    assert (got.status, got.refused) == (409, {"code": "stale", "version": table.version})
    assert json.loads(got.body)["view"] == json.loads(view.json)


def test_a_store_that_fails_is_unavailable(tmp_path: Path) -> None:
    got = answer(StoreFailed("the disk is full"), tmp_path)
    assert (got.status, got.refused) == (503, {"code": "unavailable"})


def test_other_errors_of_http_keep_their_status_and_headers(tmp_path: Path) -> None:
    got = answer(HTTPException(405, headers={"allow": "GET"}), tmp_path)
    assert (got.status, got.refused, got.headers["allow"]) == (405, {"code": "no_such_page"}, "GET")


@pytest.mark.parametrize(
    ("body", "field", "problem"),
    [(b"{", "body", "json_invalid"), (b"[" * 100_000, "body", "json_invalid"), (b"{}", "name", "missing")],
)
def test_a_body_that_cannot_be_read_is_refused_by_its_field(
    tmp_path: Path, body: bytes, field: str, problem: str
) -> None:
    app = raising(KeyError(), tmp_path)

    @app.post("/join")
    async def join(wish: Annotated[Join, Checked()]) -> None:
        raise AssertionError(wish)

    got = request(app, "POST", "/join", JSON, [body])
    assert got.status == 422
    assert (got.refused["code"], got.refused["field"], got.refused["problem"]) == ("bad_message", field, problem)


async def _refusing(scope: Scope, receive: Receive, send: Send) -> None:
    await refuse(scope, receive, send, Refused("too_fast", seconds=3))


def test_middleware_refuses_a_request_with_the_same_answer() -> None:
    got = request(_refusing)
    assert (got.status, got.refused) == (429, {"code": "too_fast", "seconds": 3})
    assert (got.headers["retry-after"], got.headers["cache-control"]) == ("3", "no-store")
    assert int(got.headers["content-length"]) == len(got.body)


def test_and_a_handshake_with_a_reason_where_the_server_can_tell_it() -> None:
    assert handshake(_refusing) == {"type": "websocket.close", "code": 1008}
    told = handshake(_refusing, extensions=HTTP_ANSWERS)
    assert (told["type"], told["status"]) == ("websocket.http.response.start", 429)
