"""Output of commands: paragraphs, columns, moves and boards, in colour on a terminal and plain in a pipe."""

import sys
from collections.abc import Sequence
from itertools import accumulate

from rich.cells import cell_len
from rich.console import Console as RichConsole
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


class Console(RichConsole):
    """Rich's console with a language; markup in text is never interpreted."""

    def __init__(self, catalogue: Catalogue, *, width: int | None = None, stderr: bool = False) -> None:
        super().__init__(width=width, stderr=stderr, markup=False, emoji=False, highlight=False)
        self.catalogue = catalogue

    def words(self, key: str, **values: object) -> str:
        """A message of the catalogue's section `terminal`."""
        return self.catalogue.text(f"terminal.{key}", **values)

    def on_broken_pipe(self) -> None:
        """Raise the error, so that the command line chooses the exit code; Rich would end the program here."""
        raise BrokenPipeError


def stdout(catalogue: Catalogue = ENGLISH, width: int | None = None) -> Console:
    """Standard output, a terminal or a pipe."""
    return Console(catalogue, width=width)


def stderr(catalogue: Catalogue = ENGLISH) -> Console:
    """Standard error, a terminal or a pipe."""
    return Console(catalogue, stderr=True)


def progress() -> Progress:
    """A progress bar on standard error that disappears at the end; shown only on a terminal."""
    return Progress(console=stderr(), transient=True, disable=not sys.stderr.isatty())


def clear_screen(console: Console) -> None:
    """Clear a terminal and its scrollback; a pipe is left alone."""
    if console.is_terminal:
        console.clear()
        console.file.write("\x1b[3J")


def seat_names(seats: Sequence[str], catalogue: Catalogue = ENGLISH) -> list[str]:
    """The names of all seats, printable; a name that several seats share, as bots may, gets the seat's number."""
    return [
        printable(name) if seats.count(name) == 1 else f"{printable(name)} ({catalogue.text('terminal.seat', n=seat)})"
        for seat, name in enumerate(seats, start=1)
    ]


def colour_style(disc: str) -> str:
    """Rich's style of a disc: its ink on its fill."""
    paint = LIGHT.paints[Colour(disc)]
    return f"{paint.ink} on {paint.fill}"


def coloured_move(move: Move) -> Text:
    """A move in notation, its pawn in colour."""
    if move.pawn is None:
        return Text(str(move))
    return Text.assemble((move.pawn.value, colour_style(move.pawn)), str(move)[1:])


def print_paragraph(console: Console, words: str, style: str = "") -> None:
    """Print a text: a terminal wraps it, a pipe gets one line."""
    console.print(Text(words, style=style), soft_wrap=not console.is_terminal)


def print_rows(console: Console, rows: Sequence[Sequence[Text]]) -> None:
    """Print rows in columns: a terminal wraps the last column, a pipe gets one line for each row."""
    if console.is_terminal:
        grid = Table.grid(padding=(0, _GAP))
        for row in rows:
            grid.add_row(*row)
        console.print(grid)
        return
    widths = [max(cell_len(cell.plain) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        print_paragraph(console, (" " * _GAP).join(map(_padded, row, widths)).rstrip())


def _padded(cell: Text, width: int) -> str:
    padding = " " * (width - cell_len(cell.plain))
    return padding + cell.plain if cell.justify == "right" else cell.plain + padding


def print_board(console: Console, position: Position | View, *, names: Sequence[str] | None = None) -> None:
    """Draw a position to fit the width of the console."""
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
    """Whether the colour of a disc can fill the columns beside it and stay apart from its neighbours."""
    around = f"  {line}  "[at : at + 5]
    return around[1] == around[3] == " " and around[0] in _APART and around[4] in _APART
