"""Parsing of hosts, origins and networks, and the key under which limits count an address."""

import ipaddress
import re
from urllib.parse import urlsplit

USUAL_PORTS = {"http": 80, "https": 443}
_LABEL = "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(rf"(?=.{{1,253}}\Z){_LABEL}(\.{_LABEL})*")
_LONGEST_KEY = 64


def is_address(text: str) -> bool:
    """Whether a text is an IP address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether a host is reached from this machine only."""
    return host == "localhost" or (is_address(host) and ipaddress.ip_address(host).is_loopback)


def parse_host(text: str) -> str:
    """Parse an address or the name of a machine; in lower case. Raises ValueError."""
    host = text.lower()
    if is_address(host) or (_NAME.fullmatch(host) and not host.replace(".", "").isdigit()):
        return host
    raise ValueError("an address such as 0.0.0.0 or ::, or the name of a machine")


def parse_network(text: str) -> str:
    """Parse an address or a network. Raises ValueError."""
    try:
        return str(ipaddress.ip_network(text)) if "/" in text else str(ipaddress.ip_address(text))
    except ValueError:
        raise ValueError("addresses or networks such as 127.0.0.1 or 10.0.0.0/8, with commas between them") from None


def parse_origin(url: str) -> str:
    """Parse a URL without a path into an origin as browsers send it: in lower case, without the usual port."""
    accepted = ValueError("an address such as https://games.example or http://192.168.1.5:5055, without a path")
    try:
        parts = urlsplit(url.strip())
        port = parts.port
        host = parse_host(_in_ascii(parts.hostname or ""))
    except ValueError:
        raise accepted from None
    if parts.scheme not in USUAL_PORTS or "@" in parts.netloc or parts.path not in ("", "/"):
        raise accepted
    if parts.query or parts.fragment:
        raise accepted
    return origin(parts.scheme, host, port)


def origin(scheme: str, host: str, port: int | None) -> str:
    """The origin of a scheme, a host and a port."""
    return f"{scheme}://{bracketed(host)}" + ("" if port in (None, USUAL_PORTS[scheme]) else f":{port}")


def host_of(url: str) -> str:
    """The host of a URL, without brackets."""
    return urlsplit(url).hostname or ""


def bracketed(host: str) -> str:
    """A host as it is written in a URL."""
    return f"[{host}]" if ":" in host else host


def split_host(header: str) -> tuple[str, int | None] | None:
    """The host and the port of a `Host` header; None if it cannot be parsed."""
    match = re.fullmatch(r"(?:\[([0-9a-fA-F:.]+)\]|([^\[\]:/@\s]+))(?::([0-9]{1,5}))?", header)
    if not match:
        return None
    try:
        return parse_host(match[1] or match[2]), int(match[3]) if match[3] else None
    except ValueError:
        return None


def address_key(host: str | None) -> str:
    """The key under which limits count an address: of IPv6 its /64, since one household may have all of it."""
    if host is None or ":" not in host:
        return (host or "")[:_LONGEST_KEY]
    try:
        address = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host[:_LONGEST_KEY]
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))


def _in_ascii(host: str) -> str:
    return host if ":" in host else host.encode("idna").decode("ascii")
