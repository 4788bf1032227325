"""What the terminal shows: lines, columns, moves and boards; in colour where there is colour, plain in a pipe."""

import sys
from collections.abc import Sequence
from itertools import accumulate

from rich.cells import cell_len
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from bigpoints.drawing.palette import LIGHT
from bigpoints.drawing.text import Line, Role, board
from bigpoints.errors import printable
from bigpoints.locales import ENGLISH, Catalogue
from bigpoints.position import Colour, Move, Position, View

_GAP = 2
_APART = (" ", "|")
_STYLES = {
    Role.WORDS: "",
    Role.STRONG: "bold ",
    Role.FAINT: "dim ",
    Role.DISC: "",
    Role.PAWN: "bold ",
    Role.WIRE: "bold red ",
    Role.WOOD: "#A9865A ",
}


class Screen(Console):
    """A console that speaks a language, and leaves it to the outermost layer what a reader's going means."""

    def __init__(self, catalogue: Catalogue, *, width: int | None = None, stderr: bool = False) -> None:
        super().__init__(width=width, stderr=stderr, markup=False, emoji=False, highlight=False)
        self.catalogue = catalogue

    def words(self, key: str, **values: object) -> str:
        """What the terminal says, in its language."""
        return self.catalogue.text(f"terminal.{key}", **values)

    def on_broken_pipe(self) -> None:
        """Pass the error on; Rich would end the program here."""
        raise BrokenPipeError


def stdout(catalogue: Catalogue = ENGLISH, width: int | None = None) -> Screen:
    """Standard output, a terminal or a pipe; text is never taken for markup."""
    return Screen(catalogue, width=width)


def stderr(catalogue: Catalogue = ENGLISH) -> Screen:
    """Standard error, likewise."""
    return Screen(catalogue, stderr=True)


def progress() -> Progress:
    """A bar on standard error that goes when the work is done; there is none unless that is a terminal."""
    return Progress(console=stderr(), transient=True, disable=not sys.stderr.isatty())


def wipe(console: Console) -> None:
    """Clear a terminal, and what could be scrolled back to."""
    if console.is_terminal:
        console.clear()
        console.file.write("\x1b[3J")


def seat_names(seats: Sequence[str], catalogue: Catalogue = ENGLISH) -> list[str]:
    """The names at a table, printable; one that two seats have, as a bot may, gets their numbers."""
    return [
        printable(name) if seats.count(name) == 1 else f"{printable(name)} ({catalogue.text('terminal.seat', n=seat)})"
        for seat, name in enumerate(seats, start=1)
    ]


def colour_style(disc: str) -> str:
    """How Rich shows a colour: its ink on its fill."""
    paint = LIGHT.paints[Colour(disc)]
    return f"{paint.ink} on {paint.fill}"


def coloured_move(move: Move) -> Text:
    """A move in notation, its pawn in colour."""
    if move.pawn is None:
        return Text(str(move))
    return Text.assemble((move.pawn.value, colour_style(move.pawn)), str(move)[1:])


def say(console: Console, words: str, style: str = "") -> None:
    """A paragraph: a terminal wraps it, a pipe gets one line."""
    console.print(Text(words, style=style), soft_wrap=not console.is_terminal)


def print_rows(console: Console, rows: Sequence[Sequence[Text]]) -> None:
    """Texts in columns: a terminal wraps the last column, a pipe gets every row on one line."""
    if console.is_terminal:
        grid = Table.grid(padding=(0, _GAP))
        for row in rows:
            grid.add_row(*row)
        console.print(grid)
        return
    widths = [max(cell_len(cell.plain) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        say(console, (" " * _GAP).join(map(_padded, row, widths)).rstrip())


def _padded(cell: Text, width: int) -> str:
    padding = " " * (width - cell_len(cell.plain))
    return padding + cell.plain if cell.justify == "right" else cell.plain + padding


def print_board(console: Screen, position: Position | View, *, names: Sequence[str] | None = None) -> None:
    """A position drawn to fit the console."""
    for line in board(position, console.width, names, console.catalogue):
        console.print(_painted(line), soft_wrap=True)


def _painted(line: Line) -> Text:
    text = Text()
    for segment in line:
        text.append(segment.text, _STYLES[segment.role] + (colour_style(segment.colour) if segment.colour else ""))
    for at, segment in zip(accumulate((len(segment.text) for segment in line), initial=0), line, strict=False):
        if segment.role is Role.DISC and segment.colour and _has_room(text.plain, at):
            text.stylize(colour_style(segment.colour), at - 1, at + 2)
    text.rstrip()
    return text


def _has_room(line: str, at: int) -> bool:
    """Whether a disc can spread over the columns beside it and still stand apart from what comes next."""
    around = f"  {line}  "[at : at + 5]
    return around[1] == around[3] == " " and around[0] in _APART and around[4] in _APART
