"""Security headers: pages may load from and talk to this server only."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bigpoints.server.http.middleware.request_header import request_header
from bigpoints.server.ops.hosts import bracketed, host_of, split_host
from bigpoints.server.settings import Settings

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src {}; font-src 'none'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_FEATURES = ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "usb", "xr-spatial-tracking")
_ALWAYS = {
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": ", ".join(f"{feature}=()" for feature in _FEATURES).encode(),
}
_HSTS = {b"strict-transport-security": b"max-age=31536000"}
_NO_STORE = {b"cache-control": b"no-store"}


class SecurityHeaders:
    """Adds the headers that an HTTP response does not have yet; sockets pass untouched."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._public = settings.public_url
        over_tls = bool(self._public and self._public.startswith("https:"))
        self._always = _ALWAYS | (_HSTS if over_tls else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        ours = self._ours(scope)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                theirs = list(message.get("headers", ()))
                named = {name.lower() for name, _ in theirs}
                message["headers"] = theirs + [(name, value) for name, value in ours.items() if name not in named]
            await send(message)

        await self._app(scope, receive, with_headers)

    def _ours(self, scope: Scope) -> dict[bytes, bytes]:
        policy = _POLICY.format(" ".join(["'self'", *self._sockets(scope)])).encode()
        secret = _NO_STORE if scope["path"] == "/api" or scope["path"].startswith("/api/") else {}
        return {**self._always, b"content-security-policy": policy, **secret}

    def _sockets(self, scope: Scope) -> list[str]:
        """Where a page may open sockets: older Safaris do not count them as 'self'."""
        place = split_host(request_header(scope, b"host") or "")
        if place is None:
            return []
        host, port = place
        if self._public and host == host_of(self._public):
            return [self._public.replace("http", "ws", 1)]
        scheme = "wss" if scope["scheme"] == "https" else "ws"
        return [f"{scheme}://{bracketed(host)}" + (f":{port}" if port else "")]
