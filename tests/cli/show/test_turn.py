"""A turn in the terminal: the legal moves with what they take, the log, the worth of the own hand."""

import re
from pathlib import Path
from random import Random

import pytest

from bigpoints.cli.console import stdout
from bigpoints.cli.show.turn import show_help, show_log, show_moves, show_plies, show_turn
from bigpoints.locales import LANGUAGES, catalogue
from bigpoints.notation import parse_position
from bigpoints.position import Take
from bigpoints.record import Record
from bigpoints.rules import effect, legal_moves, start
from bigpoints.words import colour_word
from support.terminal_games import played, random_plies, two_people

EXTRA = ".B..B....KPBG.......................................... 5,0,0,0,11 BRYGP B3R4Y5G4P4W2K2/B3R5Y4G4P4W3K2 1 x"

pytestmark = pytest.mark.usefixtures("own_games_folder")


def test_each_legal_move_is_listed_with_what_it_takes(file: Path) -> None:
    run = played(*two_people(file), typed="quit\n")
    position = start(2, Random(4), first=1)
    for move in legal_moves(position):
        done = effect(position, move)
        side = "ahead" if move.take is Take.AHEAD else "behind"
        assert f"{move!s:<4}{colour_word(done.disc)} {side} ({done.taken})" in run.out


def test_the_log_shows_no_more_than_the_last_round_while_hands_are_hidden(file: Path) -> None:
    moves = random_plies(2, 4).split()[:6]
    typed = "".join(f"{move}\n" for move in moves)
    hidden = played(*two_people(file), typed=typed + "log\nquit\n").out.split(f"{file}")[0]
    assert "\n1. Anna" not in hidden.split("> ")[-2]
    file.unlink()
    shown = played(*two_people(file), "--open-hands", typed=typed + "log\nquit\n").out
    assert "1. Anna" in shown.split("> ")[-2]


def test_a_side_that_is_free_alone_is_said_to_be_forced(tmp_path: Path) -> None:
    file = tmp_path / "forced.bpr"
    file.write_text('[Seat1 "Anna"]\n[Seat2 "Ben"]\n[Path "BRWBR"]\n[First "1"]\n')
    run = played("--resume", file, typed="quit\n")
    assert "B+  red ahead (2), forced" in run.out
    assert re.search(r"R\+  white ahead \(3\) +R-  blue behind \(1\)", run.out)


def after(count: int) -> Record:
    """Anna and Ben after some plies."""
    record = Record(start(2, Random(4), first=1), ("Anna", "Ben"))
    for _ in range(count):
        record = record.plus(legal_moves(record.final)[0])
    return record


def test_a_turn_hides_the_hands_of_others_unless_they_are_open(capsys: pytest.CaptureFixture[str]) -> None:
    show_turn(stdout(width=100), after(3), open_hands=False)
    hidden = capsys.readouterr().out
    show_turn(stdout(width=100), after(3), open_hands=True)
    shown = capsys.readouterr().out
    assert re.search("Anna +2 discs +hidden", hidden)
    assert "hidden" not in shown


def test_a_turn_tells_the_plies_since_the_own_last_one(capsys: pytest.CaptureFixture[str]) -> None:
    show_turn(stdout(width=100), after(4), open_hands=True)
    told = re.findall(r"^(\d+)\. (\w+): ", capsys.readouterr().out, re.MULTILINE)
    assert told == [("3", "Anna"), ("4", "Ben")]


def test_plies_are_told_from_a_number_on(capsys: pytest.CaptureFixture[str]) -> None:
    show_plies(stdout(width=100), after(3), since=2)
    assert capsys.readouterr().out.startswith("3. Anna: ")
    show_plies(stdout(width=100), after(3), since=3)
    assert capsys.readouterr().out == ""


def test_the_log_of_open_hands_is_the_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    show_log(stdout(width=100), after(5), open_hands=True)
    assert [line.split(".")[0] for line in capsys.readouterr().out.splitlines()] == ["1", "2", "3", "4", "5"]


def test_an_extra_move_may_be_passed(capsys: pytest.CaptureFixture[str]) -> None:
    show_moves(
        stdout(width=100),
        parse_position(EXTRA),
    )
    assert re.search(r"^pass +\. ", capsys.readouterr().out, re.MULTILINE)


def test_on_a_narrow_terminal_the_choices_of_a_pawn_stand_below_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    position = start(2, Random(4), first=1)
    show_moves(stdout(width=71), position)
    narrow = capsys.readouterr().out.splitlines()
    show_moves(stdout(width=72), position)
    assert len(narrow) == len(legal_moves(position)) > len(capsys.readouterr().out.splitlines())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_shows_an_example_of_every_kind_of_move(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    show_help(stdout(catalogue(language), width=100))
    shown = capsys.readouterr().out
    assert [line.split()[0] for line in shown.splitlines() if line.startswith("  ")] == [
        "B+",
        "B-",
        "B^",
        "B^=",
        "B<+",
        ".",
    ]
