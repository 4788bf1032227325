"""Decisions about commands: an event, or a refusal. Pure: chance comes in as an argument."""

from random import Random

from bigpoints.contract.constants import State
from bigpoints.errors import BadNotation
from bigpoints.notation import parse_move, position_text
from bigpoints.rules import legal_moves, start
from bigpoints.server.table.access import check_may_watch, may_receive, may_sit
from bigpoints.server.table.commands import (
    Actor,
    Agree,
    Change,
    Command,
    Decline,
    Free,
    HandOver,
    Leave,
    MakeMove,
    Next,
    Return,
    SeatBot,
    Settle,
    Sit,
    StandIn,
    Start,
    Timely,
    Undo,
)
from bigpoints.server.table.events import (
    Agreed,
    Asked,
    Begun,
    BotSeated,
    Changed,
    Declined,
    Event,
    Freed,
    Played,
    Returned,
    Seated,
    StoodIn,
    Undone,
)
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Seat, Table, is_same
from bigpoints.server.table.undo import all_agree, is_undo_free, undo_target

_SEED_BITS = 256


def decide(table: Table, actor: Actor, command: Command, draw: Random) -> Event:
    """The event that a command leads to. Raises Refused."""
    if actor.by == "person":
        check_may_watch(table, actor.browser)  # First of all: every other refusal says something about the table.
    match command:
        case MakeMove():
            return _move(table, actor, command)
        case Undo() | Agree() | Decline():
            return _decide_undo(table, actor, command)
        case Start() | Next() | Settle():
            return _continue_game(table, actor, command, draw)
        case Change():
            return _change(table, actor, command)
        case _:
            return _change_seat(table, actor, command)


def needs_settling(table: Table) -> bool:
    """Whether a full table is to begin, or an undo to which all have agreed is to be carried out."""
    if table.state == "open":
        return table.is_full
    return table.request is not None and all_agree(table, table.request.agreed)


# --- The game ---------------------------------------------------------------------------------------------------------


def _move(table: Table, actor: Actor, command: MakeMove) -> Event:
    _check_seat(table, command.seat)
    if actor.by == "person":
        _check_own(table, actor, command.seat)
    _check_timely(table, command)
    if actor.by == "bot" and table.seats[command.seat - 1].bot is None:
        raise Refused("not_your_seat", seat=command.seat)  # Its person is back.
    position = table.board
    if position.is_over:
        raise Refused("game_over")
    if position.seat != command.seat:
        raise Refused("not_your_turn", seat=position.seat)
    try:
        move = parse_move(command.move)
    except BadNotation as error:
        raise Refused("bad_message", field="move", accepted=error.accepted) from error
    if move not in (legal := legal_moves(position)):
        raise Refused("illegal_move", move=command.move, legal=list(map(str, legal)))
    return Played(seat=command.seat, move=command.move, by=actor.by)


def _continue_game(table: Table, actor: Actor, command: Start | Next | Settle, draw: Random) -> Event:
    if isinstance(command, Settle):
        if not needs_settling(table):
            raise Refused("wrong_state", state=table.state)
        return _undone(table, table.request.seat) if table.request else _begun(table, draw)
    if isinstance(command, Start):
        _check_owner(table, actor)
        _check_state(table, "open")
        return _begun(table, draw)
    _check_state(table, "over")
    if not table.seats_of(actor.browser):
        _check_owner(table, actor)
    if not table.is_full:
        _check_owner(table, actor)
    return _begun(table, draw)


def _begun(table: Table, draw: Random) -> Event:
    setup = table.setup
    filled = None if table.is_full else setup.stand_in
    if table.opening and table.game == 0:
        opening = table.opening
        return Begun(game=1, start=opening.start, plies=opening.plies, filled=filled)
    first = setup.first
    if table.start is not None:  # R22: the start passes clockwise, in a rematch, too.
        first = table.start.seat % setup.players + 1
    # Drawing from the system takes a call for every disc: one seed is as good.
    shuffled = Random(draw.getrandbits(_SEED_BITS))
    position = start(setup.players, shuffled, first=first, material=setup.material, options=setup.options)
    return Begun(game=table.game + 1, start=position_text(position), filled=filled)


# --- Undo -------------------------------------------------------------------------------------------------------------


def _decide_undo(table: Table, actor: Actor, command: Undo | Agree | Decline) -> Event:
    _check_own(table, actor, command.seat)
    _check_timely(table, command)
    if table.board.is_over:
        raise Refused("game_over")  # Hands were shown.
    if isinstance(command, Undo):
        return _ask(table, command.seat)
    request = table.request
    if request is None:
        raise Refused("no_request")
    if command.version < request.version:
        raise Refused("stale", version=table.version)  # They answer another question.
    if isinstance(command, Decline):
        return Declined(seat=command.seat)
    if command.seat == request.seat:
        raise Refused("not_your_seat", seat=command.seat)
    if all_agree(table, request.agreed | {command.seat}):
        return _undone(table, request.seat)
    return Agreed(seat=command.seat)


