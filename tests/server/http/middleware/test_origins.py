"""Origins: from which pages requests and sockets are let in."""

from typing import Any

import pytest

from bigpoints.server.http.middleware.origins import OriginCheck
from support.asgi import HOME, handshake, hello, request

HTTP_ANSWERS: dict[str, Any] = {"extensions": {"websocket.http.response": {}}}


def posted(public_url: str | None = None, scheme: str = "http", **headers: str | None) -> int:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return request(OriginCheck(hello, public_url), "POST", headers=named, scheme=scheme).status


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
    answer = request(OriginCheck(hello, None), "POST", headers={"origin": origin})
    assert (answer.status, answer.refused) == (403, {"code": "bad_origin"})


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "FROB"])
def test_every_method_that_may_change_something_is_add_middleware(method: str) -> None:
    guard = OriginCheck(hello, None)
    assert request(guard, method, headers={"origin": "http://evil.example"}).status == 403
    assert request(guard, method, headers={"sec-fetch-site": "cross-site"}).status == 403


def test_two_origins_are_none() -> None:
    twice = [(b"host", HOME.encode()), (b"origin", f"http://{HOME}".encode()), (b"origin", f"http://{HOME}".encode())]
    assert request(OriginCheck(hello, None), "POST", headers=twice).status == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", ""])
def test_a_browser_that_says_the_request_comes_from_elsewhere_is_believed(site: str) -> None:
    assert posted(origin=f"http://{HOME}", sec_fetch_site=site) == 403


def test_looking_is_allowed_from_anywhere() -> None:
    headers = {"origin": "http://evil.example", "sec-fetch-site": "cross-site"}
    for method in ("GET", "HEAD", "OPTIONS"):
        assert request(OriginCheck(hello, None), method, headers=headers).status == 200


def test_behind_a_proxy_the_public_address_is_our_own_and_only_with_its_scheme() -> None:
    public = "https://games.example"
    assert posted(public, host="127.0.0.1:5055", origin=public) == 200
    assert posted(public, host="games.example", origin=public) == 200
    assert posted(public, host="games.example", origin="http://games.example") == 403
    assert posted(public, origin=f"http://{HOME}") == 200


def test_sockets_are_opened_by_our_own_pages_only() -> None:
    guard = OriginCheck(hello, None)
    assert handshake(guard, headers={"origin": f"http://{HOME}"})["type"] == "websocket.accept"
    assert handshake(guard)["type"] == "websocket.accept"
    assert handshake(guard, headers={"origin": "http://evil.example"}) == {"type": "websocket.close", "code": 1008}


def test_a_refused_socket_gets_the_reason_where_the_server_can_tell_it() -> None:
    told = handshake(OriginCheck(hello, None), headers={"origin": "null"}, **HTTP_ANSWERS)
    assert (told["type"], told["status"]) == ("websocket.http.response.start", 403)
