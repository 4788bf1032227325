"""The socket that the server listens on, and the address that links begin with."""

import errno
import socket
from contextlib import suppress

from bigpoints.errors import BigPointsError
from bigpoints.server.ops.hosts import bracketed, is_address, is_loopback
from bigpoints.server.settings import Settings

_BACKLOG = 2048
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104
# Addresses for documentation (RFC 5737, RFC 3849). Nothing is sent there: the system only chooses a local address.
_REMOTE_IPV4, _REMOTE_IPV6 = "192.0.2.1", "2001:db8::1"


class CannotListen(BigPointsError):
    """A host or a port that the server cannot listen on."""


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that listens on a host and a port; port 0 is any free one."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror:
        raise CannotListen(f"{host} is not known as a machine; choose another with --host") from None
    listening = socket.socket(family, kind, protocol)
    try:
        _set_socket_options(listening)
        listening.bind(place)
        listening.listen(_BACKLOG)  # Before it listens, another could still take the same port.
    except OSError as error:
        listening.close()
        raise CannotListen(_why(error, host, port)) from None
    return listening


def _set_socket_options(listening: socket.socket) -> None:
    # SO_REUSEADDR would let another program take the port away on Windows.
    if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if listening.family == socket.AF_INET6:
        with suppress(OSError):  # Where the system allows it, the socket takes IPv4 connections, too.
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken by another program; choose another with --port, or 0 for any"
    if error.errno == errno.EACCES:
        return f"port {port} is not for this user; choose one above 1023 with --port, or 0 for any"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this machine; choose another with --host"
    return f"cannot listen on {host}, port {port}: {error.strerror}"


def link_base(settings: Settings, port: int) -> str:
    """The address that links to tables begin with, which other players can reach."""
    if settings.public_url:
        return settings.public_url
    host = settings.host
    if host in EVERYWHERE:
        host = lan_address() or "127.0.0.1"
    return f"http://{bracketed(host)}:{port}"


def lan_address() -> str | None:
    """The address of this machine in its network; None if it is in none."""
    candidates = [_local_address(_REMOTE_IPV4), *_addresses_of_this_machine(), _local_address(_REMOTE_IPV6)]
    return next((address for address in candidates if address and _is_reachable(address)), None)


def _local_address(remote: str) -> str | None:
    family = socket.AF_INET6 if ":" in remote else socket.AF_INET
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((remote, 9))
        return str(probe.getsockname()[0])
    return None


def _addresses_of_this_machine() -> list[str | None]:
    with suppress(OSError):
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
        return [str(place[0]) for *_, place in found]
    return []


def _is_reachable(address: str) -> bool:
    return is_address(address) and not is_loopback(address) and address not in EVERYWHERE
