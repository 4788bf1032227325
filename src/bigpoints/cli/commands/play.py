"""The command play: a game in the terminal, around one keyboard."""

import shlex
import shutil
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.text import Text

from bigpoints.bots.bot import BotFailed
from bigpoints.bots.registry import bot_names
from bigpoints.cli import game_options
from bigpoints.cli.arguments import STANDARD_INPUT, Language, choose_catalogue, parse_int
from bigpoints.cli.console import Console, print_paragraph, seat_names, stderr, stdout
from bigpoints.cli.play.bot_player import check_bots
from bigpoints.cli.play.game_loop import GameLoop
from bigpoints.cli.play.saved_games import new_game_file
from bigpoints.cli.play.session import BadSeat, Session, begin_session, check_seats, resume_last_session, resume_session
from bigpoints.contract.constants import BOT_PREFIX, LEVELS
from bigpoints.errors import BadSetup, BigPointsError, printable
from bigpoints.position import STANDARD, STANDARD_OPTIONS
from bigpoints.record import Record
from bigpoints.words import options_words

Seats = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="NAME",
        help="A player's name, or a bot such as bot:level3; once for each seat, 2 to 5.",
        show_default=False,
    ),
]
PlayersIfAny = Annotated[
    int | None,
    typer.Option(parser=parse_int, metavar="N", help="Number of players without names, 2 to 5.", show_default=False),
]
InSeries = Annotated[
    bool, typer.Option("--series", help="Play as many games as there are players; each seat begins one.")
]
OpenHands = Annotated[bool, typer.Option("--open-hands", help="Show every hand to everybody.")]
File = Annotated[Path | None, typer.Option(metavar="FILE", help="Save the game in FILE.", show_default=False)]
Resume = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Resume the game or series in FILE.", show_default=False)
]
GoOn = Annotated[bool, typer.Option("--continue", help="Resume the last unfinished game.")]
_DEFAULT_SEATS = "Anna, bot:level3"


