"""Output of commands: wrapped and coloured on a terminal, one plain line each in a pipe, never markup."""

import re

import pytest
from rich.text import Text

from bigpoints.cli.console import (
    clear_screen,
    coloured_move,
    print_board,
    print_paragraph,
    print_rows,
    progress,
    seat_names,
    stderr,
    stdout,
)
from bigpoints.locales import catalogue
from bigpoints.notation import parse_move, parse_position

LONG = "a paragraph of words " * 5


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rich takes every output for a terminal in colour."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")


def test_a_pipe_gets_a_paragraph_as_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    print_paragraph(stdout(width=30), LONG)
    assert capsys.readouterr().out == f"{LONG}\n"


@pytest.mark.usefixtures("terminal")
def test_a_terminal_wraps_a_paragraph(capsys: pytest.CaptureFixture[str]) -> None:
    print_paragraph(stdout(width=30), LONG)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 3
    assert max(map(len, lines)) <= 30


def test_text_is_never_taken_for_markup_or_smileys(capsys: pytest.CaptureFixture[str]) -> None:
    console = stdout(width=80)
    print_paragraph(console, "[bold]Anna[/bold] :smile:")
    console.print("[red]Ben[/red] :smile:")
    assert capsys.readouterr().out == "[bold]Anna[/bold] :smile:\n[red]Ben[/red] :smile:\n"


def test_rows_in_a_pipe_are_padded_by_width_and_end_without_spaces(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [(Text("Zoë"), Text("7", justify="right"), Text("")), (Text("日本"), Text("12", justify="right"), Text("x"))]
    print_rows(stdout(width=10), rows)
    assert capsys.readouterr().out.splitlines() == ["Zoë    7", "日本  12  x"]


@pytest.mark.usefixtures("terminal")
def test_a_move_has_its_pawn_in_colour(capsys: pytest.CaptureFixture[str]) -> None:
    stdout(width=20).print(coloured_move(parse_move("R+")))
    shown = capsys.readouterr().out
    assert "\x1b[" in shown.split("R")[0]
    assert shown.split("R")[1].startswith("\x1b[0m+")


def test_names_are_printable_and_those_that_stand_twice_have_their_seat() -> None:
    assert seat_names(["Anna", "bot:level1", "bot:level1"]) == ["Anna", "bot:level1 (seat 2)", "bot:level1 (seat 3)"]
    assert seat_names(["A\x1b[2J", "B"]) == [r"A\x1b[2J", "B"]
    assert seat_names(["x", "x"], catalogue("de"))[0] == "x (Platz 1)"


@pytest.mark.usefixtures("terminal")
def test_a_terminal_is_cleared_with_what_could_be_scrolled_back_to(capsys: pytest.CaptureFixture[str]) -> None:
    clear_screen(stdout())
    assert "\x1b[2J" in (shown := capsys.readouterr().out)
    assert shown.endswith("\x1b[3J")


def test_a_pipe_is_not_cleared(capsys: pytest.CaptureFixture[str]) -> None:
    clear_screen(stdout())
    assert capsys.readouterr().out == ""


def test_a_console_speaks_its_language_and_writes_where_it_should(capsys: pytest.CaptureFixture[str]) -> None:
    german = stderr(catalogue("de"))
    assert german.words("total") == catalogue("de").text("terminal.total") != stdout().words("total")
    print_paragraph(german, "hallo")
    assert capsys.readouterr() == ("", "hallo\n")


def test_a_reader_that_has_gone_is_an_error_for_the_command_line() -> None:
    with pytest.raises(BrokenPipeError):
        stdout().on_broken_pipe()


def test_no_progress_bar_is_shown_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    with progress() as bar:
        assert list(bar.track(range(3), description="Counting")) == [0, 1, 2]
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("terminal")
def test_discs_are_coloured_with_the_columns_beside_them_where_there_is_room(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_board(stdout(width=80), parse_position("BRBR 0,0 BR -/- 1 m"))
    # The style of every single column of the first disc.
    assert re.search(r"(\x1b\[[0-9;]+m) \x1b\[0m\1B\x1b\[0m\1 \x1b\[0m", capsys.readouterr().out)
