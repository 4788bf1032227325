"""The commands about files of games: replay, score and check."""

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.text import Text

from bigpoints.cli.arguments import BadFile, file_label, os_error_text, parse_int, read_games
from bigpoints.cli.console import Console, coloured_move, print_board, print_paragraph, print_rows, seat_names, stdout
from bigpoints.cli.show.score_sheet import print_score_sheet, print_totals
from bigpoints.errors import BadNotation, printable
from bigpoints.notation import position_text
from bigpoints.position import Position
from bigpoints.record import Record
from bigpoints.series import series_games, series_of
from bigpoints.words import count_words, describe, options_words

File = Annotated[str, typer.Argument(metavar="FILE", help="A file of games (BPR); - reads standard input.")]
Game = Annotated[
    int | None, typer.Option(parser=parse_int, metavar="N", help="Only the file's game N, counted from 1.")
]


def replay(
    file: File,
    ply: Annotated[
        int | None,
        typer.Option(parser=parse_int, metavar="N", help="Only the position after ply N; 0 is the start."),
    ] = None,
    game: Game = None,
    bpn: Annotated[bool, typer.Option("--bpn", help="Print positions only, as text, one a line.")] = False,
) -> None:
    """Tell games ply by ply, or show one position of them.

    Example: bigpoints replay evening.bpr --ply 12
    """
    games = read_games(file)
    chosen = _choose_games(games, game)
    shown = [list(record.positions()) if ply is None else [_position_at(record, ply)] for _, record in chosen]
    console = stdout()
    for (number, record), positions in zip(chosen, shown, strict=True):
        if bpn:
            print(*map(position_text, positions), sep="\n")
        elif ply is None:
            _print_heading(console, record, number, len(games), alone=game is not None)
            _print_game(console, record)
        else:
            _print_position(console, record, ply, positions[0])


def score(file: File, game: Game = None) -> None:
    """Print the score sheet of games, colour by colour.

    The totals of a series follow. A game that goes on shows what the discs now in each hand can be worth in the end;
    that is not an error.
    """
    games = read_games(file)
    console = stdout()
    for number, record in _choose_games(games, game):
        _print_heading(console, record, number, len(games), alone=game is not None)
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
    faults = [fault for file in files if (fault := _has_fault(file))]
    if faults:
        raise typer.Exit(1)


def _has_fault(file: str) -> bool:
    """Check one file and print the result; True if there is a fault in it."""
    try:
        games = read_games(file)
    except (BadFile, OSError) as error:
        typer.echo(printable(os_error_text(error) if isinstance(error, OSError) else str(error)), err=True)
        return True
    print(f"{printable(file_label(file))}: ok, {count_words(len(games), 'game')}")
    return False


def _choose_games(games: Sequence[Record], number: int | None) -> list[tuple[int, Record]]:
    numbered = list(enumerate(games, start=1))
    if number is None:
        return numbered
    if not 1 <= number <= len(games):
        raise BadNotation("--game", str(number), f"1 to {len(games)}")
    return [numbered[number - 1]]


def _position_at(record: Record, ply: int) -> Position:
    if not 0 <= ply <= len(record.plies):
        raise BadNotation("--ply", str(ply), f"0 to {len(record.plies)}")
    return record.until(ply).final


def _print_heading(console: Console, record: Record, number: int, count: int, *, alone: bool) -> None:
    """Print the title of a game, after an empty line if another game stands above."""
    parts = [record.tags[name] for name in ("Event", "Date", "Series") if name in record.tags]
    if "Game" in record.tags:
        parts.append(f"game {record.tags['Game']}")
    elif count > 1 or not parts:
        parts.append(f"game {number} of {count}")
    if number > 1 and not alone:
        console.print()
    print_paragraph(console, printable(", ".join(parts)), style="bold")


def _print_series(console: Console, name: str, games: Sequence[Record]) -> None:
    """Print the totals of a series, or why there are none."""
    console.print()
    try:
        print_totals(console, series_of(games))
    except BadNotation as error:
        print_paragraph(console, printable(f"Series {name} has no totals: {error}"))


def _print_game(console: Console, record: Record) -> None:
    """Print a game: options, plies with comments, and the final board."""
    if options := options_words(record.start.options):
        print_paragraph(console, f"Options: {options}")
    if comments := _comments(record, 0):
        print_paragraph(console, comments)
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


def _print_position(console: Console, record: Record, ply: int, position: Position) -> None:
    """Print the board after a ply, the ply in words, and the position as text."""
    rows = _ply_rows(record)
    print_paragraph(
        console, f"After ply {ply} of {len(rows)}:" if ply else f"The start, before the first of {len(rows)} plies:"
    )
    print_rows(console, rows[max(ply - 1, 0) : ply])
    console.print()
    print_board(console, position, names=seat_names(record.seats))
    print(position_text(position))
