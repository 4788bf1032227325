"""Rate limit of requests and handshakes, by address."""

from collections.abc import Callable
from functools import partial

from starlette.types import ASGIApp, Receive, Scope, Send

from bigpoints.server.http.errors import refuse
from bigpoints.server.ops.cost import charged_to
from bigpoints.server.ops.hosts import address_key
from bigpoints.server.ops.rate_limit import Limiter
from bigpoints.server.table.refusals import Refused


class RateLimit:
    """Refuses requests and handshakes of an address that sends too many or too costly ones, except exempt ones."""

    def __init__(self, app: ASGIApp, limiter: Limiter, is_exempt: Callable[[Scope], bool] = lambda _: False) -> None:
        self._app = app
        self._limiter = limiter
        self._is_exempt = is_exempt

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        key = address_key(scope["client"][0]) if scope.get("client") else ""
        try:
            if scope["type"] != "lifespan" and not self._is_exempt(scope):
                self._limiter.check(key)
        except Refused as refused:
            await refuse(scope, receive, send, refused)
            return
        with charged_to(partial(self._limiter.charge, key)):
            await self._app(scope, receive, send)
