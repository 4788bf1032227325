"""A bot that runs another program over the engine protocol (BPI): `bpi:COMMAND`."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from threading import Event
from time import perf_counter

from bigpoints.bots.bot import OWN, PROGRAM, BotFailed, BotSettings, Budget, Choice, NoSuchBot, Watcher, check_choosable
from bigpoints.bots.bpi.info import Info, parse_info
from bigpoints.bots.bpi.process import LineProcess
from bigpoints.errors import BadNotation, quoted
from bigpoints.notation import parse_move, position_text
from bigpoints.position import Move, Position
from bigpoints.rules import legal_moves

_POLL_SECONDS = 0.01
"""Seconds between two checks of the stop event while waiting for a line."""
_LONGEST_QUOTE = 200
_HIGHEST = 10**17
"""A limit beyond every search that still fits into a 64-bit integer of any program."""
_OPTION = re.compile(
    "option name (?P<name>Hash|Threads|Seed) type spin default [0-9]+ "
    "min (?P<low>[0-9]{1,18}) max (?P<high>[0-9]{1,18})"
)


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Time limits for a program, in seconds."""

    start: float = 30.0
    """To start and finish the handshake."""
    load: float = 30.0
    """Added for the first move, when a program may load or compile."""
    grace: float = 5.0
    """Added to the time of its budget; also the time to answer after `stop`."""
    open: float = 60.0
    """For a move whose budget names no time."""
    quit: float = 1.0
    """To exit after `quit`."""


DEFAULT_TIMEOUTS = Timeouts()


