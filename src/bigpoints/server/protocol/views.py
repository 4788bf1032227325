"""What a client sees of a table: the one place where hands are hidden (R21).

A view is whole, every time. Its shared half is the same for everybody and holds nothing of any hidden hand; its own
half is what a browser may see: the position with one hand open, and that hand's worth.
"""

from collections.abc import Iterable, Sequence

from bigpoints.notation import view_text
from bigpoints.position import STAIRCASE, Move, Position, View
from bigpoints.rules import Effect, best, effects, score_sheet, scores, view, winners
from bigpoints.server.protocol.worth import Json, hand_view
from bigpoints.server.table.decide import is_undo_free, undo_target
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Ply, Seat, State, Table, is_same


def seen(table: Table, position: Position, seat: int | None) -> View:
    """R21: a position of the table's game as a seat may see it, or a spectator: the one redaction."""
    if table.setup.open_hands:  # V4
        p = position
        return View(p.path, p.pawns, p.pile, p.hands, p.seat, p.phase, p.options)
    return view(position, seat)


# --- The view of a table ----------------------------------------------------------------------------------------------


def shared_view(table: Table, away: Iterable[int] = ()) -> Json:
    """What everybody sees alike."""
    position = table.position
    away = set(away)
    answer: Json = {
        "table": table.code,
        "version": table.version,
        "state": table.state,
        "setup": table.setup.shown,
        "seats": [_seat_view(table, number, seat, away) for number, seat in enumerate(table.seats, start=1)],
        "game": table.game,
    }
    if position is not None:
        answer["turn"] = None if position.is_over else position.seat
        answer["moves"] = [move_view(move, done) for move, done in effects(position)]
        answer["last"] = [ply_view(ply) for ply in last_turns(table, 1)]
        answer["request"] = table.request and {"seat": table.request.seat, "agreed": sorted(table.request.agreed)}
        answer["result"] = result_view(position) if position.is_over else None
    answer["standings"] = _standings_view(table)
    return answer


def own_view(table: Table, browser: str | None, seat: int | None, clock_ms: int | None = None) -> Json:
    """What one browser sees besides, looking at the hand of one of its seats, or at none."""
    mine = table.seats_of(browser)
    if seat is not None and seat not in mine:
        raise Refused("not_your_seat", seat=seat)
    answer: Json = {"owner": is_same(table.owner, browser), "yours": list(mine), "seat": seat}
    position = table.position
    if position is not None:
        answer["position"] = view_text(seen(table, position, seat))
        answer["hand"] = None if seat is None else hand_view(position, seat)
        answer["clock_ms"] = clock_ms
        answer["undo"] = [_undo_view(table, number) for number in mine if table.seats[number - 1].is_person]
    return answer


def _seat_view(table: Table, number: int, seat: Seat, away: set[int]) -> Json:
    answer: Json = {
        "seat": number,
        "name": seat.name,
        "bot": seat.bot,
        "person": seat.browser is not None,
        "free": seat.free,
        "away": number in away,
    }
    if table.position is not None and number <= table.position.players:
        hand = table.position.hands[number - 1]
        answer |= {"discs": hand.size, "penalties": hand.penalties}
    return answer


def move_view(move: Move, done: Effect) -> Json:
    """A legal move, and what it would do."""
    text = str(move)
    if move.pawn is None:
        return {"move": text}
    answer = {"move": text, "to": place_text(done.landing), "takes": done.taken, "disc": done.disc}
    if done.tripped:
        answer["wires"] = list(done.tripped)
    return answer


def place_text(place: int) -> str:
    """A pawn's place as the notation has it: `0`, `14`, `s4`."""
    return f"s{place - STAIRCASE}" if place >= STAIRCASE else str(place)


def ply_view(ply: Ply) -> Json:
    """A ply, and what it did."""
    answer: Json = {"seat": ply.seat, "move": ply.move, "by": ply.by}
    if ply.move != ".":
        answer |= {"from": place_text(ply.origin), "to": place_text(ply.landing), "takes": ply.taken, "disc": ply.disc}
    if ply.tripped:
        answer["wires"] = list(ply.tripped)
    return answer


def last_turns(table: Table, turns: int) -> Sequence[Ply]:
    """The plies of the last turns."""
    if not table.plies:
        return ()
    since = table.plies[-1].turn - turns
    return [ply for ply in table.plies[-2 * turns :] if ply.turn > since]


def _undo_view(table: Table, seat: int) -> Json:
    target = None if table.board.is_over else undo_target(table, seat)
    possible = target is not None
    return {"seat": seat, "possible": possible, "free": target is not None and is_undo_free(table, seat, target)}


# --- Results ----------------------------------------------------------------------------------------------------------


def result_view(position: Position) -> Json:
    """How a game ended."""
    sheets = [
        [{"colour": line.colour.value, "discs": line.discs, "each": line.each} for line in score_sheet(position, seat)]
        for seat in range(1, position.players + 1)
    ]
    penalties = [hand.penalties for hand in position.hands]
    return {"scores": scores(position), "winners": winners(position), "sheets": sheets, "penalties": penalties}


def _standings_view(table: Table) -> Json | None:
    """R22: the games of the series so far and their totals; of rematches, all games."""
    if not table.results:
        return None
    players = len(table.seats)
    games = table.results
    if table.setup.series:
        of_this_series = (len(games) - 1) % players + 1 if table.state is not State.PLAYING else len(games) % players
        games = games[len(games) - of_this_series :]
    totals = [sum(column) for column in zip(*games, strict=True)] or [0] * players
    over = table.setup.series and len(games) == players
    return {
        "games": games,
        "of": players if table.setup.series else None,
        "totals": totals,
        "winners": best(totals) if over else None,
    }
