"""The engine: our bots behind the engine protocol (BPI), text lines in and out.

A line that cannot be executed is answered by `error` and changes nothing.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from threading import Lock
from typing import NamedTuple, TextIO

from bigpoints import __version__
from bigpoints.bots.bot import HASH_MEGABYTES, Bot, BotSettings
from bigpoints.bots.bpi.number import parse_number
from bigpoints.bots.bpi.search import GoLimits, SearchThread, WriteLine, parse_limits
from bigpoints.bots.registry import make_bot
from bigpoints.contract.constants import LEVELS
from bigpoints.errors import BadNotation, BigPointsError, IllegalMove, printable
from bigpoints.notation import parse_move, parse_options, parse_position, position_text
from bigpoints.position import Position
from bigpoints.rules import legal_moves, perft, play, score_bounds, start

MakeBot = Callable[[str, BotSettings], Bot]


class _Option(NamedTuple):
    """A numeric option of the protocol, and the field of BotSettings that it sets."""

    setting: str
    default: int
    low: int
    high: int

    def __str__(self) -> str:
        return f"type spin default {self.default} min {self.low} max {self.high}"


_OPTIONS = {
    "Hash": _Option("hash_megabytes", HASH_MEGABYTES, 1, 65536),
    "Threads": _Option("threads", 1, 1, 256),
    "Seed": _Option("seed", 0, 0, 2**31 - 1),
}
_GREETING = [
    f"id name Big Points {__version__}",
    "id author the Big Points maintainers",
    *(f"option name {name} {option}" for name, option in _OPTIONS.items()),
    "bpiok",
]
_START_WORDS = {"players", "path", "first", "options"}
_ACCEPTED = "bpi, isready, setoption name N value V, newgame, position, show, legal, perft D, scores, go, stop, quit"


class Engine:
    """Holds a position, answers lines and runs one search at a time."""

    def __init__(self, write: WriteLine, make: MakeBot = make_bot) -> None:
        self.position: Position | None = None
        self.has_quit = False
        self._write = write
        self._slot = _BotSlot(make)
        self._search: SearchThread | None = None

    def answer(self, line: str) -> list[str]:
        """Execute one line; the lines of the answer."""
        try:
            return self._execute(line.strip())
        except BigPointsError as error:
            return [f"error {printable(str(error))}"]

    def _execute(self, line: str) -> list[str]:
        match line.split():
            case []:
                return []
            case ["isready"]:
                return ["readyok"]
            case ["stop"]:
                self._stop()
                return []
            case ["quit"]:
                self.has_quit = True
                return []
            case words if not self._is_searching:
                return self._execute_command(line, words)
        raise BadNotation("command", line, "isready, stop or quit while a search is under way")

    def _execute_command(self, line: str, words: Sequence[str]) -> list[str]:
        """Execute a command, which has no answer; otherwise try it as a query."""
        match words:
            case ["newgame"]:
                self.position = None
                self._slot.discard()
            case ["setoption", "name", name, "value", value]:
                self._slot.set(name, value)
            case ["go", *limits]:
                self._go(parse_limits(limits))
            case ["position", _, *_]:
                self.position = _parse_position_command(line.split(maxsplit=1)[1])
            case _:
                return self._answer_query(line, words)
        return []

    def _answer_query(self, line: str, words: Sequence[str]) -> list[str]:
        """Answer a query."""
        match words:
            case ["bpi"]:
                return _GREETING
            case ["show"]:
                return [f"position {position_text(self._current)}"]
            case ["legal"]:
                return [" ".join(["legal", *map(str, legal_moves(self._current))])]
            case ["perft", depth]:
                number = parse_number("perft", depth, 0)
                return [f"perft {number} {perft(self._current, number)}"]
            case ["scores"]:
                return [" ".join(["scores", *map(_bounds_text, score_bounds(self._current))])]
        raise BadNotation("command", line, _ACCEPTED)

    @property
    def _current(self) -> Position:
        if self.position is None:
            raise BadNotation("position", "", "a position command before this one")
        return self.position

    @property
    def _is_searching(self) -> bool:
        return self._search is not None and self._search.is_running

    def _go(self, limits: GoLimits) -> None:
        position = self._current
        if position.is_over:
            raise IllegalMove("go", ())
        name = LEVELS[(limits.level or len(LEVELS)) - 1]
        # Making a bot may take seconds: the search thread does it, so that `stop` and `isready` are answered.
        self._search = SearchThread(lambda: self._slot.get(name), position, limits, self._write)

    def _stop(self) -> bool:
        """Stop the search, if there is one; whether it has finished."""
        return self._search is None or self._search.stop()

    def close(self) -> None:
        """Stop the search and close the bot; a bot that does not stop is left to its daemon thread."""
        if self._stop():
            self._slot.discard()


class _BotSlot:
    """The bot of the engine, made on first use and replaced when another one is needed."""

    def __init__(self, make: MakeBot) -> None:
        self._make = make
        self._settings = BotSettings()
        self._name = ""
        self._bot: Bot | None = None

    def set(self, name: str, value: str) -> None:
        """Set an option; the next search gets a new bot."""
        option = _OPTIONS.get(name)
        if option is None:
            raise BadNotation("option", name, ", ".join(_OPTIONS))
        number = parse_number(name, value, option.low, option.high)
        self._settings = replace(self._settings, **{option.setting: number})
        self.discard()

    def get(self, name: str) -> Bot:
        """The bot with a name, made if it is not the current one."""
        if self._bot is None or name != self._name:
            self.discard()
            self._name, self._bot = name, self._make(name, self._settings)
        return self._bot

    def discard(self) -> None:
        """Close the current bot and its memory."""
        bot, self._bot = self._bot, None
        if bot is not None:
            bot.close()


class _OutputStream:
    """Output shared by the command loop and the search thread, one whole line at a time."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._writing = Lock()
        self._is_closed = False

    def write_line(self, line: str) -> None:
        """Write a line and flush it; ignored after `close`."""
        with self._writing:
            if not self._is_closed:
                print(line, file=self._out, flush=True)

    def close(self) -> None:
        """Ignore further lines: a search left behind must not write to an output that is no longer ours."""
        with self._writing:
            self._is_closed = True


