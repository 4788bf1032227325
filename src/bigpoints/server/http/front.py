"""The front door: static files and sockets are served before FastAPI, everything else by it."""

from contextlib import suppress

from fastapi import FastAPI
from starlette.requests import HTTPConnection
from starlette.routing import Match, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from bigpoints.server.http.context import Services, services_of
from bigpoints.server.http.deps import parse_table_code
from bigpoints.server.http.errors import refuse
from bigpoints.server.http.identity import COOKIE, browser_of
from bigpoints.server.http.static import Pages
from bigpoints.server.http.websocket import MessageLimits, Socket
from bigpoints.server.ops.hosts import address_key
from bigpoints.server.ops.rate_limit import Limiter
from bigpoints.server.table.refusals import Refused


class Front:
    """The application, and before it pages and sockets: through it every frame would pass through more hands."""

    def __init__(self, app: FastAPI, pages: Pages) -> None:
        self._app = app
        self._pages = pages
        self._page_route = Route("/{page:path}", pages)
        self._route = WebSocketRoute("/api/tables/{table}/socket", self._play)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; a page is at hand, and a socket goes straight to its table."""
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
        await self._play(scope, receive, send)

    async def _play(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a client in, unless too many of its address are."""
        services = services_of(self._app)
        place = address_key(scope["client"][0] if scope.get("client") else "")
        try:
            socket = _socket(services, scope, receive, send, place)
        except Refused as refused:
            await refuse(scope, receive, send, refused)
            return
        try:
            with suppress(OSError):  # They have gone again before they were let in, or turned away.
                await receive()
                await send({"type": "websocket.accept"})
                await socket.serve(services.hub, _code_or_nothing(scope))
        finally:
            services.limits.sockets.leave(place)


def _socket(services: Services, scope: Scope, receive: Receive, send: Send, place: str) -> Socket:
    """The socket of a client, who has a place from now on. Raises Refused."""
    asker = HTTPConnection(scope)
    browser = browser_of(asker.headers.get("authorization"), asker.cookies.get(COOKIE))
    if not services.limits.sockets.enter(place):
        raise Refused("too_many", what="clients")
    own = Limiter(services.settings.messages_per_second, services.settings.messages_burst)
    return Socket(send, receive, browser, MessageLimits(own, services.limits.messages, place), services.metrics)


def _code_or_nothing(scope: Scope) -> str:
    with suppress(Refused):
        return parse_table_code(scope["path_params"]["table"])
    return ""
