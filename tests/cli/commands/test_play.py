"""The game in the terminal: played to its end, left in every way, resumed; nothing is lost and no hand is shown."""

import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bigpoints.bpr import read_records
from bigpoints.position import Options
from bigpoints.record import check
from support.terminal_games import played, random_plies, two_people, wait_for

pytestmark = pytest.mark.usefixtures("own_games_folder")


def test_a_whole_game_is_played_scored_and_kept(file: Path) -> None:
    run = played(*two_people(file), typed=random_plies(2, 4))
    assert run.code == 0, run.err
    (record,) = read_records(file)
    assert check(record).is_over
    assert "total" in run.out
    assert re.search(r"(wins with|share the win with) \d+", run.out)
    assert f" replay {file}" in run.err


def test_who_quits_can_go_on_later(file: Path) -> None:
    left = played(*two_people(file), typed="R+\nquit\n")
    assert left.code == 0
    assert f" play --resume {file}" in left.err
    played("--resume", file, typed="B+\nquit\n")
    assert [str(move) for move in read_records(file)[0].plies] == ["R+", "B+"]


def test_closed_standard_input_saves_the_game_and_says_so_in_one_line(file: Path) -> None:
    run = played(*two_people(file), typed="R+\n")
    assert run.code == 1
    assert run.err.startswith("Standard input is closed. The game is kept: ")
    assert run.err.endswith(f" play --resume {file}\n")
    assert run.err.count("\n") == 1
    assert len(read_records(file)[0].plies) == 1


def test_ctrl_c_saves_the_game_and_says_so_in_one_line(file: Path) -> None:
    command = [sys.executable, "-m", "bigpoints", "play", *map(str, two_people(file))]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=_heed_ctrl_c
    ) as game:
        assert game.stdin is not None
        game.stdin.write(b"R+\n")
        game.stdin.flush()
        wait_for(lambda: file.exists() and bool(read_records(file)[0].plies))
        game.send_signal(signal.SIGINT)
        _, errors = game.communicate(timeout=30)
    assert game.returncode == 130
    assert errors.decode().startswith("Interrupted. The game is kept: ")
    assert errors.decode().endswith(f" play --resume {file}\n")
    assert errors.count(b"\n") == 1


def test_the_names_are_asked_for_until_they_are_two_to_five() -> None:
    run = played("--seed", "1", typed="Anna\nAnna, Ben, Clara\nquit\n")
    assert "'Anna' is not 2 to 5 names" in run.out
    assert "Big Points: Anna, Ben, Clara" in run.out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--players", "6"], "players: 6 is not possible; accepted: 2 to 5"),
        (["--seat", "Anna"], "players: 1 is not possible; accepted: 2 to 5"),
        (["--seat", "Anna", "--seat", "Anna"], "two seats have the same name"),
        (["--seat", "Anna", "--seat", "bot:level9"], "bot: there is no 'level9'; accepted: "),
        (["--seat", "Anna", "--seat", " "], "is no name"),
        (["--players", "2", "--colours", "1", "--discs", "1", "--white", "0", "--black", "0", "--wires"], "no room"),
        (["--players", "2", "--wires-at", "60"], "wires"),
        (["--players", "3", "--first", "4"], "there is no seat 4; accepted: 1 to 3"),
        (["--players", "3", "--seat", "A", "--seat", "B"], "--players 3 and 2 names do not fit together"),
        (["--resume", "no-such-file.bpr"], "no-such-file.bpr"),
        (["--continue"], "no unfinished game"),
        (["--continue", "--resume", "x.bpr"], "cannot go together"),
        (["--resume", "x.bpr", "--file", "y.bpr"], "--file is for new games"),
        (["--resume", "x.bpr", "--inverted"], "goes on as it was begun"),
        (["--continue", "--colours", "2"], "goes on as it was begun"),
        (["--continue", "--seat", "Anna"], "goes on as it was begun"),
        (["--resume", "-"], "--resume needs a file"),
        (["--players", "2", "--file", "-"], "--file needs a file"),
        (["--players", "2", "--file", "no/such/folder/x.bpr"], "is not a folder"),
        (["--players", "30000000"], "players: 30000000 is not possible"),
        (["--seat", "Anna", "--seat", "B\x1b[31men"], "is no name"),
        ([], "standard input is closed"),
    ],
)
def test_what_makes_no_game_is_refused_in_one_line(args: list[str], message: str) -> None:
    run = played(*args)
    assert run.code in (1, 2)
    assert message in run.err
    assert run.err.count("\n") == 1
    assert "Traceback" not in run.err


def test_the_last_line_can_be_pasted_even_with_a_space_in_the_name(tmp_path: Path) -> None:
    spaced = tmp_path / "family evening.bpr"
    run = played(*two_people(spaced), typed="quit\n")
    assert shlex.split(run.err)[-3:] == ["play", "--resume", str(spaced)]


def test_the_same_name_twice_is_asked_for_again() -> None:
    run = played("--seed", "1", typed="Anna, Anna\nAnna, Ben\nquit\n")
    assert "two seats have the same name" in run.out
    assert "Big Points: Anna, Ben" in run.out


@pytest.mark.parametrize(
    ("flags", "options", "words"),
    [
        (["--inverted"], Options(inverted=True), "the first pawn up stands on 0"),
        (["--optional-bonus"], Options(optional_bonus=True), "bonus discs may be left"),
        (["--wires"], Options(wires=(14, 28, 42)), "wires after places 14, 28, 42"),
    ],
)
def test_options_are_played_kept_and_greeted_with(file: Path, flags: list[str], options: Options, words: str) -> None:
    run = played(*two_people(file), *flags, typed="quit\n")
    assert f"Options: {words}." in run.out
    assert read_records(file)[0].start.options == options


def _heed_ctrl_c() -> None:
    """A process started in the background may have been told to ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
