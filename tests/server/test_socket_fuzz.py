"""Anything at all through sockets and at the port: it is refused, and costs the server nothing that lasts.

5,000 messages of each kind; `make malformed` sends a million.
"""

import json
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosedError

from faults.barrage import GROWTH_KB, KINDS
from support.observation import memory
from support.random_players import SMALL
from support.server_process import PATIENCE, Guest, Server, Visitor, serving

MESSAGES = 5_000


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "data") as running:
        yield running
    assert_nothing_failed(running)


@pytest.mark.parametrize("kind", KINDS)
def test_wrong_messages_are_refused_and_leave_a_table_that_can_be_played(server: Server, kind: str) -> None:
    KINDS[kind](server, Random(1), MESSAGES // 5)
    early = memory(server.process.pid)
    assert KINDS[kind](server, Random(2), MESSAGES * 4 // 5) > MESSAGES // 5
    assert memory(server.process.pid) - early < GROWTH_KB


# --- At the port ------------------------------------------------------------------------------------------------------


def test_frames_that_break_the_protocol_close_their_socket_alone(server: Server) -> None:
    anna = Visitor(server.url)
    code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup=SMALL)
    broken = [
        b"\x81\x02hi",  # Not masked.
        frame(0x81, b"\xff\xfe"),  # No UTF-8.
        frame(0xF1, b"hi"),  # Reserved bits.
        frame(0x80, b"hi"),  # Going on with nothing.
        frame(0x83, b"hi"),  # No such kind.
        frame(0x01, b"{") + frame(0x81, b"}"),  # A message within another.
        frame(0x88, b"\x00"),  # A close that is too short.
        b"\x81\xff" + struct.pack(">Q", 1 << 62) + b"mask",  # Too long.
        *[frame(0x81, b" " * 125)[:cut] for cut in (1, 2, 5, 50)],  # Cut off.
    ]
    with anna.at(code) as guest:
        guest.until(lambda view: view["state"] == "playing")
        for wrong in broken * 5:
            with connected(server, handshake(server, anna, code)) as raw:
                assert raw.recv(12) == b"HTTP/1.1 101"
                raw.sendall(wrong)
        assert "version" in guest.move()


def test_a_message_in_pieces_is_a_message(server: Server) -> None:
    anna = Visitor(server.url)
    code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup=SMALL)
    with anna.at(code) as guest:
        guest.until(lambda view: view["state"] == "playing")
        guest.socket.send(iter(['{"do":"undo",', '"id":"pieces","version":2,', '"seat":1}']))
        assert guest.answer_to("pieces")["refused"]["code"] == "nothing_to_undo"
        guest.socket.send(iter([b"{", b"}"]))
        assert guest.answer_to(None)["refused"]["field"] == "message"


def test_a_message_that_is_too_big_closes_its_socket_alone(server: Server) -> None:
    anna = Visitor(server.url)
    code = anna.create({"name": "Anna"}, setup=SMALL)
    for message in ("x" * 5_000, iter(["x" * 4_000, "x" * 4_000]), iter(["{", *[""] * 100, "}"])):
        with anna.at(code) as guest, pytest.raises(ConnectionClosedError, match=r"1009|no close frame"):
            answered(guest, message)


def answered(guest: Guest, message: str | Iterator[str]) -> None:
    """Send something, be it in pieces, and wait for its answer."""
    guest.socket.send(message)
    guest.answer_to(None)


def test_garbage_at_the_port_is_survived(server: Server) -> None:
    anna, rng = Visitor(server.url), Random(3)
    code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup=SMALL)
    greeting = handshake(server, anna, code)
    garbage = [rng.randbytes(rng.randint(1, 2_000)) for _ in range(50)]
    garbage += [greeting[: rng.randrange(len(greeting))] for _ in range(50)]
    garbage += [bytes(rng.choice((byte, rng.randrange(256))) for byte in greeting) for _ in range(50)]
    garbage += [greeting.replace(b"/socket", path) for path in (b"/\xff/socket", b"/%ff", b"/..", b"?" + b"x" * 9_000)]
    garbage += [greeting.replace(b"\r\n", b"\r\nX: " + b"y" * 9_000 + b"\r\n", 1), greeting.replace(b"13", b"12")]
    garbage += [b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"A: b\r\n" * 500, b"POST /api/tables HTTP/1.1\r\n" * 3]
    for piece in garbage:
        with connected(server, piece) as raw:
            raw.settimeout(0.001)
            with suppress(OSError):
                raw.recv(1_000)
    assert anna.view(code)["state"] == "playing"


# --- Nothing lasts ----------------------------------------------------------------------------------------------------


def test_clients_that_come_and_go_leave_nothing_behind(server: Server) -> None:
    anna, early, files = Visitor(server.url), 0, 0
    codes = [anna.create({"name": "Anna"}, {"bot": "random"}, setup=SMALL) for _ in range(20)]
    for number in range(2_000):
        greeting = handshake(server, anna, codes[number % 20] if number % 5 else "ZZZZZZZZ")
        with connected(server, greeting) as raw:
            if number % 3:
                raw.recv(12)
            if number % 7 == 0:  # Gone without a word.
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if number == 400:
            at_rest(anna)
            early, files = memory(server.process.pid), open_files(server)
    at_rest(anna)
    assert open_files(server) <= files + 5
    assert memory(server.process.pid) - early < GROWTH_KB


def at_rest(visitor: Visitor) -> None:
    """Wait until nobody is there, and so no table is awake."""
    until = time.monotonic() + PATIENCE
    rest = ("bigpoints_clients 0.0", "bigpoints_tables_awake 0.0")
    while not set(rest) <= set(visitor.ask("GET", "/metrics").splitlines()):
        assert time.monotonic() < until
        time.sleep(0.1)


def frame(kind: int, content: bytes) -> bytes:
    """A frame as a client sends it; of its mask nothing is seen."""
    return bytes((kind, 0x80 | len(content))) + bytes(4) + content


def handshake(server: Server, visitor: Visitor, code: str) -> bytes:
    """The request that opens a socket."""
    lines = [
        f"GET /api/tables/{code}/socket HTTP/1.1",
        f"Host: {urlsplit(server.url).netloc}",
        f"Authorization: Bearer {visitor.token}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def connected(server: Server, greeting: bytes) -> socket.socket:
    """A connection, and the first that is sent through it."""
    place = urlsplit(server.url)
    raw = socket.create_connection((place.hostname, place.port), PATIENCE)
    raw.sendall(greeting)
    return raw


def open_files(server: Server) -> int:
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def assert_nothing_failed(server: Server) -> None:
    lines = [json.loads(line) for line in server.logged().splitlines()]
    assert not [line for line in lines if line["level"] in ("error", "critical")]
