"""Body size: what is too big is refused, and read no further than that takes."""

import asyncio
from collections.abc import Iterator

import pytest
from starlette.types import Message, Scope

from bigpoints.server.http.middleware.body_size import BodySizeLimit
from support.asgi import hello, request


def test_a_body_of_the_largest_size_goes_through_whole() -> None:
    guard = BodySizeLimit(hello, 1000)
    assert request(guard, "POST", headers={"content-length": "1000"}, chunks=[b"x" * 400, b"x" * 600]).body == b"1000"
    assert request(guard, "POST", headers={"transfer-encoding": "chunked"}, chunks=[b"x"] * 1000).body == b"1000"
    assert request(guard, "GET").body == b"0"


@pytest.mark.parametrize(
    "headers",
    [
        {"content-length": "1001"},
        {"content-length": "9" * 50},
        {"content-length": "x"},
        {"transfer-encoding": "chunked"},
    ],
)
def test_a_larger_one_is_refused_whether_it_says_so_or_not(headers: dict[str, str]) -> None:
    answer = request(BodySizeLimit(hello, 1000), "POST", headers=headers, chunks=[b"x" * 600, b"x" * 401])
    assert (answer.status, answer.refused) == (413, {"code": "too_big", "most": 1000})


def test_no_more_is_read_than_it_takes_to_refuse() -> None:
    def endless() -> Iterator[Message]:
        while True:
            yield {"type": "http.request", "body": b"x" * 100, "more_body": True}

    coming = endless()
    sent: list[Message] = []
    taken: list[Message] = []

    async def receive() -> Message:
        taken.append(message := next(coming))
        return message

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {"type": "http", "headers": [(b"transfer-encoding", b"chunked")]}
    asyncio.run(BodySizeLimit(hello, 1000)(scope, receive, send))
    assert sent[0]["status"] == 413
    assert len(taken) == 11


def test_nothing_is_read_of_a_body_that_says_it_is_too_big() -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(BodySizeLimit(hello, 1000)({"type": "http", "headers": [(b"content-length", b"1001")]}, receive, send))
    assert sent[0]["status"] == 413


def test_a_client_that_leaves_in_the_middle_of_its_body_is_not_passed_on() -> None:
    passed_on: list[object] = []

    async def app(*_: object) -> None:
        passed_on.append("a request")

    async def gone() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        passed_on.append(message)

    asyncio.run(BodySizeLimit(app, 1000)({"type": "http", "headers": [(b"content-length", b"5")]}, gone, send))
    assert passed_on == []
