"""Arguments of commands: numbers, positions, languages and files of games, and what is said of bad ones."""

import io
import sys
from pathlib import Path

import pytest

from bigpoints.cli.arguments import (
    BadFile,
    choose_catalogue,
    file_label,
    os_error_text,
    parse_int,
    read_games,
    read_position,
    read_view,
)
from bigpoints.errors import BadNotation
from bigpoints.locales import UnknownLanguage
from bigpoints.notation import parse_position, parse_view
from bigpoints.position import View

BPN = "BRBR 0,0 BR -/- 1 m"
URL = "BRBR_0,0_BR_-/-_1_m"
HIDDEN = ".BBR 2,0 BR ?1/- 2 m"
GAME = '[Seat1 "Anna"]\n[Seat2 "Ben"]\n[Path "BRBR"]\n[First "1"]\n\nB+ R-\n'


def type_in(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))


@pytest.mark.parametrize(("text", "number"), [("7", 7), ("-3", -3), ("+12", 12), ("0" * 18, 0), (5, 5)])
def test_a_whole_number_is_read(text: str | int, number: int) -> None:
    assert parse_int(text) == number


@pytest.mark.parametrize("text", ["", "1.5", "1e3", "seven", "1 2", "٣", "1" * 19, "--1"])
def test_anything_else_is_no_whole_number(text: str) -> None:
    with pytest.raises(ValueError, match="is not a whole number"):
        parse_int(text)


def test_a_language_is_that_of_the_environment_unless_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_CH.UTF-8")
    assert choose_catalogue(None).language == "fr"
    assert choose_catalogue("nl").language == "nl"
    with pytest.raises(UnknownLanguage):
        choose_catalogue("eo")


@pytest.mark.parametrize("text", [BPN, URL, f"  {BPN}\n"])
def test_a_position_is_read_with_spaces_or_as_in_a_url(text: str) -> None:
    assert read_position(text) == parse_position(BPN)


@pytest.mark.parametrize("text", [BPN, URL])
def test_a_position_is_read_from_standard_input(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, f"{text}\n".encode())
    assert read_position("-") == parse_position(BPN)


def test_hidden_hands_are_for_views_only() -> None:
    view = read_view(HIDDEN)
    assert view == parse_view(HIDDEN)
    assert isinstance(view, View)
    assert read_view(HIDDEN.replace(" ", "_").replace("?", "%3F")) == view
    assert read_view(BPN) == parse_position(BPN)
    with pytest.raises(BadNotation):
        read_position(HIDDEN)


def test_games_are_read_from_a_file_and_from_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "evening.bpr"
    file.write_text(GAME, encoding="utf-8")
    type_in(monkeypatch, GAME.encode())
    assert read_games("-") == read_games(str(file))
    assert [str(move) for move in read_games(str(file))[0].plies] == ["B+", "R-"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", ": there is no game in it"),
        (GAME.replace("R-", "R+").encode(), ":6:4: ply 2: R+ cannot be played; legal: "),
        (GAME.replace("Path", "Pfad").encode(), ":"),
        (b"\xff\xfe", ":1:1: file: found 'ff'; accepted: UTF-8 text"),
    ],
    ids=["empty", "illegal", "unreadable", "binary"],
)
def test_a_bad_file_is_named_with_the_place_of_its_fault(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "evening.bpr"
    file.write_bytes(content)
    with pytest.raises(BadFile) as bad:
        read_games(str(file))
    assert str(bad.value).startswith(f"{file}{said}")
    assert "line " not in str(bad.value)


def test_standard_input_is_named_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, b"\xff")
    with pytest.raises(BadFile, match=r"^standard input: not UTF-8 text$"):
        read_games("-")
    assert (file_label("-"), file_label("x.bpr")) == ("standard input", "x.bpr")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(2, "No such file or directory", "x.bpr"), "x.bpr: No such file or directory"),
        (OSError(28, "No space left on device"), "No space left on device"),
        (OSError("odd"), "odd"),
        (OSError(), "it cannot be used"),
    ],
)
def test_an_error_of_the_system_is_said_with_its_file(error: OSError, said: str) -> None:
    assert os_error_text(error) == said
