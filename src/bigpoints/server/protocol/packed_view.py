"""Views as sockets send them: bytes, in a half that everybody shares and a half for one browser.

The shared half is written once for each version, and holds nothing of any hidden hand. What rarely changes in either
half is remembered as long as it is made of the same objects.
"""

import json
from collections.abc import Sequence, Set

from bigpoints.contract.requests import STANDARD_SETUP
from bigpoints.contract.views import PackedSeat
from bigpoints.notation import text_with_hands
from bigpoints.position import PAWN_MOVES, Effect, Move, Position
from bigpoints.rules import effects
from bigpoints.server.protocol.hand_worth import HandWriter
from bigpoints.server.protocol.views import PLACE_TEXTS, last_turns, redacted_hands, result_view, standings_view
from bigpoints.server.table.access import may_sit
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import Setup
from bigpoints.server.table.state import Ply, Seat, Table, is_same
from bigpoints.server.table.undo import is_undo_free, undo_target

_MAX_OWN = 64
"""Browsers at a table whose halves are remembered."""
_MOVE_TEXTS = {move: str(move) for its in PAWN_MOVES for move in its[1:]}
"""Every move as text: a view writes ten of them."""
_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class ViewWriter:
    """Writes the views of one table."""

    __slots__ = ("_away", "_head", "_of", "_own", "_shared")

    def __init__(self) -> None:
        self._of: Table | None = None
        self._away: Set[int] = frozenset()
        self._head = self._shared = b""
        self._own: dict[tuple[str | None, int | None], _OwnHalf] = {}

    def write(
        self,
        table: Table,
        browser: str | None,
        seat: int | None,
        away: Set[int] = frozenset(),
        clock_ms: int | None = None,
    ) -> bytes:
        """The view of a browser with the hand of one of its seats, or with none. Raises Refused."""
        own = self._own.get((browser, seat))
        if own is None or not own.is_of(table):
            own = self._remember(browser, seat, _OwnHalf(table, browser, seat))
        if table is not self._of or away != self._away:
            self._write_shared(table, away)
        return self._shared + own.json(table, clock_ms)

    def _remember(self, browser: str | None, seat: int | None, own: "_OwnHalf") -> "_OwnHalf":
        if len(self._own) >= _MAX_OWN:
            self._own.clear()
        self._own[browser, seat] = own
        return own

    def _write_shared(self, table: Table, away: Set[int]) -> None:
        if self._of is None or away != self._away or not _has_same_head(table, self._of):
            self._head = _head_json(table, away)
        self._of, self._away = table, away
        game = "" if table.position is None else _game_json(table, table.position)
        self._shared = b'{"version":%d,' % table.version + self._head + game.encode()


def pack_view(table: Table, browser: str | None, seat: int | None, away: Set[int] = frozenset()) -> bytes:
    """The view of a browser at a table that is not open in a room. Raises Refused."""
    return ViewWriter().write(table, browser, seat, away)


# --- The shared half --------------------------------------------------------------------------------------------------


def _has_same_head(table: Table, other: Table) -> bool:
    return (
        table.seats is other.seats
        and table.setup is other.setup
        and table.results is other.results
        and table.game == other.game
        and (table.position is None) == (other.position is None)
    )


def _head_json(table: Table, away: Set[int]) -> bytes:
    """What changes less often than the game: who plays, and how."""
    head: dict[str, object] = {
        "table": table.code,
        "game": table.game,
        "setup": _packed_setup(table.setup),
        "seats": [_packed_seat(seat, number in away) for number, seat in enumerate(table.seats, start=1)],
    }
    if standings := standings_view(table):
        head["standings"] = standings
    return _to_json(head)[1:-1].encode()


def _packed_setup(setup: Setup) -> dict[str, object]:
    return {name: value for name, value in setup.shown.items() if value != STANDARD_SETUP[name]}  # type: ignore[literal-required]


def _packed_seat(seat: Seat, is_away: bool) -> PackedSeat:
    """A seat, without what is empty, null or false."""
    person = seat.browser is not None
    fields = {"name": seat.name, "bot": seat.bot, "person": person, "free": seat.free, "away": is_away}
    return {name: value for name, value in fields.items() if value}  # type: ignore[return-value]


