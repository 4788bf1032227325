import json
import os
import signal
import subprocess
from pathlib import Path
from time import monotonic, sleep

import pytest

from bigpoints.bpr import read_records
from bigpoints.record import check
from support.command_line import COMMAND, bigpoints, on_a_terminal, refused

SMALL = ("--colours", 2, "--discs", 2, "--white", 1, "--black", 1)


def test_a_match_is_one_json_object() -> None:
    found = json.loads(bigpoints("arena", "greedy", "random", "--games", 5, "--json").out)
    assert (found["bots"], found["players"], found["planned_games"], found["games"]) == (["greedy", "random"], 2, 6, 6)
    assert [standing["bot"] for standing in found["standings"]] == ["greedy", "random"]
    assert found["standings"][0]["seconds_per_move"] > 0
    assert found["sprt"] is None


def test_in_words_a_match_has_a_line_for_each_bot_and_each_table() -> None:
    outcome = bigpoints("arena", "greedy", "random", "--players", 3, "--games", 12, *SMALL)
    head, _, names, greedy, random, _, *meetings = outcome.out.splitlines()
    assert (outcome.code, outcome.err) == (0, "")
    assert head.startswith("3 players, 12 games, seed 1; fair share 33.3%; the first seat wins ")
    assert names.split()[:2] == ["bot", "rating"]
    assert {greedy.split()[0], random.split()[0]} == {"greedy", "random"}
    assert [line.split("  ")[0] for line in meetings] == ["greedy + 2 random", "random + 2 greedy"]


def test_jobs_do_not_change_the_games(tmp_path: Path) -> None:
    texts = []
    for jobs in (1, 2):
        bigpoints("arena", "greedy", "random", "--games", 4, "--jobs", jobs, "--bpr", tmp_path / "games.bpr")
        texts.append((tmp_path / "games.bpr").read_text())
    assert texts[0] == texts[1]
    assert [check(game).is_over for game in read_records(tmp_path / "games.bpr")] == [True] * 4


def test_the_rules_can_be_chosen(tmp_path: Path) -> None:
    bigpoints("arena", "greedy", "random", "--games", 2, "--inverted", *SMALL, "--bpr", tmp_path / "games.bpr")
    (start,) = {game.start for game in read_records(tmp_path / "games.bpr")}
    assert start.options.inverted
    assert len(start.path) == 6


def test_a_test_stops_a_match_early_and_says_what_it_found(tmp_path: Path) -> None:
    file = tmp_path / "run"
    outcome = bigpoints("arena", "greedy", "random", "--sprt", "0,100", "--games", 400, "--resume", file)
    *_, last = outcome.out.splitlines()
    assert last.startswith("SPRT 0,100: accepted after ")
    assert "greedy is rather +100 Elo than +0 against random" in last
    games = file.read_text().count("\n") - 1
    assert outcome.out.startswith(f"2 players, {games} games of 400, ")


def test_a_test_without_enough_games_is_undecided() -> None:
    last = bigpoints("arena", "greedy", "random", "--sprt", "0,1", "--games", 4).out.splitlines()[-1]
    assert last.startswith("SPRT 0,1: undecided after 2 boards: it takes more games")


def test_a_match_is_taken_up_again(tmp_path: Path) -> None:
    file = tmp_path / "run"
    command = ("arena", "greedy", "random", "--games", 6, "--bpr", tmp_path / "games.bpr", "--resume", file)
    whole = bigpoints(*command).out
    games = (tmp_path / "games.bpr").read_text()
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:4]))
    again = bigpoints(*command).out
    assert (tmp_path / "games.bpr").read_text() == games
    assert again.splitlines()[0] == whole.splitlines()[0]
    assert "keeps a match of greedy random, 2 players, seed 1" in refused(*command, "--seed", 2)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_the_finished_games_and_reports_on_them(tmp_path: Path, jobs: int) -> None:
    file, bpr = tmp_path / "run", tmp_path / "games.bpr"
    options = ("--games", "100000", "--jobs", str(jobs), "--resume", str(file), "--bpr", str(bpr), "--json")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = [*COMMAND, "arena", "greedy", "random", *options]
    with subprocess.Popen(command, start_new_session=True, **pipes) as run:  # type: ignore[call-overload]
        deadline = monotonic() + 60
        while monotonic() < deadline and not (file.exists() and file.read_text().count("\n") > 5):
            sleep(0.05)
        os.killpg(run.pid, signal.SIGINT)  # As a terminal does it: the workers get it, too.
        out, err = run.communicate(timeout=30)
    assert (run.returncode, err) == (130, b"bigpoints: interrupted\n")
    kept = file.read_text().count("\n") - 1
    assert json.loads(out)["games"] == len(read_records(bpr)) == kept >= 5


def test_a_terminal_sees_how_far_the_match_is() -> None:
    assert "Playing" in on_a_terminal("arena", "greedy", "random", "--games", 40)


@pytest.mark.parametrize(
    ("args", "answer"),
    [
        (["greedy"], "bots: greedy has nobody to play against; accepted: two bots or more"),
        (["greedy", "level99"], "bot: there is no 'level99'; accepted: "),
        (["greedy", "greedy@1x"], "the budget of 'greedy@1x' cannot be read"),
        (["greedy", "greedy@0n"], "nodes: 0 leaves nothing to think with"),
        (["greedy", "greedy"], "bots: greedy is named twice"),
        (["greedy", "random", "--players", "6"], "players: 6 is not possible; accepted: 2 to 5"),
        (["greedy", "random", "--players", "1"], "players: 1 is not possible"),
        (["greedy", "random", "--games", "0"], "--games: found '0'; accepted: 1 or more"),
        (["greedy", "random", "--games", "-5"], "--games: found '-5'"),
        (["greedy", "random", "--jobs", "0"], "--jobs: found '0'"),
        (["greedy", "random", "--move-limit", "0"], "move limit: 0 seconds leave no time"),
        (["greedy", "random", "--anchor", "uct"], "anchor: uct does not play"),
        (["greedy", "random", "--sprt", "20"], "--sprt: found '20'; accepted: two numbers of Elo"),
        (["greedy", "random", "--sprt", "20,0"], "--sprt: found '20,0'"),
        (["greedy", "random", "--sprt", "0,20", "--players", "3"], "2 bots and 3 players make no pairs"),
        (["greedy", "random", "--colours", "6"], "colours: 6 is not possible"),
    ],
)
def test_what_makes_no_match_is_answered_in_one_line_before_any_game(
    tmp_path: Path, args: list[str], answer: str
) -> None:
    assert answer in refused("arena", *args, "--resume", tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("option", ["--bpr", "--resume"])
def test_a_folder_is_no_file_to_write(tmp_path: Path, option: str) -> None:
    assert "Is a directory" in refused("arena", "greedy", "random", option, tmp_path)
    assert "No such file" in refused("arena", "greedy", "random", option, tmp_path / "no" / "file")
