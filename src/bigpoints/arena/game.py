"""One game of a match between bots that may fail, as a function that can run in any process."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Event
from time import perf_counter
from typing import NamedTuple, TypeVar

from bigpoints.arena.match import Fixture, Lineup
from bigpoints.arena.timeouts import CallTimedOut, call_with_timeout, close_with_timeout
from bigpoints.bots.ask import ask
from bigpoints.bots.bot import PROGRAM, Bot, BotFailed, BotSettings, Budget
from bigpoints.bots.registry import make_bot
from bigpoints.contract.constants import BOT_PREFIX
from bigpoints.errors import BigPointsError
from bigpoints.position import Move, Position
from bigpoints.record import Record
from bigpoints.rules import play, scores, start

FAILURE = "Failure"
"""The tag of a record that ends where a bot failed."""
_LOADING_SECONDS = 60.0
"""Time limit for loading and compiling a bot, which does not count as thinking."""
_LONGEST_REASON = 120
T = TypeVar("T")


class Failure(NamedTuple):
    """The seat that failed, and the reason."""

    seat: int
    reason: str


class SearchStats(NamedTuple):
    """Moves, seconds and nodes of a seat in a game."""

    moves: int = 0
    seconds: float = 0.0
    nodes: int = 0

    def plus(self, other: "SearchStats") -> "SearchStats":
        """The sum of both."""
        return SearchStats(self.moves + other.moves, self.seconds + other.seconds, self.nodes + other.nodes)


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game, played to its end or until a bot failed."""

    number: int
    board: int
    bots: Lineup
    record: Record
    scores: tuple[int, ...]
    """The final scores; empty if a bot failed."""
    stats: tuple[SearchStats, ...]
    failure: Failure | None = None

    @property
    def places(self) -> tuple[int, ...]:
        """The number of seats before each one. A seat that failed is last, and the others share the win."""
        if self.failure:
            last = len(self.bots) - 1
            return tuple(last if seat == self.failure.seat else 0 for seat in range(1, last + 2))
        return tuple(sum(other > own for other in self.scores) for own in self.scores)

    @property
    def shares(self) -> tuple[float, ...]:
        """Win share of each seat (R20)."""
        winners = self.places.count(0)
        return tuple(0 if place else 1 / winners for place in self.places)


def play_game(fixture: Fixture) -> GameResult:
    """Play a game with fresh bots, which are closed after it."""
    position, plies, seated, failure = fixture.start, [], _GameBots(fixture), None
    try:
        while not position.is_over:
            move = seated.move(position)
            plies.append(move)
            position = play(position, move)
    except _Forfeit as lost:
        failure = Failure(position.seat, str(lost))
    finally:
        seated.close()
    return make_result(fixture, tuple(plies), tuple(seated.stats), failure)


def make_result(
    fixture: Fixture, plies: tuple[Move, ...], stats: tuple[SearchStats, ...], failure: Failure | None = None
) -> GameResult:
    """The result of some plies, with their record and scores."""
    tags = {"Event": "Arena", "Board": str(fixture.board + 1)}
    if failure:
        tags[FAILURE] = f"seat {failure.seat}: {failure.reason}"
    record = Record(fixture.start, tuple(f"{BOT_PREFIX}{bot}" for bot in fixture.bots), plies, tags)
    final = record.final
    points = scores(final) if final.is_over else ()
    return GameResult(fixture.number, fixture.board, fixture.bots, record, points, stats, failure)


def check_bots(names: Iterable[str]) -> None:
    """Raise for bots that cannot be made."""
    for name in names:
        try:
            made = call_with_timeout(_LOADING_SECONDS, partial(make_bot, name), Event())
        except CallTimedOut:
            raise BotFailed(f"bot: {name} was not ready within {_LOADING_SECONDS:g} s") from None
        close_with_timeout(made.result())


class _Forfeit(Exception):
    """The seat to move loses: its bot failed for the reason in the text."""


class _GameBots:
    """The bots of a game, each made for its first move."""

    def __init__(self, fixture: Fixture) -> None:
        self.fixture = fixture
        self.bots: dict[int, Bot] = {}
        self.stats = [SearchStats() for _ in fixture.bots]

    def move(self, position: Position) -> Move:
        """Ask the bot to move for a legal move. Raises _Forfeit if it gives none."""
        bot, seat = self._bot(position), position.seat - 1
        stop = Event()
        thought = self._answer(partial(_choose_timed, bot, position, stop), stop)
        self.stats[seat] = self.stats[seat].plus(SearchStats(1, thought.seconds, thought.nodes))
        return thought.move

    def close(self) -> None:
        """Close all bots."""
        for bot in self.bots.values():
            close_with_timeout(bot)

    def _bot(self, position: Position) -> Bot:
        seat = position.seat
        if seat not in self.bots:
            name, seed = self.fixture.bots[seat - 1], self.fixture.seeds[seat - 1]
            self._warm_up(name, position)
            self.bots[seat] = self._answer(partial(make_bot, name, BotSettings(seed)), Event(), _LOADING_SECONDS)
        return self.bots[seat]

    def _warm_up(self, name: str, position: Position) -> None:
        """Let a bot load and compile before its first game in this process, so that no clock counts it."""
        if name in _warmed_up or name.startswith(PROGRAM):
            return
        stop, go_on = Event(), Event()
        stop.set()
        with suppress(_Forfeit):
            bot = self._answer(partial(make_bot, name), stop, _LOADING_SECONDS)
            with suppress(_Forfeit):
                self._answer(partial(_choose_timed, bot, position, stop), stop, _LOADING_SECONDS)
                self._answer(partial(_choose_timed, bot, _ENDGAME, go_on), go_on, _LOADING_SECONDS)
            close_with_timeout(bot)
        _warmed_up.add(name)  # Last, so that other threads do not play with it while it still compiles.

    def _answer(self, call: Callable[[], T], stop: Event, loading: float = 0.0) -> T:
        """The result of a call into a bot. Raises _Forfeit if it fails or takes too long."""
        limit = self.fixture.move_limit
        try:
            future = call_with_timeout(limit, call, stop, loading)
        except CallTimedOut:
            raise _Forfeit(f"no answer within {limit + loading:g} s") from None
        if error := future.exception():
            raise _Forfeit(_one_line(str(error) if isinstance(error, BigPointsError) else repr(error)))
        return future.result()


_ENDGAME = start(2, "BRWKRB")
"""A tiny board for warming up, since some bots compile other code for the end of a game than for its beginning."""
_warmed_up: set[str] = set()
"""Names of the bots that are warmed up in this process."""


class _TimedMove(NamedTuple):
    move: Move
    nodes: int
    seconds: float


def _choose_timed(bot: Bot, position: Position, stop: Event) -> _TimedMove:
    began = perf_counter()
    choice = ask(bot, position, Budget(stop=stop))
    return _TimedMove(choice.move, int(choice.nodes), perf_counter() - began)


def _one_line(reason: str) -> str:
    """A reason on one line of at most 120 characters."""
    line = " ".join(reason.encode(errors="replace").decode().split())
    return line if len(line) <= _LONGEST_REASON else f"{line[:_LONGEST_REASON]}…"
