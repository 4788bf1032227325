"""Identity: one secret per browser or program, in a cookie or a bearer token."""

import json
import re
from http.cookies import SimpleCookie
from pathlib import Path

import pytest

from bigpoints.server.http.identity import browser_of, new_token
from bigpoints.server.table.refusals import Refused
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
        assert cookie_of(visitor)["bigpoints"]["secure"] is True


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


def test_tokens_are_all_different_and_known_by_their_digest_alone() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    for token in tokens:
        browser = browser_of(f"Bearer {token}", None)
        assert browser == browser_of(None, token)
        assert browser
        assert token not in browser


def test_a_cookie_that_is_none_is_nobody_but_such_a_bearer_token_is_refused() -> None:
    assert browser_of(None, None) is None
    assert browser_of(None, "x" * 21) is None
    assert browser_of("Basic eDp5", None) is None
    with pytest.raises(Refused, match="no_identity"):
        browser_of("Bearer " + "x" * 21, new_token())
