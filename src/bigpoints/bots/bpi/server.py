"""The engine protocol (BPI): text lines in, text lines out, and the strongest bot behind them.

A line that cannot be followed answers `error` and changes nothing.
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
from bigpoints.bots.bpi.search import STRONGEST, Going, Limits, Say, parse_limits
from bigpoints.bots.registry import make_bot
from bigpoints.errors import BadNotation, BigPointsError, IllegalMove, printable
from bigpoints.notation import parse_move, parse_options, parse_position, position_text
from bigpoints.position import Position
from bigpoints.rules import legal_moves, perft, play, score_bounds, start

Make = Callable[[str, BotSettings], Bot]


class _Option(NamedTuple):
    """A number that can be set, and which of the bot's settings it is."""

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
    """A program that plays: it knows a position, answers lines, and says what a search finds."""

    def __init__(self, say: Say, make: Make = make_bot) -> None:
        self.position: Position | None = None
        self.has_quit = False
        self._say = say
        self._mind = _Mind(make)
        self._going: Going | None = None

    def answer(self, line: str) -> list[str]:
        """Follow one line; gives the lines to answer with."""
        try:
            return self._follow(line.strip())
        except BigPointsError as error:
            return [f"error {printable(str(error))}"]

    def _follow(self, line: str) -> list[str]:
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
                return self._prepare(line, words)
        raise BadNotation("command", line, "isready, stop or quit while a search is under way")

    def _prepare(self, line: str, words: Sequence[str]) -> list[str]:
        """Follow a line that has no answer."""
        match words:
            case ["newgame"]:
                self.position = None
                self._mind.forget()
            case ["setoption", "name", name, "value", value]:
                self._mind.set(name, value)
            case ["go", *limits]:
                self._go(parse_limits(limits))
            case ["position", _, *_]:
                self.position = _position(line.split(maxsplit=1)[1])
            case _:
                return self._tell(line, words)
        return []

    def _tell(self, line: str, words: Sequence[str]) -> list[str]:
        """Follow a line that is a question."""
        match words:
            case ["bpi"]:
                return _GREETING
            case ["show"]:
                return [f"position {position_text(self._known)}"]
            case ["legal"]:
                return [" ".join(["legal", *map(str, legal_moves(self._known))])]
            case ["perft", depth]:
                number = parse_number("perft", depth, 0)
                return [f"perft {number} {perft(self._known, number)}"]
            case ["scores"]:
                return [" ".join(["scores", *map(_bounds_text, score_bounds(self._known))])]
        raise BadNotation("command", line, _ACCEPTED)

    @property
    def _known(self) -> Position:
        if self.position is None:
            raise BadNotation("position", "", "a position command before this one")
        return self.position

    @property
    def _is_searching(self) -> bool:
        return self._going is not None and self._going.is_under_way

    def _go(self, limits: Limits) -> None:
        position = self._known
        if position.is_over:
            raise IllegalMove("go", ())
        name = f"level{limits.level or STRONGEST}"
        # Making a bot may take seconds, so that is left to the search.
        self._going = Going(lambda: self._mind.named(name), position, limits, self._say)

    def _stop(self) -> bool:
        """End the search, if there is one; says whether it is over."""
        return self._going is None or self._going.stop()

    def close(self) -> None:
        """End the search and let the bot go; one that does not heed is left behind."""
        if self._stop():
            self._mind.forget()


class _Mind:
    """The bot behind the engine: made when it is needed, and anew when another one is."""

    def __init__(self, make: Make) -> None:
        self._make = make
        self._settings = BotSettings()
        self._name = ""
        self._bot: Bot | None = None

    def set(self, name: str, value: str) -> None:
        """Set one of the options."""
        option = _OPTIONS.get(name)
        if option is None:
            raise BadNotation("option", name, ", ".join(_OPTIONS))
        number = parse_number(name, value, option.low, option.high)
        self._settings = replace(self._settings, **{option.setting: number})
        self.forget()

    def named(self, name: str) -> Bot:
        """The bot of a name."""
        if self._bot is None or name != self._name:
            self.forget()
            self._name, self._bot = name, self._make(name, self._settings)
        return self._bot

    def forget(self) -> None:
        """Let the bot go, with all that it remembers."""
        bot, self._bot = self._bot, None
        if bot is not None:
            bot.close()


class _Voice:
    """The one way to the output, a line at a time, from the loop and from a search."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._writing = Lock()
        self._is_silent = False

    def say(self, line: str) -> None:
        """Write a line at once."""
        with self._writing:
            if not self._is_silent:
                print(line, file=self._out, flush=True)

    def close(self) -> None:
        """Say nothing more: the output is no longer ours, whatever a search left behind may find."""
        with self._writing:
            self._is_silent = True


def run(lines: Iterable[str], out: TextIO, make: Make = make_bot) -> None:
    """Answer every line until `quit` or the end of the input."""
    with closing(_Voice(out)) as voice, closing(Engine(voice.say, make)) as engine:
        for line in lines:
            for answer in engine.answer(line):
                voice.say(answer)
            if engine.has_quit:
                return


def _position(text: str) -> Position:
    """The position that a line names, with its moves played."""
    before, *moves = re.split(r"(?:^|\s)moves(?:\s|$)", text, maxsplit=1)
    words = before.split()
    position = _start(words[1:]) if words[:1] == ["start"] else parse_position(before)
    for word in " ".join(moves).split():
        position = play(position, parse_move(word))
    return position


def _start(words: Sequence[str]) -> Position:
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
