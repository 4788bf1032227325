"""Hosts: under which names the server answers."""

import pytest

from bigpoints.server.http.middleware.hosts import HostCheck
from bigpoints.server.settings import Settings
from support.asgi import Answer, handshake, hello, request


def named(name: str | None, **settings: object) -> Answer:
    return request(HostCheck(hello, Settings.given(**settings)), headers={"host": name})


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
    guard = HostCheck(hello, Settings.given())
    assert handshake(guard, headers={"host": "evil.example"})["type"] == "websocket.close"
