"""The protocol of requests: what a connection may send, hold and leave unread before anybody answers it."""

import asyncio
import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from random import Random

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from bigpoints.server.http.protocols.http_protocol import BoundedHttpProtocol, Bounds
from bigpoints.server.http.protocols.websocket_protocol import BoundedWebSocketProtocol
from bigpoints.server.ops.connections import Connections
from support.asgi import hello, served
from support.observation import eventually, is_held

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


# --- Heads ------------------------------------------------------------------------------------------------------------


def test_a_head_of_32_kilobytes_is_answered() -> None:
    with opened() as raw:
        raw.sendall(sized(32_768) + GET + b"Connection: close\r\n\r\n")
        assert statuses(heard(raw)) == [200, 200]


@pytest.mark.parametrize(
    ("begin", "block"),
    [
        (GET, b"a: b\r\n" * 1000),
        (GET + b"A: ", b"x" * 6000),
        (GET + b"A", b"x" * 6000),
        (b"GET /", b"x" * 6000),
        (b"", b"\r\n" * 3000),
        (CHUNKED + b"1;", b"x" * 6000),
        (CHUNKED + b"0\r\n", b"a: b\r\n" * 1000),
        (CHUNKED, b"1\r\nx\r\n" * 1000),
    ],
    ids=["headers", "value", "name", "address", "empty lines", "chunk", "trailers", "chunks"],
)
def test_an_endless_head_is_refused(begin: bytes, block: bytes) -> None:
    with opened() as raw:
        raw.sendall(begin)
        send_on(raw, block, 40)
        answer = heard(raw)
    assert statuses(answer) == [431]
    assert b"connection: close" in answer
    head, _, body = answer.partition(b"\r\n\r\n")
    assert json.loads(body)["refused"]["code"] == "too_big"
    assert f"content-length: {len(body)}".encode() in head


def test_who_sends_too_big_a_head_in_one_piece_hears_how_big_it_may_be() -> None:
    with opened() as raw:
        raw.sendall(sized(60_000))
        answer = heard(raw)
    assert statuses(answer) == [431]
    assert json.loads(answer.partition(b"\r\n\r\n")[2]) == {"refused": {"code": "too_big", "most": 32_768}}


def test_a_head_has_at_most_128_headers() -> None:
    with opened() as raw:
        raw.sendall(GET + b"a: b\r\n" * 127 + b"\r\n")
        assert statuses(raw.recv(1000)) == [200]
        raw.sendall(GET + b"a: b\r\n" * 128 + b"\r\n")
        assert statuses(heard(raw)) == [431]


def test_what_is_no_request_is_refused() -> None:
    with opened() as raw:
        raw.sendall(b"HELLO\r\n\r\n")
        answer = heard(raw)
    assert statuses(answer) == [400]
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["refused"]["code"] == "bad_message"


