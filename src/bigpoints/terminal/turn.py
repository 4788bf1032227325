"""What a person at the terminal sees in their turn."""

from itertools import groupby

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from bigpoints.position import STAIRCASE, Go, Move, Phase, Position, Take
from bigpoints.record import Record
from bigpoints.rules import Effect, effect, legal_moves, score_bounds, view
from bigpoints.terminal.screen import colour_style, print_board, say, seat_names
from bigpoints.words import colour_word, count_words, describe, range_words, taking, tripping

_WIDE = 72
_HELP = """\
Type a move in notation or in words:
  B+  or  blue ahead      blue goes on and takes the disc ahead of it
  B-  or  blue behind     … or the disc behind it
  B^  or  blue climbs     blue climbs the staircase and takes its bonus disc
  B^= or  blue leaves     … or leaves it, if that option is on
  B<+ or  blue back ahead blue goes back (in an extra move only)
  .   or  pass            no extra move
You can also say what to take: blue takes green.
Other words: hint (good moves, and why), undo, log (the last moves), board (draw it again),
quit (the game is kept)."""


def show_turn(console: Console, record: Record, *, open_hands: bool) -> None:
    """The board, what happened since this seat's last turn, and what can be done now."""
    position = record.final
    console.print(Rule(Text(_phase_words(position)), style="dim"))
    print_board(console, position if open_hands else view(position, position.seat), names=seat_names(record.seats))
    show_plies(console, record, since=_last_asked(record))
    _show_worth(console, position)
    console.print()
    show_moves(console, position)


def show_moves(console: Console, position: Position) -> None:
    """Every legal move, a line for each way a pawn can go, with what it would land on and take."""
    side_by_side = console.width >= _WIDE
    grid = Table.grid(padding=(0, 2))
    for (pawn, _), group in groupby(legal_moves(position), key=lambda move: (move.pawn, move.go)):
        moves = list(group)
        if pawn is None:
            grid.add_row(Text("pass"), Text(""), _choice(position, moves[0], alone=False))
            continue
        choices = [_choice(position, move, alone=len(moves) == 1) for move in moves]
        cells = choices if side_by_side else [Text("\n").join(choices)]
        grid.add_row(Text(colour_word(pawn), style=colour_style(pawn)), _way(position, moves[0]), *cells)
    console.print(grid)


def show_log(console: Console, record: Record, *, open_hands: bool) -> None:
    """The plies so far in words; with hidden hands only those since this seat's last turn (R21)."""
    lines = _told(record, since=0 if open_hands else _last_asked(record))
    for line in lines or ["No move has been made yet."]:
        console.print(Text(line))


def show_help(console: Console) -> None:
    """What can be typed."""
    console.print(Text(_HELP))


def _phase_words(position: Position) -> str:
    if position.phase is Phase.EXTRA:
        return "Hand in a black disc for an extra move, or pass"
    return "Move a pawn and take a disc"


def show_plies(console: Console, record: Record, since: int) -> None:
    """What happened after so many plies, in words."""
    for line in _told(record, since):
        say(console, line, style="italic")


def _last_asked(record: Record) -> int:
    """The number of plies made before the last one of the seat that is to move now."""
    seats = [position.seat for position in record.positions()]
    return max((ply for ply, seat in enumerate(seats[:-1]) if seat == seats[-1]), default=0)


def _told(record: Record, since: int) -> list[str]:
    names = seat_names(record.seats)
    plies = enumerate(zip(record.positions(), record.plies, strict=False))
    return [
        f"{ply + 1}. {names[position.seat - 1]}: {move}  {describe(position, move)}"
        for ply, (position, move) in plies
        if ply >= since
    ]


def _way(position: Position, move: Move) -> Text:
    landing = effect(position, move).landing
    if move.go is Go.CLIMB:
        return Text(f"climbs to {landing - STAIRCASE}")
    return Text(f"{'back ' if move.go is Go.BACKWARD else ''}to {landing}")


def _choice(position: Position, move: Move, *, alone: bool) -> Text:
    """A move with what it takes; R6: a side that is free alone must be taken."""
    if move.pawn is None:
        return Text(f"{move!s:<4}no extra move")
    done = effect(position, move)
    forced = ", forced" if alone and done.taken else ""
    return Text.assemble((f"{move!s:<4}", "bold"), _prize(move, done), forced, tripping(done))


def _prize(move: Move, done: Effect) -> str:
    if not done.taken:
        return taking(move, done)
    side = "ahead" if move.take is Take.AHEAD else "behind"
    return f"{colour_word(done.disc)} {side} ({done.taken})"


def _show_worth(console: Console, position: Position) -> None:
    hand = position.hands[position.seat - 1]
    if hand.size == 0:
        return
    low, high = score_bounds(position)[position.seat - 1]
    what = "Your discs, less the wires, are" if hand.penalties else "Your discs are"
    worth = count_words(low, "point") if low == high else f"{range_words(low, high)} points, as the pawns may climb"
    console.print(Text(f"{what} worth {worth}."))
