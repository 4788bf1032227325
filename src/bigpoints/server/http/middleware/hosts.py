"""Checks the Host header of requests."""

import socket

from starlette.types import ASGIApp, Receive, Scope, Send

from bigpoints.server.http.errors import refuse
from bigpoints.server.http.middleware.request_header import request_header
from bigpoints.server.ops.hosts import host_of, is_address, is_loopback, split_host
from bigpoints.server.settings import Settings
from bigpoints.server.table.refusals import Refused

_LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")


class HostCheck:
    """Refuses requests for foreign host names, which can be made to point here (DNS rebinding)."""

    # Starlette's TrustedHostMiddleware knows fixed names only, not the changing addresses of a machine in its network.
    # It also refuses requests without a Host header, and answers in prose.

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._is_local = is_loopback(settings.host)
        public = (host_of(settings.public_url),) if settings.public_url else ()
        ours = () if self._is_local else (socket.gethostname().lower(),)
        self._names = {*_LOOPBACK_NAMES, settings.host, *settings.allowed_hosts, *public, *ours}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan" or self._is_own(request_header(scope, b"host")):
            await self._app(scope, receive, send)
            return
        await refuse(scope, receive, send, Refused("bad_host"))

    def _is_own(self, host: str | None) -> bool:
        if host is None:  # Every browser sends it, and only browsers can be misled.
            return True
        place = split_host(host)
        if place is None:
            return False
        name = place[0]
        return name in self._names or (not self._is_local and (is_address(name) or name.endswith(".local")))
