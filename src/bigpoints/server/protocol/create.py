"""From a request for a table to the event that creates it."""

from typing import cast

from bigpoints.contract.constants import BOT_NAMES, BOT_PREFIX, BotName
from bigpoints.contract.fields import defaults_of
from bigpoints.contract.requests import STANDARD_SETUP, NewSeat, NewTable, QuickGame
from bigpoints.errors import BadNotation, BigPointsError
from bigpoints.server.table.events import Created, Placed
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import Opening, Setup, opening_from_position, opening_from_record

_QUICK = cast("QuickGame", defaults_of(QuickGame))
"""The defaults of a quick game."""


def created_table(wish: NewTable, owner: str) -> Created:
    """The creation of a table by a request for one. Raises Refused."""
    opening, names = _opening(wish)
    setup = Setup(**wish.get("setup", STANDARD_SETUP))
    setup = opening.apply_to(setup) if opening else setup
    asked = wish.get("seats", [])
    if len(asked) > setup.players:
        raise Refused("no_such_seat", seat=len(asked), seats=setup.players)
    seats = [_placed(seat, owner) for seat in asked] or [Placed(bot=_bot_named(name)) for name in names]
    seats += [Placed()] * (setup.players - len(seats))
    return Created(setup=setup, owner=owner, opening=opening, seats=seats)


def quick_game(wish: QuickGame, owner: str) -> Created:
    """The creation of a table against bots."""
    players = wish.get("opponents", _QUICK["opponents"]) + 1
    setup = Setup(**wish.get("setup", STANDARD_SETUP))
    if setup.first is not None and setup.first > players:
        raise Refused("no_such_seat", seat=setup.first, seats=players)
    bots = [Placed(bot=wish.get("bot", _QUICK["bot"]))] * (players - 1)
    seats = [Placed(name=wish["name"], browser=owner), *bots]
    return Created(setup=setup.with_changes(players=players), owner=owner, seats=seats)


def checked_seat(seat: NewSeat) -> NewSeat:
    """The seat of a new table in a message. Raises ValueError."""
    if seat.get("name") and seat.get("bot"):
        raise ValueError("a seat is for a name or for a bot, not for both")
    return seat


def checked_beginning(wish: NewTable) -> NewTable:
    """The new table in a message. Raises ValueError."""
    if wish.get("start") and wish.get("record"):
        raise ValueError("a table starts from a position or continues a record, not both")
    return wish


def _opening(wish: NewTable) -> tuple[Opening | None, tuple[str, ...]]:
    """The game to continue, if there is one, and the names of its seats."""
    start, record = wish.get("start"), wish.get("record")
    where = "start" if record is None else "record"
    try:
        if record is not None:
            return opening_from_record(record)
        return (None if start is None else opening_from_position(start)), ()
    except BadNotation as error:
        about = {"field": f"{where}.{error.field}", "found": error.found[:80], "accepted": error.accepted}
        raise Refused("bad_message", problem="bad_notation", **about) from error
    except BigPointsError as error:
        raise Refused("bad_message", field=where, problem=str(error)) from error


def _bot_named(name: str) -> BotName | None:
    """The bot of a name in a record, if it is one that plays here."""
    return next((bot for bot in BOT_NAMES if name == BOT_PREFIX + bot), None)


def _placed(seat: NewSeat, owner: str) -> Placed:
    name = seat.get("name")
    return Placed(name=name, browser=owner if name else None, bot=seat.get("bot"))
