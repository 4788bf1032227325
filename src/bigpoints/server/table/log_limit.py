"""How long the log of a table may become: a game that is under way at the limit can still be played to its end."""

from bigpoints.server.table.commands import (
    Command,
    Decline,
    Free,
    HandOver,
    Leave,
    MakeMove,
    Return,
    SeatBot,
    Sit,
    StandIn,
)
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Table

MAX_EVENTS = 10_000
"""Events after which no game begins and nothing is changed or taken back: about a hundred games."""
MAX_EVENTS_IN_A_GAME = MAX_EVENTS + 500
"""Events after which, in the game still under way, nobody takes a seat: a game has fewer than 200 plies."""

_ENDS_THE_GAME = (MakeMove, StandIn, Decline)
"""What a game always accepts. Each is bounded if nobody sits down or comes back, and no undo is asked for."""
_KEEPS_IT_GOING = (Sit, Leave, Return, HandOver, Free, SeatBot)


def check_log_limit(table: Table, command: Command) -> None:
    """Refuse a command for which the log of a table is too long. Raises Refused."""
    if table.version < MAX_EVENTS:
        return
    if table.state == "playing":
        if isinstance(command, _ENDS_THE_GAME):
            return
        if isinstance(command, _KEEPS_IT_GOING) and table.version < MAX_EVENTS_IN_A_GAME:
            return
    raise Refused("too_many", what="events")
