"""Programs for tests that speak BPI, and how they are watched."""

import threading
from collections.abc import Callable
from multiprocessing import resource_tracker
from pathlib import Path

import pytest

from bigpoints.bots.bot import OWN, BotFailed, Budget
from bigpoints.bots.bpi.client import ProgramBot, Timeouts
from bigpoints.notation import parse_position

HERE = parse_position("G.K.PRYKPGB.WB 11,0,0,1,5 BRYGP YW/R 2 m")
PATIENT = Timeouts(start=30, load=30, grace=30, open=30, quit=30)
"""For programs that do answer, however slow the machine is."""
HASTY = Timeouts(start=30, load=0, grace=1, open=0.1, quit=0.1)
"""For programs that start and then hang."""

GREETING = """
import sys, time
def say(*words): print(*words, flush=True)
def hear():
    line = sys.stdin.readline()
    with open(sys.argv[1], "a") as log: log.write(line)
    if not line or line == "quit\\n": sys.exit()
    return line.split()
def greet():
    while (words := hear()) != ["bpi"]: pass
    say("id name Test")
    for option in OPTIONS: say("option name", option)
    say("bpiok")
def wait_for_go():
    while (words := hear())[0] != "go":
        if words == ["isready"]: say("readyok")
    return words
OPTIONS = ()
"""

GOOD = """
greet()
while True:
    wait_for_go()
    say("info depth 3 nodes 70 value 0.25 0.75 pv B- R+")
    say("info depth 4 nodes 90 nps 5 time 1 value 0.125 0.875 margin 6.5 exact pv R+ B-")
    say("bestmove R+")
"""

Write = Callable[..., ProgramBot]


def failure(bot: ProgramBot, budget: Budget = OWN) -> str:
    """The error of a program that fails; no process of it may be left."""
    before = threading.active_count()
    with pytest.raises(BotFailed) as caught:
        bot.choose(HERE, budget)
    assert threading.active_count() <= before
    assert not children()
    message = str(caught.value)
    assert message.startswith(f"{bot.name}: ")
    assert "\n" not in message
    return message.removeprefix(f"{bot.name}: ")


def children() -> list[str]:
    """The programs that this process has started and not cleared away, zombies included."""
    tasks = Path("/proc/self/task").glob("*/children")
    started = " ".join(task.read_text() for task in tasks).split()
    # Whoever has used a pool of processes has this one of Python's own to the end.
    own = getattr(resource_tracker, "_resource_tracker", None)
    return [process for process in started if process != str(getattr(own, "_pid", None))]


def heard(log: Path) -> list[str]:
    return log.read_text().splitlines()