def _game_json(table: Table, position: Position) -> str:
    """What changes with every ply. R21: nobody's hand is open here that is hidden from anybody."""
    moves = '","'.join([_move_text(move, done) for move, done in effects(position)])
    plies = '","'.join([_ply_text(ply) for ply in last_turns(table, 1)])
    seen = text_with_hands(position, redacted_hands(table, position, None))
    text = f',"position":"{seen}","moves":[{_quoted(moves)}],"last":[{_quoted(plies)}]'
    if request := table.request:
        text += f',"request":{{"seat":{request.seat},"agreed":{sorted(request.agreed)}}}'
    if position.is_over:
        text += f',"result":{_to_json(result_view(position))}'
    return text


def _quoted(texts: str) -> str:
    return f'"{texts}"' if texts else ""


def _move_text(move: Move, done: Effect) -> str:
    """A legal move and its effect: `R+ 14 15G`."""
    if move.pawn is None:
        return "."
    text = f"{_MOVE_TEXTS[move]} {PLACE_TEXTS[done.landing]} {done.taken or ''}{done.disc or '-'}"
    return text + _wires_text(done.tripped) if done.tripped else text


def _ply_text(ply: Ply) -> str:
    """A ply and its effect: `1 person 0 R+ 14 15G`."""
    if ply.move == ".":
        return f"{ply.seat} {ply.by or '-'} - ."
    way = f"{PLACE_TEXTS[ply.origin]} {ply.move} {PLACE_TEXTS[ply.landing]} {ply.taken or ''}{ply.disc or '-'}"
    return f"{ply.seat} {ply.by or '-'} {way}{_wires_text(ply.tripped) if ply.tripped else ''}"


def _wires_text(wires: Sequence[int]) -> str:
    """The wires that a move trips: ` 12:30`."""
    return f" {':'.join(map(str, wires))}"


# --- The half of one browser ------------------------------------------------------------------------------------------


class _OwnHalf:
    """The half for one browser, with the hand of one of its seats, or with none. Raises Refused."""

    __slots__ = ("_fixed", "_hand", "_people", "_seat", "_seats", "_setup", "_state")

    def __init__(self, table: Table, browser: str | None, seat: int | None) -> None:
        mine = table.seats_of(browser)
        if seat is not None and seat not in mine:
            raise Refused("not_your_seat", seat=seat)
        self._seats, self._setup, self._state = table.seats, table.setup, table.state
        self._seat = seat
        self._people = [number for number in mine if table.seats[number - 1].is_person]
        self._hand = HandWriter()
        self._fixed = _fixed_json(table, browser, mine, seat)

    def is_of(self, table: Table) -> bool:
        """Whether its seats and rights are still those of a table."""
        return table.seats is self._seats and table.setup is self._setup and table.state == self._state

    def json(self, table: Table, clock_ms: int | None) -> bytes:
        """The half, which ends the view."""
        text, position = self._fixed, table.position
        if position is not None:
            if self._seat is not None:
                text += self._hand.json(position, self._seat)
            if self._people and (undo := self._undo_texts(table, position)):
                text += f',"undo":{{{",".join(undo)}}}'
            if clock_ms is not None:
                text += f',"clock_ms":{clock_ms}'
        return (text + "}").encode()

    def _undo_texts(self, table: Table, position: Position) -> list[str]:
        """The seats that can take their last turn back, each with whether it needs nobody's consent."""
        if position.is_over:
            return []
        targets = [(seat, undo_target(table, seat)) for seat in self._people]
        return [_undo_text(table, seat, target) for seat, target in targets if target is not None]


def _fixed_json(table: Table, browser: str | None, mine: tuple[int, ...], seat: int | None) -> str:
    text = ',"owner":true' if is_same(table.owner, browser) else ""
    if mine:
        text += f',"yours":{list(mine)}'
    if seat is not None:
        text += f',"seat":{seat}'
    if table.position is not None and (barred := _barred_seats(table, browser)):
        text += f',"barred":{barred}'
    return text


def _barred_seats(table: Table, browser: str | None) -> list[int]:
    """R21: the free seats that a browser may not take, since it must not see their hands."""
    return [number for number in table.free_seats if browser is not None and not may_sit(table, browser, number)]


def _undo_text(table: Table, seat: int, target: int) -> str:
    return f'"{seat}":{"true" if is_undo_free(table, seat, target) else "false"}'
