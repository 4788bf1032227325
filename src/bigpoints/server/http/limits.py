"""How much an address may ask of the server."""

from dataclasses import dataclass

from bigpoints.server.ops.rate_limit import ConcurrencyLimiter, Limiter
from bigpoints.server.settings import Settings
from bigpoints.server.table.commands import Change, Command, MakeMove

_HOUR_SECONDS = 3600
_REPLAYS_PER_SECOND = 1  # A file of games takes half a second to read.
_REPLAYS_BURST = 10
_HINTS_PER_SECOND = 0.5  # A hint takes a worker a second.
_HINTS_BURST = 20
_GAMES_BURST = 20
_MOVE_COST = 4
_CHANGE_COST = 20
COMMAND_COST = 10
"""Costs of commands by what they store, while a message that stores nothing costs 1: an address can store about 10 kB a
second with any of them, and no people play 50 moves a second."""
_COSTS: dict[type[Command], int] = {MakeMove: _MOVE_COST, Change: _CHANGE_COST}


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits that count by the client's address, unless they say otherwise."""

    sockets: ConcurrencyLimiter
    messages: Limiter
    """Of sockets, and commands by REST; they weigh what `cost_of` says."""
    table_changes: Limiter
    """By the table, not by the address: commands that are no moves."""
    table_games: Limiter
    """By the table: games that begin."""
    new_tables: Limiter
    replays: Limiter
    hints: Limiter


def make_limits(settings: Settings) -> Limits:
    """The limits that settings ask for; where requests have no limit, replays and hints have none either."""
    is_limited = settings.requests_per_second > 0
    return Limits(
        sockets=ConcurrencyLimiter(settings.clients_per_address),
        # A full bucket has room for any message.
        messages=Limiter(settings.address_messages_per_second, max(_CHANGE_COST, settings.address_messages_burst)),
        table_changes=Limiter(settings.table_changes_per_second, settings.table_changes_burst),
        table_games=Limiter(settings.table_games_per_hour / _HOUR_SECONDS, _GAMES_BURST),
        new_tables=Limiter(settings.tables_per_address / _HOUR_SECONDS, max(1, settings.tables_per_address)),
        replays=Limiter(_REPLAYS_PER_SECOND if is_limited else 0, _REPLAYS_BURST),
        hints=Limiter(_HINTS_PER_SECOND if is_limited else 0, _HINTS_BURST),
    )


def cost_of(command: Command) -> int:
    """How many messages a command counts as."""
    return _COSTS.get(type(command), COMMAND_COST)
