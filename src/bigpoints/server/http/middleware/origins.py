"""Checks the origin of requests that may change something, and of sockets: a defence against CSRF."""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from bigpoints.server.http.errors import refuse
from bigpoints.server.http.identity import is_own_site
from bigpoints.server.http.middleware.request_header import request_header
from bigpoints.server.ops.hosts import host_of, origin, parse_origin, split_host
from bigpoints.server.table.refusals import Refused

_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_OVER_TLS = ("https", "wss")


class OriginCheck:
    """Refuses requests that may change something, and sockets, if a page of another site sends them."""

    def __init__(self, app: ASGIApp, public_url: str | None) -> None:
        self._app = app
        self._public = public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if self._accepts(scope):
            await self._app(scope, receive, send)
            return
        await refuse(scope, receive, send, Refused("bad_origin"))

    def _accepts(self, scope: Scope) -> bool:
        if scope["type"] == "lifespan" or (scope["type"] == "http" and scope["method"] in _SAFE_METHODS):
            return True
        if scope["type"] == "http" and not is_own_site(Headers(scope=scope)):
            return False
        sender = request_header(scope, b"origin")
        return sender is None or _as_origin(sender) in self._own(scope)

    def _own(self, scope: Scope) -> set[str]:
        """The origins of our own pages; under the public name only with the scheme of the public address."""
        public = {self._public} if self._public else set()
        place = split_host(request_header(scope, b"host") or "")
        if place is None or (self._public and place[0] == host_of(self._public)):
            return public
        scheme = "https" if scope["scheme"] in _OVER_TLS else "http"
        return {origin(scheme, *place), *public}


def _as_origin(sender: str) -> str | None:
    try:
        return parse_origin(sender)
    except ValueError:  # Such as `null`: a page without an origin is not ours.
        return None
