"""The game in the terminal: played to its end, left in every way, resumed; nothing is lost and no hand is shown."""

import errno
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bigpoints.bpr import read_records
from bigpoints.position import Options, Take
from bigpoints.record import check
from bigpoints.rules import effect, legal_moves, play, start
from bigpoints.series import series_of
from bigpoints.words import colour_word
from support.command_line import COMMAND, Screen
from support.terminal_games import TINY, played

pytestmark = pytest.mark.usefixtures("own_games_folder")


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
    run = played(*two(file), typed=random_plies(2, 4))
    assert run.code == 0, run.err
    (record,) = read_records(file)
    assert check(record).is_over
    assert "total" in run.out
    assert re.search(r"(wins with|share the win with) \d+", run.out)
    assert f" replay {file}" in run.err


def test_a_game_can_be_played_in_words(file: Path) -> None:
    run = played(*two(file), typed="red ahead\nblue ahead\nnonsense\nquit\n")
    (record,) = read_records(file)
    assert [str(move) for move in record.plies] == ["R+", "B+"]
    assert "'nonsense': now you can play" in run.out


def test_each_legal_move_is_listed_with_what_it_takes(file: Path) -> None:
    run = played(*two(file), typed="quit\n")
    position = start(2, Random(4), first=1)
    for move in legal_moves(position):
        done = effect(position, move)
        side = "ahead" if move.take is Take.AHEAD else "behind"
        assert f"{move!s:<4}{colour_word(done.disc)} {side} ({done.taken})" in run.out


def test_undo_takes_back_a_ply_and_at_the_start_says_that_there_is_none(file: Path) -> None:
    run = played(*two(file), typed="undo\nR+\nB+\nundo\nquit\n")
    assert "nothing to take back" in run.out
    (record,) = read_records(file)
    assert [str(move) for move in record.plies] == ["R+"]


def test_who_quits_can_go_on_later(file: Path) -> None:
    left = played(*two(file), typed="R+\nquit\n")
    assert left.code == 0
    assert f" play --resume {file}" in left.err
    played("--resume", file, typed="B+\nquit\n")
    assert [str(move) for move in read_records(file)[0].plies] == ["R+", "B+"]


def test_closed_standard_input_saves_the_game_and_says_so_in_one_line(file: Path) -> None:
    run = played(*two(file), typed="R+\n")
    assert run.code == 1
    assert run.err.startswith("Standard input is closed. The game is kept: ")
    assert run.err.endswith(f" play --resume {file}\n")
    assert run.err.count("\n") == 1
    assert len(read_records(file)[0].plies) == 1


def test_ctrl_c_saves_the_game_and_says_so_in_one_line(file: Path) -> None:
    command = [sys.executable, "-m", "bigpoints", "play", *map(str, two(file))]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=_heed_ctrl_c
    ) as game:
        assert game.stdin is not None
        game.stdin.write(b"R+\n")
        game.stdin.flush()
        _wait_for(lambda: file.exists() and bool(read_records(file)[0].plies))
        game.send_signal(signal.SIGINT)
        _, errors = game.communicate(timeout=30)
    assert game.returncode == 130
    assert errors.decode().startswith("Interrupted. The game is kept: ")
    assert errors.decode().endswith(f" play --resume {file}\n")
    assert errors.count(b"\n") == 1


