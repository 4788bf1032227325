"""The guards before a real server, with real sockets."""

import http.client
import json
from collections.abc import Iterator

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from bigpoints.server.http.middleware.guards import guarded
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.settings import Settings
from support.asgi import hello, served


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served(guarded(hello, Settings.given(), Metrics())) as port:
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
