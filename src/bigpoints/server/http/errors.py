"""Refusals as responses: how exceptions of routes and refusals of the middleware reach a client."""

import json

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic_core import to_jsonable_python
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from bigpoints.contract.answers import RefusedAnswer
from bigpoints.server.http.static import Pages
from bigpoints.server.live.service import StaleCommand
from bigpoints.server.protocol.requests import bad_message
from bigpoints.server.storage.store import StoreFailed
from bigpoints.server.table.refusals import STATUS, Refused, refusal, refusal_headers

REFUSED = "bigpoints.refused"
"""The key of a request's scope under which the code of its refusal stands."""

_POLICY_VIOLATION = 1008
_JSON_HEADERS = [
    (b"content-type", b"application/json"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
]


def add_error_handlers(app: FastAPI) -> None:
    """Answer every exception of a route with a refusal."""
    app.add_exception_handler(Refused, _on_refused)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(StoreFailed, _on_store_failed)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.add_exception_handler(400, _on_unreadable)


async def refuse(scope: Scope, receive: Receive, send: Send, why: Refused) -> None:
    """Answer a request, or a handshake before it is accepted, with a refusal."""
    body = json.dumps(refusal(why)).encode()
    headers = [*_JSON_HEADERS, (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in refusal_headers(why).items()]
    scope[REFUSED] = why.code
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()
        kind = "websocket.http.response"
    if scope["type"] == "websocket" and kind not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
        return
    await send({"type": f"{kind}.start", "status": STATUS[why.code], "headers": headers})
    await send({"type": f"{kind}.body", "body": body})


def _response(refused: Refused) -> Response:
    answer: RefusedAnswer = refusal(refused)
    if isinstance(refused, StaleCommand):
        answer["view"] = refused.view.values
    return JSONResponse(to_jsonable_python(answer), STATUS[refused.code], refusal_headers(refused))


async def _on_refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)  # noqa: S101
    request.scope[REFUSED] = error.code
    return _response(error)


async def _on_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101
    errors = error.errors()
    if errors[0]["type"] == "json_invalid":
        return await _on_unreadable(request, error)
    return await _on_refused(request, bad_message(errors))


async def _on_unreadable(request: Request, _: Exception) -> Response:
    """A body is not JSON, is nested too deep, or has numbers too long to be read."""
    return await _on_refused(request, Refused("bad_message", field="body", problem="json_invalid"))


async def _on_store_failed(request: Request, _: Exception) -> Response:
    return await _on_refused(request, Refused("unavailable"))


async def _on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    pages: Pages = request.app.state.pages
    if page := pages.not_found_page(request.scope):
        return page
    answer = _response(Refused("no_such_page"))
    answer.status_code = error.status_code
    answer.headers.update(error.headers or {})
    return answer
