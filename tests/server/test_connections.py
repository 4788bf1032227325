"""What a single address can do to a server below the level of requests: nothing that others would notice."""

import json
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from support.observation import eventually, is_held, memory, metric
from support.server_process import PATIENCE, Server, Visitor, serving

GROWTH_KB = 40_000
FLOOD_BYTES = 60_000_000
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
PING, TEXT, CLOSE = 0x89, 0x81, 0x88


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with the usual limits on connections and messages."""
    with serving(tmp_path / "data", connections_per_address=200, messages_per_second=20) as running:
        yield running


def connected(server: Server, greeting: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
    """A connection from an address, and the first that is sent through it."""
    raw = socket.create_connection(("127.0.0.1", urlsplit(server.url).port), PATIENCE, (address, 0))
    raw.sendall(greeting)
    return raw


def flood(raw: socket.socket, block: bytes) -> None:
    """Send something until the other end has enough of it, or much has been sent."""
    with suppress(OSError):
        for _ in range(FLOOD_BYTES // len(block)):
            raw.sendall(block)


def is_well(server: Server, address: str) -> bool:
    """Whether a request from an address is answered."""
    connection = HTTPConnection("127.0.0.1", urlsplit(server.url).port, timeout=PATIENCE, source_address=(address, 0))
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


# --- Heads ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begin", "block"),
    [(GET, b"a: b\r\n" * 10_000), (GET + b"A: ", b"x" * 60_000), (b"GET /", b"x" * 60_000)],
    ids=["headers", "value", "address"],
)
def test_a_request_without_an_end_takes_no_memory(server: Server, begin: bytes, block: bytes) -> None:
    before = memory(server.process.pid)
    with connected(server, begin) as raw:
        flood(raw, block)
        assert memory(server.process.pid) - before < GROWTH_KB
        eventually(lambda: not is_held(raw))
    assert is_well(server, "127.0.0.2")


def test_connections_that_say_nothing_or_not_all_are_closed_after_ten_seconds(server: Server) -> None:
    begun = [b"", b"\r\n", b"GET / HT", GET, GET + b"A"]
    with ExitStack() as stack:
        raws = [stack.enter_context(connected(server, greeting)) for greeting in begun]
        time.sleep(2)
        assert all(is_held(raw) for raw in raws)
        eventually(lambda: not any(is_held(raw) for raw in raws), 25)


# --- Connections ------------------------------------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Server]:
    """A server that may open 256 files, 60 of them for an address."""
    with serving(tmp_path / "data", files=256, connections_per_address=60) as running:
        yield running


@contextmanager
def holding(server: Server, *addresses: str, each: int) -> Iterator[list[socket.socket]]:
    """Silent connections from some addresses."""
    with ExitStack() as stack:
        raws = []
        for address in addresses * each:
            with suppress(OSError):
                raws.append(stack.enter_context(connected(server, address=address)))
        yield raws


def test_an_address_that_takes_all_the_connections_it_can_keeps_nobody_out(small: Server) -> None:
    with holding(small, "127.0.0.1", each=300) as raws:
        assert all(is_well(small, address) for address in ("127.0.0.2", "127.0.0.3", "127.0.0.2"))
        eventually(lambda: sum(map(is_held, raws)) <= 60)
        eventually(lambda: warnings(small) == ["address_connections_at_limit"])
    eventually(lambda: is_well(small, "127.0.0.1"))


def test_many_addresses_leave_the_server_files_to_work_with_and_are_logged(small: Server) -> None:
    anna = Visitor(small.url)
    with anna.at(anna.create({"name": "Anna"})) as guest:
        with holding(small, *(f"127.0.0.{n}" for n in range(2, 12)), each=40):
            eventually(lambda: {"connections_near_limit", "connections_at_limit"} <= set(warnings(small)))
            assert len(list(Path(f"/proc/{small.process.pid}/fd").iterdir())) < 256
            assert guest.command("leave", seat=5)["refused"]["code"] == "no_such_seat"
        eventually(lambda: is_well(small, "127.0.0.1"))
        eventually(lambda: 1 < metric(anna, "connections") < 10)


def warnings(server: Server) -> list[str]:
    """The warnings in the log of a server."""
    lines = [json.loads(line) for line in server.logged().splitlines()]
    return [line["event"] for line in lines if line["level"] == "warning"]


def test_clients_behind_a_proxy_share_no_connections(tmp_path: Path) -> None:
    limited = serving(tmp_path / "data", connections_per_address=5, trusted_proxies="127.0.0.9")
    with limited as server, holding(server, "127.0.0.9", each=20):
        assert is_well(server, "127.0.0.9")


# --- Frames -----------------------------------------------------------------------------------------------------------


def frame(kind: int, content: bytes) -> bytes:
    """A frame as a client sends it; of its mask nothing is seen."""
    return bytes((kind, 0x80 | len(content))) + bytes(4) + content


@contextmanager
def at_a_table(server: Server) -> Iterator[socket.socket]:
    """A socket at a table, with nothing between us and the connection."""
    code = Visitor(server.url).create({"name": "Anna"})
    upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    greeting = GET.replace(b"/", f"/api/tables/{code}/socket".encode(), 1) + upgrade
    with connected(server, greeting + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n") as raw:
        assert raw.recv(12) == b"HTTP/1.1 101"
        yield raw


def test_a_flood_of_pings_takes_no_memory_and_ends_the_socket(server: Server) -> None:
    before = memory(server.process.pid)
    with at_a_table(server) as raw:
        flood(raw, frame(PING, b"x" * 125) * 400)
        assert memory(server.process.pid) - before < GROWTH_KB
        eventually(lambda: not is_held(raw))
    assert is_well(server, "127.0.0.1")


def test_a_flood_of_tiny_messages_takes_no_memory(server: Server) -> None:
    before = memory(server.process.pid)
    with at_a_table(server) as raw:
        flood(raw, frame(TEXT, b"") * 10_000)
        assert memory(server.process.pid) - before < GROWTH_KB
    assert is_well(server, "127.0.0.1")


def test_frames_that_end_a_socket_twice_are_no_failure_of_the_server(server: Server) -> None:
    wrong = frame(TEXT, b"\xff") + frame(CLOSE, struct.pack("!H", 1000))
    for begin in (b"", frame(PING, b"") * 3, frame(TEXT, b"{}")):
        with at_a_table(server) as raw:
            raw.sendall(begin + wrong)
            with suppress(ConnectionError):
                while raw.recv(65_536):
                    pass
    assert '"level": "error"' not in server.logged()
