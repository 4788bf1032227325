"""Connections: so many for each address, so many in all, and a warning before it comes to that."""

import pytest

from bigpoints.server.ops.connections import Connections


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_an_address_has_so_many_connections_and_others_have_theirs() -> None:
    connections = Connections(per_address=2)
    first = connections.admit("192.0.2.1")
    assert first
    assert connections.admit("192.0.2.1")
    assert connections.admit("192.0.2.1") is None
    assert connections.admit("192.0.2.2")
    assert len(connections) == 3
    connections.release(first)
    assert len(connections) == 2
    assert connections.admit("192.0.2.1")


def test_a_network_of_ipv6_is_one_address_and_ipv4_in_ipv6_is_ipv4() -> None:
    connections = Connections(per_address=1)
    assert connections.admit("2001:db8::1")
    assert connections.admit("2001:db8::2") is None
    assert connections.admit("2001:db8:0:1::1")
    assert connections.admit("::ffff:192.0.2.1")
    assert connections.admit("192.0.2.1") is None


@pytest.mark.parametrize("proxy", ["10.0.0.7", "::ffff:10.0.0.7", "fd00::9"])
def test_a_proxy_has_as_many_as_there_are(proxy: str) -> None:
    connections = Connections(per_address=1, most=5, proxies=("10.0.0.0/8", "fd00::9"))
    admitted = [connections.admit(proxy) for _ in range(6)]
    assert [bool(admission) for admission in admitted] == [True] * 5 + [False]
    for admission in admitted:
        if admission:
            connections.release(admission)
    assert len(connections) == 0
    assert [bool(connections.admit("192.0.2.1")) for _ in range(2)] == [True, False]


@pytest.mark.parametrize("host", [None, "", "socket"])
def test_without_an_address_all_count_as_one(host: str | None) -> None:
    connections = Connections(per_address=1, proxies=("10.0.0.7",))
    assert connections.admit(host)
    assert connections.admit(host) is None


def test_a_limit_of_0_is_none() -> None:
    connections = Connections()
    assert all(connections.admit("192.0.2.1") for _ in range(2000))


def test_an_address_with_a_limit_has_no_more_than_half_of_all_where_there_are_few() -> None:
    connections = Connections(per_address=200, most=10)
    assert [bool(connections.admit("192.0.2.1")) for _ in range(6)] == [True] * 5 + [False]
    assert connections.admit("192.0.2.2")


def test_it_is_logged_once_a_minute_that_the_limit_is_near_or_reached(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    connections = Connections(most=10, now=clock)
    for _ in range(7):
        connections.admit("192.0.2.1")
    assert caplog.records == []
    for _ in range(8):
        connections.admit("192.0.2.1")
    told = [(record.levelname, record.msg, vars(record)["fields"]) for record in caplog.records]
    assert told == [
        ("WARNING", "connections_near_limit", {"open": 8, "limit": 10}),
        ("WARNING", "connections_at_limit", {"open": 10, "limit": 10}),
    ]
    clock.time = 61
    connections.admit("192.0.2.1")
    assert [record.msg for record in caplog.records[2:]] == ["connections_at_limit"]


def test_it_is_logged_that_an_address_has_too_many_but_not_which(caplog: pytest.LogCaptureFixture) -> None:
    connections = Connections(per_address=1)
    for host in ("192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.2"):
        connections.admit(host)
    assert [record.msg for record in caplog.records] == ["address_connections_at_limit"]
    assert "192.0.2" not in str(vars(caplog.records[0]))
