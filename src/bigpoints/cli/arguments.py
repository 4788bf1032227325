"""Arguments of commands: positions, numbers, languages, and files of games."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from bigpoints.bpr import parse_records, read_records
from bigpoints.errors import BadNotation, BigPointsError, IllegalMove
from bigpoints.locales import LANGUAGES, Catalogue, catalogue, preferred_language
from bigpoints.notation import parse_position, parse_position_url, parse_view, parse_view_url
from bigpoints.position import Position, View
from bigpoints.record import Record, check

STANDARD_INPUT = "-"

BPN = Annotated[
    str,
    typer.Argument(
        metavar="BPN",
        show_default=False,
        help="A position as one quoted argument, or as it stands in a URL with _ for spaces; - reads standard input.",
    ),
]
Language = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANG",
        show_default=False,
        help=f"Language: {', '.join(LANGUAGES)}; by default that of the terminal, or English.",
    ),
]


class BadFile(BigPointsError):
    """A file with no game in it, or with one that cannot be read or played; the text begins with the file and place."""


def parse_int(text: str | int) -> int:
    """Parse a whole number of the command line, of at most 18 digits."""
    if not re.fullmatch("[+-]?[0-9]{1,18}", str(text)):
        raise ValueError(f"{text!r} is not a whole number")  # Typer adds the name of the option.
    return int(text)


def choose_catalogue(language: str | None) -> Catalogue:
    """The catalogue of a language; None means the language of the environment."""
    return catalogue(preferred_language(os.environ) if language is None else language)


def read_position(text: str) -> Position:
    """Read a position from an argument, or from standard input if that is `-`."""
    text = _read_text(text)
    return parse_position(text) if " " in text else parse_position_url(text)


def read_view(text: str) -> Position | View:
    """Read a position or a view, which may have hidden hands, likewise."""
    text = _read_text(text)
    if "?" not in text and "%3F" not in text.upper():
        return read_position(text)
    return parse_view(text) if " " in text else parse_view_url(text)


def read_games(file: str) -> list[Record]:
    """Read every game of a file, and replay each to check it."""
    with name_file_in_errors(file):
        games = parse_records(sys.stdin.buffer.read().decode()) if file == STANDARD_INPUT else read_records(file)
        for game in games:
            check(game)
    if not games:
        raise BadFile(f"{file_label(file)}: there is no game in it")
    return games


def _read_text(text: str) -> str:
    return (sys.stdin.read() if text == STANDARD_INPUT else text).strip()


@contextmanager
def name_file_in_errors(file: str) -> Iterator[None]:
    """Turn notation errors into BadFile, which names file, line and column as compilers do: `evening.bpr:9:80: …`."""
    try:
        yield
    except (BadNotation, IllegalMove) as error:
        where = "" if error.line is None else f":{error.line}:{error.column}"
        what = str(error).removeprefix(f"line {error.line}, column {error.column}: ")
        raise BadFile(f"{file_label(file)}{where}: {what}") from None
    except UnicodeDecodeError:
        raise BadFile(f"{file_label(file)}: not UTF-8 text") from None


def os_error_text(error: OSError) -> str:
    """An operating system error as `file: reason`."""
    reason = error.strerror or str(error) or "it cannot be used"
    return f"{error.filename}: {reason}" if error.filename else reason


def file_label(file: str) -> str:
    """The name of a file in messages."""
    return "standard input" if file == STANDARD_INPUT else file
