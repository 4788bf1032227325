"""The protocol of sockets: messages in few pieces, pings in their time, and connections that are cut in the end."""

import asyncio
import socket
import struct
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import ClassVar

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.frames import Frame, Opcode

from bigpoints.server.http.protocols.http_protocol import BoundedHttpProtocol
from bigpoints.server.http.protocols.websocket_protocol import BoundedWebSocketProtocol, text_frame
from support.asgi import served
from support.observation import eventually, is_held

PATIENCE = 40

HELLO = (
    "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Key: {b64encode(bytes(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
).encode()
TEXT, MORE, CLOSE, PING, PONG, LAST = 0x1, 0x0, 0x8, 0x9, 0xA, 0x80
GONE, TOO_BIG, NOT_ALLOWED = 1000, 1009, 1008


async def size(_: Scope, receive: Receive, send: Send) -> None:
    """Accept a socket, answer one message with its size, and say no more."""
    await receive()
    await send({"type": "websocket.accept"})
    message = await receive()
    if message["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": str(len(message["text"]))})


def connected(port: int) -> socket.socket:
    """A connection to a server."""
    return socket.create_connection(("127.0.0.1", port), PATIENCE)


@contextmanager
def opened(
    app: ASGIApp = size, protocol: type[BoundedWebSocketProtocol] = BoundedWebSocketProtocol
) -> Iterator[socket.socket]:
    """A connection whose handshake is done."""
    with served(app, protocol, BoundedHttpProtocol) as port, connected(port) as raw:
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


# --- Pings ------------------------------------------------------------------------------------------------------------


async def echo(_: Scope, receive: Receive, send: Send) -> None:
    """Accept a socket, and send every message back."""
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


def frames_in(data: bytes) -> list[tuple[int, bytes]]:
    """The frames that a server has sent: their kinds and contents."""
    frames = []
    while data:
        frames.append((data[0] & 0xF, data[2 : 2 + data[1]]))
        data = data[2 + data[1] :]
    return frames


def heard(raw: socket.socket) -> list[tuple[int, bytes]]:
    """All frames until the other end closes the connection."""
    found = b""
    with suppress(ConnectionError):
        while more := raw.recv(65_536):
            found += more
    return frames_in(found)


def close_code(frames: list[tuple[int, bytes]]) -> int:
    """The code with which the other end closed a socket."""
    assert frames[-1][0] == CLOSE
    code: int = struct.unpack("!H", frames[-1][1][:2])[0]
    return code


def test_pings_are_answered() -> None:
    with opened(echo) as raw:
        raw.sendall(b"".join(frame(LAST | PING, bytes([n])) for n in range(50)) + frame(LAST | CLOSE, b""))
        assert heard(raw)[:50] == [(PONG, bytes([n])) for n in range(50)]


@pytest.mark.parametrize("kind", [PING, PONG])
def test_who_sends_pings_or_pongs_without_end_is_shown_out(kind: int) -> None:
    with opened(echo) as raw:
        raw.sendall(frame(LAST | kind, b"") * 2000)
        frames = heard(raw)
        assert close_code(frames) == NOT_ALLOWED
        assert len(frames) < 500


def test_who_sends_pings_without_end_and_reads_nothing_is_cut() -> None:
    with opened(echo) as raw:
        with suppress(OSError):
            for _ in range(1000):
                raw.sendall(frame(LAST | PING, b"x" * 125) * 100)
        eventually(lambda: not is_held(raw), PATIENCE)
        assert not is_held(raw)


# --- Messages that nobody takes ---------------------------------------------------------------------------------------


class Watched(BoundedWebSocketProtocol):
    """Remembers how many messages waited at most."""

    most: ClassVar[int] = 0

    def send_receive_event_to_app(self) -> None:
        super().send_receive_event_to_app()
        Watched.most = max(Watched.most, self.queue.qsize())


async def sleepy(_: Scope, receive: Receive, send: Send) -> None:
    """Accept a socket, take nothing for a while, then count the messages up to one that says `end`."""
    await receive()
    await send({"type": "websocket.accept"})
    await asyncio.sleep(0.5)
    count = 0
    while (await receive())["text"] != "end":
        count += 1
    await send({"type": "websocket.send", "text": str(count)})


def test_messages_wait_unparsed_until_the_application_takes_them_and_none_is_lost() -> None:
    Watched.most = 0
    with opened(sleepy, Watched) as raw:
        raw.sendall(frame(LAST | TEXT, b"") * 40_000 + frame(LAST | TEXT, b"end"))
        assert heard(raw)[0] == (TEXT, b"40000")
    assert 0 < Watched.most < 200


async def late(_: Scope, receive: Receive, send: Send) -> None:
    """Accept a socket after a while, then send every message back."""
    await asyncio.sleep(0.3)
    await echo(_, receive, send)


def test_frames_that_come_before_the_handshake_is_complete_wait_for_it() -> None:
    with served(late, BoundedWebSocketProtocol, BoundedHttpProtocol) as port, connected(port) as raw:
        raw.sendall(HELLO + frame(LAST | PING, b"1") + frame(LAST | TEXT, b"2"))
        raw.sendall(frame(LAST | CLOSE, b""))
        answer = b""
        while more := raw.recv(65_536):
            answer += more
    head, _, frames = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 101")
    assert frames_in(frames)[0] == (PONG, b"1")


async def farewell(_: Scope, receive: Receive, send: Send) -> None:
    """Take one message of many, then close."""
    await receive()
    await send({"type": "websocket.accept"})
    await receive()
    await send({"type": "websocket.close", "code": GONE})


def test_a_close_that_waits_behind_messages_that_nobody_takes_is_seen() -> None:
    with opened(farewell) as raw:
        raw.settimeout(5)  # Less than the ten seconds after which a close is waited for no longer.
        raw.sendall(frame(LAST | TEXT, b"x") * 1000 + frame(LAST | CLOSE, struct.pack("!H", GONE)))
        assert close_code(heard(raw)) == GONE


# --- Ends -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begin", [b"", frame(LAST | TEXT, b"hello"), frame(LAST | PING, b"")])
def test_a_text_that_is_none_and_a_close_in_one_breath_end_the_socket_in_order(
    begin: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with opened(echo) as raw:
        raw.sendall(begin + frame(LAST | TEXT, b"\xff\xfe") + frame(LAST | CLOSE, struct.pack("!H", GONE)))
        assert close_code(heard(raw)) == GONE
    assert [record for record in caplog.records if "Fatal error" in str(record.msg)] == []


def test_a_server_ends_in_order_while_a_client_has_closed_but_reads_nothing() -> None:
    with socket.socket() as raw, served(flood, BoundedWebSocketProtocol, BoundedHttpProtocol) as port:
        raw.settimeout(PATIENCE)
        raw.connect(("127.0.0.1", port))
        raw.sendall(HELLO)
        assert raw.recv(12) == b"HTTP/1.1 101"
        raw.sendall(frame(LAST | CLOSE, b""))
        time.sleep(0.2)  # The close was read, and the answer to it waits behind what nobody reads.


def test_a_server_ends_in_order_after_a_handshake_that_is_none() -> None:
    with served(echo, BoundedWebSocketProtocol, BoundedHttpProtocol) as port, connected(port) as raw:
        raw.sendall(HELLO.replace(b"Host", b"X: " + b"y" * 9000 + b"\r\nHost"))
        assert raw.recv(12) == b"HTTP/1.1 400"


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
def test_a_text_is_sent_as_the_library_would_send_it(length: int) -> None:
    text = b"x" * length
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
