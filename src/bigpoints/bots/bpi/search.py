"""A search of the engine: its limits, the thread that it runs in, and what it tells while it is under way."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Event, Lock, Thread
from time import perf_counter

from bigpoints.bots.bot import Bot, BotFailed, Budget, Choice
from bigpoints.bots.bpi.info import info_text
from bigpoints.bots.bpi.number import parse_number
from bigpoints.errors import BadNotation, BigPointsError, printable
from bigpoints.position import Position
from bigpoints.rules import legal_moves

STRONGEST = 6
_BARE_SECONDS = 1.0
_ENDLESS_NODES = 10**17
"""More than any search comes to, so that a bot adds no limit of its own, and fewer than 18 digits."""
_INFO_SECONDS = 0.1
_STOP_SECONDS = 0.5
"""How long a request to stop is waited for: far longer than a bot takes that heeds it."""
_ACCEPTED = "movetime MS, nodes N, depth D, level L and infinite, each at most once"

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Limits:
    """What `go` was told."""

    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    level: int | None = None
    infinite: bool = False

    @property
    def is_endless(self) -> bool:
        """Whether only `stop` ends the search: beside another limit, `infinite` says nothing."""
        return self.infinite and not self._has_limit

    @property
    def _has_limit(self) -> bool:
        return any((self.movetime, self.nodes, self.depth))

    def budget(self, stop: Event) -> Budget:
        """What the bot may use. A level that is given no limit has its own: that is what makes it one."""
        if self._has_limit:
            return Budget(self.nodes, self.movetime and self.movetime / 1000, self.depth, stop)
        if self.level is not None:
            return Budget(stop=stop)
        return Budget(nodes=_ENDLESS_NODES, stop=stop) if self.infinite else Budget(seconds=_BARE_SECONDS, stop=stop)


def parse_limits(words: Sequence[str]) -> Limits:
    """Read what follows `go`."""
    rest, found = list(words), dict[str, int]()
    while rest:
        word = rest.pop(0)
        if word in found or word not in Limits.__slots__:
            raise BadNotation("go", word, _ACCEPTED)
        if word == "infinite":
            found[word] = True
        else:
            found[word] = parse_number(word, rest.pop(0) if rest else "", 1, STRONGEST if word == "level" else None)
    return Limits(**found)  # type: ignore[arg-type]


class Going:
    """A search under way, in a thread of its own: it says `info` lines and at last `bestmove`, or `error`."""

    def __init__(self, bot: Callable[[], Bot], position: Position, limits: Limits, say: Say) -> None:
        self._bot = bot
        self._position = position
        self._limits = limits
        self._say = say
        self._stop = Event()
        self._ending = Lock()
        self._has_ended = False
        self._began = self._last_told = perf_counter()
        self._last_choice: Choice | None = None
        self._thread = Thread(target=self._run, name="search", daemon=True)
        self._thread.start()

    @property
    def is_under_way(self) -> bool:
        """Whether its last line is still to come."""
        with self._ending:
            return not self._has_ended

    def stop(self) -> bool:
        """Ask it to end, and wait a little for its last line; says whether it came."""
        self._stop.set()
        self._thread.join(_STOP_SECONDS)
        return not self._thread.is_alive()

    def _run(self) -> None:
        last = self._last_line()
        # Whoever reads this line may ask at once for the next search.
        with self._ending, suppress(OSError):  # A reader that has gone is met again at the next answer.
            self._has_ended = True
            self._say(last)

    def _last_line(self) -> str:
        try:
            choice = self._bot().choose(self._position, self._limits.budget(self._stop), self._watch)
            if choice.move not in legal_moves(self._position):
                raise BotFailed(f"{choice.move} was chosen, which cannot be played")
            self._tell(choice)
        except BigPointsError as error:
            return f"error {printable(str(error))}"
        except Exception as error:  # Whoever waits for this search must be answered, whatever went wrong.
            return f"error the search failed: {printable(f'{type(error).__name__}: {error}')}"
        if self._limits.is_endless:
            self._stop.wait()
        return f"bestmove {choice.move}"

    def _watch(self, choice: Choice) -> None:
        if choice != self._last_choice and perf_counter() - self._last_told >= _INFO_SECONDS:
            self._tell(choice)

    def _tell(self, choice: Choice) -> None:
        self._last_choice, self._last_told = choice, perf_counter()
        with suppress(OSError):
            self._say(info_text(choice, self._last_told - self._began, self._position.players))
