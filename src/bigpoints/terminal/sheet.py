"""The score sheet of a game, line by line as in the rulebooks' example (R19), and the totals of a series (R22)."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from bigpoints.position import Colour, Position, ScoreLine
from bigpoints.record import Record
from bigpoints.rules import score_bounds, score_sheet, scores, winners
from bigpoints.series import Series
from bigpoints.terminal.screen import colour_style, print_rows, printable, say, seat_names
from bigpoints.words import colour_word, count_words, range_words


def print_score_sheet(console: Console, record: Record) -> None:
    """How each seat's discs count and who has won; while a game goes on, what they can still be worth."""
    position = record.final
    names = seat_names(record.seats)
    if not position.is_over:
        _print_bounds(console, position, names)
        return
    totals = scores(position)
    rows: list[tuple[Text, Text]] = []
    for seat, (name, total) in enumerate(zip(names, totals, strict=True), start=1):
        rows += [(Text(name, style="bold"), Text()), *_seat_rows(position, seat), _row("  total", total, style="bold")]
        rows.append((Text(), Text()))
    print_rows(console, rows)
    say(console, winners_words(names, winners(position), totals), style="bold")


def print_totals(console: Console, series: Series) -> None:
    """What each seat has in all games of a series, and who has won it once it is over."""
    names = seat_names(series.seats)
    say(
        console, f"Series {printable(series.name)}, {len(series.finished)} of {series.players} games over", style="bold"
    )
    print_rows(console, [_row(name, total) for name, total in zip(names, series.totals, strict=True)])
    if series.is_over:
        say(console, winners_words(names, series.winners, series.totals), style="bold")


def winners_words(names: Sequence[str], winners: Sequence[int], totals: Sequence[int]) -> str:
    """Who has won, and with how much; several share a win."""
    best = [names[seat - 1] for seat in winners]
    points = totals[winners[0] - 1]
    if len(best) == 1:
        return f"{best[0]} wins with {points}."
    return f"{', '.join(best[:-1])} and {best[-1]} share the win with {points} each."


def _seat_rows(position: Position, seat: int) -> list[tuple[Text, Text]]:
    rows = [_line_row(line) for line in score_sheet(position, seat)]
    if penalties := position.hands[seat - 1].penalties:
        rows.append(_row(f"  {penalties} × wire (-1 each)", -penalties))
    return rows


def _line_row(line: ScoreLine) -> tuple[Text, Text]:
    each = f"{line.each} each"
    if line.colour is Colour.WHITE:  # R18
        each = count_words(line.each, "other colour")
    words = Text.assemble(f"  {line.discs} × ", (colour_word(line.colour), colour_style(line.colour)), f" ({each})")
    return words, Text(str(line.points), justify="right")


def _row(words: str, points: int, style: str = "") -> tuple[Text, Text]:
    return Text(words, style=style), Text(str(points), style=style, justify="right")


def _print_bounds(console: Console, position: Position, names: Sequence[str]) -> None:
    say(console, f"The game goes on: {names[position.seat - 1]} is to move. The discs in hand can be worth")
    bounds = score_bounds(position)
    rows = [(Text(f"  {name}"), Text(range_words(*pair))) for name, pair in zip(names, bounds, strict=True)]
    print_rows(console, rows)
