"""The state of a table: a value that is folded from the events of its log, and never changes."""

from dataclasses import replace
from hmac import compare_digest
from typing import NamedTuple

from bigpoints.contract.constants import BotName, By, State
from bigpoints.notation import parse_move, parse_position
from bigpoints.position import PAWNS, Phase, Position
from bigpoints.rules import play, played, scores
from bigpoints.server.table.events import (
    Agreed,
    Asked,
    BadEvent,
    Begun,
    BotSeated,
    Changed,
    Created,
    Declined,
    Event,
    Freed,
    Played,
    Returned,
    Seated,
    StoodIn,
    Superseded,
    Undone,
)
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import Opening, Setup


class Seat(NamedTuple):
    """A seat: its person, and the bot that plays in it, if one does."""

    name: str = ""
    browser: str | None = None
    """The browser of the person whose seat it is."""
    bot: BotName | None = None
    left: bool = False
    """Whether its person left on purpose."""
    free: bool = True
    """Whether anybody may sit down here."""
    known_to: frozenset[str] = frozenset()
    """The browsers that have had its hand in the game under way."""
    held_by: str | None = None
    """The last one of them."""

    @property
    def is_empty(self) -> bool:
        """Whether nobody plays in it."""
        return self.browser is None and self.bot is None

    @property
    def is_person(self) -> bool:
        """Whether a person plays in it now."""
        return self.bot is None and self.browser is not None


class Ply(NamedTuple):
    """A ply of the game, with what it did."""

    seat: int
    move: str
    by: By | None
    """Who made it; None if it was made before the game came to this table."""
    turn: int
    """The number of its turn in the game."""
    origin: int
    landing: int
    taken: int
    disc: str
    tripped: tuple[int, ...]
    version: int = 0
    """The version that it led to; 0 if it was made before the game came to this table."""


class Request(NamedTuple):
    """A request for an undo: the seat that asks, and the seats that have agreed."""

    seat: int
    version: int
    """The version that it led to; answers made for an older version are stale."""
    agreed: frozenset[int] = frozenset()


class Table(NamedTuple):
    """A table after one of its events."""

    code: str
    version: int
    setup: Setup
    owner: str
    seats: tuple[Seat, ...]
    opening: Opening | None = None
    game: int = 0
    """The number of the game, or of the last one; counted from 1, 0 before the first one."""
    begun: int = 0
    """The version that this game began with."""
    begun_at: int = 0
    start: Position | None = None
    position: Position | None = None
    plies: tuple[Ply, ...] = ()
    results: tuple[tuple[int, ...], ...] = ()
    """The scores of the finished games with this setup."""
    request: Request | None = None
    moved: int = 0
    """The version of the last start, ply or undo: what was made for an older one is stale."""
    changed: int = 0
    """The version of the last change of the setup."""
    turn_at: int = 0
    """When the turn began, in milliseconds."""
    created_at: int = 0
    at: int = 0

    @property
    def state(self) -> State:
        """Open, playing or over."""
        if self.position is None:
            return "open"
        return "over" if self.position.is_over else "playing"

    @property
    def board(self) -> Position:
        """The position of the game; there must be one."""
        if self.position is None:
            raise Refused("not_begun")
        return self.position

    @property
    def is_full(self) -> bool:
        """Whether no seat is empty."""
        return not any(seat.is_empty for seat in self.seats)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats in which people play now."""
        return tuple(number for number, seat in enumerate(self.seats, start=1) if seat.is_person)

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The seats in which anybody may sit down."""
        return tuple(number for number, seat in enumerate(self.seats, start=1) if seat.free)

    @property
    def turn(self) -> int:
        """The number of the turn that is under way."""
        if not self.plies:
            return 1
        return self.plies[-1].turn + (self.board.phase is not Phase.EXTRA)

    def hands_of(self, browser: str | None) -> frozenset[int]:
        """The seats whose hands a browser has had in the game under way."""
        return frozenset(number for number, seat in enumerate(self.seats, start=1) if browser in seat.known_to)

    def seats_of(self, browser: str | None) -> tuple[int, ...]:
        """The seats that belong to a browser."""
        return tuple(number for number, seat in enumerate(self.seats, start=1) if is_same(seat.browser, browser))


def is_same(browser: str | None, other: str | None) -> bool:
    """Whether two ids are those of one browser, compared in constant time."""
    return browser is not None and other is not None and compare_digest(browser, other)


def step(code: str, table: Table | None, version: int, at: int, event: Event) -> Table:
    """A table after the next event of its log, or after the first one. Raises BadEvent if one between is missing."""
    if version != (1 if table is None else table.version + 1):
        raise BadEvent(f"it is missing: the next one is {version}")
    return begin(code, event, at) if table is None else after(table, version, at, event)


def begin(code: str, event: Event, at: int) -> Table:
    """A table after its first event."""
    if not isinstance(event, Created):
        raise TypeError(f"the log of a table begins with its creation, not with {event.kind}")
    if len(event.seats) != event.setup.players:
        raise ValueError("a table has as many seats as players")
    seats = tuple(
        Seat(placed.name or "", placed.browser, placed.bot, free=not (placed.browser or placed.bot))
        for placed in event.seats
    )
    return Table(code, 1, event.setup, event.owner, seats, event.opening, created_at=at, at=at)


