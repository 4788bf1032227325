"""How tests sit down to a game in the terminal, with people and bots."""

from collections.abc import Callable, Sequence
from pathlib import Path

from bigpoints.bots.bot import Bot
from bigpoints.bpr import read_records
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
