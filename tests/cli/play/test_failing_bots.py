"""Bots at the terminal's table that fail or are interrupted: the game is kept, and they are closed."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bigpoints.bots import registry
from bigpoints.bots.bot import Bot, BotSettings, Choice
from bigpoints.position import PASS
from support.fake_bots import Acting, failing, first_mover
from support.terminal_games import Register, begun, plies, seated

pytestmark = pytest.mark.usefixtures("own_games_folder")

WITH_A_BOT = """
import sys
from bigpoints.bots import registry
from bigpoints.cli.app import main

class Slow:
    name = "slow"

    def choose(self, position, budget=None, watcher=None):
        print("thinking", flush=True)
        is_told = budget.stop.wait(60)
        print("told to stop" if is_told else "forgotten", flush=True)

    def close(self):
        print("closed", flush=True)

registry._OURS["slow"] = lambda settings: Slow()
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        (Acting(failing), "acting failed: ZeroDivisionError: division by zero"),
        (Acting(lambda *_: Choice(PASS)), "acting failed: . cannot be played"),
    ],
)
def test_a_bot_that_fails_ends_the_session_in_one_line_and_the_game_is_kept(
    file: Path, register: Register, bot: Acting, why: str
) -> None:
    register("broken", bot)
    run = begun(file, "Anna", "bot:broken", typed="R+\n")
    assert run.code == 1
    assert run.err.startswith(f"{why}. The game is kept: ")
    assert run.err.endswith(f" play --resume {file}\n")
    assert run.err.count("\n") == 1
    assert plies(file) == ["R+"]
    assert bot.is_closed


def test_bots_are_closed_when_somebody_leaves(file: Path, register: Register) -> None:
    bot = first_mover()
    register("first", bot)
    begun(file, "Anna", "bot:first", typed="quit\n")
    assert bot.is_closed


def test_bots_are_closed_when_another_one_cannot_be_made(
    file: Path, register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unmade(_: BotSettings) -> Bot:
        raise OSError("it does not start")

    bot = first_mover()
    register("first", bot)
    monkeypatch.setitem(registry._OURS, "unmade", unmade)
    run = begun(file, "bot:first", "bot:unmade")
    assert (run.code, run.err) == (1, "bigpoints: bot: unmade cannot be made: it does not start\n")
    assert bot.is_closed
    assert not file.exists()


def test_ctrl_c_while_a_bot_thinks_tells_it_to_stop_and_keeps_the_game(file: Path) -> None:
    command = [sys.executable, "-c", WITH_A_BOT, "play", *seated("bot:slow", "Anna"), "--file", str(file)]
    with subprocess.Popen(
        [*command, "--first", "1"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=_heed_ctrl_c,
    ) as game:
        assert game.stdout is not None
        while game.stdout.readline() != b"thinking\n":
            assert game.poll() is None
        game.send_signal(signal.SIGINT)
        out, err = game.communicate(timeout=30)
    assert game.returncode == 130
    assert err.decode().startswith("Interrupted. The game is kept: ")
    assert err.count(b"\n") == 1
    assert out.split() == [b"told", b"to", b"stop", b"closed"]
    assert plies(file) == []


def _heed_ctrl_c() -> None:
    """A process started in the background may have been told to ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
