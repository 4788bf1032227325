import json
import os
import signal
import subprocess
from pathlib import Path
from time import monotonic, sleep

import pytest

from bigpoints.notation import parse_move, parse_position
from bigpoints.rules import play, scores
from support.command_line import COMMAND, bigpoints, on_a_terminal, refused

BOARD = "BRRB 0,0 BR -/- 1 m"
START = "GYRYWGBGPYKRBRKGYPKWRWPWRPGBYGKRBPPPRWYGBBRGKPYBGBBPYRY 0,0,0,0,0 BRYGP -/- 1 m"


def test_a_solved_position_is_one_json_object() -> None:
    solved = json.loads(bigpoints("solve", BOARD, "--json").out)
    assert list(solved) == ["margin", "exact", "nodes", "seconds", "pv"]
    assert solved["exact"]
    position = parse_position(BOARD)
    for move in solved["pv"]:
        position = play(position, parse_move(move))
    first, second = scores(position)
    assert first - second == solved["margin"]


def test_the_outcome_alone_is_a_sign() -> None:
    solved = json.loads(bigpoints("solve", BOARD, "--outcome", "--json").out)
    assert (solved["outcome"], solved["exact"], "margin" in solved) == (1, True, False)


def test_in_words_a_solution_has_a_line_for_each_figure() -> None:
    lines = bigpoints("solve", BOARD, "--outcome").out.splitlines()
    assert [line.split()[0] for line in lines] == ["outcome", "nodes", "seconds", "pv"]
    assert lines[0].endswith("win (exact)")


def test_a_search_out_of_nodes_says_so_and_succeeds() -> None:
    outcome = bigpoints("solve", START, "--nodes", 1000)
    assert outcome.code == 0
    assert outcome.out.startswith("margin   unknown (not exact: nothing known yet)")


def test_a_terminal_sees_how_far_the_search_is() -> None:
    assert "nodes, nothing known yet" in on_a_terminal("solve", START, "--seconds", 1)


def test_all_boards_are_counted() -> None:
    counted = json.loads(bigpoints("solve", "--boards", "3x3", "--jobs", 2, "--json").out)
    assert counted.pop("seconds") > 0
    assert counted == {"boards": 1680, "first": 1308, "tie": 372, "second": 0}


def test_boards_in_words_have_their_shares() -> None:
    assert bigpoints("solve", "--boards", "2x3").out.splitlines() == [
        "boards  20",
        "first   12  60.00%",
        "tie     8   40.00%",
        "second  0   0.00%",
    ]


def test_a_sample_has_error_bars() -> None:
    counted = json.loads(bigpoints("solve", "--boards", "3x3", "--black", 1, "--sample", 40, "--json").out)
    assert counted["boards"] == 40
    low, high = counted["intervals"]["first"]
    assert low < counted["first"] / 40 < high
    assert "first   " in bigpoints("solve", "--boards", "3x3", "--sample", 10).out


def test_a_run_can_be_taken_up_again(tmp_path: Path) -> None:
    file = tmp_path / "run"
    whole = bigpoints("solve", "--boards", "3x3", "--resume", file).out
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:3]))
    assert bigpoints("solve", "--boards", "3x3", "--resume", file).out == whole


def test_ctrl_c_keeps_the_finished_boards(tmp_path: Path) -> None:
    file = tmp_path / "run"
    command = [*COMMAND, "solve", "--boards", "4x3", "--resume", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        deadline = monotonic() + 60
        while monotonic() < deadline and not (file.exists() and file.read_text().count("\n") > 2):
            sleep(0.05)
        os.kill(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=30)
    assert (run.returncode, out, err) == (130, b"", b"bigpoints: interrupted\n")
    assert file.read_text().count("\n") > 2


@pytest.mark.alone
def test_ctrl_c_ends_a_search() -> None:
    with subprocess.Popen([*COMMAND, "solve", START], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        sleep(3)
        os.kill(run.pid, signal.SIGINT)
        began = monotonic()
        out, err = run.communicate(timeout=30)
    assert (run.returncode, out, err) == (130, b"", b"bigpoints: interrupted\n")
    assert monotonic() - began < 2  # Most of it is the interpreter's own end.


def test_ctrl_c_does_not_wait_for_a_board_that_would_take_for_ever() -> None:
    command = [*COMMAND, "solve", "--boards", "5x9", "--white", "5", "--black", "5", "--sample", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        sleep(3)
        os.kill(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=30)
    assert (run.returncode, out, err) == (130, b"", b"bigpoints: interrupted\n")


@pytest.mark.parametrize(
    ("args", "answer"),
    [
        ([BOARD, "--jobs", "2"], "go with --boards"),
        (["BR 0,0 BR -/-/- 1 m"], "the solver is for two players; this position has 3"),
        (["B s0 - B/- 1 e"], "the game is over"),
        ([BOARD, "--nodes", "0"], "nodes: 0 leaves nothing to think with"),
        ([BOARD, "--seconds", "-1"], "seconds: -1.0 leaves nothing"),
        ([], "give either a position or --boards"),
        ([BOARD, "--boards", "2x2"], "give either a position or --boards"),
        (["--boards", "9x9"], "--boards: found '9x9'; accepted: 1x1 to 5x9"),
        (["--boards", "5x9"], "too many to solve all; try --sample"),
        (["--boards", "3x3", "--black", "6"], "black: 6 is not possible"),
        (["--boards", "3x3", "--sample", "0"], "--sample: found '0'"),
        (["--boards", "3x3", "--jobs", "0"], "--jobs: found '0'"),
        (["--boards", "3x3", "--outcome"], "go with a position"),
    ],
)
def test_what_cannot_be_solved_is_answered_in_one_line(args: list[str], answer: str) -> None:
    assert answer in refused("solve", *args)


def test_a_file_of_another_run_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "run"
    bigpoints("solve", "--boards", "2x2", "--resume", file)
    kept = file.read_text()
    assert "keeps all boards of 2x2" in refused("solve", "--boards", "2x3", "--resume", file)
    assert file.read_text() == kept


def test_a_folder_is_no_file_to_keep_boards_in(tmp_path: Path) -> None:
    assert "Is a directory" in refused("solve", "--boards", "2x2", "--resume", tmp_path)
