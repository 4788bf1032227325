"""The front door: static files and sockets are served before FastAPI, everything else by it."""

from contextlib import suppress

from fastapi import FastAPI
from starlette.datastructures import QueryParams
from starlette.requests import HTTPConnection
from starlette.routing import Match, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from bigpoints.server.http.context import Services, services_of
from bigpoints.server.http.deps import parse_table_code
from bigpoints.server.http.errors import refuse
from bigpoints.server.http.identity import browser_of
from bigpoints.server.http.static import Pages
from bigpoints.server.http.websocket import MessageLimits, Socket
from bigpoints.server.ops.connections import DIRECT
from bigpoints.server.ops.hosts import address_key
from bigpoints.server.ops.rate_limit import Limiter
from bigpoints.server.table.refusals import Refused


class Front:
    """Serves files and sockets itself: through FastAPI every frame of a socket would cost more."""

    def __init__(self, app: FastAPI, pages: Pages) -> None:
        self._app = app
        self._pages = pages
        self._page_route = Route("/{page:path}", pages)
        self._route = WebSocketRoute("/api/tables/{table}/socket", self._serve_socket)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a file or a socket, or pass the request on."""
        if self._pages.has(scope):
            scope["route"] = self._page_route
            await self._pages(scope, receive, send)
            return
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        match, found = self._route.matches(scope)
        if match is not Match.FULL:
            await refuse(scope, receive, send, Refused("no_such_page"))
            return
        scope.update(found, route=self._route)
        await self._serve_socket(scope, receive, send)

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the socket of a client, unless its address has too many."""
        services = services_of(self._app)
        address = address_key(scope["client"][0] if scope.get("client") else "")
        try:
            socket = _socket(services, scope, receive, send, address)
        except Refused as refused:
            await refuse(scope, receive, send, refused)
            return
        try:
            with suppress(OSError):  # The client may be gone before it is accepted, or turned away.
                await receive()
                await send({"type": "websocket.accept"})
                await socket.serve(services.hub, _code_or_empty(scope), _contract(scope))
        finally:
            services.limits.sockets.release(address)


def _socket(services: Services, scope: Scope, receive: Receive, send: Send, address: str) -> Socket:
    """The socket of a client, which counts for its address from now on. Raises Refused."""
    browser = browser_of(HTTPConnection(scope))
    if not services.limits.sockets.acquire(address):
        raise Refused("too_many", what="clients")
    own = Limiter(services.settings.messages_per_second, services.settings.messages_burst)
    limits = MessageLimits(own, services.limits.messages, address)
    connection = (scope.get("extensions") or {}).get(DIRECT)
    return Socket(send, receive, browser, address, limits, services.metrics, connection)


def _contract(scope: Scope) -> str:
    """The contract that a client names; empty if it names none."""
    return QueryParams(scope["query_string"]).get("contract", "")


def _code_or_empty(scope: Scope) -> str:
    with suppress(Refused):
        return parse_table_code(scope["path_params"]["table"])
    return ""