def _ask(table: Table, seat: int) -> Event:
    target = undo_target(table, seat)
    if target is None:
        raise Refused("nothing_to_undo")
    if is_undo_free(table, seat, target):
        return Undone(seat=seat, plies=target)
    if table.request is not None:
        raise Refused("asked_already", seat=table.request.seat)
    return Asked(seat=seat)


def _undone(table: Table, seat: int) -> Event:
    target = undo_target(table, seat)
    if target is None:
        raise Refused("nothing_to_undo")
    return Undone(seat=seat, plies=target)


# --- Seats ------------------------------------------------------------------------------------------------------------


def _change_seat(table: Table, actor: Actor, command: Command) -> Event:
    match command:
        case Sit():
            return _sit(table, actor, command)
        case Leave():
            _check_own(table, actor, command.seat, playing=False)
            return _left(table, command.seat)
        case Return():
            return _return(table, actor, command.seat)
        case StandIn():
            return _stand_in(table, command.seat)
        case HandOver():
            return _hand_over(table, command)
        case Free() | SeatBot():
            _check_owner(table, actor)
            _check_seat(table, command.seat)
            return _freed(command)
    raise TypeError(f"{type(command).__name__} is no command for a table")


def _sit(table: Table, actor: Actor, command: Sit) -> Event:
    if actor.browser is None:
        raise Refused("not_your_seat", seat=command.seat or 0)
    free = table.free_seats
    if command.seat is not None:
        _check_seat(table, command.seat)
        if command.seat not in free:
            raise Refused("seat_taken", seat=command.seat)
        free = (command.seat,)
    if not free:
        raise Refused("full")
    for number in free:
        if may_sit(table, actor.browser, number):
            return Seated(seat=number, name=command.name, browser=actor.browser)
    raise Refused("hidden_hands")


def _left(table: Table, seat: int) -> Event:
    if table.state == "playing":
        return StoodIn(seat=seat, bot=table.setup.stand_in, left=True)
    return Freed(seat=seat)


def _return(table: Table, actor: Actor, seat: int) -> Event:
    _check_own(table, actor, seat, playing=False)
    if _seat(table, seat).is_person:
        raise Refused("seat_taken", seat=seat)
    return Returned(seat=seat)


def _stand_in(table: Table, seat: int) -> Event:
    _check_state(table, "playing")
    if not _seat(table, seat).is_person:
        raise Refused("bot_plays", seat=seat)
    return StoodIn(seat=seat, bot=table.setup.stand_in, left=False)


def _hand_over(table: Table, command: HandOver) -> Event:
    seat = _seat(table, command.seat)
    if not is_same(seat.browser, command.giver):
        raise Refused("handover_unknown")
    if not may_receive(table, command.giver, command.browser, command.seat):
        raise Refused("hidden_hands")
    return Seated(seat=command.seat, name=seat.name, browser=command.browser)


def _freed(command: Free | SeatBot) -> Event:
    if isinstance(command, SeatBot):
        return BotSeated(seat=command.seat, bot=command.bot)
    return Freed(seat=command.seat)


# --- The setup --------------------------------------------------------------------------------------------------------


def _change(table: Table, actor: Actor, command: Change) -> Event:
    _check_owner(table, actor)
    if table.state == "playing":
        raise Refused("wrong_state", state=table.state)
    setup = command.setup
    if table.opening and table.game == 0:
        setup = table.opening.apply_to(setup)
    for number, seat in enumerate(table.seats[setup.players :], start=setup.players + 1):
        if seat.browser is not None:
            raise Refused("seat_taken", seat=number)
    return Changed(setup=setup)


# --- Checks -----------------------------------------------------------------------------------------------------------


def _seat(table: Table, seat: int) -> Seat:
    _check_seat(table, seat)
    return table.seats[seat - 1]


def _check_seat(table: Table, seat: int) -> None:
    if seat > len(table.seats):
        raise Refused("no_such_seat", seat=seat, seats=len(table.seats))


def _check_own(table: Table, actor: Actor, seat: int, *, playing: bool = True) -> None:
    """A seat is its browser's; to play in it, no bot may play there instead."""
    its = _seat(table, seat)
    if not is_same(its.browser, actor.browser):
        raise Refused("not_your_seat", seat=seat)
    if playing and its.bot is not None:
        raise Refused("bot_plays", seat=seat)


def _check_owner(table: Table, actor: Actor) -> None:
    if not is_same(table.owner, actor.browser):
        raise Refused("not_owner")


def _check_state(table: Table, state: State) -> None:
    if table.state is not state:
        raise Refused("wrong_state", state=table.state)


def _check_timely(table: Table, command: Timely) -> None:
    if not table.moved <= command.version <= table.version:
        raise Refused("stale", version=table.version)
