"""The protocol of requests: what a connection may send, hold and leave unread before anybody answers it."""

import json
import socket
import time
from contextlib import suppress

import pytest
from starlette.types import Receive, Scope, Send

from bigpoints.server.http.protocols.http_protocol import Bounds
from bigpoints.server.ops.connections import Connections
from support.observation import eventually, is_held
from support.raw_http import (
    CHUNKED,
    GET,
    PATIENCE,
    POST,
    connected,
    hasty,
    heard,
    is_answered,
    listening,
    opened,
    send_on,
    sized,
    slow,
    statuses,
)

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


def test_little_is_read_of_a_body_that_is_answered_already() -> None:
    with opened(hasty, Bounds(discarded_bytes=100_000)) as raw:
        raw.sendall(POST + b"Content-Length: 100000\r\n\r\n" + b"x" * 100_000)
        assert statuses(raw.recv(1000)) == [413]
        raw.sendall(POST + b"Content-Length: 9000000000\r\n\r\n")
        send_on(raw, b"x" * 10_000, 5000)
        eventually(lambda: not is_held(raw), PATIENCE)


# --- Many requests ----------------------------------------------------------------------------------------------------


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
        assert len(heard(raw)) < 20_000_000


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
