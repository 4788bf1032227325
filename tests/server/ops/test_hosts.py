"""Hosts, origins and networks as settings and headers have them, and the keys under which addresses are counted."""

import pytest

from bigpoints.server.ops.hosts import (
    address_key,
    host_of,
    is_loopback,
    origin,
    parse_host,
    parse_network,
    parse_origin,
    split_host,
)


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("Games.Example", ("games.example", None)),
        ("games.example:5055", ("games.example", 5055)),
        ("192.0.2.7:80", ("192.0.2.7", 80)),
        ("[FD00::1]:5055", ("fd00::1", 5055)),
        ("[::1]", ("::1", None)),
        ("::1", None),
        ("[::1", None),
        ("games.example:", None),
        ("games.example:123456", None),
        ("me@games.example", None),
        ("games.example/evil", None),
        ("two words", None),
        ("", None),
    ],
)
def test_a_host_header_has_a_host_and_perhaps_a_port(header: str, found: tuple[str, int | None] | None) -> None:
    assert split_host(header) == found


@pytest.mark.parametrize("host", ["localhost", "my_machine", "xn--bcher-kva.example", "0.0.0.0", "::"])  # noqa: S104
def test_a_host_is_a_name_or_an_address(host: str) -> None:
    assert parse_host(host.upper()) == host


@pytest.mark.parametrize("host", ["", "-a", "a-", "a..b", "a b", "1.2.3", "256.0.0.1", "x" * 64, "x." * 127 + "xx"])
def test_nothing_else_is_a_host(host: str) -> None:
    with pytest.raises(ValueError, match="the name of a machine"):
        parse_host(host)


def test_only_this_machine_reaches_a_loopback_address() -> None:
    hosts = ("localhost", "127.0.0.1", "127.9.9.9", "::1", "192.168.1.5", "0.0.0.0", "localhost.example")  # noqa: S104
    assert [is_loopback(host) for host in hosts] == [True, True, True, True, False, False, False]


def test_a_network_has_no_bits_behind_its_prefix() -> None:
    assert parse_network("10.0.0.0/8") == "10.0.0.0/8"
    assert parse_network("FD00::1") == "fd00::1"
    for text in ("10.0.0.1/8", "10.0.0.0/33", "nginx"):
        with pytest.raises(ValueError, match="addresses or networks"):
            parse_network(text)


def test_an_origin_leaves_the_usual_port_out() -> None:
    assert parse_origin(" HTTPS://Games.Example:443/ ") == "https://games.example"
    assert origin("http", "fd00::1", 80) == "http://[fd00::1]"
    assert origin("http", "fd00::1", 443) == "http://[fd00::1]:443"
    assert host_of("http://[fd00::1]:443") == "fd00::1"


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("not:an:address", "not:an:address"),
        (None, ""),
    ],
)
def test_an_address_of_ipv6_counts_with_its_whole_network(host: str | None, key: str) -> None:
    assert address_key(host) == key


def test_a_long_text_in_place_of_an_address_is_cut() -> None:
    assert len(address_key("x" * 5000)) == len(address_key(":" * 5000)) == 64
