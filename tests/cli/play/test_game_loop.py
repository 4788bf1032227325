"""The game loop: every ply is saved at once, and no hand is shown to another person."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bigpoints.bpr import read_records
from bigpoints.cli.console import stdout
from bigpoints.cli.play.game_loop import GameLoop
from bigpoints.cli.play.session import begin_session
from bigpoints.position import STANDARD_OPTIONS, Material
from support.command_line import COMMAND, Screen
from support.fake_bots import first_mover
from support.terminal_games import Register, two_people, wait_for

pytestmark = pytest.mark.usefixtures("own_games_folder")


def test_a_killed_game_loses_nothing_either(file: Path) -> None:
    command = [sys.executable, "-m", "bigpoints", "play", *map(str, two_people(file))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as game:
        assert game.stdin is not None
        game.stdin.write(b"R+\nB+\n")
        game.stdin.flush()
        wait_for(lambda: file.exists() and len(read_records(file)[0].plies) == 2)
        game.kill()
    assert [str(move) for move in read_records(file)[0].plies] == ["R+", "B+"]


@pytest.fixture
def screen(file: Path) -> Iterator[Screen]:
    with Screen(*COMMAND, "play", *two_people(file)) as game:
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


def bots_loop(file: Path, *, in_series: bool) -> GameLoop:
    session = begin_session(
        file,
        ["bot:first", "bot:first"],
        Random(1),
        first=1,
        material=Material(2, 2, 1, 1),
        options=STANDARD_OPTIONS,
        in_series=in_series,
        open_hands=False,
    )
    return GameLoop(stdout(width=100), session, Random(1))


def test_bots_alone_play_a_whole_series_without_being_asked(
    file: Path, register: Register, capsys: pytest.CaptureFixture[str]
) -> None:
    register("first", first_mover())
    loop = bots_loop(file, in_series=True)
    loop.play()
    assert loop.people == 0
    assert loop.session.is_over
    assert read_records(file) == list(loop.session.games)
    shown = capsys.readouterr().out
    assert len(re.findall(r"^1\. bot:first", shown, re.MULTILINE)) == 2
    assert "Series" in shown


def test_closing_the_loop_closes_its_bots(file: Path, register: Register) -> None:
    bot = first_mover()
    register("first", bot)
    bots_loop(file, in_series=False).close()
    assert bot.is_closed


def test_a_failed_save_is_told_and_does_not_raise(
    tmp_path: Path, register: Register, capsys: pytest.CaptureFixture[str]
) -> None:
    register("first", first_mover())
    folder = tmp_path / "gone"
    folder.mkdir()
    loop = bots_loop(folder / "game.bpr", in_series=False)
    assert loop.save()
    (folder / "game.bpr").unlink()
    folder.rmdir()
    assert not loop.save()
    assert "could not be saved" in capsys.readouterr().out
