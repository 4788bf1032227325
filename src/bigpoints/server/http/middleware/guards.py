"""Guards before the door: who may ask, from where, how often and how much. Sockets pay at their handshake only."""

import json
import socket
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bigpoints.server.http.middleware.request_log import REFUSED, RequestLog
from bigpoints.server.http.middleware.security_headers import SecurityHeaders, header
from bigpoints.server.ops.hosts import (
    address_key,
    host_of,
    is_address,
    is_loopback,
    origin,
    parse_origin,
    split_host,
)
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.ops.rate_limit import Limiter
from bigpoints.server.settings import Settings
from bigpoints.server.table.refusals import STATUS, Refused, refusal, refusal_headers

_AGAINST_POLICY = 1008
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_OWN_SITE = (None, "same-origin", "none")
_AT_HOME = ("localhost", "127.0.0.1", "::1")
_OVER_TLS = ("https", "wss")
_JSON_HEADERS = [
    (b"content-type", b"application/json"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
]


def _spares_none(_: Scope) -> bool:
    return False


def guarded(
    app: ASGIApp, settings: Settings, metrics: Metrics, spares: Callable[[Scope], bool] = _spares_none
) -> ASGIApp:
    """An application behind all guards, the cheapest of them first, and what is logged and counted of its requests.

    What it spares has no pace: a browser fetches a page in many requests, and each costs less than to refuse it.
    """
    app = BodyGuard(app, settings.body_bytes)
    app = OriginGuard(app, settings.public_url)
    app = HostGuard(app, settings)
    app = PaceGuard(app, Limiter(settings.requests_per_second, settings.requests_burst), spares)
    app = RequestLog(app, metrics)
    return SecurityHeaders(app, settings)


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
        await send({"type": "websocket.close", "code": _AGAINST_POLICY})
        return
    await send({"type": f"{kind}.start", "status": STATUS[why.code], "headers": headers})
    await send({"type": f"{kind}.body", "body": body})


class PaceGuard:
    """Refuses requests and handshakes of an address that sends too many."""

    def __init__(self, app: ASGIApp, limiter: Limiter, spares: Callable[[Scope], bool] = _spares_none) -> None:
        self._app = app
        self._limiter = limiter
        self._spares = spares

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        key = address_key(scope["client"][0]) if scope.get("client") else ""
        try:
            if scope["type"] != "lifespan" and not self._spares(scope):
                self._limiter.check(key)
        except Refused as refused:
            await refuse(scope, receive, send, refused)
            return
        await self._app(scope, receive, send)


class HostGuard:
    """Refuses names that are not ours: a foreign name can be made to mean this machine (DNS rebinding)."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._at_home = is_loopback(settings.host)
        public = (host_of(settings.public_url),) if settings.public_url else ()
        ours = () if self._at_home else (socket.gethostname().lower(),)
        self._names = {*_AT_HOME, settings.host, *settings.allowed_hosts, *public, *ours}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan" or self._knows(header(scope, b"host")):
            await self._app(scope, receive, send)
            return
        await refuse(scope, receive, send, Refused("bad_host"))

    def _knows(self, host: str | None) -> bool:
        if host is None:  # No browser leaves it out.
            return True
        place = split_host(host)
        if place is None:
            return False
        name = place[0]
        return name in self._names or (not self._at_home and (is_address(name) or name.endswith(".local")))


class OriginGuard:
    """Refuses what pages of other sites send: requests that change something, and sockets."""

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
        if scope["type"] == "http" and header(scope, b"sec-fetch-site") not in _OWN_SITE:
            return False
        sender = header(scope, b"origin")
        return sender is None or _as_origin(sender) in self._own(scope)

    def _own(self, scope: Scope) -> set[str]:
        """The origins of our own pages; under our public name only with the scheme of the public address."""
        public = {self._public} if self._public else set()
        place = split_host(header(scope, b"host") or "")
        if place is None or (self._public and place[0] == host_of(self._public)):
            return public
        scheme = "https" if scope["scheme"] in _OVER_TLS else "http"
        return {origin(scheme, *place), *public}


class BodyGuard:
    """Refuses requests that are too big, whether they say so or not; the others are read before they are passed on."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app = app
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http" or not _has_body(scope):
            await self._app(scope, receive, send)
            return
        length = header(scope, b"content-length") or ""
        if length.isdigit() and int(length[:18]) > self._most:
            await refuse(scope, receive, send, Refused("too_big", most=self._most))
            return
        await self._read(scope, receive, send)

    async def _read(self, scope: Scope, receive: Receive, send: Send) -> None:
        # An exception from within `receive` would be taken for a body that cannot be parsed, so all is read here.
        body, more = bytearray(), True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self._most:
                await refuse(scope, receive, send, Refused("too_big", most=self._most))
                return
        await self._app(scope, _replay(bytes(body), receive), send)


def _has_body(scope: Scope) -> bool:
    return any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])


def _replay(body: bytes, receive: Receive) -> Receive:
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return waiting.pop() if waiting else await receive()

    return replayed


def _as_origin(sender: str) -> str | None:
    try:
        return parse_origin(sender)
    except ValueError:  # `null` among them: pages without an origin are not ours.
        return None
