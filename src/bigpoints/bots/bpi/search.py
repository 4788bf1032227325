"""One search of the engine: the limits of `go`, the thread that runs it, and its `info` lines."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Event, Lock, Thread
from time import perf_counter

from bigpoints.bots.bot import Bot, BotFailed, Budget, Choice
from bigpoints.bots.bpi.info import info_text
from bigpoints.bots.bpi.number import parse_number
from bigpoints.contract.constants import LEVELS
from bigpoints.errors import BadNotation, BigPointsError, printable
from bigpoints.position import Position
from bigpoints.rules import legal_moves

_BARE_SECONDS = 1.0
_ENDLESS_NODES = 10**17
"""A node limit beyond every search, of at most 18 digits; without a limit a bot would apply its own."""
_INFO_SECONDS = 0.1
_STOP_SECONDS = 0.5
"""Seconds to wait for a search to stop, many times what our bots take."""
_ACCEPTED = "movetime MS, nodes N, depth D, level L and infinite, each at most once"

WriteLine = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class GoLimits:
    """The limits given to `go`."""

    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    level: int | None = None
    infinite: bool = False

    @property
    def is_endless(self) -> bool:
        """Whether only `stop` ends the search; `infinite` has no effect beside another limit."""
        return self.infinite and not self._has_limit

    @property
    def _has_limit(self) -> bool:
        return any((self.movetime, self.nodes, self.depth))

    def budget(self, stop: Event) -> Budget:
        """The bot's budget. A level without a limit keeps its own, which defines its strength."""
        if self._has_limit:
            return Budget(self.nodes, self.movetime and self.movetime / 1000, self.depth, stop)
        if self.level is not None:
            return Budget(stop=stop)
        return Budget(nodes=_ENDLESS_NODES, stop=stop) if self.infinite else Budget(seconds=_BARE_SECONDS, stop=stop)


def parse_limits(words: Sequence[str]) -> GoLimits:
    """Parse the words after `go`."""
    rest, found = list(words), dict[str, int]()
    while rest:
        word = rest.pop(0)
        if word in found or word not in GoLimits.__slots__:
            raise BadNotation("go", word, _ACCEPTED)
        if word == "infinite":
            found[word] = True
        else:
            found[word] = parse_number(word, rest.pop(0) if rest else "", 1, len(LEVELS) if word == "level" else None)
    return GoLimits(**found)  # type: ignore[arg-type]


class SearchThread:
    """A search in its own thread: it writes `info` lines and finally `bestmove`, or `error`."""

    def __init__(self, bot: Callable[[], Bot], position: Position, limits: GoLimits, write: WriteLine) -> None:
        self._bot = bot
        self._position = position
        self._limits = limits
        self._write = write
        self._stop = Event()
        self._finishing = Lock()
        self._is_finished = False
        self._started_at = self._last_info_at = perf_counter()
        self._last_choice: Choice | None = None
        self._thread = Thread(target=self._run, name="search", daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether its last line has not been written yet."""
        with self._finishing:
            return not self._is_finished

    def stop(self) -> bool:
        """Stop it and wait up to 0.5 s for its last line; whether it has finished."""
        self._stop.set()
        self._thread.join(_STOP_SECONDS)
        return not self._thread.is_alive()

    def _run(self) -> None:
        last = self._last_line()
        # Under the lock, since the reader of this line may send the next `go` at once.
        with self._finishing, suppress(OSError):  # A closed output is noticed again at the next answer.
            self._is_finished = True
            self._write(last)

    def _last_line(self) -> str:
        try:
            choice = self._bot().choose(self._position, self._limits.budget(self._stop), self._report)
            if choice.move not in legal_moves(self._position):
                raise BotFailed(f"{choice.move} was chosen, which cannot be played")
            self._write_info(choice)
        except BigPointsError as error:
            return f"error {printable(str(error))}"
        except Exception as error:  # Every search must end with a line, whatever went wrong.
            return f"error the search failed: {printable(f'{type(error).__name__}: {error}')}"
        if self._limits.is_endless:
            self._stop.wait()
        return f"bestmove {choice.move}"

    def _report(self, choice: Choice) -> None:
        if choice != self._last_choice and perf_counter() - self._last_info_at >= _INFO_SECONDS:
            self._write_info(choice)

    def _write_info(self, choice: Choice) -> None:
        self._last_choice, self._last_info_at = choice, perf_counter()
        with suppress(OSError):
            self._write(info_text(choice, self._last_info_at - self._started_at, self._position.players))
