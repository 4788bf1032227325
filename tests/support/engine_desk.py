"""Somebody who runs an engine, and bots for it that think as a test likes."""

from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Queue

from bigpoints.bots.bot import OWN, Bot, BotSettings, Budget, Choice, Watcher
from bigpoints.bots.bpi.server import Engine
from bigpoints.position import Position
from bigpoints.rules import legal_moves

PATH = "GYRYWGBGPYKRBRKGYPKWRWPWRPGBYGKRBPPPRWYGBBRGKPYBGBBPYRY"
START = f"{PATH} 0,0,0,0,0 BRYGP -/- 1 m"
OVER = "..BR s1,s0 - B2R/R 1 e"
LONG = 20
"""Seconds that no test comes near unless something hangs."""

Think = Callable[[Position, Budget, Watcher], Choice]


@dataclass
class Thinker:
    """A bot that thinks as a test likes."""

    think: Think
    name: str = "thinker"
    budgets: list[Budget] = field(default_factory=list)
    is_closed: bool = False

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        assert watcher
        self.budgets.append(budget)
        return self.think(position, budget, watcher)

    def close(self) -> None:
        self.is_closed = True


def at_once(position: Position, budget: Budget, watcher: Watcher) -> Choice:  # noqa: ARG001
    return Choice(legal_moves(position)[0], nodes=1)


def until_stopped(position: Position, budget: Budget, watcher: Watcher) -> Choice:  # noqa: ARG001
    assert budget.stop
    assert budget.stop.wait(LONG)
    return Choice(legal_moves(position)[1])


class Desk:
    """Someone who runs an engine: what it said is read line by line."""

    def __init__(self, think: Think = at_once, bpn: str = START) -> None:
        self.made: list[tuple[str, BotSettings]] = []
        self.bots: list[Thinker] = []
        self.said: Queue[str] = Queue()
        self.think = think
        self.engine = Engine(self.said.put, self.make)
        self.engine.answer(f"position {bpn}")

    def make(self, name: str, settings: BotSettings) -> Bot:
        self.made.append((name, settings))
        self.bots.append(Thinker(self.think))
        return self.bots[-1]

    def tell(self, line: str) -> list[str]:
        return self.engine.answer(line)

    def last(self) -> str:
        """The last line of a search."""
        return self.rest()[-1]

    def rest(self) -> list[str]:
        """Every line of a search up to its last."""
        lines = [self.said.get(timeout=LONG)]
        while lines[-1].startswith("info "):
            lines.append(self.said.get(timeout=LONG))
        return lines
