"""Whole views of tables, made without packing: what packed views must say, in other words."""

from collections.abc import Set

from bigpoints.contract.views import HandView, SeatView, TableView, UndoView, WorthView
from bigpoints.notation import view_text
from bigpoints.position import PAWNS, STAIRCASE, Hand, Position
from bigpoints.rules import effects, free_steps, hand_bounds, other_colours
from bigpoints.server.protocol.views import last_turns, move_view, ply_view, redact, result_view, standings_view
from bigpoints.server.table.access import may_sit
from bigpoints.server.table.state import Seat, Table, is_same
from bigpoints.server.table.undo import is_undo_free, undo_target


def plain_view(
    table: Table, browser: str | None, seat: int | None, away: Set[int] = frozenset(), clock_ms: int | None = None
) -> TableView:
    """The view of a browser with the hand of one of its seats, or with none."""
    position, mine = table.position, table.seats_of(browser)
    answer: TableView = {
        "table": table.code,
        "version": table.version,
        "state": table.state,
        "setup": table.setup.shown,
        "seats": [_seat_view(table, number, seat, away) for number, seat in enumerate(table.seats, start=1)],
        "game": table.game,
        "standings": standings_view(table),
        "owner": is_same(table.owner, browser),
        "yours": list(mine),
        "seat": seat,
    }
    if position is not None:
        answer["turn"] = None if position.is_over else position.seat
        answer["moves"] = [move_view(move, done) for move, done in effects(position)]
        answer["last"] = [ply_view(ply) for ply in last_turns(table, 1)]
        request = table.request
        answer["request"] = None if request is None else {"seat": request.seat, "agreed": sorted(request.agreed)}
        answer["result"] = result_view(position) if position.is_over else None
        answer["position"] = view_text(redact(table, position, seat))
        answer["hand"] = None if seat is None else _hand_view(position, seat)
        answer["clock_ms"] = clock_ms
        answer["undo"] = [_undo_view(table, number) for number in mine if table.seats[number - 1].is_person]
        if barred := _barred_seats(table, browser):
            answer["barred"] = barred
    return answer


def _barred_seats(table: Table, browser: str | None) -> list[int]:
    """R21: the free seats that a browser may not take, since it must not see their hands."""
    return [number for number in table.free_seats if browser is not None and not may_sit(table, browser, number)]


def _seat_view(table: Table, number: int, seat: Seat, away: Set[int]) -> SeatView:
    answer: SeatView = {
        "seat": number,
        "name": seat.name,
        "bot": seat.bot,
        "person": seat.browser is not None,
        "free": seat.free,
        "away": number in away,
    }
    if table.position is not None and number <= table.position.players:
        hand = table.position.hands[number - 1]
        answer["discs"] = hand.size
        answer["penalties"] = hand.penalties
    return answer


def _undo_view(table: Table, seat: int) -> UndoView:
    target = None if table.board.is_over else undo_target(table, seat)
    possible = target is not None
    return {"seat": seat, "possible": possible, "free": target is not None and is_undo_free(table, seat, target)}


def _hand_view(position: Position, seat: int) -> HandView:
    """A hand, and what each of its colours is worth now, at least and at most."""
    hand = position.hands[seat - 1]
    least, most = hand_bounds(position, hand)
    return {
        "seat": seat,
        "discs": [*_coloured(position, hand), *_white_and_black(position, hand)],
        "penalties": hand.penalties,
        "least": least,
        "most": most,
    }


def _coloured(position: Position, hand: Hand) -> list[WorthView]:
    """R17: what coloured discs are worth; while their pawn is on its way, that is not known, unless it is the last."""
    free = free_steps(position)
    discs: list[WorthView] = []
    for pawn, place, count in zip(PAWNS, position.pawns, hand, strict=False):
        if not count:
            continue
        low, high = (place - STAIRCASE,) * 2 if place >= STAIRCASE else (free[0], free[-1])
        now = low if low == high else None
        discs.append({"colour": pawn.value, "count": count, "now": now, "least": low, "most": high})
    return discs


def _white_and_black(position: Position, hand: Hand) -> list[WorthView]:
    discs: list[WorthView] = []
    if hand.white:
        low, now, high = _white_worth(position, hand)
        discs.append({"colour": "W", "count": hand.white, "now": now, "least": low, "most": high})
    if hand.black:
        discs.append({"colour": "K", "count": hand.black, "now": 0, "least": 0, "most": 0})
    return discs


def _white_worth(position: Position, hand: Hand) -> tuple[int, int, int]:
    """R18: the other colours in the hand; black can be handed in, and what is still to be had can come."""
    now = other_colours(hand)
    if position.is_over:
        return now, now, now
    on_the_way = position.path + position.pile
    more = sum(not count and disc in on_the_way for disc, count in zip("BRYGPK", _others(hand), strict=True))
    return now - bool(hand.black), now, now + more


def _others(hand: Hand) -> tuple[int, ...]:
    return (*hand[:5], hand.black)
