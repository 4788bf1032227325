"""Requests that are odd or wrong: they are answered or refused, counted, and never a failure of the server."""

import time
from contextlib import suppress
from random import Random

import pytest
from starlette.types import ASGIApp

from bigpoints.server.http.protocols.http_protocol import Bounds
from bigpoints.server.ops.connections import Connections
from support.asgi import hello
from support.observation import eventually
from support.raw_http import (
    CHUNKED,
    GET,
    HANDSHAKE,
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
