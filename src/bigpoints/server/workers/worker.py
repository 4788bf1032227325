"""The program of a worker process: it takes orders on standard input and answers on standard output.

Both are JSON lines:

    {"warm": ["level4", …]}           compile what these bots need; answered by {"warm": ""}, or with the reason of the
                                      failure
    {"think": 7, "bot": "level3", "position": "…", "seed": 1}
                                      answered by {"think": 7, "move": "R+"}, or {"think": 7, "failed": "…"}
    {"advise": 8, "bot": "level6", "position": "…", "open_hands": false}
                                      answered by {"advise": 8, "advice": […]}, or {"advise": 8, "failed": "…"}
    {"stop": 7}                       stop that job at once; it is answered nevertheless

At the end of its input the process ends, also in the middle of a job: the server is gone.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from random import Random
from threading import Event, Lock, Thread
from typing import Final, TypedDict

from bigpoints.bots.ask import ask
from bigpoints.bots.bot import Bot, BotSettings, Budget
from bigpoints.bots.registry import make_bot
from bigpoints.contract.constants import LEVELS, Level
from bigpoints.notation import parse_position
from bigpoints.rules import start
from bigpoints.server.workers.advice import Advice, advice

COMPILED: Final[tuple[Level, ...]] = ("level4", "level5", "level6")
"""Bots that need the compiler."""
STRONGEST: Final = LEVELS[-1]
"""The bot with the longest search."""
NICENESS = 10
_MAX_BOTS = 16
_SEEDLESS: Final[tuple[Level, ...]] = ("level5", "level6")
"""Bots without randomness, of which one each is enough."""
_SMALL_MEGABYTES = 1
"""Of hash memory, for bots that search few nodes or none."""
_TINY = Budget(nodes=2)
ADVICE_SECONDS = 1.0
"""For a hint, since somebody waits for it."""


class Order(TypedDict, total=False):
    """An order to a worker."""

    warm: Sequence[Level]
    think: int
    advise: int
    bot: str
    position: str
    seed: int
    open_hands: bool
    stop: int


class Answer(TypedDict, total=False):
    """An answer of a worker."""

    warm: str
    think: int
    move: str
    advise: int
    advice: list[Advice]
    failed: str


class Worker:
    """Runs each job in a thread, so that it can take a stop order meanwhile."""

    def __init__(self, hash_megabytes: int, say: Callable[[Answer], None]) -> None:
        self._bot = lru_cache(_MAX_BOTS)(partial(_make_bot, hash_megabytes))
        self._say = say
        self._saying = Lock()
        self._stops: dict[int, Event] = {}

    def obey(self, order: Order) -> None:
        """Begin an order; another thread sends the answer."""
        if "stop" in order:
            self._stops.get(order["stop"], Event()).set()
        elif "think" in order:
            self._stops[order["think"]] = Event()
            Thread(target=self._think, args=(order,), daemon=True).start()
        elif "advise" in order:
            self._stops[order["advise"]] = Event()
            Thread(target=self._advise, args=(order,), daemon=True).start()
        else:
            Thread(target=self._warm, args=(order["warm"],), daemon=True).start()

    def _think(self, order: Order) -> None:
        number = order["think"]
        try:
            answer = Answer(think=number, move=self._move(order))
        except Exception as error:  # The server waits for an answer, whatever went wrong.
            answer = Answer(think=number, failed=_one_line(error))
        del self._stops[number]
        self._answer(answer)

    def _move(self, order: Order) -> str:
        bot = self._bot(order["bot"], 0 if order["bot"] in _SEEDLESS else order["seed"])
        return str(ask(bot, parse_position(order["position"]), Budget(stop=self._stops[order["think"]])).move)

    def _advise(self, order: Order) -> None:
        number = order["advise"]
        try:
            answer = Answer(advise=number, advice=self._advice(order))
        except Exception as error:  # As above.
            answer = Answer(advise=number, failed=_one_line(error))
        del self._stops[number]
        self._answer(answer)

    def _advice(self, order: Order) -> list[Advice]:
        budget = Budget(seconds=ADVICE_SECONDS, stop=self._stops[order["advise"]])
        position = parse_position(order["position"])
        return advice(position, self._bot(order["bot"], 0), budget, open_hands=order["open_hands"])

    def _warm(self, bots: Sequence[Level]) -> None:
        try:
            self._choose_once(bots)
        except Exception as error:  # Bots that need no compiler can still play.
            self._answer(Answer(warm=_one_line(error)))
        else:
            self._answer(Answer(warm=""))

    def _choose_once(self, bots: Sequence[Level]) -> None:
        """Let each of these bots choose a move, for two players and for three."""
        for players in (2, 3):
            for name in bots:
                ask(self._bot(name, 0), start(players, Random(0)), _TINY)

    def _answer(self, answer: Answer) -> None:
        with self._saying:
            self._say(answer)


def _make_bot(hash_megabytes: int, name: str, seed: int) -> Bot:
    """Make a bot; only the one with a long search gets the full hash memory, which bounds the sum."""
    return make_bot(name, BotSettings(seed, hash_megabytes if name == STRONGEST else _SMALL_MEGABYTES))


def _one_line(error: Exception) -> str:
    """The message of an error in one line."""
    return " ".join(str(error).split()) or type(error).__name__


def main() -> None:
    """Take orders until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C at the server's terminal comes here, too; the server ends us.
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    worker = Worker(int(sys.argv[1]), _open_output())
    for line in sys.stdin.buffer:
        worker.obey(json.loads(line))
    os._exit(0)  # Without waiting for threads.


def _open_output() -> Callable[[Answer], None]:
    """Reserve standard output for answers; what libraries print goes to standard error from now on."""
    stream = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def say(answer: Answer) -> None:
        print(json.dumps(answer), file=stream, flush=True)

    return say


if __name__ == "__main__":
    main()
