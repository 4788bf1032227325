"""What a client sees of a table: the one place where hands are hidden (R21).

A view is whole, every time. Its shared half is the same for everybody and holds nothing of any hidden hand; its own
half is what a browser may see: the position with one hand open, and that hand's worth.
"""

from collections.abc import Iterable, Sequence

from bigpoints.contract.views import (
    HandView,
    MoveView,
    OwnView,
    PlyView,
    ResultView,
    SeatView,
    SharedView,
    SheetLine,
    StandingsView,
    UndoView,
    WorthView,
)
from bigpoints.notation import view_text
from bigpoints.position import PAWNS, STAIRCASE, Hand, Move, Position, View
from bigpoints.rules import (
    Effect,
    best,
    effects,
    free_steps,
    hand_bounds,
    other_colours,
    score_sheet,
    scores,
    view,
    winners,
)
from bigpoints.server.table.access import may_sit
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Ply, Seat, Table, is_same
from bigpoints.server.table.undo import is_undo_free, undo_target


def redact(table: Table, position: Position, seat: int | None) -> View:
    """R21: a position of the table's game as a seat or a spectator may see it."""
    if table.setup.open_hands:  # V4
        p = position
        return View(p.path, p.pawns, p.pile, p.hands, p.seat, p.phase, p.options)
    return view(position, seat)


# --- The view of a table ----------------------------------------------------------------------------------------------


def shared_view(table: Table, away: Iterable[int] = ()) -> SharedView:
    """The half of a view that is the same for everybody."""
    position = table.position
    away = set(away)
    answer: SharedView = {
        "table": table.code,
        "version": table.version,
        "state": table.state,
        "setup": table.setup.shown,
        "seats": [_seat_view(table, number, seat, away) for number, seat in enumerate(table.seats, start=1)],
        "game": table.game,
        "standings": _standings_view(table),
    }
    if position is not None:
        answer["turn"] = None if position.is_over else position.seat
        answer["moves"] = [move_view(move, done) for move, done in effects(position)]
        answer["last"] = [ply_view(ply) for ply in last_turns(table, 1)]
        request = table.request
        answer["request"] = None if request is None else {"seat": request.seat, "agreed": sorted(request.agreed)}
        answer["result"] = result_view(position) if position.is_over else None
    return answer


def own_view(table: Table, browser: str | None, seat: int | None, clock_ms: int | None = None) -> OwnView:
    """The half of a view for one browser, with the hand of one of its seats, or with none."""
    mine = table.seats_of(browser)
    if seat is not None and seat not in mine:
        raise Refused("not_your_seat", seat=seat)
    answer: OwnView = {"owner": is_same(table.owner, browser), "yours": list(mine), "seat": seat}
    position = table.position
    if position is not None:
        answer["position"] = view_text(redact(table, position, seat))
        answer["hand"] = None if seat is None else hand_view(position, seat)
        answer["clock_ms"] = clock_ms
        answer["undo"] = [_undo_view(table, number) for number in mine if table.seats[number - 1].is_person]
        if barred := _barred_seats(table, browser):
            answer["barred"] = barred
    return answer


def _barred_seats(table: Table, browser: str | None) -> list[int]:
    """R21: the free seats that a browser may not take, since it must not see their hands."""
    return [number for number in table.free_seats if browser is not None and not may_sit(table, browser, number)]


def _seat_view(table: Table, number: int, seat: Seat, away: set[int]) -> SeatView:
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


def move_view(move: Move, done: Effect) -> MoveView:
    """A legal move, and what it would do."""
    text = str(move)
    if move.pawn is None:
        return {"move": text}
    answer: MoveView = {"move": text, "to": place_text(done.landing), "takes": done.taken, "disc": done.disc}
    if done.tripped:
        answer["wires"] = list(done.tripped)
    return answer


def place_text(place: int) -> str:
    """A pawn's place as the notation has it: `0`, `14`, `s4`."""
    return f"s{place - STAIRCASE}" if place >= STAIRCASE else str(place)


def ply_view(ply: Ply) -> PlyView:
    """A ply, and what it did."""
    answer: PlyView = {"seat": ply.seat, "move": ply.move, "by": ply.by}
    if ply.move != ".":
        answer["from"] = place_text(ply.origin)
        answer["to"] = place_text(ply.landing)
        answer["takes"] = ply.taken
        answer["disc"] = ply.disc
    if ply.tripped:
        answer["wires"] = list(ply.tripped)
    return answer


def last_turns(table: Table, turns: int) -> Sequence[Ply]:
    """The plies of the last turns."""
    if not table.plies:
        return ()
    since = table.plies[-1].turn - turns
    return [ply for ply in table.plies[-2 * turns :] if ply.turn > since]


def _undo_view(table: Table, seat: int) -> UndoView:
    target = None if table.board.is_over else undo_target(table, seat)
    possible = target is not None
    return {"seat": seat, "possible": possible, "free": target is not None and is_undo_free(table, seat, target)}


# --- Results ----------------------------------------------------------------------------------------------------------


def result_view(position: Position) -> ResultView:
    """How a game ended."""
    sheets: list[list[SheetLine]] = [
        [{"colour": line.colour.value, "discs": line.discs, "each": line.each} for line in score_sheet(position, seat)]
        for seat in range(1, position.players + 1)
    ]
    penalties = [hand.penalties for hand in position.hands]
    return {"scores": scores(position), "winners": winners(position), "sheets": sheets, "penalties": penalties}


def _standings_view(table: Table) -> StandingsView | None:
    """R22: the games of the series so far and their totals; of rematches, all games."""
    if not table.results:
        return None
    players = len(table.seats)
    games = table.results
    if table.setup.series:
        of_this_series = (len(games) - 1) % players + 1 if table.state != "playing" else len(games) % players
        games = games[len(games) - of_this_series :]
    totals = [sum(column) for column in zip(*games, strict=True)] or [0] * players
    over = table.setup.series and len(games) == players
    return {
        "games": games,
        "of": players if table.setup.series else None,
        "totals": totals,
        "winners": best(totals) if over else None,
    }


# --- The worth of a hand ----------------------------------------------------------------------------------------------


def hand_view(position: Position, seat: int) -> HandView:
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