class ProgramBot:
    """A bot that starts its program for the first move, and again after a failure."""

    def __init__(self, name: str, settings: BotSettings, timeouts: Timeouts = DEFAULT_TIMEOUTS) -> None:
        self.name = name
        self._command = _split_command(name)
        self._settings = settings
        self._timeouts = timeouts
        self._process: LineProcess | None = None

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        """Ask the program for a move. Raises BotFailed if no legal one comes in time."""
        check_choosable(position)
        began = perf_counter()
        try:
            choice = self._ask(position, budget, watcher)
        except BaseException:
            self._terminate(0)  # Lines that it still sends would be taken for answers to the next request.
            raise
        return replace(choice, seconds=perf_counter() - began)

    def close(self) -> None:
        """Ask the program to quit; kill it if it does not."""
        self._terminate(self._timeouts.quit)

    def _terminate(self, seconds: float) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send("quit")
            process.terminate(seconds)

    # --- Requests -----------------------------------------------------------------------------------------------------

    def _ask(self, position: Position, budget: Budget, watcher: Watcher | None) -> Choice:
        grace = self._timeouts.grace
        if self._process is None:
            grace += self._timeouts.load
            self._process = self._start()
            self._handshake(self._process)
        self._process.send(f"position {position_text(position)}")
        self._wait_until_ready(self._process, grace)
        self._process.send(_go_command(budget))
        return self._read_answer(self._process, position, budget, grace, watcher)

    def _start(self) -> LineProcess:
        try:
            return LineProcess(self._command)
        except OSError as error:
            raise BotFailed(f"{self.name}: it cannot be started: {error.strerror}") from None
        except ValueError as error:
            raise BotFailed(f"{self.name}: it cannot be started: {error}") from None

    def _handshake(self, process: LineProcess) -> None:
        """Exchange `bpi` and `bpiok`, then set the options that the program offers."""
        process.send("bpi")
        offered: dict[str, re.Match[str]] = {}
        for line in self._read_lines(process, "bpiok", self._timeouts.start):
            if line == "bpiok":
                break
            if option := _OPTION.fullmatch(line):
                offered[option["name"]] = option
        for name, option in offered.items():
            process.send(
                f"setoption name {name} value {self._option_value(name, int(option['low']), int(option['high']))}"
            )

    def _option_value(self, name: str, low: int, high: int) -> int:
        """Our setting for an option, clamped to its bounds."""
        if name == "Seed":  # Wrapped round instead: clamped seeds would all be equal.
            return low + self._settings.seed % max(high - low + 1, 1)
        wanted = self._settings.threads if name == "Threads" else self._settings.hash_megabytes
        return min(max(wanted, low), high)

    # --- Answers ------------------------------------------------------------------------------------------------------

    def _wait_until_ready(self, process: LineProcess, seconds: float) -> None:
        process.send("isready")
        for line in self._read_lines(process, "readyok", seconds):
            if line == "readyok":
                return

    def _read_answer(
        self, process: LineProcess, position: Position, budget: Budget, grace: float, watcher: Watcher | None
    ) -> Choice:
        info = Info()
        seconds = (self._timeouts.open if budget.seconds is None else budget.seconds) + grace
        for line in self._read_lines(process, "bestmove", seconds, budget.stop, grace):
            word = line.partition(" ")[0]
            if word == "bestmove":
                break
            if word == "info":
                info = parse_info(line, position, info)
                _notify(watcher, info)
        return info.choice(self._parse_move(line, position))

    def _parse_move(self, line: str, position: Position) -> Move:
        try:
            move = parse_move(line.removeprefix("bestmove").strip())
        except BadNotation:
            raise BotFailed(f"{self.name}: it answered {quoted(line, _LONGEST_QUOTE)}, which is no move") from None
        legal = legal_moves(position)
        if move not in legal:
            raise BotFailed(f"{self.name}: it chose {move}, which cannot be played; legal: {' '.join(map(str, legal))}")
        return move

    def _read_lines(
        self, process: LineProcess, wanted: str, seconds: float, stop: Event | None = None, grace: float = 0
    ) -> Iterator[str]:
        """Read lines for up to `seconds`; once the event is set, send `stop` and read up to `grace` seconds more."""
        until, said, is_stopped = perf_counter() + seconds, "", False
        while (left := until - perf_counter()) > 0:
            if stop is not None and stop.is_set() and not is_stopped:
                process.send("stop")
                is_stopped, until = True, min(until, perf_counter() + grace)
            line = self._read_line(process, wanted, min(left, _POLL_SECONDS))
            if line is not None:
                said = line
                yield line
        raise self._timeout_error(process, wanted, said)

    def _read_line(self, process: LineProcess, wanted: str, seconds: float) -> str | None:
        try:
            line = process.read_line(seconds)
        except EOFError:
            raise self._exit_error(process, wanted) from None
        if line is not None and line.split()[:1] == ["error"]:
            raise BotFailed(f"{self.name}: it answered {quoted(line, _LONGEST_QUOTE)}")
        return line

    def _timeout_error(self, process: LineProcess, wanted: str, said: str) -> BotFailed:
        last = f"; the last line was {quoted(said)}" if said else ""
        return BotFailed(f"{self.name}: no {wanted} came in time{last}{_stderr_note(process)}")

    def _exit_error(self, process: LineProcess, wanted: str) -> BotFailed:
        code = process.exit_code()
        end = "it closed its output" if code is None else f"it ended with exit code {code}"
        return BotFailed(f"{self.name}: {end} where {wanted} was due{_stderr_note(process)}")


def _split_command(name: str) -> list[str]:
    try:
        command = shlex.split(name.removeprefix(PROGRAM))
    except ValueError as error:
        raise NoSuchBot(f"bot: {name!r} cannot be read: {str(error).lower()}") from None
    if not command:
        raise NoSuchBot(f"bot: {name!r} names no program; accepted: {PROGRAM}COMMAND")
    return command


def _notify(watcher: Watcher | None, info: Info) -> None:
    if watcher and info.line:
        watcher(info.choice(info.line[0]))


def _go_command(budget: Budget) -> str:
    milliseconds = None if budget.seconds is None else max(1, budget.seconds * 1000)
    limits = {"movetime": milliseconds, "nodes": budget.nodes, "depth": budget.depth}
    named = [f"{name} {round(min(limit, _HIGHEST))}" for name, limit in limits.items() if limit is not None]
    return " ".join(["go", *named])


def _stderr_note(process: LineProcess) -> str:
    words = process.last_error_line()
    return f"; it complained: {quoted(words, _LONGEST_QUOTE)}" if words else ""