def play(
    seat: Seats = None,
    players: PlayersIfAny = None,
    series: InSeries = False,
    open_hands: OpenHands = False,
    first: game_options.First = None,
    seed: game_options.Seed = None,
    file: File = None,
    resume: Resume = None,
    go_on: GoOn = False,
    lang: Language = None,
    optional_bonus: game_options.OptionalBonus = False,
    inverted: game_options.Inverted = False,
    wires: game_options.Wires = False,
    wires_at: game_options.WiresAt = None,
    colours: game_options.Colours = STANDARD.colours,
    discs: game_options.Discs = STANDARD.discs,
    white: game_options.White = STANDARD.white,
    black: game_options.Black = STANDARD.black,
) -> None:
    """Play a game in the terminal, against bots or passing the keyboard round.

    The game is saved after every move, so nothing is lost by quit, Ctrl-C or a closed window:
    bigpoints play --continue resumes it.

    Example: bigpoints play --seat Anna --seat Ben --seat bot:level3
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
    console, rng = stdout(choose_catalogue(lang)), Random(seed)
    if resume or go_on:
        is_new = (material, options) != (STANDARD, STANDARD_OPTIONS) or any((seat, players, series, open_hands, first))
        _check_resumable(resume, go_on, file, is_new=is_new)
        session = resume_session(resume) if resume else resume_last_session()
    else:
        session = begin_session(
            _file(file),
            _choose_names(console, seat, players),
            rng,
            first=first,
            material=material,
            options=options,
            in_series=series,
            open_hands=open_hands,
        )
    with closing(GameLoop(console, session, rng)) as loop:
        _greet(console, loop)
        raise typer.Exit(_play(loop))


def _play(loop: GameLoop) -> int:
    """Run the game loop; gives the exit code. However it ends, the game is saved and the last line says where."""
    why, code = loop.console.words("goodbye"), 0
    try:
        loop.play()
    except KeyboardInterrupt:
        why, code = loop.console.words("interrupted"), 130
    except EOFError:
        why, code = loop.console.words("input_closed"), 1
    except BotFailed as error:
        why, code = printable(str(error)), 1
    if code:
        loop.console.print()
    elif not loop.session.is_over:
        loop.hide_hands()
    return _say_goodbye(stderr(loop.console.catalogue), why, loop.session, kept=loop.save()) or code


def _say_goodbye(console: Console, why: str, session: Session, *, kept: bool) -> int:
    if not kept:
        console.print(Text(console.words("not_kept", why=why, file=session.file)), soft_wrap=True)
        return 1
    how = ["replay"] if session.is_over else ["play", "--resume"]
    command = shlex.join([*_program(), *how, str(session.file)])
    console.print(Text(console.words("kept", why=why, command=command)), soft_wrap=True)
    return 0


def _program() -> list[str]:
    """The words that start this program again."""
    if shutil.which("bigpoints"):
        return ["bigpoints"]
    return [sys.executable, "-m", "bigpoints"] if sys.argv[0].endswith("__main__.py") else [sys.argv[0]]


def _greet(console: Console, loop: GameLoop) -> None:
    game = loop.session.game
    console.print(Text(_title(console, game), style="bold"))
    if words := options_words(game.start.options, console.catalogue):
        console.print(Text(console.words("options", options=words)))
    console.print(Text(console.words("offer_help" if loop.people else "offer_leaving")))


def _title(console: Console, game: Record) -> str:
    """The names of the seats, and in a series the number of the game."""
    names = ", ".join(seat_names(game.seats, console.catalogue))
    if "Game" not in game.tags:
        return console.words("title", names=names)
    number, _, games = printable(game.tags["Game"]).partition("/")
    return console.words("title_series", names=names, game=number, games=games)


def _check_resumable(resume: Path | None, go_on: bool, file: Path | None, *, is_new: bool) -> None:
    if resume and go_on:
        raise BadSetup("--resume and --continue cannot go together: the one names a file, the other finds it")
    if file:
        raise BadSetup("--file is for new games: a resumed game is kept in its own file")
    if is_new:
        raise BadSetup(
            "a resumed game goes on as it was begun: seats, players, series, hands and options are for new ones"
        )
    if resume and str(resume) == STANDARD_INPUT:
        raise BadSetup("--resume needs a file: standard input is where the moves come from")


def _file(given: Path | None) -> Path:
    if given and str(given) == STANDARD_INPUT:
        raise BadSetup("--file needs a file: standard output is where the board is shown")
    return given or new_game_file()


def _choose_names(console: Console, seats: list[str] | None, players: int | None) -> list[str]:
    """The names of the seats: as given, numbered, or asked for."""
    if seats and players not in (None, len(seats)):
        raise BadSetup(f"--players {players} and {len(seats)} names do not fit together")
    if seats:
        return seats
    if players is None:
        return _ask_names(console)
    if not 2 <= players <= 5:
        raise BadSetup(f"players: {players} is not possible; accepted: 2 to 5")
    return [console.words("player", n=number) for number in range(1, players + 1)]


def _ask_names(console: Console) -> list[str]:
    print_paragraph(console, console.words("who_plays"))
    weakest, strongest = BOT_PREFIX + LEVELS[0], BOT_PREFIX + LEVELS[-1]
    print_paragraph(console, console.words("bots_play", weakest=weakest, strongest=strongest, usual=_DEFAULT_SEATS))
    while True:
        try:
            answer = console.input(Text(f"{console.words('ask_players')} ", style="bold")).strip() or _DEFAULT_SEATS
        except EOFError:
            raise BadSetup("seat: standard input is closed and nobody has a name; give names with --seat") from None
        names = [name.strip() for name in answer.split(",")]
        if reason := _refusal(console, names):
            console.print(Text(printable(reason), style="red"))
            continue
        return names


def _refusal(console: Console, names: list[str]) -> str:
    """Why these names cannot be seated together; empty if they can."""
    if not 2 <= len(names) <= 5:
        return console.words("not_names", names=repr(", ".join(names)))
    try:
        check_seats(names)
    except BadSeat as error:
        return error.words(console.catalogue)
    except BigPointsError:
        bot = next(filter(_is_unknown, names)).removeprefix(BOT_PREFIX)
        return console.words("no_bot", bot=repr(bot), accepted=", ".join(bot_names()))
    return ""


def _is_unknown(name: str) -> bool:
    """Whether a name is that of a bot, and no such bot exists."""
    try:
        check_bots([name])
    except BigPointsError:
        return True
    return False
