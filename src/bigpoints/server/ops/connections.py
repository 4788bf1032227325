"""Open connections: how many an address may have, and how many there may be in all."""

import ipaddress
import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bigpoints.server.ops.hosts import address_key
from bigpoints.server.ops.logs import log
from bigpoints.server.ops.rate_limit import ConcurrencyLimiter, Limiter

_NEAR = 0.8
"""The share of the limit above which a warning is logged."""
_WARNINGS_PER_SECOND = 1 / 60
DIRECT = "bigpoints.direct"
"""The extension of a socket's scope that has its connection, which takes frames without a task."""


@dataclass(frozen=True, slots=True)
class Admission:
    """A connection that was let in, until it is released."""

    key: str | None
    """The address that it counts for; None if it comes from a proxy."""


class Connections:
    """Counts open connections, and refuses them before the system would run out of open files.

    Connections from trusted proxies count for no address: all clients come through them. An address that has
    a limit may have no more than half of all.
    """

    def __init__(
        self,
        per_address: int = 0,
        most: int = 0,
        proxies: Iterable[str] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._per_address = min(per_address, most // 2) if most else per_address
        self._addresses = ConcurrencyLimiter(self._per_address)
        self._most = most
        self._proxies = [ipaddress.ip_network(proxy) for proxy in proxies]
        self._open = 0
        self.on_cut: Callable[[str], None] = lambda _: None
        """Called with the reason whenever a connection is refused or cut."""
        self._warnings = Limiter(_WARNINGS_PER_SECOND, 1, now)

    def __len__(self) -> int:
        return self._open

    def admit(self, host: str | None) -> Admission | None:
        """Count a new connection from a host; None if there are too many."""
        if self._most and self._open >= self._most:
            self._warn("connections_at_limit", self._most)
            self.on_cut("limit")
            return None
        if self._is_proxy(host):
            return self._admitted(None)
        key = address_key(host)
        if not self._addresses.acquire(key):
            self._warn("address_connections_at_limit", self._per_address)
            self.on_cut("address_limit")
            return None
        return self._admitted(key)

    def release(self, admission: Admission) -> None:
        """Count a connection that is closed."""
        self._open -= 1
        if admission.key is not None:
            self._addresses.release(admission.key)

    def _admitted(self, key: str | None) -> Admission:
        self._open += 1
        if self._most and self._open >= _NEAR * self._most:
            self._warn("connections_near_limit", self._most)
        return Admission(key)

    def _warn(self, event: str, limit: int) -> None:
        """Log a warning, each at most once a minute."""
        if self._warnings.allows(event):
            log(event, logging.WARNING, open=self._open, limit=limit)

    def _is_proxy(self, host: str | None) -> bool:
        if not self._proxies or not host:
            return False
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        mapped = getattr(address, "ipv4_mapped", None)  # Where one socket takes both, IPv4 comes as IPv6.
        return any((mapped or address) in network for network in self._proxies)
