"""Requests to a server: the token, and what happens when nothing or something else answers."""

import socket

import pytest

from bigpoints.client import NotBigPoints, NotThere, Refused
from bigpoints.client.http import HttpClient
from support.scripted_server import TOKEN, answering
from support.server_process import Server as ServerProcess

ANSWERS = {
    "page": b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<html>",
    "missing": b"HTTP/1.0 404 Not Found\r\n\r\nnothing here",
    "noise": b"\x00\x01\x02\r\n\r\n",
    "binary": b"HTTP/1.0 200 OK\r\n\r\n\xff\xfe",
    "json without refusal": b'HTTP/1.0 500 Oops\r\n\r\n{"detail": "no"}',
}


@pytest.mark.parametrize("url", ["", "127.0.0.1:5055", "ftp://games.example", "http://"])
def test_what_is_no_address_is_refused_before_anything_is_sent(url: str) -> None:
    with pytest.raises(NotThere, match="is no address of a server"):
        HttpClient(url, None, 0)


def test_any_link_to_a_server_gives_its_address() -> None:
    assert HttpClient(" https://games.example:8443/#/table/ABCD2345 ", None, 0).url == "https://games.example:8443"


def test_the_token_is_asked_for_once_and_sent_with_every_request() -> None:
    token = b'HTTP/1.0 201 Created\r\n\r\n{"token": "secret"}'
    with answering(token, *[b"HTTP/1.0 200 OK\r\n\r\n[]"] * 2) as (url, requests):
        client = HttpClient(url, None, 0)
        client.request("GET", "/api/tables")
        client.request("GET", "/api/tables")
    assert [request.split(b" HTTP")[0] for request in requests] == [
        b"POST /api/token",
        b"GET /api/tables",
        b"GET /api/tables",
    ]
    assert [b"Bearer secret" in request for request in requests] == [False, True, True]


def test_a_body_is_sent_as_json(server: ServerProcess) -> None:
    answer = HttpClient(server.url, None, 0).request("POST", "/api/quick", {"name": "Jürgen", "bot": "random"})
    assert answer["view"]["seats"][0]["name"] == "Jürgen"


def test_a_refusal_of_the_server_is_raised_with_its_code(server: ServerProcess) -> None:
    with pytest.raises(Refused) as refused:
        HttpClient(server.url, None, 0).request_text("GET", "/api/tables/NOTTHERE/export")
    assert (refused.value.code, refused.value.about) == ("no_such_table", {"table": "NOTTHERE"})


def test_where_no_server_is_the_address_and_the_reason_are_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    with pytest.raises(NotThere, match=rf"http://127.0.0.1:{port}: no server answers there: .*refused"):
        HttpClient(f"http://127.0.0.1:{port}", None, 0).request("GET", "/api/tables")


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_an_answer_of_another_server_is_told_from_ours(answer: bytes) -> None:
    with answering(answer) as (url, _), pytest.raises(NotBigPoints, match=r"no server of Big Points$"):
        HttpClient(url, TOKEN, 0).request("GET", "/api/tables")


@pytest.mark.parametrize("data", [None, 5, [], {}, {"number": "five"}, {"number": None}])
def test_json_of_another_form_is_told_from_ours(data: object) -> None:
    client = HttpClient("http://127.0.0.1:1", TOKEN, 0)
    with pytest.raises(NotBigPoints, match="no server of Big Points"):
        client.parse(lambda data: int(data.get("number")), data)
    assert client.parse(lambda data: int(data.get("number")), {"number": "5"}) == 5


def test_a_redirect_is_named_and_not_followed() -> None:
    with answering(b"HTTP/1.0 301 Moved\r\nLocation: https://games.example/\r\n\r\n") as (url, requests):
        with pytest.raises(NotBigPoints, match=r"it sends elsewhere: 'https://games\.example/'"):
            HttpClient(url, TOKEN, 0).request("GET", "/api/tables")
        assert len(requests) == 1