def run(lines: Iterable[str], out: TextIO, make: MakeBot = make_bot) -> None:
    """Answer every line until `quit` or the end of the input."""
    with closing(_OutputStream(out)) as output, closing(Engine(output.write_line, make)) as engine:
        for line in lines:
            for answer in engine.answer(line):
                output.write_line(answer)
            if engine.has_quit:
                return


def _parse_position_command(text: str) -> Position:
    """The position of a `position` command, with its moves played."""
    before, *moves = re.split(r"(?:^|\s)moves(?:\s|$)", text, maxsplit=1)
    words = before.split()
    position = _parse_start(words[1:]) if words[:1] == ["start"] else parse_position(before)
    for word in " ".join(moves).split():
        position = play(position, parse_move(word))
    return position


def _parse_start(words: Sequence[str]) -> Position:
    given = dict(zip(words[::2], words[1::2], strict=False))
    if len(given) * 2 != len(words) or not {"players", "path"} <= set(given) <= _START_WORDS:
        accepted = "position start players N path <letters> [first S] [options O] [moves …]"
        raise BadNotation("position", " ".join(["start", *words]), accepted)
    players = parse_number("players", given["players"], 2, 5)
    first = parse_number("first", given.get("first", "1"), 1, players)
    options = parse_options(given.get("options", "-"), len(given["path"]))
    return start(players, given["path"], first=first, options=options)


def _bounds_text(bounds: tuple[int, int]) -> str:
    low, high = bounds
    return str(low) if low == high else f"{low}..{high}"