def after(table: Table, version: int, at: int, event: Event) -> Table:
    """The table after its next event."""
    if type(event) is Played:  # Nearly all events are: the table is made once.
        return _after_ply(table, version, at, event)
    return _after(table._replace(version=version, at=at), event)


def _after(table: Table, event: Event) -> Table:
    """Apply an event to a table whose version and time are already new."""
    match event:
        case Played():
            return _after_ply(table, table.version, table.at, event)
        case Begun():
            return _after_beginning(table, event)
        case Undone():
            return _after_undo(table, event)
        case Changed():
            return _after_change(table, event.setup)
        case Superseded():
            return _after_change(table, replace(table.setup, players=event.players))
        case Asked() | Agreed() | Declined():
            return table._replace(request=_request_after(table, event))
        case Created():
            raise TypeError("a table is created once")
        case _:
            return _with_seat(table, event.seat, _seat_after(table, event))


def _after_ply(table: Table, version: int, at: int, event: Played) -> Table:
    ply, position = make_ply(table.board, event.move, event.by, table.turn, version)
    return table._replace(
        version=version,
        at=at,
        position=position,
        plies=(*table.plies, ply),
        results=(*table.results, scores(position)) if position.is_over else table.results,
        request=None,  # A request lapses with the next ply.
        moved=version,
        turn_at=table.turn_at if position.phase is Phase.EXTRA else at,
    )


def make_ply(position: Position, text: str, by: By | None, turn: int, version: int = 0) -> tuple[Ply, Position]:
    """Make a ply: its effect, and the position after it."""
    move = parse_move(text)
    following, done = played(position, move)
    origin = 0 if move.pawn is None else position.pawns[PAWNS.index(move.pawn)]
    ply = Ply(position.seat, text, by, turn, origin, done.landing, done.taken, done.disc, done.tripped, version)
    return ply, following


def _after_beginning(table: Table, event: Begun) -> Table:
    position = parse_position(event.start)
    if position.players != len(table.seats):
        raise ValueError("a game has as many players as its table has seats")
    filled = Seat(bot=event.filled, free=False)
    seats = tuple(filled if seat.is_empty else _with_new_hand(seat) for seat in table.seats)
    table = table._replace(
        seats=seats,
        game=event.game,
        begun=table.version,
        begun_at=table.at,
        start=position,
        position=position,
        plies=(),
        request=None,
        moved=table.version,
        turn_at=table.at,
    )
    for move in event.plies:
        ply, position = make_ply(table.board, move, None, table.turn)
        table = table._replace(plies=(*table.plies, ply), position=position)
    return table


def _with_new_hand(seat: Seat) -> Seat:
    known_to = frozenset() if seat.browser is None else frozenset((seat.browser,))
    return seat._replace(known_to=known_to, held_by=seat.browser)


def _after_undo(table: Table, event: Undone) -> Table:
    kept = table.plies[: event.plies]
    position = table.start or table.board
    for ply in kept:
        position = play(position, parse_move(ply.move))
    return table._replace(position=position, plies=kept, request=None, moved=table.version, turn_at=table.at)


def _after_change(table: Table, setup: Setup) -> Table:
    table = table._replace(setup=setup, results=(), changed=table.version)
    if setup.players == len(table.seats):
        return table
    seats = (*table.seats, *(Seat(),) * setup.players)[: setup.players]
    return table._replace(seats=seats, start=None, position=None, plies=())


def is_unchanged(table: Table, event: Changed) -> bool:
    """Whether a change of the setup leaves a table as it is; one that drops the standings does not."""
    return event.setup == table.setup and not table.results


def _request_after(table: Table, event: Asked | Agreed | Declined) -> Request | None:
    if isinstance(event, Asked):
        return Request(event.seat, table.version)
    if isinstance(event, Agreed) and table.request:
        return table.request._replace(agreed=table.request.agreed | {event.seat})
    return None


def _seat_after(table: Table, event: Seated | BotSeated | StoodIn | Returned | Freed) -> Seat:
    seat = table.seats[event.seat - 1]
    is_playing = table.state == "playing"
    known_to = seat.known_to if is_playing else frozenset[str]()
    match event:
        case Seated():
            known_to = known_to | {event.browser} if is_playing else known_to
            held_by = event.browser if is_playing else None
            return Seat(event.name, event.browser, free=False, known_to=known_to, held_by=held_by)
        case BotSeated():
            return Seat(bot=event.bot, free=False, known_to=known_to, held_by=seat.held_by if is_playing else None)
        case StoodIn():
            return seat._replace(bot=event.bot, left=event.left)
        case Returned():
            return seat._replace(bot=None, left=False)
        case Freed():
            bot = table.setup.stand_in if is_playing else None
            return Seat(bot=bot, known_to=known_to, held_by=seat.held_by if is_playing else None)


def _with_seat(table: Table, number: int, seat: Seat) -> Table:
    """Replace a seat; if it is to move, the time of its turn starts anew."""
    seats = (*table.seats[: number - 1], seat, *table.seats[number:])
    to_move = table.position is not None and table.position.seat == number
    request = _request_without(table.request, number, seat)
    return table._replace(seats=seats, request=request, turn_at=table.at if to_move else table.turn_at)


def _request_without(request: Request | None, number: int, seat: Seat) -> Request | None:
    """A request after a seat changed: dropped if that seat asked, else without its consent."""
    if request is None or (request.seat == number and not seat.is_person):
        return None
    return request._replace(agreed=request.agreed - {number})
