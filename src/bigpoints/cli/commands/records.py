"""The commands about files of games: replay, score and check."""

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.text import Text

from bigpoints.cli.arguments import BadFile, file_fault, file_name, games_of, whole_number
from bigpoints.cli.console import Screen, coloured_move, print_board, print_rows, say, seat_names, stdout
from bigpoints.cli.show.score_sheet import print_score_sheet, print_totals
from bigpoints.errors import BadNotation, printable
from bigpoints.notation import position_text
from bigpoints.position import Position
from bigpoints.record import Record
from bigpoints.series import series_games, series_of
from bigpoints.words import count_words, describe, options_words

File = Annotated[str, typer.Argument(metavar="FILE", help="A file of games (BPR); - reads standard input.")]
Game = Annotated[
    int | None, typer.Option(parser=whole_number, metavar="N", help="Only the file's game N, counted from 1.")
]


def replay(
    file: File,
    ply: Annotated[
        int | None,
        typer.Option(parser=whole_number, metavar="N", help="Only the position after ply N; 0 is the start."),
    ] = None,
    game: Game = None,
    bpn: Annotated[bool, typer.Option("--bpn", help="Print positions only, as text, one a line.")] = False,
) -> None:
    """Tell games ply by ply, or show one position of them.

    Example: bigpoints replay evening.bpr --ply 12
    """
    games = games_of(file)
    chosen = _chosen(games, game)
    shown = [list(record.positions()) if ply is None else [_at(record, ply)] for _, record in chosen]
    console = stdout()
    for (number, record), positions in zip(chosen, shown, strict=True):
        if bpn:
            print(*map(position_text, positions), sep="\n")
        elif ply is None:
            _head(console, record, number, len(games), alone=game is not None)
            _tell(console, record)
        else:
            _show(console, record, ply, positions[0])


def score(file: File, game: Game = None) -> None:
    """Print the score sheet of games, colour by colour.

    The totals of a series follow. A game that goes on shows what the discs now in each hand can be worth in the end;
    that is not an error.
    """
    games = games_of(file)
    console = stdout()
    for number, record in _chosen(games, game):
        _head(console, record, number, len(games), alone=game is not None)
        print_score_sheet(console, record)
    if game is None:
        for name, group in series_games(games).items():
            _print_series(console, name, group)


def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Files of games (BPR); - reads standard input.")
    ],
) -> None:
    """Replay files of games and say what is wrong in them.

    A fault is named as compilers do: file:line:column. Every file is checked; the exit code is 1 if there is a fault
    in any of them.
    """
    faults = [fault for file in files if (fault := _fault(file))]
    if faults:
        raise typer.Exit(1)


def _fault(file: str) -> bool:
    """Check one file and say what came of it; whether there is a fault."""
    try:
        games = games_of(file)
    except (BadFile, OSError) as error:
        typer.echo(printable(file_fault(error) if isinstance(error, OSError) else str(error)), err=True)
        return True
    print(f"{printable(file_name(file))}: ok, {count_words(len(games), 'game')}")
    return False


def _chosen(games: Sequence[Record], number: int | None) -> list[tuple[int, Record]]:
    numbered = list(enumerate(games, start=1))
    if number is None:
        return numbered
    if not 1 <= number <= len(games):
        raise BadNotation("--game", str(number), f"1 to {len(games)}")
    return [numbered[number - 1]]


def _at(record: Record, ply: int) -> Position:
    if not 0 <= ply <= len(record.plies):
        raise BadNotation("--ply", str(ply), f"0 to {len(record.plies)}")
    return record.until(ply).final


def _head(console: Screen, record: Record, number: int, count: int, *, alone: bool) -> None:
    """What a game is called, apart from the one told before it."""
    parts = [record.tags[name] for name in ("Event", "Date", "Series") if name in record.tags]
    if "Game" in record.tags:
        parts.append(f"game {record.tags['Game']}")
    elif count > 1 or not parts:
        parts.append(f"game {number} of {count}")
    if number > 1 and not alone:
        console.print()
    say(console, printable(", ".join(parts)), style="bold")


def _print_series(console: Screen, name: str, games: Sequence[Record]) -> None:
    """The totals of a series, or why there are none."""
    console.print()
    try:
        print_totals(console, series_of(games))
    except BadNotation as error:
        say(console, printable(f"Series {name} has no totals: {error}"))


def _tell(console: Screen, record: Record) -> None:
    """A game from its first ply to its last, and how it ended."""
    if options := options_words(record.start.options):
        say(console, f"Options: {options}")
    if comments := _comments(record, 0):
        say(console, comments)
    print_rows(console, _ply_rows(record))
    console.print()
    print_board(console, record.final, names=seat_names(record.seats))


def _ply_rows(record: Record) -> list[list[Text]]:
    rows, names = [], seat_names(record.seats)
    for ply, (position, move) in enumerate(zip(record.positions(), record.plies, strict=False), start=1):
        name = Text(names[position.seat - 1])
        words = f"{describe(position, move)} {_comments(record, ply)}".strip()
        rows.append([Text(f"{ply}.", justify="right"), name, coloured_move(move), Text(words)])
    return rows


def _comments(record: Record, ply: int) -> str:
    return " ".join(f"{{{printable(' '.join(comment.split()))}}}" for comment in record.comments.get(ply, ()))


def _show(console: Screen, record: Record, ply: int, position: Position) -> None:
    """The board after a ply, what the ply was, and the position as text."""
    rows = _ply_rows(record)
    say(console, f"After ply {ply} of {len(rows)}:" if ply else f"The start, before the first of {len(rows)} plies:")
    print_rows(console, rows[max(ply - 1, 0) : ply])
    console.print()
    print_board(console, position, names=seat_names(record.seats))
    print(position_text(position))
