"""A program that speaks the engine protocol (BPI) as a bot: `bpi:COMMAND`."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from threading import Event
from time import perf_counter

from bigpoints.bots.bot import OWN, PROGRAM, BotFailed, BotSettings, Budget, Choice, NoSuchBot, Watcher, check_choosable
from bigpoints.bots.bpi.info import Info, parse_info
from bigpoints.bots.bpi.process import Conversation
from bigpoints.errors import BadNotation, quoted
from bigpoints.notation import parse_move, position_text
from bigpoints.position import Move, Position
from bigpoints.rules import legal_moves

_LOOK = 0.01
"""How often, in seconds, a listener looks whether to stop."""
_LONGEST_QUOTE = 200
_HIGHEST = 10**17
"""A limit beyond any search, which programs can still read."""
_OPTION = re.compile(
    "option name (?P<name>Hash|Threads|Seed) type spin default [0-9]+ "
    "min (?P<low>[0-9]{1,18}) max (?P<high>[0-9]{1,18})"
)


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds a program gets."""

    start: float = 30.0
    """To start and to greet."""
    load: float = 30.0
    """On top for its first move, for which it may have much to load or to compile."""
    grace: float = 5.0
    """Beyond the time of its budget, and after `stop`."""
    open: float = 60.0
    """For a move whose budget names no time."""
    quit: float = 1.0
    """To end by itself."""


PATIENT = Patience()


