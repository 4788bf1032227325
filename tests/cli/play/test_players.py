"""People at the keyboard: what they type becomes a move or a request, and bots' plies are undone with theirs."""

from pathlib import Path

import pytest

from bigpoints.bpr import read_records
from bigpoints.cli.play.players import undo
from bigpoints.record import Record
from bigpoints.rules import legal_moves, start
from support.terminal_games import played, two_people

pytestmark = pytest.mark.usefixtures("own_games_folder")


def test_undo_takes_back_a_ply_and_at_the_start_says_that_there_is_none(file: Path) -> None:
    run = played(*two_people(file), typed="undo\nR+\nB+\nundo\nquit\n")
    assert "nothing to take back" in run.out
    (record,) = read_records(file)
    assert [str(move) for move in record.plies] == ["R+"]


def test_words_that_are_no_moves_are_answered(file: Path) -> None:
    run = played(*two_people(file), typed="?\n\nboard\nlog\nquit\n")
    answers = run.out.split("Anna> ")
    assert "blue ahead" in answers[1]
    assert "B+" in answers[2]
    assert "staircase" in answers[3]
    assert "No move has been made yet." in answers[4]


def test_a_game_can_be_played_in_words(file: Path) -> None:
    run = played(*two_people(file), typed="red ahead\nblue ahead\nnonsense\nquit\n")
    (record,) = read_records(file)
    assert [str(move) for move in record.plies] == ["R+", "B+"]
    assert "'nonsense': now you can play" in run.out


def record_of(seats: tuple[str, ...], count: int) -> Record:
    record = Record(start(len(seats), "BRYBRYBRY"), seats)
    for _ in range(count):
        record = record.plus(legal_moves(record.final)[0])
    return record


@pytest.mark.parametrize(
    ("seats", "count", "left"),
    [
        (("Anna", "Ben"), 3, 2),
        (("Anna", "bot:random"), 2, 0),
        (("Anna", "bot:random"), 3, 2),
        (("Anna", "bot:random", "bot:greedy"), 3, 0),
        (("bot:random", "Anna"), 1, None),
        (("bot:random", "bot:greedy"), 2, None),
        (("Anna", "Ben"), 0, None),
    ],
)
def test_undo_goes_back_before_the_last_ply_of_a_person(seats: tuple[str, ...], count: int, left: int | None) -> None:
    record = record_of(seats, count)
    before = undo(record)
    assert (before and len(before.plies)) == left
    assert before is None or before.plies == record.plies[:left]


def test_a_line_that_cannot_be_understood_is_asked_again_and_changes_nothing(file: Path) -> None:
    run = played(*two_people(file), typed="blue\nR+\nquit\n")
    assert "'blue': " in run.out
    assert run.out.count("Anna> ") == 2
    assert [str(move) for move in read_records(file)[0].plies] == ["R+"]
