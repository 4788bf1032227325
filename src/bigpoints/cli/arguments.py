"""What commands are given: positions as text, numbers, and files of games."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from bigpoints.bpr import parse_records, read_records
from bigpoints.errors import BadNotation, BigPointsError, IllegalMove
from bigpoints.locales import LANGUAGES, Catalogue, catalogue, preferred
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
        help=f"The language: {', '.join(LANGUAGES)}. Otherwise that of the terminal, if it is one of them, or English.",
    ),
]


class BadFile(BigPointsError):
    """A file that holds no game, or one that cannot be read or played; the text begins with the file and the place."""


def whole_number(text: str | int) -> int:
    """Read a number of the command line."""
    if not re.fullmatch("[+-]?[0-9]{1,18}", str(text)):
        raise ValueError(f"{text!r} is not a whole number")  # Typer adds the name of the option.
    return int(text)


def spoken(language: str | None) -> Catalogue:
    """The catalogue of a language, or of the one that the terminal is set to."""
    return catalogue(preferred(os.environ) if language is None else language)


def position_of(text: str) -> Position:
    """The position that an argument means."""
    text = _bpn(text)
    return parse_position(text) if " " in text else parse_position_url(text)


def view_of(text: str) -> Position | View:
    """The position or view that an argument means."""
    text = _bpn(text)
    if "?" not in text and "%3F" not in text.upper():
        return position_of(text)
    return parse_view(text) if " " in text else parse_view_url(text)


def games_of(file: str) -> list[Record]:
    """Every game of a file, replayed and found correct."""
    with naming(file):
        games = parse_records(sys.stdin.buffer.read().decode()) if file == STANDARD_INPUT else read_records(file)
        for game in games:
            check(game)
    if not games:
        raise BadFile(f"{file_name(file)}: there is no game in it")
    return games


def _bpn(text: str) -> str:
    return (sys.stdin.read() if text == STANDARD_INPUT else text).strip()


@contextmanager
def naming(file: str) -> Iterator[None]:
    """Errors inside name the file and the place as compilers do: `evening.bpr:9:80: …`."""
    try:
        yield
    except (BadNotation, IllegalMove) as error:
        where = "" if error.line is None else f":{error.line}:{error.column}"
        what = str(error).removeprefix(f"line {error.line}, column {error.column}: ")
        raise BadFile(f"{file_name(file)}{where}: {what}") from None
    except UnicodeDecodeError:
        raise BadFile(f"{file_name(file)}: not UTF-8 text") from None


def file_fault(error: OSError) -> str:
    """What is wrong with a file, in words."""
    reason = error.strerror or str(error) or "it cannot be used"
    return f"{error.filename}: {reason}" if error.filename else reason


def file_name(file: str) -> str:
    """What a file is called in messages."""
    return "standard input" if file == STANDARD_INPUT else file
