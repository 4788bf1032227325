"""The protocol of sockets: messages in few pieces, and connections that are cut in the end."""

import asyncio
import socket
import struct
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from starlette.types import ASGIApp, Receive, Scope, Send

from bigpoints.server.http.uvicorn_protocol import BoundedWebSocketProtocol
from support.asgi import served
from support.observation import eventually, is_held

HELLO = (
    "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Key: {b64encode(bytes(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
).encode()
TEXT, MORE, CLOSE, LAST = 0x1, 0x0, 0x8, 0x80
TOO_BIG = 1009


async def size(_: Scope, receive: Receive, send: Send) -> None:
    """Accept a socket, answer one message with its size, and say no more."""
    await receive()
    await send({"type": "websocket.accept"})
    message = await receive()
    if message["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": str(len(message["text"]))})


@contextmanager
def opened(app: ASGIApp = size) -> Iterator[socket.socket]:
    """A connection whose handshake is done."""
    with served(app, ws=BoundedWebSocketProtocol) as port, socket.create_connection(("127.0.0.1", port)) as raw:
        raw.settimeout(30)
        raw.sendall(HELLO)
        assert raw.recv(1000).startswith(b"HTTP/1.1 101")
        yield raw


def frame(opcode: int, content: bytes) -> bytes:
    """A frame as clients send it: with a mask, here one that changes nothing."""
    return bytes((opcode, 0x80 | len(content))) + bytes(4) + content


def message(pieces: int) -> bytes:
    """A text of one letter a piece."""
    return b"".join(frame((TEXT if n == 0 else MORE) | (LAST if n == pieces - 1 else 0), b"x") for n in range(pieces))


def test_a_message_may_come_in_some_pieces() -> None:
    with opened() as raw:
        raw.sendall(message(64))
        assert raw.recv(4) == bytes((LAST | TEXT, 2)) + b"64"


def test_but_not_in_many() -> None:
    with opened() as raw:
        raw.sendall(message(66))
        answer = raw.recv(4)
        assert (answer[0], struct.unpack("!H", answer[2:4])[0]) == (LAST | CLOSE, TOO_BIG)


async def flood(_: Scope, receive: Receive, send: Send) -> None:
    """Send more than anybody takes who does not read, then give up."""
    await receive()
    await send({"type": "websocket.accept"})
    with suppress(TimeoutError):
        async with asyncio.timeout(0.5):
            while True:
                await send({"type": "websocket.send", "text": "x" * 100_000})


def test_a_client_that_reads_nothing_is_disconnected() -> None:
    with opened(flood) as raw:
        eventually(lambda: not is_held(raw), 40)
        assert not is_held(raw)
