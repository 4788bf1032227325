"""The Bot protocol: a position and a budget in, a move with what the bot thinks of it out."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Event
from typing import Protocol

from bigpoints.errors import BigPointsError
from bigpoints.position import Move, Position

PROGRAM = "bpi:"
"""Prefix of the names of programs that speak the engine protocol."""
HASH_MEGABYTES = 64


class NoSuchBot(BigPointsError):
    """A name that no bot has."""


class BadBudget(BigPointsError):
    """Limits that leave nothing to think with."""


class NoChoice(BigPointsError):
    """A position in which there is nothing to choose."""


class BotFailed(BigPointsError):
    """A bot that gave no move that could be played: it died, hung or answered nonsense."""


@dataclass(frozen=True, slots=True)
class BotSettings:
    """What a bot is made with."""

    seed: int = 0
    hash_megabytes: int = HASH_MEGABYTES
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Budget:
    """When to stop thinking: after so many nodes or seconds, at a depth, or when an event is set; the first one counts.

    A bot adds nothing to a budget that names nodes, seconds or a depth; without any it has a limit of its own.
    """

    nodes: int | None = None
    seconds: float | None = None
    depth: int | None = None
    stop: Event | None = None

    def __post_init__(self) -> None:
        for name, limit in (("nodes", self.nodes), ("seconds", self.seconds), ("depth", self.depth)):
            if limit is not None and not limit > 0:
                raise BadBudget(f"{name}: {limit} leaves nothing to think with; accepted: more than 0")

    @property
    def is_open(self) -> bool:
        """Whether nothing but the event ends it."""
        return self.nodes is None and self.seconds is None and self.depth is None


OWN = Budget()
"""No limit named: as long as the bot likes by itself."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the moves that a bot looked at."""

    move: Move
    value: tuple[float, ...]
    """Each seat's share of the win after it, 1 in all."""
    nodes: int = 0
    exact: bool = False
    margin: float | None = None
    """Two players: the score difference to expect, for the seat to move before it."""
    line: tuple[Move, ...] = ()
    """The play that it expects, this move first."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot answers: a move, and what it thinks."""

    move: Move
    value: tuple[float, ...] = ()
    """Each seat's share of the win, 1 in all; empty if the bot does not judge."""
    margin: float | None = None
    """Two players: the score difference to expect for the seat to move."""
    exact: bool = False
    """Whether the value is proven."""
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    line: tuple[Move, ...] = ()
    """The play that it expects, its own move first."""
    candidates: tuple[Candidate, ...] = ()
    """The moves it looked at, the best one first; empty if it does not compare."""

    def led_by(self, candidates: tuple[Candidate, ...], *, exact: bool) -> "Choice":
        """The same thoughts with other candidates, the first of which is chosen."""
        best = candidates[0]
        return replace(
            self,
            move=best.move,
            value=best.value,
            margin=best.margin,
            exact=exact,
            line=best.line,
            candidates=candidates,
        )


Watcher = Callable[[Choice], None]
"""Is told from time to time what a bot thinks so far."""


class Bot(Protocol):
    """A mind. The same bot with the same seed and a budget of nodes gives the same answer to the same position."""

    @property
    def name(self) -> str:
        """What it is called: `level3`."""
        ...

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        """A legal move for the seat to move. Raises NoChoice once the game is over."""
        ...

    def close(self) -> None:
        """Let go of what it holds: memory, a process."""
        ...


def check_choosable(position: Position) -> None:
    """Refuse a position in which there is nothing to choose."""
    if position.is_over:
        raise NoChoice("the game is over: there is nothing to choose")
