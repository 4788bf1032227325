"""The engine protocol (BPI): text lines in, text lines out, with a random mover behind them for now.

A line that cannot be followed answers `error` and changes nothing.
"""

import re
from collections.abc import Iterable, Sequence
from random import Random
from typing import TextIO

from bigpoints import __version__
from bigpoints.errors import BadNotation, BigPointsError, IllegalMove
from bigpoints.notation import parse_move, parse_options, parse_position, position_text
from bigpoints.position import Move, Position
from bigpoints.rules import legal_moves, perft, play, score_bounds, start
from bigpoints.terminal.screen import printable

_HIGHEST_SEED = 2**31 - 1
_GREETING = [
    f"id name Big Points {__version__} (random mover)",
    "id author the Big Points maintainers",
    f"option name Seed type spin default 0 min 0 max {_HIGHEST_SEED}",
    "bpiok",
]
_START_WORDS = {"players", "path", "first", "options"}
_LIMITS = {"movetime", "nodes", "depth"}
_ACCEPTED = "bpi, isready, setoption name N value V, newgame, position, show, legal, perft D, scores, go, stop, quit"


class Engine:
    """A program that plays: it knows a position and answers lines."""

    def __init__(self) -> None:
        self.position: Position | None = None
        self.has_quit = False
        self._random = Random(0)
        self._found: Move | None = None
        """The move found by an endless search that waits for its `stop`."""

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
                return self._stop()
            case ["quit"]:
                self.has_quit = True
                return []
            case words if self._found is None:
                return self._prepare(line, words)
        raise BadNotation("command", line, "isready, stop or quit while a search is under way")

    def _prepare(self, line: str, words: Sequence[str]) -> list[str]:
        """Follow a line that has no answer."""
        match words:
            case ["newgame"]:
                self.position = None
            case ["setoption", "name", name, "value", value]:
                self._random = _random_mover(name, value)
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
                number = _number("perft", depth, 0)
                return [f"perft {number} {perft(self._known, number)}"]
            case ["scores"]:
                return [" ".join(["scores", *map(_bounds_text, score_bounds(self._known))])]
            case ["go", *limits]:
                return self._go(limits)
        raise BadNotation("command", line, _ACCEPTED)

    @property
    def _known(self) -> Position:
        if self.position is None:
            raise BadNotation("position", "", "a position command before this one")
        return self.position

    def _go(self, limits: Sequence[str]) -> list[str]:
        is_endless = _is_endless(limits)
        moves = legal_moves(self._known)
        if not moves:
            raise IllegalMove("go", ())
        self._found = self._random.choice(moves)
        return [] if is_endless else self._stop()

    def _stop(self) -> list[str]:
        found, self._found = self._found, None
        return [f"bestmove {found}"] if found else []


def run(lines: Iterable[str], out: TextIO) -> None:
    """Answer every line until `quit` or the end of the input."""
    engine = Engine()
    for line in lines:
        for answer in engine.answer(line):
            print(answer, file=out, flush=True)
        if engine.has_quit:
            return


def _random_mover(name: str, value: str) -> Random:
    if name != "Seed":
        raise BadNotation("option", name, "Seed")
    return Random(_number("Seed", value, 0, _HIGHEST_SEED))


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
    players = _number("players", given["players"], 2, 5)
    first = _number("first", given.get("first", "1"), 1, players)
    options = parse_options(given.get("options", "-"), len(given["path"]))
    return start(players, given["path"], first=first, options=options)


def _is_endless(limits: Sequence[str]) -> bool:
    """Whether a search with these limits goes on until `stop`; limits that make no sense are refused."""
    rest, seen = list(limits), set[str]()
    while rest:
        word = rest.pop(0)
        if word in seen or word not in _LIMITS | {"level", "infinite"}:
            raise BadNotation("go", word, "movetime MS, nodes N, depth D, level L and infinite, each at most once")
        if word != "infinite":
            _number(word, rest.pop(0) if rest else "", 1, 6 if word == "level" else None)
        seen.add(word)
    return "infinite" in seen and not seen & _LIMITS


def _number(name: str, text: str, low: int, high: int | None = None) -> int:
    # No number of the protocol needs 19 digits, and Python refuses to read thousands of them.
    number = int(text) if re.fullmatch("[0-9]{1,18}", text) else -1
    if number < low or (high is not None and number > high):
        raise BadNotation(name, text, f"a whole number from {low}" + ("" if high is None else f" to {high}"))
    return number


def _bounds_text(bounds: tuple[int, int]) -> str:
    low, high = bounds
    return str(low) if low == high else f"{low}..{high}"