async def headers_later(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the names of the headers as they are when the whole body is there."""
    while (await receive()).get("more_body"):
        pass
    names = b",".join(name for name, _ in scope["headers"])
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": names})


def test_headers_after_a_body_are_dropped() -> None:
    with opened(headers_later) as raw:
        raw.sendall(CHUNKED.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        raw.sendall(b"1\r\nx\r\n0\r\nAuthorization: Bearer x\r\n\r\n")
        answer = heard(raw)
    assert b"host,transfer-encoding,connection" in answer
    assert b"authorization" not in answer


@pytest.mark.parametrize("begin", [b"", b"\r\n", b"GET", GET, GET + b"\r\n\r\n", GET + b"\r\n" + GET])
def test_a_head_that_does_not_come_to_an_end_is_not_waited_for(begin: bytes) -> None:
    with opened(bounds=Bounds(head_seconds=0.5)) as raw:
        raw.sendall(begin)
        for _ in range(400):  # A letter now and then helps nothing.
            time.sleep(0.05)
            if not is_held(raw):
                break
            if begin:
                with suppress(OSError):
                    raw.sendall(b"\r\n" if begin.endswith(b"\r\n\r\n") else b"X")
        assert not is_held(raw)


def test_a_request_that_is_whole_keeps_its_connection_for_the_next() -> None:
    with opened(bounds=Bounds(head_seconds=1)) as raw:
        for _ in range(3):
            raw.sendall(GET + b"\r\n")
            assert statuses(raw.recv(1000)) == [200]
            time.sleep(0.6)
        assert is_held(raw)


# --- Bodies -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begin", [POST + b"Content-Length: 1000\r\n\r\n", CHUNKED])
def test_a_body_that_trickles_is_not_waited_for(begin: bytes) -> None:
    with opened(bounds=Bounds(body_seconds=0.5)) as raw:
        raw.sendall(begin)
        for _ in range(400):
            time.sleep(0.05)
            if not is_held(raw):
                break
            with suppress(OSError):
                raw.sendall(b"1\r\nx\r\n" if begin == CHUNKED else b"x")
        assert not is_held(raw)


def test_a_body_that_comes_in_time_is_answered() -> None:
    with opened(bounds=Bounds(head_seconds=2)) as raw:
        raw.sendall(POST + b"Content-Length: 4\r\nConnection: close\r\n\r\n")
        for letter in b"word":
            time.sleep(0.7)
            raw.sendall(bytes([letter]))
        assert heard(raw).endswith(b"\r\n1\r\n4\r\n0\r\n\r\n")


async def hasty(_: Scope, __: Receive, send: Send) -> None:
    """Answer without reading the body."""
    await send({"type": "http.response.start", "status": 413, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body"})


def test_little_is_read_of_a_body_that_is_answered_already() -> None:
    with opened(hasty, Bounds(discarded_bytes=100_000)) as raw:
        raw.sendall(POST + b"Content-Length: 100000\r\n\r\n" + b"x" * 100_000)
        assert statuses(raw.recv(1000)) == [413]
        raw.sendall(POST + b"Content-Length: 9000000000\r\n\r\n")
        send_on(raw, b"x" * 10_000, 5000)
        eventually(lambda: not is_held(raw), PATIENCE)


# --- Many requests ----------------------------------------------------------------------------------------------------


async def slow(_: Scope, __: Receive, send: Send) -> None:
    """Answer after a while."""
    await asyncio.sleep(0.5)
    await hasty(_, __, send)


def test_requests_wait_for_the_answers_to_those_before_them_but_not_many() -> None:
    with opened(slow, Bounds(pipelined=3)) as raw:
        raw.sendall((GET + b"\r\n") * 3 + GET + b"Connection: close\r\n\r\n")
        assert statuses(heard(raw)) == [413] * 4
    with opened(slow, Bounds(pipelined=3)) as raw:
        raw.sendall((GET + b"\r\n") * 100)
        assert statuses(heard(raw)) == []


# --- Answers ----------------------------------------------------------------------------------------------------------


async def large(_: Scope, __: Receive, send: Send) -> None:
    """Answer with more than the system takes for a client that does not read."""
    body = b"x" * 20_000_000
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"20000000")]})
    await send({"type": "http.response.body", "body": body})


@pytest.mark.parametrize("more", [b"", b"Connection: close\r\n"])
def test_a_client_that_does_not_read_its_answer_is_disconnected(more: bytes) -> None:
    with opened(large, Bounds(stuck_seconds=0.5)) as raw:
        raw.sendall(GET + more + b"\r\n")
        eventually(lambda: not is_held(raw), PATIENCE)


def test_a_client_that_reads_slowly_gets_its_whole_answer() -> None:
    with opened(large, Bounds(stuck_seconds=2)) as raw:
        raw.sendall(GET + b"Connection: close\r\n\r\n")
        size = 0
        while more := raw.recv(1_000_000):
            size += len(more)
            time.sleep(0.2)
        assert size > 20_000_000


# --- Connections ------------------------------------------------------------------------------------------------------


async def lasting(_: Scope, receive: Receive, send: Send) -> None:
    """Accept a socket, and stay until it is closed."""
    await receive()
    await send({"type": "websocket.accept"})
    await receive()


def test_connections_are_counted_until_they_are_lost_sockets_too() -> None:
    connections = Connections()
    with listening(lasting, connections=connections) as port:
        with connected(port), connected(port) as second:
            second.sendall(
                GET + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            assert statuses(second.recv(1000)) == [101]
            assert len(connections) == 2
        eventually(lambda: len(connections) == 0, PATIENCE)


def test_a_connection_too_many_is_cut_and_leaves_room_when_others_go() -> None:
    with listening(connections=Connections(per_address=2)) as port:
        with connected(port) as one, connected(port) as two:
            with connected(port) as three:
                assert heard(three) == b""
            with socket.create_connection(("127.0.0.1", port), PATIENCE, ("127.0.0.2", 0)) as other:
                other.sendall(GET + b"\r\n")
                assert statuses(other.recv(1000)) == [200]
            assert is_held(one)
            assert is_held(two)
        eventually(lambda: is_answered(port), PATIENCE)


def is_answered(port: int) -> bool:
    with connected(port) as raw, suppress(OSError):
        raw.sendall(GET + b"\r\n")
        return statuses(raw.recv(1000)) != []
    return False


@pytest.mark.parametrize("fault", [b"X: " + b"y" * 9000, b"\r\n".join([b"X: y"] * 124)])
def test_a_handshake_that_the_protocol_of_sockets_cannot_read_is_refused(fault: bytes) -> None:
    with opened() as raw:
        raw.sendall(GET + b"Upgrade: websocket\r\nConnection: Upgrade\r\n" + fault + b"\r\n\r\n")
        assert statuses(heard(raw)) in ([400], [426])


def test_a_handshake_with_a_body_is_answered() -> None:
    with opened() as raw:
        raw.sendall(GET + b"Upgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 5\r\n\r\nhello")
        assert statuses(heard(raw)) in ([400], [426])


PARTS = (
    *(GET, POST, CHUNKED, b"\r\n", b"\r\n\r\n", b"Content-Length: 5\r\n", b"Content-Length: 99999\r\n\r\n", b"hello"),
    *(b"Transfer-Encoding: chunked\r\n", b"5\r\nhello\r\n", b"0\r\n", b"a: b\r\n", b"Upgrade: websocket\r\n"),
    *(b"Connection: Upgrade\r\n", b"Connection: close\r\n", b"CONNECT a:1 HTTP/1.1\r\n", b"Expect: 100-continue\r\n"),
    *(b"Sec-WebSocket-Version: 13\r\n", b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", b"\x89\x80\0\0\0\0"),
    *(b"GET http://[ HTTP/1.1\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\0", b"\xff" * 9, b"x" * 5000),
)


@pytest.mark.parametrize("app", [hello, hasty], ids=["reads", "answers at once"])
def test_nothing_that_comes_is_a_failure_of_the_server(app: ASGIApp, caplog: pytest.LogCaptureFixture) -> None:
    rng = Random(4)
    with listening(app, bounds=Bounds(pipelined=2, discarded_bytes=1000)) as port:
        for _ in range(600):
            with connected(port) as raw, suppress(OSError):
                for _ in range(rng.randint(1, 3)):
                    raw.sendall(b"".join(rng.choices(PARTS, k=rng.randint(1, 12))))
                raw.settimeout(0.002)
                raw.recv(1000)
        assert is_answered(port)
    usual = "ASGI callable returned without completing handshake."
    failures = [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]
    assert [record.getMessage() for record in failures if record.msg != usual] == []


def test_a_bad_chunk_is_no_failure_of_an_application_that_answers_at_once(caplog: pytest.LogCaptureFixture) -> None:
    with listening(hasty) as port:
        for _ in range(20):
            with connected(port) as raw:
                raw.sendall(CHUNKED + b"zz\r\n")
                assert statuses(heard(raw))[0] in (400, 413)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


def test_requests_that_are_cut_off_while_others_are_answered_are_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    with listening(slow) as port:
        for _ in range(5):
            with connected(port) as raw:
                raw.sendall((GET + b"\r\n") * 12)
                heard(raw)
        time.sleep(0.5)  # Their answers would be written by now.
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


def test_a_handshake_behind_a_request_that_is_not_answered_yet_is_refused() -> None:
    with opened(slow) as raw:
        raw.sendall(GET + b"\r\n" + HANDSHAKE)
        answers = heard(raw)
    assert 101 not in statuses(answers)


@pytest.mark.parametrize(
    ("sent", "statuses_heard"),
    [
        (POST + b"Expect: 100-continue\r\nContent-Length: 4\r\nConnection: close\r\n\r\nword", [100, 200]),
        (GET.replace(b"GET", b"HEAD") + b"Connection: close\r\n\r\n", [200]),
        (CHUNKED + b"4\r\nword\r\n0\r\n\r\n" + CHUNKED[:-2] + b"Connection: close\r\n\r\n0\r\n\r\n", [200, 200]),
    ],
    ids=["expect", "head", "chunked bodies in a row"],
)
def test_usual_requests_are_answered(sent: bytes, statuses_heard: list[int]) -> None:
    with opened() as raw:
        raw.sendall(sent)
        assert statuses(heard(raw)) == statuses_heard


def test_why_connections_are_cut_is_counted() -> None:
    connections = Connections(per_address=2)
    reasons: list[str] = []
    connections.on_cut = reasons.append
    with listening(bounds=Bounds(head_seconds=1), connections=connections) as port:
        for sent in (b"\0", sized(40_000), b"G"):
            with connected(port) as raw:
                send_on(raw, sent, 1)
                heard(raw)
                eventually(lambda: len(connections) == 0, PATIENCE)
        with connected(port), connected(port), connected(port) as third:
            heard(third)
    assert reasons == ["no_http", "too_big", "slow_head", "address_limit"]


def test_another_protocol_is_not_upgraded_to_and_nothing_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with opened() as raw:
        raw.sendall(GET + b"Upgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n")
        assert statuses(raw.recv(1000)) == [200]
    assert caplog.records == []
