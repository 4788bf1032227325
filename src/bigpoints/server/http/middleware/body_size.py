"""Limits the size of request bodies."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bigpoints.server.http.errors import refuse
from bigpoints.server.http.middleware.request_header import request_header
from bigpoints.server.table.refusals import Refused


class BodySizeLimit:
    """Refuses bodies that are too big, whether Content-Length says so or not; reads the others whole."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app = app
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http" or not _has_body(scope):
            await self._app(scope, receive, send)
            return
        length = request_header(scope, b"content-length") or ""
        if length.isdigit() and int(length[:18]) > self._most:
            await refuse(scope, receive, send, Refused("too_big", most=self._most))
            return
        await self._read(scope, receive, send)

    async def _read(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Read here, since an exception inside `receive` would be taken for a body that cannot be parsed.
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
