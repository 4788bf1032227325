"""The middleware together, before a real server with real sockets."""

import asyncio
import http.client
import json
from collections.abc import Iterator

import pytest
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from bigpoints.server.http.middleware.stack import add_middleware
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.settings import Settings
from support.asgi import hello, served


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served(add_middleware(hello, Settings.given(), Metrics())) as port:
        yield port


def posted(port: int, body: bytes | Iterator[bytes], **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("POST", "/", body, headers, encode_chunked=not isinstance(body, bytes))
    answer = connection.getresponse()
    told = answer.status, answer.read()
    connection.close()
    return told


def test_a_request_of_64_kilobytes_goes_through_in_one_piece_or_many(port: int) -> None:
    assert posted(port, b"x" * 65536) == (200, b"65536")
    pieces = (b"x" * 4096 for _ in range(16))
    assert posted(port, pieces, **{"Transfer-Encoding": "chunked"}) == (200, b"65536")


def test_a_larger_one_is_refused_in_one_piece_or_many(port: int) -> None:
    refused = {"refused": {"code": "too_big", "most": 65536}}
    status, body = posted(port, b"x" * 65537)
    assert (status, json.loads(body)) == (413, refused)
    pieces = (b"x" * 4097 for _ in range(16))
    status, body = posted(port, pieces, **{"Transfer-Encoding": "chunked"})
    assert (status, json.loads(body)) == (413, refused)


def test_a_socket_from_a_foreign_page_is_refused_with_the_reason(port: int) -> None:
    with (
        pytest.raises(InvalidStatus) as caught,
        connect(f"ws://127.0.0.1:{port}/", origin=Origin("http://evil.example")),
    ):
        pass
    assert caught.value.response.status_code == 403
    assert json.loads(caught.value.response.body) == {"refused": {"code": "bad_origin"}}
    with connect(f"ws://127.0.0.1:{port}/", origin=Origin(f"http://127.0.0.1:{port}")):
        pass


def test_messages_of_a_socket_pass_the_middleware_without_being_looked_at() -> None:
    given: list[object] = []

    async def play(_: Scope, receive: Receive, send: Send) -> None:
        given.extend((receive, send))

    async def receive() -> Message:
        raise AssertionError

    async def send(message: Message) -> None:
        raise AssertionError(message)

    async def passed() -> None:
        scope: Scope = {"type": "websocket", "scheme": "ws", "path": "/", "headers": [], "client": ("192.0.2.7", 1)}
        await add_middleware(play, Settings.given(), Metrics())(scope, receive, send)

    asyncio.run(passed())
    assert given == [receive, send]
