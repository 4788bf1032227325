"""The commands about a position: new, show, legal and perft."""

import sys
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Annotated

import typer
from rich.text import Text

from bigpoints.cli import game_options
from bigpoints.cli.arguments import BPN, parse_int, read_position, read_view
from bigpoints.cli.console import coloured_move, print_board, print_paragraph, print_rows, progress, stdout
from bigpoints.drawing import svg
from bigpoints.drawing.text import NARROWEST
from bigpoints.errors import BadNotation
from bigpoints.notation import position_text
from bigpoints.position import STANDARD, Move, Position
from bigpoints.rules import legal_moves, play, start
from bigpoints.rules import perft as count_sequences
from bigpoints.words import describe

_STANDARD_OUTPUT = "-"


def new(
    players: game_options.Players,
    seed: game_options.Seed = None,
    first: game_options.First = None,
    optional_bonus: game_options.OptionalBonus = False,
    inverted: game_options.Inverted = False,
    wires: game_options.Wires = False,
    wires_at: game_options.WiresAt = None,
    colours: game_options.Colours = STANDARD.colours,
    discs: game_options.Discs = STANDARD.discs,
    white: game_options.White = STANDARD.white,
    black: game_options.Black = STANDARD.black,
) -> None:
    """Print the start position of a new game, its path shuffled.

    Example: bigpoints new --players 3 --seed 7 | bigpoints show -
    """
    material, options = game_options.build(
        optional_bonus=optional_bonus,
        inverted=inverted,
        wires=wires,
        wires_at=wires_at,
        colours=colours,
        discs=discs,
        white=white,
        black=black,
    )
    print(position_text(start(players, Random(seed), first=first, material=material, options=options)))


def show(
    bpn: BPN,
    svg_file: Annotated[
        str | None,
        typer.Option("--svg", metavar="FILE", help="Write an SVG picture to FILE instead; - for standard output."),
    ] = None,
    width: Annotated[
        int | None,
        typer.Option(parser=parse_int, metavar="N", help="Draw for N columns; otherwise the terminal's width."),
    ] = None,
) -> None:
    """Draw a position; hands may be hidden.

    Every disc has its letter: B blue, R red, Y yellow, G green, P purple, W white, K black.
    """
    position = read_view(bpn)
    if width is not None and width < NARROWEST:
        raise BadNotation("--width", str(width), f"{NARROWEST} or more")
    if svg_file is None:
        print_board(stdout(width=width), position)
    elif svg_file == _STANDARD_OUTPUT:
        print(svg(position))
    else:
        Path(svg_file).write_text(svg(position) + "\n", encoding="utf-8")


def legal(bpn: BPN) -> None:
    """List the legal moves of a position.

    They come in the order of the notation. On a terminal each is also said in words; in a pipe there is one move on a
    line and nothing else. A finished game has none.
    """
    position = read_position(bpn)
    moves = legal_moves(position)
    if not sys.stdout.isatty():
        print(*moves, sep="\n", end="\n" if moves else "")
    elif moves:
        print_rows(stdout(), [(coloured_move(move), Text(describe(position, move))) for move in moves])
    else:
        print_paragraph(stdout(), "The game is over: there are no moves.")


def perft(
    bpn: BPN,
    depth: Annotated[int, typer.Argument(parser=parse_int, metavar="DEPTH", help="How many plies, 0 or more.")],
    divide: Annotated[bool, typer.Option("--divide", help="A line for each first move, then the total.")] = False,
) -> None:
    """Count the sequences of exactly DEPTH plies.

    This checks move generators. Each ply takes about ten times as long as the one before; Ctrl-C ends the count.
    """
    position = read_position(bpn)
    if depth < 0:
        raise BadNotation("DEPTH", str(depth), "0 or more")
    began = perf_counter()
    counts = _counts(position, depth) if depth else {}
    total = sum(counts.values()) if depth else 1
    seconds = max(perf_counter() - began, 1e-6)
    if divide:
        print(*(f"{move} {count}" for move, count in counts.items()), sep="\n", end="\n" if counts else "")
    print(f"total {total}" if divide else total)
    if sys.stderr.isatty():
        print(f"{seconds:.2f} s, {total / seconds:,.0f} sequences a second", file=sys.stderr)


def _counts(position: Position, depth: int) -> dict[Move, int]:
    """The number of sequences that begin with each move."""
    counts = dict.fromkeys(legal_moves(position), 0 if depth > 1 else 1)
    if depth == 1:
        return counts
    openings = [(move, play(position, move)) for move in counts]
    twos = [(move, play(after, reply)) for move, after in openings for reply in legal_moves(after)]
    with progress() as bar:
        for move, after in bar.track(twos, description="Counting"):
            counts[move] += count_sequences(after, depth - 2)
    return counts