class Program:
    """A bot around a program, which is started by its first choice, and anew after it has failed."""

    def __init__(self, name: str, settings: BotSettings, patience: Patience = PATIENT) -> None:
        self.name = name
        self._command = _command(name)
        self._settings = settings
        self._patience = patience
        self._talk: Conversation | None = None

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        """The program's move. Raises BotFailed if it gives none in time that can be played."""
        check_choosable(position)
        began = perf_counter()
        try:
            choice = self._asked(position, budget, watcher)
        except BaseException:
            self._leave(0)  # What it still has to say would answer no question.
            raise
        return replace(choice, seconds=perf_counter() - began)

    def close(self) -> None:
        """Ask the program to end, and see to it."""
        self._leave(self._patience.quit)

    def _leave(self, seconds: float) -> None:
        talk, self._talk = self._talk, None
        if talk is not None:
            talk.send("quit")
            talk.end(seconds)

    # --- What is said to it -------------------------------------------------------------------------------------------

    def _asked(self, position: Position, budget: Budget, watcher: Watcher | None) -> Choice:
        grace = self._patience.grace
        if self._talk is None:
            grace += self._patience.load
            self._talk = self._started()
            self._greet(self._talk)
        self._talk.send(f"position {position_text(position)}")
        self._wait_until_ready(self._talk, grace)
        self._talk.send(_go(budget))
        return self._answer(self._talk, position, budget, grace, watcher)

    def _started(self) -> Conversation:
        try:
            return Conversation(self._command)
        except OSError as error:
            raise BotFailed(f"{self.name}: it cannot be started: {error.strerror}") from None
        except ValueError as error:
            raise BotFailed(f"{self.name}: it cannot be started: {error}") from None

    def _greet(self, talk: Conversation) -> None:
        """Find out that it speaks the protocol, and set the options that it has."""
        talk.send("bpi")
        offered: dict[str, re.Match[str]] = {}
        for line in self._lines(talk, "bpiok", self._patience.start):
            if line == "bpiok":
                break
            if option := _OPTION.fullmatch(line):
                offered[option["name"]] = option
        for name, option in offered.items():
            talk.send(f"setoption name {name} value {self._setting(name, int(option['low']), int(option['high']))}")

    def _setting(self, name: str, low: int, high: int) -> int:
        """What an option is set to: what we want, or what comes nearest within its bounds."""
        if name == "Seed":  # Seeds beyond the last one must still differ.
            return low + self._settings.seed % max(high - low + 1, 1)
        wanted = self._settings.threads if name == "Threads" else self._settings.hash_megabytes
        return min(max(wanted, low), high)

    # --- What it says -------------------------------------------------------------------------------------------------

    def _wait_until_ready(self, talk: Conversation, seconds: float) -> None:
        talk.send("isready")
        for line in self._lines(talk, "readyok", seconds):
            if line == "readyok":
                return

    def _answer(
        self, talk: Conversation, position: Position, budget: Budget, grace: float, watcher: Watcher | None
    ) -> Choice:
        info = Info()
        seconds = (self._patience.open if budget.seconds is None else budget.seconds) + grace
        for line in self._lines(talk, "bestmove", seconds, budget.stop, grace):
            word = line.partition(" ")[0]
            if word == "bestmove":
                break
            if word == "info":
                info = parse_info(line, position, info)
                _tell(watcher, info)
        return info.choice(self._move(line, position))

    def _move(self, line: str, position: Position) -> Move:
        try:
            move = parse_move(line.removeprefix("bestmove").strip())
        except BadNotation:
            raise BotFailed(f"{self.name}: it answered {quoted(line, _LONGEST_QUOTE)}, which is no move") from None
        legal = legal_moves(position)
        if move not in legal:
            raise BotFailed(f"{self.name}: it chose {move}, which cannot be played; legal: {' '.join(map(str, legal))}")
        return move

    def _lines(
        self, talk: Conversation, wanted: str, seconds: float, stop: Event | None = None, grace: float = 0
    ) -> Iterator[str]:
        """What it says, for so many seconds at most; a request to stop is handed on and leaves it the grace."""
        until, said, is_stopped = perf_counter() + seconds, "", False
        while (left := until - perf_counter()) > 0:
            if stop is not None and stop.is_set() and not is_stopped:
                talk.send("stop")
                is_stopped, until = True, min(until, perf_counter() + grace)
            line = self._heard(talk, wanted, min(left, _LOOK))
            if line is not None:
                said = line
                yield line
        raise self._silence(talk, wanted, said)

    def _heard(self, talk: Conversation, wanted: str, seconds: float) -> str | None:
        try:
            line = talk.hear(seconds)
        except EOFError:
            raise self._death(talk, wanted) from None
        if line is not None and line.split()[:1] == ["error"]:
            raise BotFailed(f"{self.name}: it answered {quoted(line, _LONGEST_QUOTE)}")
        return line

    def _silence(self, talk: Conversation, wanted: str, said: str) -> BotFailed:
        last = f"; the last line was {quoted(said)}" if said else ""
        return BotFailed(f"{self.name}: no {wanted} came in time{last}{_complaint(talk)}")

    def _death(self, talk: Conversation, wanted: str) -> BotFailed:
        code = talk.exit_code()
        end = "it closed its output" if code is None else f"it ended with exit code {code}"
        return BotFailed(f"{self.name}: {end} where {wanted} was due{_complaint(talk)}")


def _command(name: str) -> list[str]:
    try:
        command = shlex.split(name.removeprefix(PROGRAM))
    except ValueError as error:
        raise NoSuchBot(f"bot: {name!r} cannot be read: {str(error).lower()}") from None
    if not command:
        raise NoSuchBot(f"bot: {name!r} names no program; accepted: {PROGRAM}COMMAND")
    return command


def _tell(watcher: Watcher | None, info: Info) -> None:
    if watcher and info.line:
        watcher(info.choice(info.line[0]))


def _go(budget: Budget) -> str:
    milliseconds = None if budget.seconds is None else max(1, budget.seconds * 1000)
    limits = {"movetime": milliseconds, "nodes": budget.nodes, "depth": budget.depth}
    named = [f"{name} {round(min(limit, _HIGHEST))}" for name, limit in limits.items() if limit is not None]
    return " ".join(["go", *named])


def _complaint(talk: Conversation) -> str:
    words = talk.last_words()
    return f"; it complained: {quoted(words, _LONGEST_QUOTE)}" if words else ""
