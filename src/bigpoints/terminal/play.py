"""`bigpoints play`: a game in the terminal, around one keyboard."""

from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from bigpoints.errors import BadSetup
from bigpoints.position import STANDARD
from bigpoints.terminal import setup
from bigpoints.terminal.screen import printable, stderr, stdout
from bigpoints.terminal.shelf import new_file, unfinished
from bigpoints.terminal.sitting import Sitting, new_sitting, resumed_sitting
from bigpoints.terminal.table import Table
from bigpoints.words import options_words

_KEEPING = "Keeping and resuming"

Seats = Annotated[
    list[str] | None,
    typer.Option("--seat", metavar="NAME", help="A player's name; once for each seat, 2 to 5.", show_default=False),
]
PlayersIfAny = Annotated[
    int | None, typer.Option(metavar="N", help="How many play, if you give no names: 2 to 5.", show_default=False)
]
InSeries = Annotated[
    bool, typer.Option("--series", help="Play as many games as there are players; each seat begins one.")
]
OpenHands = Annotated[bool, typer.Option("--open-hands", help="Everybody sees every hand.")]
File = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep the game in this file.", rich_help_panel=_KEEPING, show_default=False),
]
Resume = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Go on with a kept game or series.", rich_help_panel=_KEEPING, show_default=False
    ),
]
GoOn = Annotated[bool, typer.Option("--continue", help="Go on with the game left last.", rich_help_panel=_KEEPING)]


def play(
    seat: Seats = None,
    players: PlayersIfAny = None,
    series: InSeries = False,
    open_hands: OpenHands = False,
    first: setup.First = None,
    seed: setup.Seed = None,
    file: File = None,
    resume: Resume = None,
    go_on: GoOn = False,
    optional_bonus: setup.OptionalBonus = False,
    inverted: setup.Inverted = False,
    wires: setup.Wires = False,
    wires_at: setup.WiresAt = None,
    colours: setup.Colours = STANDARD.colours,
    discs: setup.Discs = STANDARD.discs,
    white: setup.White = STANDARD.white,
    black: setup.Black = STANDARD.black,
) -> None:
    """Play a game in the terminal, passing the keyboard round.

    The game is kept after every move, so nothing is lost by quit, Ctrl-C or a closed window:
    bigpoints play --continue goes on with it.

    Example: bigpoints play --seat Anna --seat Ben --series
    """
    console, rng = stdout(), Random(seed)
    if resume or go_on:
        _refuse_together(resume, go_on, file)
        sitting = resumed_sitting(resume or _left_last())
    else:
        material, options = setup.game_options(
            optional_bonus=optional_bonus,
            inverted=inverted,
            wires=wires,
            wires_at=wires_at,
            colours=colours,
            discs=discs,
            white=white,
            black=black,
        )
        sitting = new_sitting(
            file or new_file(),
            _names(console, seat, players),
            rng,
            first=first,
            material=material,
            options=options,
            in_series=series,
            open_hands=open_hands,
        )
    _greet(console, sitting)
    _play(Table(console, sitting, rng))


def _play(table: Table) -> None:
    """Play at a table; however it is left, say where the game is kept."""
    try:
        table.play()
    except KeyboardInterrupt:
        _say_goodbye("Interrupted", table.sitting)
        raise typer.Exit(130) from None
    except EOFError:
        _say_goodbye("Standard input is closed", table.sitting)
        raise typer.Exit(1) from None
    _say_goodbye("Goodbye", table.sitting)


def _say_goodbye(why: str, sitting: Sitting) -> None:
    how = "replay" if sitting.is_over else "play --resume"
    line = f"{why}. The game is kept: bigpoints {how} {sitting.file}"
    stderr().print(Text(line), soft_wrap=True)


def _greet(console: Console, sitting: Sitting) -> None:
    game = sitting.game
    number = game.tags.get("Game")
    title = f"Big Points: {', '.join(game.seats)}" + (f", game {number.replace('/', ' of ')}" if number else "")
    console.print(Text(printable(title), style="bold"))
    if words := options_words(game.start.options):
        console.print(Text(f"Options: {words}."))
    console.print(Text("Type ? for help at any time."))


def _refuse_together(resume: Path | None, go_on: bool, file: Path | None) -> None:
    if resume and go_on:
        raise BadSetup("--resume and --continue cannot go together: the one names a file, the other finds it")
    if file:
        raise BadSetup("--file is for new games: a resumed game is kept in its own file")


def _left_last() -> Path:
    file = next(unfinished(), None)
    if file is None:
        raise BadSetup("--continue: no unfinished game is kept here; begin one with bigpoints play")
    return file


def _names(console: Console, seats: list[str] | None, players: int | None) -> list[str]:
    """The names at the table: as given, counted, or asked for."""
    if seats and players not in (None, len(seats)):
        raise BadSetup(f"--players {players} and {len(seats)} names do not fit together")
    if seats:
        return seats
    if players is None:
        return _ask_names(console)
    return [f"Player {number}" for number in range(1, players + 1)]


def _ask_names(console: Console) -> list[str]:
    question = "Who plays? 2 to 5 names with commas between them [Anna, Ben]: "
    while True:
        try:
            answer = console.input(Text(question, style="bold")) or "Anna, Ben"
        except EOFError:
            raise BadSetup("seat: standard input is closed and nobody has a name; give names with --seat") from None
        names = [name.strip() for name in answer.split(",")]
        if 2 <= len(names) <= 5 and all(names):
            return names
        console.print(Text(f"{answer!r} is not 2 to 5 names.", style="red"))
