"""The Bot protocol: a position and a budget in, a move with its evaluation out."""

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
    """No bot has this name."""


class BadBudget(BigPointsError):
    """A limit that is not above 0, or cannot be read."""


class NoChoice(BigPointsError):
    """The game is over: there is no move to choose."""


class BotFailed(BigPointsError):
    """A bot gave no legal move: it died, hung or answered nonsense."""


@dataclass(frozen=True, slots=True)
class BotSettings:
    """Settings that a bot is made with."""

    seed: int = 0
    hash_megabytes: int = HASH_MEGABYTES
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a search, of which the first one reached counts: nodes, seconds, depth, and an event to stop it.

    A bot applies its own limit only to a budget without nodes, seconds and depth.
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
        """Whether it names no nodes, seconds or depth."""
        return self.nodes is None and self.seconds is None and self.depth is None


OWN = Budget()
"""No limit named: the bot uses its own."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the moves that a bot compared."""

    move: Move
    value: tuple[float, ...]
    """Win share of each seat after it; they sum to 1."""
    nodes: int = 0
    exact: bool = False
    margin: float | None = None
    """Two players: expected final margin in points, for the seat that makes the move."""
    line: tuple[Move, ...] = ()
    """Expected line of play, beginning with this move."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A bot's answer: a move with its evaluation."""

    move: Move
    value: tuple[float, ...] = ()
    """Win share of each seat, summing to 1; empty if the bot does not evaluate."""
    margin: float | None = None
    """Two players: expected final margin in points, for the seat to move."""
    exact: bool = False
    """Whether the value is proven."""
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    line: tuple[Move, ...] = ()
    """Expected line of play, beginning with its own move."""
    candidates: tuple[Candidate, ...] = ()
    """The moves compared, the best one first; empty if the bot does not compare."""

    def with_candidates(self, candidates: tuple[Candidate, ...], *, exact: bool) -> "Choice":
        """This choice with other candidates, of which the first becomes its move."""
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
"""Receives interim results of a search from time to time."""


class Bot(Protocol):
    """A player program. Equal seeds, node limits and positions give equal answers."""

    @property
    def name(self) -> str:
        """Its name, such as `level3`."""
        ...

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        """Choose a legal move for the seat to move. Raises NoChoice once the game is over."""
        ...

    def close(self) -> None:
        """Release its memory and processes."""
        ...


def check_choosable(position: Position) -> None:
    """Raise NoChoice if the game is over."""
    if position.is_over:
        raise NoChoice("the game is over: there is nothing to choose")
