"""How much an address may ask of the server."""

from dataclasses import dataclass

from bigpoints.server.ops.rate_limit import Limiter, Places
from bigpoints.server.settings import Settings

_HOUR_SECONDS = 3600
_REPLAYS_PER_SECOND = 1  # A file of games takes half a second to read.
_REPLAYS_BURST = 10
_HINTS_PER_SECOND = 0.5  # A hint takes a worker a second.
_HINTS_BURST = 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits that count by the client's address."""

    sockets: Places
    messages: Limiter
    new_tables: Limiter
    replays: Limiter
    hints: Limiter


def make_limits(settings: Settings) -> Limits:
    """The limits that settings ask for; where requests have no limit, replays and hints have none either."""
    is_limited = settings.requests_per_second > 0
    return Limits(
        sockets=Places(settings.clients_per_address),
        messages=Limiter(settings.address_messages_per_second, settings.address_messages_burst),
        new_tables=Limiter(settings.tables_per_address / _HOUR_SECONDS, max(1, settings.tables_per_address)),
        replays=Limiter(_REPLAYS_PER_SECOND if is_limited else 0, _REPLAYS_BURST),
        hints=Limiter(_HINTS_PER_SECOND if is_limited else 0, _HINTS_BURST),
    )
