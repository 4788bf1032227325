"""A worker whose bots are odd, each in its own way. It needs no compiler, and is told by a folder how to warm up.

random   prints something and moves
greedy   hears of no wish to stop
level1   raises an error of two lines
level2   takes its process along
level3   does so the first time only
level6   thinks until it is stopped
"""

import os
import sys
from pathlib import Path
from threading import Event
from time import sleep
from unittest.mock import patch

from bigpoints.bots.bot import Bot, BotSettings, Budget, Choice
from bigpoints.position import Position
from bigpoints.rules import legal_moves
from bigpoints.server.workers import worker
from support.fake_bots import Acting

FOLDER = Path(os.environ.get("ODD_FOLDER", "."))
LONG = 600


def odd_bot(name: str, _: BotSettings | None = None) -> Bot:
    def act(position: Position, budget: Budget) -> Choice:
        if budget.nodes:
            warm_up()
        else:
            ODDITIES[name](budget.stop or Event())
        return Choice(legal_moves(position)[0])

    return Acting(act)


def warm_up() -> None:
    if (FOLDER / "crash").exists():
        os._exit(1)
    while (FOLDER / "wait").exists():
        sleep(0.01)


def speak(_: Event) -> None:
    print("one", "two", flush=True)


def hang(_: Event) -> None:
    sleep(LONG)


def fail(_: Event) -> None:
    raise ZeroDivisionError("one\ntwo")


def die(_: Event) -> None:
    os._exit(1)


def die_once(_: Event) -> None:
    if not (FOLDER / "died").exists():
        (FOLDER / "died").touch()
        os._exit(1)


def wait(stop: Event) -> None:
    stop.wait(LONG)


def move_on(_: Event) -> None:
    """There is nothing odd about it."""


ODDITIES = {
    "random": speak,
    "greedy": hang,
    "level1": fail,
    "level2": die,
    "level3": die_once,
    "level4": move_on,
    "level5": move_on,
    "level6": wait,
}

if __name__ == "__main__":
    print("this is odd", file=sys.stderr)
    with patch.object(worker, "make_bot", odd_bot):
        worker.main()