def test_a_killed_game_loses_nothing_either(file: Path) -> None:
    command = [sys.executable, "-m", "bigpoints", "play", *map(str, two(file))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as game:
        assert game.stdin is not None
        game.stdin.write(b"R+\nB+\n")
        game.stdin.flush()
        _wait_for(lambda: file.exists() and len(read_records(file)[0].plies) == 2)
        game.kill()
    assert [str(move) for move in read_records(file)[0].plies] == ["R+", "B+"]


def test_without_a_file_the_game_goes_to_the_games_folder_and_continue_finds_the_one_left_last(tmp_path: Path) -> None:
    played("--players", "2", "--seed", "4", "--first", "1", typed="R+\nquit\n")
    played("--players", "3", "--seed", "4", "--first", "1", typed="R+\nquit\n")
    run = played("--continue", typed="B+\nquit\n")
    assert "Player 1, Player 2, Player 3" in run.out
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
    first = played(*small, typed="B+\nquit\n")
    assert "game 1 of 2" in first.out
    over = played("--resume", file, "--seed", "1", typed=everything)
    assert over.code == 0, over.err
    series = series_of(read_records(file))
    assert series.is_over
    assert [game.start.seat for game in series.games] == [2, 1]
    assert "Series" in over.out


def test_open_hands_stay_open_when_resumed(file: Path) -> None:
    played(*two(file), "--open-hands", typed="R+\nquit\n")
    run = played("--resume", file, typed="quit\n")
    assert "Ben to move" in run.out
    assert "hidden" not in run.out
    assert next(line for line in run.out.splitlines() if line.split()[:1] == ["Anna"]).count("×") == 1


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


def test_a_file_that_exists_is_not_overwritten(file: Path) -> None:
    file.write_text("my diary")
    run = played(*two(file), typed="R+\n")
    assert run.code == 1
    assert "exists already" in run.err
    assert file.read_text() == "my diary"


def test_a_broken_or_finished_file_is_not_resumed(file: Path) -> None:
    played(*two(file), typed=random_plies(2, 4))
    assert "is over" in played("--resume", file).err
    file.write_text(file.read_text().replace("R", "Q", 1))
    run = played("--resume", file)
    assert run.code == 1
    assert run.err.count("\n") == 1


def test_a_game_that_could_not_be_saved_goes_on_and_says_so_in_the_end(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    run = played(*two(file), typed="R+\nB+\nquit\n")
    assert run.code == 1
    assert run.out.count("could not be saved") == 4
    assert "Ben> " in run.out
    assert run.err == f"Goodbye. The game is NOT kept: {file} cannot be written.\n"


def test_saving_never_leaves_half_a_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(*two(file), typed="R+\nquit\n")
    before = file.read_text()
    monkeypatch.setattr(Path, "replace", lambda *_: _interrupt())
    assert played("--resume", file, typed="B+\nquit\n").code == 1
    monkeypatch.undo()
    assert file.read_text() == before
    assert [path.name for path in file.parent.iterdir() if path.is_file()] == [file.name]


def test_saving_keeps_the_mode_of_a_file_and_a_link_to_it(file: Path, tmp_path: Path) -> None:
    played(*two(file), typed="R+\nquit\n")
    file.chmod(0o640)
    link = tmp_path / "link.bpr"
    link.symlink_to(file)
    played("--resume", link, typed="B+\nquit\n")
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert len(read_records(file)[0].plies) == 2


def test_the_last_line_can_be_pasted_even_with_a_space_in_the_name(tmp_path: Path) -> None:
    spaced = tmp_path / "family evening.bpr"
    run = played(*two(spaced), typed="quit\n")
    assert shlex.split(run.err)[-3:] == ["play", "--resume", str(spaced)]


def test_a_broken_file_among_the_saved_games_does_not_keep_anybody_from_going_on(tmp_path: Path) -> None:
    played("--players", "2", "--seed", "4", "--first", "1", typed="R+\nquit\n")
    (folder,) = {path.parent for path in tmp_path.rglob("*.bpr")}
    (folder / "newer.bpr").write_text("nonsense")
    assert "Player 2> " in played("--continue", typed="quit\n").out


def test_a_seat_of_an_unknown_bot_cannot_be_taken_over_by_resuming(file: Path) -> None:
    played(*two(file), typed="R+\nquit\n")
    file.write_text(file.read_text().replace('"Ben"', '"bot:level9"'))
    assert "bot: there is no 'level9'" in played("--resume", file).err


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
    run = played(*two(file), *flags, typed="quit\n")
    assert f"Options: {words}." in run.out
    assert read_records(file)[0].start.options == options


def test_the_next_game_of_a_series_has_the_same_board_and_options(file: Path) -> None:
    small = ["--seat", "Anna", "--seat", "Ben", "--file", str(file), "--series", "--open-hands", "--inverted", *TINY]
    played(*small, "--seed", "1", typed="\n".join(["B+", "B-", "B^", "R+", "R-", "R^", "."] * 9))
    first, second = read_records(file)[:2]
    assert second.start.options == first.start.options == Options(inverted=True)
    assert sorted(second.start.path) == sorted(first.start.path)
    assert second.tags["Hands"] == "open"
    assert second.tags["Event"] == first.tags["Event"]


def test_the_log_shows_no_more_than_the_last_round_while_hands_are_hidden(file: Path) -> None:
    moves = random_plies(2, 4).split()[:6]
    typed = "".join(f"{move}\n" for move in moves)
    hidden = played(*two(file), typed=typed + "log\nquit\n").out.split(f"{file}")[0]
    assert "\n1. Anna" not in hidden.split("> ")[-2]
    file.unlink()
    shown = played(*two(file), "--open-hands", typed=typed + "log\nquit\n").out
    assert "1. Anna" in shown.split("> ")[-2]


def test_words_that_are_no_moves_are_answered(file: Path) -> None:
    run = played(*two(file), typed="?\n\nboard\nlog\nquit\n")
    answers = run.out.split("Anna> ")
    assert "blue ahead" in answers[1]
    assert "B+" in answers[2]
    assert "staircase" in answers[3]
    assert "No move has been made yet." in answers[4]


def test_a_side_that_is_free_alone_is_said_to_be_forced(tmp_path: Path) -> None:
    file = tmp_path / "forced.bpr"
    file.write_text('[Seat1 "Anna"]\n[Seat2 "Ben"]\n[Path "BRWBR"]\n[First "1"]\n')
    run = played("--resume", file, typed="quit\n")
    assert "B+  red ahead (2), forced" in run.out
    assert re.search(r"R\+  white ahead \(3\) +R-  blue behind \(1\)", run.out)


# --- In a real terminal -----------------------------------------------------------------------------------------------


@pytest.fixture
def screen(file: Path) -> Iterator[Screen]:
    with Screen(*COMMAND, "play", *two(file)) as game:
        yield game


def test_the_screen_is_cleared_between_seats_and_shows_only_the_own_hand(screen: Screen) -> None:
    screen.until("Anna, it is your turn.")
    screen.type("")
    screen.until("Anna> ")
    screen.type("R+")
    between = screen.until("Ben, it is your turn.")
    assert "\x1b[2J" in between
    assert "\x1b[3J" in between
    assert "Start" not in between.split("\x1b[3J")[-1]
    screen.type("")
    for_ben = screen.until("Ben> ")
    assert "\x1b[3J" in for_ben
    anna = next(line for line in for_ben.splitlines() if line.strip().startswith("Anna"))
    assert "1 disc" in anna
    assert "×" not in anna


def test_whoever_leaves_leaves_no_hand_on_the_screen(screen: Screen) -> None:
    screen.until("Anna, it is your turn.")
    screen.type("")
    screen.until("Anna> ")
    screen.type("quit")
    assert "\x1b[3J" in screen.until("Goodbye.")


def _interrupt() -> None:
    raise OSError(errno.EIO, "Input/output error")


def _heed_ctrl_c() -> None:
    """A process started in the background may have been told to ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _wait_for(condition: object, seconds: float = 30) -> None:
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)
