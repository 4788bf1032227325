"""The socket that the server listens on, and the address that others reach."""

import socket

import pytest

from bigpoints.server.ops.listen import CannotListen, bound_socket, lan_address, link_base
from bigpoints.server.settings import Settings


def test_port_0_is_any_free_one_and_it_listens_at_once() -> None:
    with bound_socket("127.0.0.1", 0) as listening:
        host, port = listening.getsockname()
        assert (host, port > 0) == ("127.0.0.1", True)
        socket.create_connection((host, port), timeout=10).close()


def test_a_port_that_is_taken_is_told_with_what_to_do() -> None:
    with bound_socket("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        message = f"^port {port} is taken by another program; choose another with --port, or 0 for any$"
        with pytest.raises(CannotListen, match=message):
            bound_socket("127.0.0.1", port)


def test_a_port_is_free_again_as_soon_as_its_server_has_gone() -> None:
    with bound_socket("127.0.0.1", 0) as listening:
        place = listening.getsockname()
        client = socket.create_connection(place, timeout=10)
        listening.accept()[0].close()
        client.close()
    with bound_socket(*place) as again:
        assert again.getsockname() == place


def test_a_host_that_is_not_this_machine_is_told() -> None:
    with pytest.raises(CannotListen, match=r"^198\.51\.100\.1 is not an address of this machine"):
        bound_socket("198.51.100.1", 0)


@pytest.mark.parametrize(
    ("what", "error", "words"),
    [
        ("getaddrinfo", socket.gaierror(), "127.0.0.1 is not known as a machine; choose another with --host"),
        ("socket.bind", PermissionError(13, "Denied"), "port 80 is not for this user; choose one above 1023"),
        ("socket.bind", OSError(12, "No memory"), "cannot listen on 127.0.0.1, port 80: No memory"),
    ],
)
def test_whatever_else_is_wrong_is_told(monkeypatch: pytest.MonkeyPatch, what: str, error: OSError, words: str) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(f"socket.{what}", fail)
    with pytest.raises(CannotListen, match=words):
        bound_socket("127.0.0.1", 80)


def test_everywhere_lets_in_those_with_ipv4_as_well() -> None:
    with bound_socket("::", 0) as listening:
        port = listening.getsockname()[1]
        for address in ("127.0.0.1", "::1"):
            with socket.create_connection((address, port), timeout=10) as client:
                assert client.getpeername()[:2] == (address, port)


@pytest.mark.parametrize(
    ("settings", "base"),
    [
        ({}, "http://127.0.0.1:6000"),
        ({"host": "localhost"}, "http://localhost:6000"),
        ({"host": "fd00::5"}, "http://[fd00::5]:6000"),
        ({"host": "0.0.0.0"}, "http://192.168.1.5:6000"),  # noqa: S104
        ({"host": "::"}, "http://192.168.1.5:6000"),
        ({"host": "::", "public_url": "https://games.example"}, "https://games.example"),
    ],
)
def test_links_begin_with_an_address_that_others_reach(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], base: str
) -> None:
    monkeypatch.setattr("bigpoints.server.ops.listen.lan_address", lambda: "192.168.1.5")
    assert link_base(Settings.given(**settings), 6000) == base


def test_without_a_network_links_are_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object) -> None:
        raise OSError

    monkeypatch.setattr("socket.socket.connect", nowhere)
    monkeypatch.setattr("socket.getaddrinfo", nowhere)
    assert lan_address() is None
    assert link_base(Settings.given(host="::"), 6000) == "http://127.0.0.1:6000"


def test_the_name_of_this_machine_helps_where_no_way_leads_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object) -> None:
        raise OSError

    known = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in ("127.0.1.1", "192.168.1.5")]
    monkeypatch.setattr("socket.socket.connect", nowhere)
    monkeypatch.setattr("socket.getaddrinfo", lambda *_: known)
    assert lan_address() == "192.168.1.5"
