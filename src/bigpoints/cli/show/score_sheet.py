"""The score sheet of a game, line by line as in the rulebooks' example (R19), and the totals of a series (R22)."""

from collections.abc import Sequence

from rich.text import Text

from bigpoints.cli.console import Console, colour_style, print_paragraph, print_rows, seat_names
from bigpoints.errors import printable
from bigpoints.locales import Catalogue
from bigpoints.position import Colour, Position, ScoreLine
from bigpoints.record import Record
from bigpoints.rules import score_bounds, score_sheet, scores, winners
from bigpoints.series import Series
from bigpoints.words import colour_word, listed, range_words


def print_score_sheet(console: Console, record: Record) -> None:
    """Print each seat's score line by line and the winners; of an unfinished game, the range of each score."""
    position = record.final
    names = seat_names(record.seats, console.catalogue)
    if not position.is_over:
        _print_bounds(console, position, names)
        return
    totals = scores(position)
    rows: list[tuple[Text, Text]] = []
    for seat, (name, total) in enumerate(zip(names, totals, strict=True), start=1):
        rows += [(Text(name, style="bold"), Text()), *_seat_rows(console, position, seat)]
        rows += [_row(f"  {console.words('total')}", total, style="bold"), (Text(), Text())]
    print_rows(console, rows)
    print_paragraph(console, winners_words(names, winners(position), totals, console.catalogue), style="bold")


def print_totals(console: Console, series: Series) -> None:
    """Print each seat's total over the games of a series, and its winners once it is over."""
    names = seat_names(series.seats, console.catalogue)
    over, games = len(series.finished), series.players
    print_paragraph(console, console.words("series", name=printable(series.name), over=over, games=games), style="bold")
    print_rows(console, [_row(name, total) for name, total in zip(names, series.totals, strict=True)])
    if series.is_over:
        print_paragraph(console, winners_words(names, series.winners, series.totals, console.catalogue), style="bold")


def winners_words(names: Sequence[str], winners: Sequence[int], totals: Sequence[int], catalogue: Catalogue) -> str:
    """The winners and their points in words; several share a win."""
    best = [names[seat - 1] for seat in winners]
    points = totals[winners[0] - 1]
    if len(best) == 1:
        return catalogue.text("terminal.winner", name=best[0], points=points)
    return catalogue.text("terminal.winners", names=listed(best, catalogue), points=points)


def _seat_rows(console: Console, position: Position, seat: int) -> list[tuple[Text, Text]]:
    rows = [_line_row(console, line) for line in score_sheet(position, seat)]
    if penalties := position.hands[seat - 1].penalties:
        rows.append(_row(f"  {console.words('fines', wires=penalties)}", -penalties))
    return rows


def _line_row(console: Console, line: ScoreLine) -> tuple[Text, Text]:
    each = console.words("each", each=line.each)
    if line.colour is Colour.WHITE:  # R18
        each = console.words("other_colours", n=line.each)
    colour = colour_word(line.colour, console.catalogue)
    words = Text.assemble(f"  {line.discs} × ", (colour, colour_style(line.colour)), f" ({each})")
    return words, Text(str(line.points), justify="right")


def _row(words: str, points: int, style: str = "") -> tuple[Text, Text]:
    return Text(words, style=style), Text(str(points), style=style, justify="right")


def _print_bounds(console: Console, position: Position, names: Sequence[str]) -> None:
    print_paragraph(console, f"The game goes on: {names[position.seat - 1]} is to move. The discs in hand can be worth")
    bounds = score_bounds(position)
    rows = [(Text(f"  {name}"), Text(range_words(*pair))) for name, pair in zip(names, bounds, strict=True)]
    print_rows(console, rows)
