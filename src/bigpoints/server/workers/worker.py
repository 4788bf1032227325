"""What runs in a worker process: orders come in on standard input, bots think, answers go out on standard output.

Both are lines of JSON:

    {"warm": true}                    have everything compiled: answered by {"warm": ""}, or why that failed
    {"think": 7, "bot": "level3", "position": "…", "seed": 1}
                                      answered by {"think": 7, "move": "R+"}, or {"think": 7, "failed": "…"}
    {"advise": 8, "bot": "level6", "position": "…", "open_hands": false}
                                      answered by {"advise": 8, "advice": […]}, or {"advise": 8, "failed": "…"}
    {"stop": 7}                       end that thought at once; it is answered all the same

The end of the input is the end of the process, in the middle of a thought, too: whoever wanted it has died.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from functools import lru_cache, partial
from random import Random
from threading import Event, Lock, Thread
from typing import TypedDict

from bigpoints.bots.ask import ask
from bigpoints.bots.bot import Bot, BotSettings, Budget
from bigpoints.bots.registry import make_bot
from bigpoints.notation import parse_position
from bigpoints.rules import start
from bigpoints.server.workers.advice import Advice, advice

COMPILED = ("level4", "level5", "level6")
"""Bots that need the compiler."""
NICENESS = 10
_MOST_BOTS = 16
_SEEDLESS = ("level5", "level6")
"""Bots that leave nothing to chance, so that one of each is enough."""
_SMALL_MEGABYTES = 1
"""For bots that look at few nodes, or at none."""
_TINY = Budget(nodes=2)
ADVICE_SECONDS = 1.0
"""How long a bot thinks about a hint: somebody waits for it."""


class Order(TypedDict, total=False):
    """What a worker is told."""

    warm: bool
    think: int
    advise: int
    bot: str
    position: str
    seed: int
    open_hands: bool
    stop: int


class Answer(TypedDict, total=False):
    """What it says."""

    warm: str
    think: int
    move: str
    advise: int
    advice: list[Advice]
    failed: str


class Worker:
    """Thinks about one position at a time, in a thread, so that whoever gives the orders is heard meanwhile."""

    def __init__(self, hash_megabytes: int, say: Callable[[Answer], None]) -> None:
        self._bot = lru_cache(_MOST_BOTS)(partial(_made, hash_megabytes))
        self._say = say
        self._saying = Lock()
        self._stops: dict[int, Event] = {}

    def obey(self, order: Order) -> None:
        """Begin what is asked for; the answer comes from another thread."""
        if "stop" in order:
            self._stops.get(order["stop"], Event()).set()
        elif "think" in order:
            self._stops[order["think"]] = Event()
            Thread(target=self._think, args=(order,), daemon=True).start()
        elif "advise" in order:
            self._stops[order["advise"]] = Event()
            Thread(target=self._advise, args=(order,), daemon=True).start()
        else:
            Thread(target=self._warm, daemon=True).start()

    def _think(self, order: Order) -> None:
        number = order["think"]
        try:
            answer = Answer(think=number, move=self._move(order))
        except Exception as error:  # Somebody waits for an answer, whatever went wrong.
            answer = Answer(think=number, failed=_words(error))
        del self._stops[number]
        self._answer(answer)

    def _move(self, order: Order) -> str:
        bot = self._bot(order["bot"], 0 if order["bot"] in _SEEDLESS else order["seed"])
        return str(ask(bot, parse_position(order["position"]), Budget(stop=self._stops[order["think"]])).move)

    def _advise(self, order: Order) -> None:
        number = order["advise"]
        try:
            answer = Answer(advise=number, advice=self._advice(order))
        except Exception as error:  # As with a thought.
            answer = Answer(advise=number, failed=_words(error))
        del self._stops[number]
        self._answer(answer)

    def _advice(self, order: Order) -> list[Advice]:
        budget = Budget(seconds=ADVICE_SECONDS, stop=self._stops[order["advise"]])
        position = parse_position(order["position"])
        return advice(position, self._bot(order["bot"], 0), budget, open_hands=order["open_hands"])

    def _warm(self) -> None:
        try:
            self._choose_once()
        except Exception as error:  # Those that need no compiler can still play.
            self._answer(Answer(warm=_words(error)))
        else:
            self._answer(Answer(warm=""))

    def _choose_once(self) -> None:
        """Have every bot that needs the compiler choose, for two players and for more."""
        for players in (2, 3):
            for name in COMPILED:
                ask(self._bot(name, 0), start(players, Random(0)), _TINY)

    def _answer(self, answer: Answer) -> None:
        with self._saying:
            self._say(answer)


def _made(hash_megabytes: int, name: str, seed: int) -> Bot:
    """A bot; only the one that searches for long gets much memory, so that all together stay within bounds."""
    return make_bot(name, BotSettings(seed, hash_megabytes if name == "level6" else _SMALL_MEGABYTES))


def _words(error: Exception) -> str:
    """Why something failed, in one line."""
    return " ".join(str(error).split()) or type(error).__name__


def main() -> None:
    """Obey until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C at the server's terminal reaches us: the server ends us.
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    worker = Worker(int(sys.argv[1]), _mouth())
    for line in sys.stdin.buffer:
        worker.obey(json.loads(line))
    os._exit(0)  # No thread is waited for.


def _mouth() -> Callable[[Answer], None]:
    """The standard output for answers alone: what anybody prints goes to the standard error from now on."""
    stream = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def say(answer: Answer) -> None:
        print(json.dumps(answer), file=stream, flush=True)

    return say


if __name__ == "__main__":
    main()
