"""One game of a match, played by bots that may fail: a function that can travel to any process."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Event
from time import perf_counter
from typing import NamedTuple, TypeVar

from bigpoints.arena.match import Fixture, Table
from bigpoints.arena.timeouts import Hung, dismiss, within
from bigpoints.bots.ask import ask
from bigpoints.bots.bot import PROGRAM, Bot, BotFailed, BotSettings, Budget
from bigpoints.bots.registry import make_bot
from bigpoints.errors import BigPointsError
from bigpoints.position import Move, Position
from bigpoints.record import Record
from bigpoints.rules import play, scores, start

FAILURE = "Failure"
"""The tag of a game that was cut where a bot failed."""
_LOADING = 60.0
"""Seconds that a bot has to load and to compile what it needs: that is not thinking."""
_LONGEST_REASON = 120
T = TypeVar("T")


class Failure(NamedTuple):
    """Which seat failed, and why."""

    seat: int
    reason: str


class Thinking(NamedTuple):
    """How much a seat thought in a game."""

    moves: int = 0
    seconds: float = 0.0
    nodes: int = 0

    def plus(self, other: "Thinking") -> "Thinking":
        """Both together."""
        return Thinking(self.moves + other.moves, self.seconds + other.seconds, self.nodes + other.nodes)


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played, to its end or until a bot failed."""

    number: int
    board: int
    bots: Table
    record: Record
    scores: tuple[int, ...]
    """The final scores; none if a bot failed."""
    thinking: tuple[Thinking, ...]
    failure: Failure | None = None

    @property
    def places(self) -> tuple[int, ...]:
        """How many seats are before each one. Who fails is last, and the others share the win."""
        if self.failure:
            last = len(self.bots) - 1
            return tuple(last if seat == self.failure.seat else 0 for seat in range(1, last + 2))
        return tuple(sum(other > own for other in self.scores) for own in self.scores)

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win (R20)."""
        winners = self.places.count(0)
        return tuple(0 if place else 1 / winners for place in self.places)


def play_game(fixture: Fixture) -> Played:
    """Play a game with fresh bots, which are closed after it."""
    position, plies, seated, failure = fixture.start, [], _Seated(fixture), None
    try:
        while not position.is_over:
            move = seated.move(position)
            plies.append(move)
            position = play(position, move)
    except _Lost as lost:
        failure = Failure(position.seat, str(lost))
    finally:
        seated.close()
    return played(fixture, tuple(plies), tuple(seated.thinking), failure)


def played(
    fixture: Fixture, plies: tuple[Move, ...], thinking: tuple[Thinking, ...], failure: Failure | None = None
) -> Played:
    """A game with its record and its scores."""
    tags = {"Event": "Arena", "Board": str(fixture.board + 1)}
    if failure:
        tags[FAILURE] = f"seat {failure.seat}: {failure.reason}"
    record = Record(fixture.start, tuple(f"bot:{bot}" for bot in fixture.bots), plies, tags)
    final = record.final
    points = scores(final) if final.is_over else ()
    return Played(fixture.number, fixture.board, fixture.bots, record, points, thinking, failure)


def check_bots(names: Iterable[str]) -> None:
    """Refuse bots that cannot even be made."""
    for name in names:
        try:
            made = within(_LOADING, partial(make_bot, name), Event())
        except Hung:
            raise BotFailed(f"bot: {name} was not ready within {_LOADING:g} s") from None
        dismiss(made.result())


class _Lost(Exception):
    """The seat to move cannot go on; the text says why."""


class _Seated:
    """The bots of a game, each made when its first move comes."""

    def __init__(self, fixture: Fixture) -> None:
        self.fixture = fixture
        self.bots: dict[int, Bot] = {}
        self.thinking = [Thinking() for _ in fixture.bots]

    def move(self, position: Position) -> Move:
        """A legal move of the bot to move."""
        bot, seat = self._bot(position), position.seat - 1
        stop = Event()
        thought = self._answer(partial(_think, bot, position, stop), stop)
        self.thinking[seat] = self.thinking[seat].plus(Thinking(1, thought.seconds, thought.nodes))
        return thought.move

    def close(self) -> None:
        """Let go of all bots."""
        for bot in self.bots.values():
            dismiss(bot)

    def _bot(self, position: Position) -> Bot:
        seat = position.seat
        if seat not in self.bots:
            name, seed = self.fixture.bots[seat - 1], self.fixture.seeds[seat - 1]
            self._warm_up(name, position)
            self.bots[seat] = self._answer(partial(make_bot, name, BotSettings(seed)), Event(), _LOADING)
        return self.bots[seat]

    def _warm_up(self, name: str, position: Position) -> None:
        """Let a bot that this process does not know yet load and compile what it needs."""
        if name in _known or name.startswith(PROGRAM):
            return
        stop, go_on = Event(), Event()
        stop.set()
        with suppress(_Lost):
            bot = self._answer(partial(make_bot, name), stop, _LOADING)
            with suppress(_Lost):
                self._answer(partial(_think, bot, position, stop), stop, _LOADING)
                self._answer(partial(_think, bot, _NEARLY_OVER, go_on), go_on, _LOADING)
            dismiss(bot)
        _known.add(name)  # Not before: other threads may be about to play with it.

    def _answer(self, call: Callable[[], T], stop: Event, loading: float = 0.0) -> T:
        """What a call into a bot gives; if it gives nothing, the seat has lost."""
        limit = self.fixture.move_limit
        try:
            future = within(limit, call, stop, loading)
        except Hung:
            raise _Lost(f"no answer within {limit + loading:g} s") from None
        if error := future.exception():
            raise _Lost(_one_line(str(error) if isinstance(error, BigPointsError) else repr(error)))
        return future.result()


_NEARLY_OVER = start(2, "BRWKRB")
"""A position for those who play the end in another way than the beginning."""
_known: set[str] = set()
"""The bots that were warmed up in this process."""


class _Thought(NamedTuple):
    move: Move
    nodes: int
    seconds: float


def _think(bot: Bot, position: Position, stop: Event) -> _Thought:
    began = perf_counter()
    choice = ask(bot, position, Budget(stop=stop))
    return _Thought(choice.move, int(choice.nodes), perf_counter() - began)


def _one_line(reason: str) -> str:
    """A reason that fits into a tag and a table."""
    line = " ".join(reason.encode(errors="replace").decode().split())
    return line if len(line) <= _LONGEST_REASON else f"{line[:_LONGEST_REASON]}…"
