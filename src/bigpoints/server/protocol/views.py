"""What a client sees of a table: the one place where hands are hidden (R21); and parts of views and of histories."""

from collections.abc import Sequence

from bigpoints.contract.views import MoveView, PlyView, ResultView, SheetLine, StandingsView
from bigpoints.position import PAWNS, STAIRCASE, Effect, Hand, HiddenHand, Move, Position, View
from bigpoints.rules import best, hands_seen, score_sheet, scores, winners
from bigpoints.server.table.state import Ply, Table


def redact(table: Table, position: Position, seat: int | None) -> View:
    """R21: a position of the table's game as a seat or a spectator may see it."""
    p = position
    return View(p.path, p.pawns, p.pile, redacted_hands(table, position, seat), p.seat, p.phase, p.options)


def redacted_hands(table: Table, position: Position, seat: int | None) -> tuple[Hand | HiddenHand, ...]:
    """R21: the hands of a position as a seat or a spectator may see them."""
    return position.hands if table.setup.open_hands else hands_seen(position, seat)  # V4


# --- Moves and plies -------------------------------------------------------------------------------------------------


def move_view(move: Move, done: Effect) -> MoveView:
    """A legal move, and what it would do."""
    text = str(move)
    if move.pawn is None:
        return {"move": text}
    answer: MoveView = {"move": text, "to": place_text(done.landing), "takes": done.taken, "disc": done.disc}
    if done.tripped:
        answer["wires"] = list(done.tripped)
    return answer


PLACE_TEXTS = (*map(str, range(STAIRCASE)), *(f"s{step}" for step in range(len(PAWNS))))
"""Every place of a pawn as the notation has it: `0`, `14`, `s4`; views write many of them."""


def place_text(place: int) -> str:
    """A pawn's place as the notation has it: `0`, `14`, `s4`."""
    return PLACE_TEXTS[place]


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


# --- Results ----------------------------------------------------------------------------------------------------------


def result_view(position: Position) -> ResultView:
    """How a game ended."""
    sheets: list[list[SheetLine]] = [
        [{"colour": line.colour.value, "discs": line.discs, "each": line.each} for line in score_sheet(position, seat)]
        for seat in range(1, position.players + 1)
    ]
    penalties = [hand.penalties for hand in position.hands]
    return {"scores": scores(position), "winners": winners(position), "sheets": sheets, "penalties": penalties}


def standings_view(table: Table) -> StandingsView | None:
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
