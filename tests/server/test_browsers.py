"""What browsers may do with a server: cookies, pages of other sites, headers, and texts that people have written."""

import json
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from support.observation import TINY, closed, played_out, refused
from support.server_process import PATIENCE, Json, Visitor, serving

SCRIPT = "<script>alert(1)"
PROTECTING = ("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy")


def cookie_of(visitor: Visitor, headers: dict[str, str] | None = None) -> SimpleCookie:
    """The cookie of a browser that creates a table without being known."""
    status, answered, _ = visitor.request("POST", "/api/tables", {}, known=False, headers=headers)
    assert status == 201
    return SimpleCookie(answered["set-cookie"])


# --- Pages of other sites ---------------------------------------------------------------------------------------------


def test_pages_of_other_sites_change_nothing(anna: Visitor) -> None:
    code = anna.create({"name": "Anna"})
    place = urlsplit(anna.url).netloc
    for headers, outcome in (
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Host": "evil.example"}, 403),
        ({"Origin": f"http://{place}"}, 204),
    ):
        assert anna.request("DELETE", f"/api/tables/{code}", headers=headers)[0] == outcome


@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example"}, {"Host": "evil.example", "Origin": "http://evil.example"}]
)
def test_under_a_foreign_name_nothing_is_even_shown(anna: Visitor, headers: dict[str, str]) -> None:
    status, _, content = anna.request("GET", "/api/tables", headers=headers)
    assert (status, json.loads(content)["refused"]["code"]) == (403, "bad_host")


def test_a_socket_is_for_our_own_pages_and_for_programs(anna: Visitor) -> None:
    code = anna.create({"name": "Anna"})
    address = f"{anna.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
    with pytest.raises(InvalidStatus) as caught:
        connect(address, origin=Origin("http://evil.example"), proxy=None, open_timeout=PATIENCE)
    assert caught.value.response.status_code == 403
    cookie = {"Cookie": f"bigpoints={anna.token}"}
    for origin in (Origin(anna.url), None):
        with connect(address, origin=origin, additional_headers=cookie, proxy=None, open_timeout=PATIENCE) as socket:
            assert json.loads(socket.recv(PATIENCE))["view"]["yours"] == [1]


# --- What comes back --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/health", 200), ("GET", "/nothing", 404), ("POST", "/api/tables", 422), ("PUT", "/health", 405)],
)
def test_every_answer_protects_itself(anna: Visitor, method: str, path: str, status: int) -> None:
    found, headers, _ = anna.request(method, path, {"nonsense": 1} if method == "POST" else None)
    assert found == status
    assert all(headers[name] for name in PROTECTING)
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert "server" not in headers


def test_the_api_is_described_under_its_own_address_and_no_page_loads_from_elsewhere(anna: Visitor) -> None:
    described = anna.ask("GET", "/api/openapi.json")
    assert "/api/tables/{table}" in described["paths"]
    for path in ("/docs", "/redoc", "/openapi.json", "/docs/oauth2-redirect"):
        assert refused(anna, "GET", path) == (404, "no_such_page")


def test_what_people_write_comes_back_as_data_and_never_as_a_page(anna: Visitor) -> None:
    code = anna.ask("POST", "/api/quick", {"name": SCRIPT, "bot": "random", "setup": TINY})["table"]
    with anna.at(code) as guest:
        played_out(guest)
        assert guest.view["seats"][0]["name"] == SCRIPT
    kinds = {"": "application/json", "/log": "application/json", "/export": "text/plain; charset=utf-8"}
    for path, kind in (kinds | {"/qr.svg": "image/svg+xml"}).items():
        _, headers, content = anna.request("GET", f"/api/tables/{code}{path}")
        assert headers["content-type"] == kind
        assert headers["x-content-type-options"] == "nosniff"
        assert (SCRIPT.encode() in content) == (path in kinds)
    assert anna.request("GET", f"/api/tables/{code}/export")[1]["content-disposition"].startswith("attachment; ")
    assert anna.request("GET", f"/api/tables/{SCRIPT}")[1]["content-type"] == "application/json"


@pytest.mark.parametrize("name", ["bpi:touch {0}", "uct", "level9", "level1@5s", "../level1", ""])
def test_no_name_makes_the_server_run_a_program(anna: Visitor, tmp_path: Path, name: str) -> None:
    trap = tmp_path / "trap"
    name = name.format(trap)
    path = f"/api/tables/{anna.create({'name': 'Anna'})}/commands"
    wishes: list[tuple[str, Json]] = [
        ("/api/tables", {"seats": [{"bot": name}]}),
        ("/api/tables", {"setup": {"stand_in": name}}),
        ("/api/quick", {"name": "Anna", "bot": name}),
        (path, {"do": "bot", "id": "b", "seat": 2, "bot": name}),
        (path, {"do": "change", "id": "c", "setup": {"stand_in": name}}),
    ]
    for where, wish in wishes:
        assert refused(anna, "POST", where, wish) == (422, "bad_message")
    record = f'[Seat1 "Anna"]\n[Seat2 "bot:{name}"]\n[Path "BRBRWK"]\n[First "1"]\n[Result "*"]\n\n\n'
    status, _, content = anna.request("POST", "/api/tables", {"record": record})
    assert status == 422 or not any(seat["bot"] for seat in json.loads(content)["view"]["seats"])
    assert not trap.exists()


def test_a_name_for_a_person_is_not_one_for_a_bot(anna: Visitor) -> None:
    for name in ("bot:level1", "BOT:x", "a\u0000", " ", "x" * 25):
        assert refused(anna, "POST", "/api/tables", {"seats": [{"name": name}]}) == (422, "bad_message")


# --- Secrets ----------------------------------------------------------------------------------------------------------


def test_no_secret_gets_into_the_log(tmp_path: Path) -> None:
    with serving(tmp_path / "data", log_level="debug", messages_per_second=1000) as server:
        anna, ben = Visitor(server.url), Visitor(server.url)
        code = anna.create({"name": "Anna"}, {"bot": "random"}, setup={**TINY, "first": 1})
        offer = anna.ask("POST", f"/api/tables/{code}/handover", {"seat": 1})["code"]
        cookie = cookie_of(anna)["bigpoints"].value
        ben.ask("POST", "/api/handover", {"code": offer})
        assert refused(anna, "POST", "/api/handover", {"code": offer}) == (404, "handover_unknown")
        assert refused(ben, "GET", f"/api/tables/{code}x") == (404, "no_such_table")
        with ben.at(code) as guest:
            guest.until(lambda view: view.get("turn") == 1)
            guest.move()
            guest.say("{" + offer)
            guest.say(" " * 5000)
            assert closed(guest) == 1009
        assert anna.request("DELETE", f"/api/tables/{code}")[0] == 204
        secrets = (code, offer, anna.token, ben.token, cookie)
        server.stop()
        logged = Path(server.log.name).read_text(encoding="utf-8")
        assert logged.count('"event": "request"') >= 7
        assert '"event": "socket"' in logged
        assert [secret for secret in secrets if secret.lower() in logged.lower()] == []
