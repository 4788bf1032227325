"""A person's turn in the terminal: the board, what happened, and the legal moves."""

from itertools import groupby

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from bigpoints.cli.console import Console, colour_style, print_board, print_paragraph, print_rows, seat_names
from bigpoints.locales import Catalogue
from bigpoints.position import COLOURS, STAIRCASE, Effect, Go, Move, Phase, Position, Take
from bigpoints.record import Record
from bigpoints.rules import effect, legal_moves, score_bounds, view
from bigpoints.words import colour_word, describe, taking, tripping

_WIDE = 72
_HELP = {"B+": "ahead", "B-": "behind", "B^": "climb", "B^=": "leave", "B<+": "back", ".": "pass"}
"""An example of each kind of move, and the key of the messages that name and explain it."""


def show_turn(console: Console, record: Record, *, open_hands: bool) -> None:
    """Print the board, the plies since this seat's last turn, and the legal moves."""
    position = record.final
    console.print(Rule(Text(_phase_words(console, position)), style="dim"))
    names = seat_names(record.seats, console.catalogue)
    print_board(console, position if open_hands else view(position, position.seat), names=names)
    show_plies(console, record, since=_plies_before_last_turn(record))
    _show_worth(console, position)
    console.print()
    show_moves(console, position)


def show_moves(console: Console, position: Position) -> None:
    """Print the legal moves: a line for each pawn and direction, with where it lands and what it takes."""
    side_by_side = console.width >= _WIDE
    grid = Table.grid(padding=(0, 2))
    for (pawn, _), group in groupby(legal_moves(position), key=lambda move: (move.pawn, move.go)):
        moves = list(group)
        if pawn is None:
            grid.add_row(Text(console.words("say_pass")), Text(""), _choice(console, position, moves[0], alone=False))
            continue
        choices = [_choice(console, position, move, alone=len(moves) == 1) for move in moves]
        cells = choices if side_by_side else [Text("\n").join(choices)]
        colour = Text(colour_word(pawn, console.catalogue), style=colour_style(pawn))
        grid.add_row(colour, _way(console, position, moves[0]), *cells)
    console.print(grid)


def show_log(console: Console, record: Record, *, open_hands: bool) -> None:
    """Print the plies so far in words; with hidden hands only those since this seat's last turn (R21)."""
    lines = _ply_lines(record, 0 if open_hands else _plies_before_last_turn(record), console.catalogue)
    for line in lines or [console.words("no_moves_yet")]:
        console.print(Text(line))


def show_help(console: Console) -> None:
    """Print what can be typed."""
    print_paragraph(console, console.words("help"))
    rows = [(f"  {move}", console.words(f"say_{kind}"), console.words(f"help_{kind}")) for move, kind in _HELP.items()]
    print_rows(console, [tuple(map(Text, row)) for row in rows])
    print_paragraph(console, console.words("help_takes"))
    letters = (f"{colour} {colour_word(colour, console.catalogue)}" for colour in COLOURS)
    print_paragraph(console, console.words("help_letters", letters=", ".join(letters)))
    print_paragraph(console, console.words("help_words"))


def _phase_words(console: Console, position: Position) -> str:
    return console.words("extra_now" if position.phase is Phase.EXTRA else "move_now")


def show_plies(console: Console, record: Record, since: int) -> None:
    """Print the plies from number `since` on (0 is the first), in words."""
    for line in _ply_lines(record, since, console.catalogue):
        print_paragraph(console, line, style="italic")


def _plies_before_last_turn(record: Record) -> int:
    """The number of plies before the latest one of the seat to move; 0 if it has made none."""
    seats = [position.seat for position in record.positions()]
    return max((ply for ply, seat in enumerate(seats[:-1]) if seat == seats[-1]), default=0)


def _ply_lines(record: Record, since: int, catalogue: Catalogue) -> list[str]:
    names = seat_names(record.seats, catalogue)
    plies = enumerate(zip(record.positions(), record.plies, strict=False))
    return [
        f"{ply + 1}. {_ply_words(names[position.seat - 1], position, move, catalogue)}"
        for ply, (position, move) in plies
        if ply >= since
    ]


def _ply_words(name: str, position: Position, move: Move, catalogue: Catalogue) -> str:
    return catalogue.text("moves.ply", name=name, words=f"{move}  {describe(position, move, catalogue)}")


def _way(console: Console, position: Position, move: Move) -> Text:
    landing = effect(position, move).landing
    if move.go is Go.CLIMB:
        return Text(console.words("climbs", step=landing - STAIRCASE))
    return Text(console.words("back" if move.go is Go.BACKWARD else "to", place=landing))


def _choice(console: Console, position: Position, move: Move, *, alone: bool) -> Text:
    """A move with what it takes; R6: a side that is free alone must be taken."""
    if move.pawn is None:
        return Text(f"{move!s:<4}{describe(position, move, console.catalogue)}")
    done = effect(position, move)
    prize = _prize(console, move, done)
    if alone and done.taken:
        prize = console.words("forced", prize=prize)
    words = ", ".join(filter(None, (prize, tripping(done, console.catalogue))))
    return Text.assemble((f"{move!s:<4}", "bold"), words)


def _prize(console: Console, move: Move, done: Effect) -> str:
    if not done.taken:
        return taking(move, done, console.catalogue)
    side = "ahead" if move.take is Take.AHEAD else "behind"
    return console.words(side, disc=colour_word(done.disc, console.catalogue), place=done.taken)


def _show_worth(console: Console, position: Position) -> None:
    hand = position.hands[position.seat - 1]
    if hand.size == 0:
        return
    low, high = score_bounds(position)[position.seat - 1]
    key = ("worth" if low == high else "worth_range") + ("_fined" if hand.penalties else "")
    console.print(Text(console.words(key, n=low, low=low, high=high)))
