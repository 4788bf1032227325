"""The command hint: the best moves, how good they are, and why."""

import json
import os
import signal
import subprocess
import sys
from threading import Event

import pytest

from bigpoints.bots import registry
from bigpoints.bots.bot import BotSettings, Budget, Choice
from bigpoints.position import Position
from bigpoints.rules import legal_moves
from support.command_line import bigpoints, on_a_terminal, refused
from support.fake_bots import Acting, Judge

BPN = "RYGRYG.... s4,0,0,0,0 RYGP B3/P2 1 m"
THREE = "RYGRYG.... s4,0,0,0,0 RYGP B3/P2/- 1 m"
OVER = "B s0 - B/- 1 e"


@pytest.fixture(autouse=True)
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    """A bot that compares moves, as the best level and as another one."""
    bot = Judge()
    for name in ("level6", "level2"):
        monkeypatch.setitem(registry._OURS, name, lambda _: bot)
    monkeypatch.setitem(registry._OURS, "proof", lambda _: Judge(exact=True))
    return bot


def test_three_moves_are_shown_with_share_margin_and_reason(judge: Judge) -> None:
    assert bigpoints("hint", BPN).out.splitlines() == [
        "R+  80 %  +3.2 points  takes yellow: your first, worth 0 to 3",
        "Y+  40 %  +2.2 points  takes green: your first, worth 0 to 3",
        "Y-  20 %  +1.2 points  takes red: your first, worth 0 to 3",
    ]
    assert judge.is_closed


def test_for_more_than_two_players_there_is_no_margin() -> None:
    assert bigpoints("hint", THREE, "--count", 1).out == "R+  80 %  takes yellow: your first, worth 0 to 3\n"


def test_what_is_proven_is_said_in_a_word() -> None:
    lines = bigpoints("hint", THREE, "--bot", "proof", "--count", 2).out.splitlines()
    assert [line.split()[:2] for line in lines] == [["R+", "wins"], ["Y+", "loses"]]


def test_what_is_not_proven_is_never_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    def sure(position: Position, _: Budget) -> Choice:
        return Choice(legal_moves(position)[0], (0.999, 0.001), margin=-0.01)

    monkeypatch.setitem(registry._OURS, "level6", lambda _: Acting(sure))
    assert bigpoints("hint", BPN).out.startswith("R+  > 99 %  0 points  takes yellow")


def test_a_bot_that_does_not_compare_names_its_move_and_the_reason() -> None:
    assert bigpoints("hint", BPN, "--bot", "greedy").out == "P^  purple climbs to 3: +3 for you, +6 for seat 2\n"


def test_programs_get_the_numbers_behind_the_words() -> None:
    (hint, *others) = json.loads(bigpoints("hint", BPN, "--json", "--level", 2, "--count", 99).out)["hints"]
    assert (hint["move"], hint["value"], hint["margin"], hint["exact"]) == ("R+", 0.8, 3.25, False)
    assert hint["why"] == "takes yellow: your first, worth 0 to 3"
    assert hint["reasons"] == [{"kind": "TakesColour", "colour": "Y", "mine": 1, "least": 0, "most": 3}]
    assert others[-1]["reasons"] == [
        {"kind": "Climbs", "pawn": "P", "step": 3, "mine": 1, "others": [{"seat": 2, "number": 2}]}
    ]


@pytest.mark.parametrize(
    ("args", "nodes", "seconds"),
    [([], None, 1.0), (["--nodes", "50"], 50, None), (["--seconds", "0.2"], None, 0.2)],
)
def test_the_bot_thinks_for_a_second_unless_told(
    args: list[str], nodes: int | None, seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Budget] = []

    def act(position: Position, budget: Budget) -> Choice:
        seen.append(budget)
        return Choice(legal_moves(position)[0])

    monkeypatch.setitem(registry._OURS, "level6", lambda _: Acting(act))
    bigpoints("hint", BPN, *args)
    assert [(budget.nodes, budget.seconds, type(budget.stop)) for budget in seen] == [(nodes, seconds, Event)]


def test_on_a_terminal_the_pawn_has_its_colour() -> None:
    shown = on_a_terminal("hint", BPN, "--bot", "greedy")
    assert "\x1b[" in shown
    assert "purple climbs to 3: +3 for you, +6 for seat 2" in shown
    assert "greedy is thinking" in shown


def test_a_game_that_is_over_troubles_no_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[BotSettings] = []

    def maker(settings: BotSettings) -> Judge:
        made.append(settings)
        return Judge()

    monkeypatch.setitem(registry._OURS, "level6", maker)
    assert refused("hint", OVER) == "bigpoints: the game is over: there is nothing to choose"
    assert not made


@pytest.mark.parametrize(
    ("args", "answer"),
    [
        ([BPN, "--nodes", "0"], "nodes: 0 leaves nothing to think with; accepted: more than 0"),
        ([BPN, "--seconds", "0"], "seconds: 0.0 leaves nothing"),
        ([BPN, "--level", "7"], "--level: found '7'; accepted: 1 to 6"),
        ([BPN, "--bot", "nobody"], "bot: there is no 'nobody'; accepted: random, greedy"),
        ([BPN, "--bot", "greedy@0n"], "nodes: 0 leaves nothing"),
        ([BPN, "--bot", "greedy", "--level", "1"], "--level and --bot cannot go together"),
        ([BPN, "--count", "0"], "--count: found '0'; accepted: 1 or more"),
        (["RYGRYG.... s4,0,0,0,0 RYGP B3/?2 1 m"], "hands: found 'B3/?2'; accepted: open hands"),
        (["nonsense"], "accepted: "),
    ],
)
def test_what_has_no_hint_is_answered_in_one_line(args: list[str], answer: str) -> None:
    assert answer in refused("hint", *args)


def test_a_bot_that_fails_is_answered_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Position, __: Budget) -> Choice:
        raise RuntimeError("out of ideas")

    bot = Acting(fail)
    monkeypatch.setitem(registry._OURS, "level6", lambda _: bot)
    assert refused("hint", BPN) == "bigpoints: acting failed: RuntimeError: out of ideas"
    assert bot.is_closed


def test_a_hint_of_a_plain_bot_loads_no_compiler() -> None:
    program = "import sys; from bigpoints.cli.app import main; main(sys.argv[1:]); assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", program, "hint", BPN, "--bot", "greedy"], capture_output=True, check=True)


def test_ctrl_c_ends_the_thinking_of_a_bot_that_heeds_nothing() -> None:
    program = """
import sys, time
from bigpoints.bots import registry
from bigpoints.cli.app import main
class Deaf:
    name = "deaf"
    def choose(self, position, budget=None, watcher=None):
        print("thinking", flush=True)
        time.sleep(60)
    def close(self):
        pass
registry._OURS["deaf"] = lambda settings: Deaf()
sys.exit(main(sys.argv[1:]))
"""
    command = [sys.executable, "-c", program, "hint", BPN, "--bot", "deaf"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        run.stdout.readline()
        os.kill(run.pid, signal.SIGINT)
        _, err = run.communicate(timeout=30)
    assert (run.returncode, err) == (130, b"bigpoints: interrupted\n")
