"""Hints while a game is played in the terminal."""

from pathlib import Path

import pytest

from support.fake_bots import Acting, Judge, failing
from support.terminal_games import Register, begun, plies

pytestmark = pytest.mark.usefixtures("own_games_folder")


def test_a_hint_shows_three_moves_with_reasons(file: Path, register: Register) -> None:
    judge = Judge()
    register("level6", judge)
    run = begun(file, "Anna", "Ben", typed="hint\nquit\n", more=["--open-hands"])
    best = "takes white: a point for each other colour you hold; otherwise Ben could take the white disc"
    assert run.out.split("Anna> ")[1].splitlines() == [
        f"B+  80 %  +3.2 points  {best}",
        "B-  40 %  +2.2 points  takes yellow: your first, worth 0 to 4",
        "R+  20 %  +1.2 points  takes yellow: your first, worth 0 to 4",
    ]
    assert judge.is_closed
    assert plies(file) == []


def test_a_hint_with_hidden_hands_has_no_margin(file: Path, register: Register) -> None:
    register("level6", Judge())
    run = begun(file, "Anna", "Ben", typed="hint\nquit\n")
    assert "B-  40 %  takes yellow: your first" in run.out


def test_a_hint_that_fails_does_not_end_the_game(file: Path, register: Register) -> None:
    register("level6", Acting(failing))
    run = begun(file, "Anna", "Ben", typed="hint\nR+\nquit\n")
    assert "There is no hint: acting failed: ZeroDivisionError" in run.out
    assert plies(file) == ["R+"]


def test_the_help_names_the_hint(file: Path) -> None:
    assert "hint (good moves, and why)" in begun(file, "Anna", "Ben", typed="?\nquit\n").out
