"""From what a client asks for to the event that creates a table."""

from typing import get_args

from bigpoints.bots.registry import BOT_PREFIX
from bigpoints.errors import BadNotation, BigPointsError
from bigpoints.server.protocol.requests import NewSeat, NewTable, QuickGame
from bigpoints.server.table.events import Created, Placed
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import BotName, Opening, opening_from_position, opening_from_record


def table_asked_for(wish: NewTable, owner: str) -> Created:
    """The creation of a table as somebody wants it."""
    opening, names = _opening(wish)
    setup = opening.governing(wish.setup) if opening else wish.setup
    if len(wish.seats) > setup.players:
        raise Refused("no_such_seat", seat=len(wish.seats), seats=setup.players)
    seats = list(wish.seats) or [NewSeat(bot=_bot_called(name)) for name in names]
    seats += [NewSeat()] * (setup.players - len(seats))
    return Created(setup=setup, owner=owner, opening=opening, seats=[_placed(seat, owner) for seat in seats])


def quick_game(wish: QuickGame, owner: str) -> Created:
    """The creation of a table against bots."""
    players = wish.opponents + 1
    if wish.setup.first is not None and wish.setup.first > players:
        raise Refused("no_such_seat", seat=wish.setup.first, seats=players)
    setup = wish.setup.with_changes(players=players)
    seats = [Placed(name=wish.name, browser=owner), *[Placed(bot=wish.bot)] * wish.opponents]
    return Created(setup=setup, owner=owner, seats=seats)


def _opening(wish: NewTable) -> tuple[Opening | None, tuple[str, ...]]:
    """The game that goes on, if one does, and who sat where."""
    try:
        if wish.record is not None:
            return opening_from_record(wish.record)
        return (None if wish.start is None else opening_from_position(wish.start)), ()
    except BadNotation as error:
        where = "start" if wish.record is None else "record"
        about = {"field": f"{where}.{error.field}", "found": error.found[:80], "accepted": error.accepted}
        raise Refused("bad_message", problem="bad_notation", **about) from error
    except BigPointsError as error:
        raise Refused("bad_message", field="start" if wish.record is None else "record", problem=str(error)) from error


def _bot_called(name: str) -> BotName | None:
    """The bot of a name in a record, if it is one that plays here."""
    return next((bot for bot in get_args(BotName) if name == BOT_PREFIX + bot), None)


def _placed(seat: NewSeat, owner: str) -> Placed:
    return Placed(name=seat.name, browser=owner if seat.name else None, bot=seat.bot)
