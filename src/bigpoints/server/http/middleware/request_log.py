"""Logs and counts requests by the template of their route, never by their path, which may hold a secret."""

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bigpoints.server.http.errors import REFUSED
from bigpoints.server.ops.logs import log
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.ops.rate_limit import Limiter
from bigpoints.server.table.refusals import STATUS

_NO_ROUTE = "none"
_QUIET = ("/health", "/metrics", "/{page:path}")
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_ACCEPTED = 101
_FAILED = 500
_TOO_FAST = "too_fast"
_TOO_FAST_LINES_PER_SECOND = 1 / 60
_CLIENT_GONE = 499
"""Not a status that anybody gets: the client went away, or was cut, before its answer. nginx counts it so, too."""


class RequestLog:
    """Logs and counts a request when it ends, a socket when it is closed.

    Requests that come too fast are counted, but only one a minute is logged: nobody may fill the disk by them.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics
        self._too_fast = Limiter(_TOO_FAST_LINES_PER_SECOND, 1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._request(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        status = _CLIENT_GONE

        async def watching_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watching_send)
        except Exception:
            status = _FAILED if status == _CLIENT_GONE else status
            raise
        finally:
            self._record("request", scope, status, begun)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        try:
            await self._app(scope, receive, send)
        finally:
            self._record("socket", scope, STATUS.get(scope.get(REFUSED, ""), _ACCEPTED), begun)

    def _record(self, event: str, scope: Scope, status: int, begun: float) -> None:
        route = str(getattr(scope.get("route"), "path", _NO_ROUTE))
        self._metrics.requested(route, status)
        refused = scope.get(REFUSED)
        if refused:
            self._metrics.refused(refused)
        extra = {"refused": refused} if refused else {}
        method = scope.get("method", "GET")
        log(
            event,
            logging.DEBUG if route in _QUIET or self._is_repeated(refused) else logging.INFO,
            method=method if method in _METHODS else "other",
            route=route,
            status=status,
            **extra,
            ms=round((time.perf_counter() - begun) * 1000, 1),
        )

    def _is_repeated(self, refused: str | None) -> bool:
        return refused == _TOO_FAST and not self._too_fast.allows("")
