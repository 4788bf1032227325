"""Games in the terminal for tests, with people and bots."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from bigpoints.bots.bot import Bot
from bigpoints.bpr import read_records
from bigpoints.rules import legal_moves, play, start
from support.command_line import Outcome, bigpoints

TINY = ["--colours", "2", "--discs", "2", "--white", "1", "--black", "1"]

Register = Callable[[str, Bot], None]
"""Gives a bot a name."""


def seated(*names: str) -> list[str]:
    return [word for name in names for word in ("--seat", name)]


def played(*args: str | Path, typed: str = "") -> Outcome:
    """Play with these options, typing these lines."""
    return bigpoints("play", *args, given=typed.encode())


def begun(file: Path, *names: str, typed: str = "", more: Sequence[str] = ()) -> Outcome:
    """Begin a game of these seats, always the same one, the first seat moving first."""
    return played(*seated(*names), "--file", file, "--seed", "4", "--first", "1", *more, typed=typed)


def plies(file: Path) -> list[str]:
    return [str(move) for move in read_records(file)[-1].plies]


def random_plies(players: int, seed: int) -> str:
    """The plies of a whole standard game, one a line, on the path that this seed gives."""
    position = start(players, Random(seed), first=1)
    rng, plies = Random(seed), []
    while not position.is_over:
        plies.append(rng.choice(legal_moves(position)))
        position = play(position, plies[-1])
    return "".join(f"{move}\n" for move in plies)


def two_people(file: Path) -> list[str | Path]:
    """The options of a game of Anna and Ben, always the same one, Anna moving first."""
    return ["--seat", "Anna", "--seat", "Ben", "--file", file, "--seed", "4", "--first", "1"]


def wait_for(condition: Callable[[], bool], seconds: float = 30) -> None:
    """Wait until a condition holds; fail if it does not within some seconds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)
