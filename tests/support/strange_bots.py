"""Bots that misbehave, each in its own way, and games that were never played."""

from collections import Counter
from collections.abc import Sequence
from threading import Event, Lock
from time import sleep
from typing import ClassVar

from bigpoints.arena.game import GameResult, SearchStats, play_game
from bigpoints.arena.match import Match
from bigpoints.bots import registry
from bigpoints.bots.bot import OWN, BotSettings, Budget, Choice, Watcher
from bigpoints.position import PASS, Material, Position
from bigpoints.record import Record
from bigpoints.rules import legal_moves, start

SMALL = Material(2, 2, 1, 1)
NEVER = Event()


class Tame:
    """The first legal move; counts how many were made and closed."""

    counts: ClassVar = Counter[str]()

    def __init__(self, settings: BotSettings) -> None:
        self.name = "tame"
        self.settings = settings
        self.counts["made"] += 1

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:  # noqa: ARG002
        return Choice(legal_moves(position)[0], nodes=3)

    def close(self) -> None:
        self.counts["closed"] += 1


class Crashing(Tame):
    """Fails at its second move, with an error of two lines."""

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        if position.hands[position.seat - 1].size:
            raise ZeroDivisionError("out of\nnumbers")
        return super().choose(position, budget, watcher)


class Leaving(Tame):
    """Tries to take the whole program with it."""

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:  # noqa: ARG002
        raise KeyboardInterrupt


class Cheating(Tame):
    """Passes when it may not."""

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:  # noqa: ARG002
        return Choice(PASS)


class Mumbling(Tame):
    """Answers nothing at all."""

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:  # noqa: ARG002
        return None  # type: ignore[return-value]


class Hanging(Tame):
    """Never comes back, whatever it is told."""

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        NEVER.wait()
        return super().choose(position, budget, watcher)


class Pondering(Tame):
    """Thinks until it is told to stop."""

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        assert budget.stop
        budget.stop.wait()
        return super().choose(position, budget, watcher)


class Loading(Tame):
    """Has much to load before its first move in a process."""

    needed: ClassVar[float] = 0
    """Seconds that it still takes."""
    lock: ClassVar = Lock()

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        with self.lock:
            sleep(self.needed)
            Loading.needed = 0
        return super().choose(position, budget, watcher)


class Stillborn(Tame):
    """Cannot even be made."""

    def __init__(self, settings: BotSettings) -> None:
        super().__init__(settings)
        raise OSError("no such thing")


class Clinging(Tame):
    """Plays well and does not want to go."""

    def close(self) -> None:
        NEVER.wait()


BOTS = {
    "tame": Tame,
    "crashing": Crashing,
    "leaving": Leaving,
    "cheating": Cheating,
    "mumbling": Mumbling,
    "hanging": Hanging,
    "pondering": Pondering,
    "loading": Loading,
    "stillborn": Stillborn,
    "clinging": Clinging,
}


def hang() -> None:
    """Play a game, in whatever process, that goes on until somebody ends it."""
    registry._OURS["hanging"] = Hanging
    play_game(small("hanging", boards=1, move_limit=20).fixture(0))


def ended(board: int, bots: Sequence[str], scores: Sequence[int], number: int = 0) -> GameResult:
    """A game of which only the scores matter."""
    record = Record(start(len(bots), "BR"), tuple(bots))
    return GameResult(number, board, tuple(bots), record, tuple(scores), (SearchStats(),) * len(bots))


def small(*bots: str, players: int = 2, boards: int = 2, seed: int = 1, move_limit: float = 60) -> Match:
    """A match on a board that is played in no time."""
    return Match(bots, players, boards, seed, move_limit, SMALL)
