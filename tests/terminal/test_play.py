"""The game in the terminal: played to its end, left in every way, resumed; nothing is lost and no hand is shown."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bigpoints.bpr import read_records
from bigpoints.record import check
from bigpoints.rules import legal_moves, play, start
from bigpoints.series import series_of

TINY = ["--colours", "2", "--discs", "2", "--white", "1", "--black", "1"]


@pytest.fixture(autouse=True)
def _own_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "evening.bpr"


def bigpoints(*args: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bigpoints", "play", *map(str, args)]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60, check=False)


def random_plies(players: int, seed: int) -> str:
    """The plies of a whole standard game, one a line, on the path that this seed gives."""
    position = start(players, Random(seed), first=1)
    rng, plies = Random(seed), []
    while not position.is_over:
        plies.append(rng.choice(legal_moves(position)))
        position = play(position, plies[-1])
    return "".join(f"{move}\n" for move in plies)


def two(file: Path) -> list[str | Path]:
    return ["--seat", "Anna", "--seat", "Ben", "--file", file, "--seed", "4", "--first", "1"]


def test_a_whole_game_is_played_scored_and_kept(file: Path) -> None:
    run = bigpoints(*two(file), typed=random_plies(2, 4))
    assert run.returncode == 0, run.stderr
    (record,) = read_records(file)
    assert check(record).is_over
    assert "total" in run.stdout
    assert re.search(r"(wins with|share the win with) \d+", run.stdout)
    assert f"bigpoints replay {file}" in run.stderr


def test_a_game_can_be_played_in_words(file: Path) -> None:
    run = bigpoints(*two(file), typed="red ahead\nblue ahead\nnonsense\nquit\n")
    (record,) = read_records(file)
    assert [str(move) for move in record.plies] == ["R+", "B+"]
    assert "'nonsense' is not a move here" in run.stdout


def test_each_legal_move_is_listed_with_what_it_takes(file: Path) -> None:
    run = bigpoints(*two(file), typed="quit\n")
    position = start(2, Random(4), first=1)
    for move in legal_moves(position):
        assert re.search(
            rf"{re.escape(str(move))} +(blue|red|yellow|green|purple|white|black) (ahead|behind)", run.stdout
        )


def test_undo_takes_back_a_ply_and_at_the_start_says_that_there_is_none(file: Path) -> None:
    run = bigpoints(*two(file), typed="undo\nR+\nB+\nundo\nquit\n")
    assert "nothing to take back" in run.stdout
    (record,) = read_records(file)
    assert [str(move) for move in record.plies] == ["R+"]


def test_who_quits_can_go_on_later(file: Path) -> None:
    left = bigpoints(*two(file), typed="R+\nquit\n")
    assert left.returncode == 0
    assert f"bigpoints play --resume {file}" in left.stderr
    bigpoints("--resume", file, typed="B+\nquit\n")
    assert [str(move) for move in read_records(file)[0].plies] == ["R+", "B+"]


def test_closed_standard_input_saves_the_game_and_says_so_in_one_line(file: Path) -> None:
    run = bigpoints(*two(file), typed="R+\n")
    assert run.returncode == 1
    assert run.stderr == f"Standard input is closed. The game is kept: bigpoints play --resume {file}\n"
    assert len(read_records(file)[0].plies) == 1


def test_ctrl_c_saves_the_game_and_says_so_in_one_line(file: Path) -> None:
    command = [sys.executable, "-m", "bigpoints", "play", *map(str, two(file))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as game:
        assert game.stdin is not None
        game.stdin.write(b"R+\n")
        game.stdin.flush()
        _wait_for(lambda: file.exists() and bool(read_records(file)[0].plies))
        game.send_signal(signal.SIGINT)
        _, errors = game.communicate(timeout=30)
    assert game.returncode == 130
    assert errors.decode().strip() == f"Interrupted. The game is kept: bigpoints play --resume {file}"


def test_a_killed_game_loses_nothing_either(file: Path) -> None:
    command = [sys.executable, "-m", "bigpoints", "play", *map(str, two(file))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as game:
        assert game.stdin is not None
        game.stdin.write(b"R+\nB+\n")
        game.stdin.flush()
        _wait_for(lambda: file.exists() and len(read_records(file)[0].plies) == 2)
        game.kill()
    assert [str(move) for move in read_records(file)[0].plies] == ["R+", "B+"]


def test_without_a_file_the_game_goes_to_the_shelf_and_continue_finds_the_one_left_last(tmp_path: Path) -> None:
    bigpoints("--players", "2", "--seed", "4", "--first", "1", typed="R+\nquit\n")
    bigpoints("--players", "3", "--seed", "4", "--first", "1", typed="R+\nquit\n")
    run = bigpoints("--continue", typed="B+\nquit\n")
    assert "Player 1, Player 2, Player 3" in run.stdout
    kept = sorted(len(read_records(file)[0].plies) for file in (tmp_path / "data").rglob("*.bpr"))
    assert kept == [1, 2]


def test_a_series_runs_over_all_its_games_and_can_be_resumed_in_the_middle(file: Path) -> None:
    small: list[str | Path] = [
        "--seat",
        "Anna",
        "--seat",
        "Ben",
        "--file",
        file,
        "--series",
        "--seed",
        "1",
        "--first",
        "2",
        *TINY,
    ]
    everything = "\n".join(["B", "B+", "B-", "B^", "R", "R+", "R-", "R^", "."] * 40)
    first = bigpoints(*small, typed="B+\nquit\n")
    assert "game 1 of 2" in first.stdout
    over = bigpoints("--resume", file, "--seed", "1", typed=everything)
    assert over.returncode == 0, over.stderr
    series = series_of(read_records(file))
    assert series.is_over
    assert [game.start.seat for game in series.games] == [2, 1]
    assert "Series" in over.stdout


def test_open_hands_stay_open_when_resumed(file: Path) -> None:
    bigpoints(*two(file), "--open-hands", typed="R+\nquit\n")
    run = bigpoints("--resume", file, typed="quit\n")
    assert "hidden" not in run.stdout


def test_the_names_are_asked_for_until_they_are_two_to_five() -> None:
    run = bigpoints("--seed", "1", typed="Anna\nAnna, Ben, Clara\nquit\n")
    assert "'Anna' is not 2 to 5 names" in run.stdout
    assert "Big Points: Anna, Ben, Clara" in run.stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--players", "6"], "players: 6 is not possible; accepted: 2 to 5"),
        (["--seat", "Anna"], "players: 1 is not possible; accepted: 2 to 5"),
        (["--seat", "Anna", "--seat", "Anna"], "two seats have the same name"),
        (["--seat", "Anna", "--seat", "bot:level3"], "there are no bots in this version"),
        (["--seat", "Anna", "--seat", " "], "a name is empty"),
        (["--players", "2", "--colours", "1", "--discs", "1", "--white", "0", "--black", "0", "--wires"], "no room"),
        (["--players", "2", "--wires-at", "60"], "wires"),
        (["--players", "3", "--first", "4"], "there is no seat 4; accepted: 1 to 3"),
        (["--players", "3", "--seat", "A", "--seat", "B"], "--players 3 and 2 names do not fit together"),
        (["--resume", "no-such-file.bpr"], "no-such-file.bpr"),
        (["--continue"], "no unfinished game"),
        (["--continue", "--resume", "x.bpr"], "cannot go together"),
        ([], "standard input is closed"),
    ],
)
def test_what_makes_no_game_is_refused_in_one_line(args: list[str], message: str) -> None:
    run = bigpoints(*args)
    assert run.returncode in (1, 2)
    assert message in run.stderr
    assert run.stderr.count("\n") == 1
    assert "Traceback" not in run.stderr


def test_a_file_that_exists_is_not_overwritten(file: Path) -> None:
    file.write_text("my diary")
    run = bigpoints(*two(file), typed="R+\n")
    assert run.returncode == 1
    assert "exists already" in run.stderr
    assert file.read_text() == "my diary"


def test_a_broken_or_finished_file_is_not_resumed(file: Path) -> None:
    bigpoints(*two(file), typed=random_plies(2, 4))
    assert "is over" in bigpoints("--resume", file).stderr
    file.write_text(file.read_text().replace("R", "Q", 1))
    run = bigpoints("--resume", file)
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1


def test_a_folder_that_cannot_be_written_to_does_not_end_the_game(tmp_path: Path) -> None:
    (tmp_path / "wall").write_text("a file where a folder should be")
    run = bigpoints(*two(tmp_path / "wall" / "game.bpr"), typed="R+\nquit\n")
    assert "could not be saved" in run.stdout
    assert "Traceback" not in run.stderr


# --- In a real terminal -----------------------------------------------------------------------------------------------


class Screen:
    """A terminal with a game in it, and what it has shown since we last looked."""

    def __init__(self, args: list[str | Path]) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execv(sys.executable, [sys.executable, "-m", "bigpoints", "play", *map(str, args)])  # noqa: S606

    def until(self, words: str) -> str:
        """Everything shown up to these words."""
        shown, end = "", time.monotonic() + 30
        while words not in shown:
            assert time.monotonic() < end, f"{words!r} never came; there was: {shown}"
            if select.select([self.fd], [], [], 0.1)[0]:
                shown += os.read(self.fd, 65536).decode(errors="replace")
        return re.sub(r"\x1b\[[0-9;?]*m", "", shown)

    def type(self, words: str) -> None:
        """Type a line."""
        os.write(self.fd, f"{words}\n".encode())


@pytest.fixture
def screen(file: Path) -> Iterator[Screen]:
    game = Screen(two(file))
    yield game
    os.kill(game.pid, signal.SIGKILL)
    os.waitpid(game.pid, 0)
    os.close(game.fd)


def test_the_screen_is_cleared_between_seats_and_shows_only_the_own_hand(screen: Screen) -> None:
    screen.until("Anna, it is your turn.")
    screen.type("")
    screen.until("Anna> ")
    screen.type("R+")
    between = screen.until("Ben, it is your turn.")
    assert "\x1b[2J" in between
    assert "Start" not in between.split("\x1b[2J")[-1]
    screen.type("")
    for_ben = screen.until("Ben> ")
    anna = next(line for line in for_ben.splitlines() if line.strip().startswith("Anna"))
    assert "1 disc" in anna
    assert "×" not in anna


def _wait_for(condition: object, seconds: float = 30) -> None:
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)
