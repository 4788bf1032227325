"""Requests byte by byte, to a server with our protocols, and applications that answer in odd ways."""

import asyncio
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial

from starlette.types import ASGIApp, Receive, Scope, Send

from bigpoints.server.http.protocols.http_protocol import BoundedHttpProtocol, Bounds
from bigpoints.server.http.protocols.websocket_protocol import BoundedWebSocketProtocol
from bigpoints.server.ops.connections import Connections
from support.asgi import hello, served

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
HANDSHAKE = (
    GET + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PATIENCE = 30


@contextmanager
def listening(
    app: ASGIApp = hello, bounds: Bounds | None = None, connections: Connections | None = None
) -> Iterator[int]:
    """A server with our protocols; gives its port."""
    http = partial(BoundedHttpProtocol, bounds=bounds, connections=connections)
    with served(app, ws=BoundedWebSocketProtocol, http=http) as port:
        yield port


def connected(port: int) -> socket.socket:
    """A connection to a server."""
    return socket.create_connection(("127.0.0.1", port), PATIENCE)


@contextmanager
def opened(app: ASGIApp = hello, bounds: Bounds | None = None) -> Iterator[socket.socket]:
    """A connection to a server of its own."""
    with listening(app, bounds) as port, connected(port) as raw:
        yield raw


def heard(raw: socket.socket) -> bytes:
    """All that comes until the other end closes the connection."""
    found = b""
    with suppress(ConnectionError):
        while more := raw.recv(65_536):
            found += more
    return found


def statuses(answers: bytes) -> list[int]:
    """The statuses of answers."""
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", answers)]


def send_on(raw: socket.socket, block: bytes, times: int) -> None:
    """Send something again and again, until the other end has enough of it."""
    with suppress(OSError):
        for _ in range(times):
            raw.sendall(block)


def sized(size: int, end: bytes = b"\r\n\r\n") -> bytes:
    """A head of a size."""
    return GET + b"A: " + b"x" * (size - len(GET) - 3 - len(end)) + end


async def hasty(_: Scope, __: Receive, send: Send) -> None:
    """Answer without reading the body."""
    await send({"type": "http.response.start", "status": 413, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body"})


async def slow(_: Scope, __: Receive, send: Send) -> None:
    """Answer after a while."""
    await asyncio.sleep(0.5)
    await hasty(_, __, send)


def is_answered(port: int) -> bool:
    with connected(port) as raw, suppress(OSError):
        raw.sendall(GET + b"\r\n")
        return statuses(raw.recv(1000)) != []
    return False
