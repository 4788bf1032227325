"""Guards: whose requests are let in, from which pages, under which names, how often and how large."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from bigpoints.server.http.middleware.guards import BodyGuard, HostGuard, OriginGuard, PaceGuard, guarded
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.ops.rate_limit import Limiter
from bigpoints.server.settings import Settings
from support.asgi import HOME, Answer, handshake, hello, request

HTTP_ANSWERS: dict[str, Any] = {"extensions": {"websocket.http.response": {}}}


def posted(public_url: str | None = None, scheme: str = "http", **headers: str | None) -> int:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return request(OriginGuard(hello, public_url), "POST", headers=named, scheme=scheme).status


def test_a_request_from_our_own_page_is_let_in() -> None:
    assert posted(origin=f"http://{HOME}") == 200
    assert posted(origin=f"http://{HOME}", sec_fetch_site="same-origin") == 200
    assert posted(host="localhost:80", origin="http://localhost") == 200
    assert posted(host="games.example", origin="https://games.example", scheme="https") == 200


def test_a_request_without_an_origin_is_no_page_and_let_in() -> None:
    assert posted() == 200
    assert posted(sec_fetch_site="none") == 200


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "http://localhost:5056", "https://localhost:5055", "http://localhost", "null", "", "x y"],
)
def test_a_request_from_another_page_is_refused(origin: str) -> None:
    answer = request(OriginGuard(hello, None), "POST", headers={"origin": origin})
    assert (answer.status, answer.refused) == (403, {"code": "bad_origin"})


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "FROB"])
def test_every_method_that_may_change_something_is_guarded(method: str) -> None:
    guard = OriginGuard(hello, None)
    assert request(guard, method, headers={"origin": "http://evil.example"}).status == 403
    assert request(guard, method, headers={"sec-fetch-site": "cross-site"}).status == 403


def test_two_origins_are_none() -> None:
    twice = [(b"host", HOME.encode()), (b"origin", f"http://{HOME}".encode()), (b"origin", f"http://{HOME}".encode())]
    assert request(OriginGuard(hello, None), "POST", headers=twice).status == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", ""])
def test_a_browser_that_says_the_request_comes_from_elsewhere_is_believed(site: str) -> None:
    assert posted(origin=f"http://{HOME}", sec_fetch_site=site) == 403


def test_looking_is_allowed_from_anywhere() -> None:
    headers = {"origin": "http://evil.example", "sec-fetch-site": "cross-site"}
    for method in ("GET", "HEAD", "OPTIONS"):
        assert request(OriginGuard(hello, None), method, headers=headers).status == 200


def test_behind_a_proxy_the_public_address_is_our_own_and_only_with_its_scheme() -> None:
    public = "https://games.example"
    assert posted(public, host="127.0.0.1:5055", origin=public) == 200
    assert posted(public, host="games.example", origin=public) == 200
    assert posted(public, host="games.example", origin="http://games.example") == 403
    assert posted(public, origin=f"http://{HOME}") == 200


def test_sockets_are_opened_by_our_own_pages_only() -> None:
    guard = OriginGuard(hello, None)
    assert handshake(guard, headers={"origin": f"http://{HOME}"})["type"] == "websocket.accept"
    assert handshake(guard)["type"] == "websocket.accept"
    assert handshake(guard, headers={"origin": "http://evil.example"}) == {"type": "websocket.close", "code": 1008}


def test_a_refused_socket_gets_the_reason_where_the_server_can_tell_it() -> None:
    told = handshake(OriginGuard(hello, None), headers={"origin": "null"}, **HTTP_ANSWERS)
    assert (told["type"], told["status"]) == ("websocket.http.response.start", 403)


def named(name: str | None, **settings: object) -> Answer:
    return request(HostGuard(hello, Settings.given(**settings)), headers={"host": name})


@pytest.mark.parametrize("host", ["localhost:5055", "127.0.0.1", "[::1]:5055", "LOCALHOST", "games.example", None])
def test_at_home_the_server_answers_to_its_own_names(host: str | None) -> None:
    assert named(host, public_url="https://games.example").status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "192.0.2.1", "localhost.evil.example", "my.local", "", "a b", "::1", "[::1", "x@localhost"]
)
def test_at_home_no_other_name_can_be_made_to_mean_this_machine(host: str) -> None:
    answer = named(host)
    assert (answer.status, answer.refused) == (403, {"code": "bad_host"})


def test_in_a_network_addresses_and_local_names_are_ours_but_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Attic")
    settings = {"host": "::", "allowed_hosts": "play.example"}
    for host in ("192.0.2.1:5055", "[fd00::1]:5055", "localhost", "attic", "attic.local:5055", "play.example"):
        assert named(host, **settings).status == 200
    assert named("evil.example", **settings).status == 403


def test_sockets_are_refused_under_a_foreign_name() -> None:
    guard = HostGuard(hello, Settings.given())
    assert handshake(guard, headers={"host": "evil.example"})["type"] == "websocket.close"


def test_a_body_of_the_largest_size_goes_through_whole() -> None:
    guard = BodyGuard(hello, 1000)
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
    answer = request(BodyGuard(hello, 1000), "POST", headers=headers, chunks=[b"x" * 600, b"x" * 401])
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
    asyncio.run(BodyGuard(hello, 1000)(scope, receive, send))
    assert sent[0]["status"] == 413
    assert len(taken) == 11


def test_nothing_is_read_of_a_body_that_says_it_is_too_big() -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(BodyGuard(hello, 1000)({"type": "http", "headers": [(b"content-length", b"1001")]}, receive, send))
    assert sent[0]["status"] == 413


def test_a_client_that_leaves_in_the_middle_of_its_body_is_not_passed_on() -> None:
    passed_on: list[object] = []

    async def app(*_: object) -> None:
        passed_on.append("a request")

    async def gone() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        passed_on.append(message)

    asyncio.run(BodyGuard(app, 1000)({"type": "http", "headers": [(b"content-length", b"5")]}, gone, send))
    assert passed_on == []


def test_an_address_that_asks_too_often_is_told_how_long_to_wait() -> None:
    guard = PaceGuard(hello, Limiter(0.1, 2, now=lambda: 0.0))
    assert [request(guard).status for _ in range(2)] == [200, 200]
    answer = request(guard)
    assert (answer.status, answer.refused) == (429, {"code": "too_fast", "seconds": 10})
    assert answer.headers["retry-after"] == "10"
    assert handshake(guard)["type"] == "websocket.close"
    assert request(guard, client=("192.0.2.8", 1)).status == 200


def test_neighbours_in_a_network_of_ipv6_share_a_pace() -> None:
    guard = PaceGuard(hello, Limiter(0.1, 1, now=lambda: 0.0))
    assert request(guard, client=("2001:db8::1", 1)).status == 200
    assert request(guard, client=("2001:db8::2", 1)).status == 429
    assert request(guard, client=("2001:db8:0:1::1", 1)).status == 200


def test_messages_of_a_socket_pass_the_guards_without_being_looked_at() -> None:
    given: list[object] = []

    async def play(_: Scope, receive: Receive, send: Send) -> None:
        given.extend((receive, send))

    async def receive() -> Message:
        raise AssertionError

    async def send(message: Message) -> None:
        raise AssertionError(message)

    async def passed() -> None:
        scope: Scope = {"type": "websocket", "scheme": "ws", "path": "/", "headers": [], "client": ("192.0.2.7", 1)}
        await guarded(play, Settings.given(), Metrics())(scope, receive, send)

    asyncio.run(passed())
    assert given == [receive, send]
