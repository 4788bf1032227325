"""Identity: one secret per browser or program, in a cookie or a bearer token."""

import json
import re
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection
from starlette.responses import Response

from bigpoints.server.http.identity import (
    COOKIE,
    HOST_COOKIE,
    browser_of,
    identity_of,
    may_set_cookie,
    new_token,
    rename_cookie,
    set_cookie,
)
from bigpoints.server.table.codes import digest
from bigpoints.server.table.refusals import Refused
from support.asgi import scope_of
from support.observation import refused
from support.server_process import Server, Visitor, serving


def cookie_of(visitor: Visitor, headers: dict[str, str] | None = None) -> SimpleCookie:
    """The cookie of a browser that creates a table without being known."""
    status, answered, _ = visitor.request("POST", "/api/tables", {}, known=False, headers=headers)
    assert status == 201
    return SimpleCookie(answered["set-cookie"])


def test_the_secret_of_a_browser_is_in_a_cookie_that_no_script_and_no_other_site_gets(anna: Visitor) -> None:
    cookie = cookie_of(anna)["bigpoints"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "strict", "/")
    assert (cookie["secure"], cookie["domain"]) == ("", "")
    assert re.fullmatch(r"[\w-]{22}", cookie.value)


def test_with_an_encrypted_public_address_the_cookie_is_for_encrypted_requests_only(tmp_path: Path) -> None:
    with serving(tmp_path / "data", public_url="https://games.example") as server:
        visitor = Visitor(f"http://127.0.0.1:{port_of(server)}")
        assert cookie_of(visitor)["__Host-bigpoints"]["secure"] is True


def port_of(server: Server) -> int:
    """The port of a server that tells another address."""
    folder = Path(f"/proc/{server.process.pid}/fd")
    inodes = {str(link.readlink())[8:-1] for link in folder.iterdir() if str(link.readlink()).startswith("socket:")}
    lines = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="utf-8").splitlines()[1:]]
    return next(int(line[1].split(":")[1], 16) for line in lines if line[3] == "0A" and line[9] in inodes)


def test_a_cookie_and_a_bearer_token_are_the_same_secret_and_the_token_goes_first(anna: Visitor, ben: Visitor) -> None:
    token = cookie_of(anna)["bigpoints"].value
    code = Visitor(anna.url, token).create({"name": "Anna"})

    def yours(**headers: str) -> list[int]:
        answer: list[int] = json.loads(anna.request("GET", f"/api/tables/{code}", known=False, headers=headers)[2])[
            "yours"
        ]
        return answer

    assert yours(Cookie=f"bigpoints={token}") == [1]
    assert yours(Authorization=f"Bearer {token}") == yours(Authorization=f"bearer {token} ") == [1]
    assert yours(Cookie=f"bigpoints={token}", Authorization=f"Bearer {ben.token}") == []
    assert yours(Cookie=f"bigpoints={token}", Authorization="Basic eDp5") == [1]


@pytest.mark.parametrize("token", ["", "x", "x" * 21, "x" * 23, "x" * 21 + "!", "x" * 21 + "é", "x" * 5000])
def test_an_ill_formed_token_is_nobody(anna: Visitor, token: str) -> None:
    code = anna.create({"name": "Anna"})
    headers = {"Authorization": f"Bearer {token}".encode().decode("latin-1")}
    status, _, content = anna.request("DELETE", f"/api/tables/{code}", known=False, headers=headers)
    assert (status, json.loads(content)["refused"]["code"]) == (401, "no_identity")


def test_a_forged_token_is_somebody_else(anna: Visitor) -> None:
    code = anna.create({"name": "Anna"})
    flipped = "A" if anna.token[0] != "A" else "B"
    forged = Visitor(anna.url, flipped + anna.token[1:])
    assert forged.view(code)["yours"] == []
    assert refused(forged, "DELETE", f"/api/tables/{code}") == (403, "not_owner")


@pytest.mark.parametrize("path", ["commands", "handover", ""])
def test_without_an_identity_nothing_is_done(anna: Visitor, path: str) -> None:
    code = anna.create({"name": "Anna"})
    method, body = ("POST", {"do": "start", "id": "s", "seat": 1}) if path else ("DELETE", None)
    body = {"seat": 1} if path == "handover" else {"do": "start", "id": "s"} if path else body
    status, _, content = anna.request(method, f"/api/tables/{code}/{path}".rstrip("/"), body, known=False)
    assert (status, json.loads(content)["refused"]["code"]) == (401, "no_identity")


def test_who_has_no_identity_looks_on_through_a_socket_and_does_nothing(anna: Visitor) -> None:
    code = anna.create({"name": "Anna"})
    nobody = Visitor(anna.url)
    nobody.token = ""
    with nobody.at(code) as guest:
        assert guest.hear()["view"]["yours"] == []
        assert guest.command("sit", name="Eve")["refused"]["code"] == "not_your_seat"
        assert guest.command("start")["refused"]["code"] == "not_owner"
        guest.say({"do": "look", "seat": 1})
        assert guest.answer_to(None)["refused"]["code"] == "not_your_seat"


def asked(method: str = "GET", **headers: str) -> HTTPConnection:
    """A request with these headers."""
    return HTTPConnection(scope_of("http", method, "/", {name.replace("_", "-"): headers[name] for name in headers}))


def test_tokens_are_all_different_and_known_by_their_digest_alone() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    for token in tokens:
        browser = browser_of(asked(authorization=f"Bearer {token}"))
        assert browser == browser_of(asked(cookie=f"{COOKIE}={token}"))
        assert browser
        assert token not in browser


def test_a_cookie_that_is_none_is_nobody_but_such_a_bearer_token_is_refused() -> None:
    assert browser_of(asked()) is None
    assert browser_of(asked(cookie=f"{COOKIE}={'x' * 21}")) is None
    assert browser_of(asked(authorization="Basic eDp5")) is None
    with pytest.raises(Refused, match="no_identity"):
        browser_of(asked(authorization="Bearer " + "x" * 21, cookie=f"{COOKIE}={new_token()}"))


# --- Cookies ----------------------------------------------------------------------------------------------------------


def test_the_cookie_that_no_sibling_subdomain_can_plant_goes_first() -> None:
    ours, planted = new_token(), new_token()
    for text in (f"{COOKIE}={planted}; {HOST_COOKIE}={ours}", f"{HOST_COOKIE}={ours}; {COOKIE}={planted}"):
        assert identity_of(asked(cookie=text)) == (ours, HOST_COOKIE)
    assert identity_of(asked(cookie=f"{COOKIE}={planted}")) == (planted, COOKIE)
    assert identity_of(asked(cookie=f"{HOST_COOKIE}=x; {COOKIE}={planted}")) == (planted, COOKIE)
    assert identity_of(asked(cookie=f"{HOST_COOKIE}={ours}", authorization=f"Bearer {planted}")) == (planted, None)


def test_a_socket_reads_cookies_as_a_request_does() -> None:
    token = new_token()
    for name in (COOKIE, HOST_COOKIE):
        scope = scope_of("websocket", "GET", "/", {"cookie": f"{name}={token}"})
        assert browser_of(HTTPConnection(scope)) == digest(token)


PAGE = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize(
    ("headers", "may"),
    [
        ({}, True),
        ({"accept": "*/*"}, True),
        ({"sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"}, True),
        ({"sec-fetch-site": "none", "sec-fetch-mode": "cors"}, True),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "cors"}, False),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, False),
        ({"sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors"}, False),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "accept": PAGE}, False),
        ({"sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate"}, False),
        ({"sec-fetch-site": "none", "sec-fetch-mode": "navigate"}, False),
        ({"sec-fetch-mode": "navigate"}, False),
        ({"accept": PAGE}, False),  # Without encryption, browsers send no more.
    ],
)
def test_only_our_own_page_and_programs_get_a_cookie(headers: dict[str, str], may: bool) -> None:
    assert may_set_cookie(HTTPConnection(scope_of("http", "GET", "/", headers))) == may


def test_a_program_that_posts_may_ask_for_a_page() -> None:
    assert may_set_cookie(asked("POST", accept=PAGE))  # A page of another site would tell its origin.
    assert not may_set_cookie(asked("POST", accept=PAGE, sec_fetch_mode="navigate"))


def test_a_site_that_is_told_twice_is_not_ours() -> None:
    headers = [(b"sec-fetch-site", b"same-origin"), (b"sec-fetch-site", b"cross-site")]
    assert not may_set_cookie(HTTPConnection(scope_of("http", "GET", "/", headers)))


def cookies_in(response: Response) -> dict[str, str]:
    """The cookies that a response sets, with all that goes with them."""
    values = [value for name, value in response.headers.items() if name == "set-cookie"]
    return {value.partition("=")[0]: value.partition("=")[2] for value in values}


def test_behind_https_the_cookie_has_the_name_that_binds_it_to_its_host() -> None:
    response = Response()
    set_cookie(response, "t", over_tls=True)
    (about,) = cookies_in(response).items()
    assert about[0] == "__Host-bigpoints"
    words = {word.strip().lower() for word in about[1].split(";")}
    assert {"t", "secure", "path=/", "httponly", "samesite=strict", f"max-age={400 * 86400}"} <= words
    assert not any(word.startswith("domain") for word in words)


def test_an_old_cookie_is_renamed_with_its_secret() -> None:
    response = Response()
    rename_cookie(response, "t")
    new, old = cookies_in(response)["__Host-bigpoints"], cookies_in(response)["bigpoints"]
    assert new.startswith("t;")
    assert old.startswith('"";')
    assert "max-age=0" in old.lower()
    assert "path=/" in old.lower()
