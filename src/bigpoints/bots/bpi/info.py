"""The `info` lines of the engine protocol: writing them from a choice, and parsing them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bigpoints.bots.bot import Choice
from bigpoints.errors import BadNotation
from bigpoints.notation import parse_move
from bigpoints.position import Move, Position
from bigpoints.rules import legal_moves, play

_WORDS = {"depth", "nodes", "nps", "time", "value", "margin", "exact", "pv"}
_PARTS = 10_000
"""Win shares are written with four decimals."""
_ROUNDED = 0.01
"""Rounding error allowed in the sum of another program's win shares."""


def info_text(choice: Choice, seconds: float, players: int) -> str:
    """An `info` line for a choice, `seconds` after `go`; fields that the bot does not know are left out."""
    words = ["info"]
    if choice.depth:
        words += ["depth", str(choice.depth)]
    if choice.nodes:
        words += ["nodes", str(choice.nodes)]
    if choice.nodes and (took := choice.seconds or seconds):
        words += ["nps", f"{choice.nodes / took:.0f}"]
    words += ["time", f"{seconds * 1000:.0f}"]
    if choice.value:
        words += ["value", *_format_shares(choice.value)]
    if choice.margin is not None and players == 2:
        words += ["margin", f"{round(choice.margin, 2) + 0.0:g}"]  # Adding 0.0 turns -0.0 into 0.
    if choice.exact:
        words.append("exact")
    return " ".join([*words, "pv", *map(str, choice.line or (choice.move,))])


def _format_shares(value: Sequence[float]) -> list[str]:
    """Win shares with four decimals that sum to 1 exactly: the largest remainders are rounded up."""
    wanted = [share / sum(value) * _PARTS for share in value]
    parts = [int(share) for share in wanted]
    by_rest = sorted(range(len(parts)), key=lambda seat: parts[seat] - wanted[seat])
    for seat in by_rest[: _PARTS - sum(parts)]:
        parts[seat] += 1
    return [f"{part / _PARTS:.4f}" for part in parts]


@dataclass(frozen=True, slots=True)
class Info:
    """The fields of all `info` lines of a search so far."""

    depth: int = 0
    nodes: int = 0
    value: tuple[float, ...] = ()
    margin: float | None = None
    exact: bool = False
    line: tuple[Move, ...] = ()

    def choice(self, move: Move) -> Choice:
        """The choice of a move, with the evaluation received."""
        line = self.line if self.line[:1] == (move,) else ()
        return Choice(move, self.value, self.margin, self.exact, self.depth, self.nodes, line=line)


def parse_info(text: str, position: Position, known: Info) -> Info:
    """Merge one more `info` line into what is known; fields that make no sense are ignored."""
    said = _parse_fields(text)
    depth, nodes = _parse_count(said.get("depth", [])), _parse_count(said.get("nodes", []))
    value = _parse_value(said.get("value", []), position.players)
    margin = _parse_decimal(said["margin"][0]) if position.players == 2 and said.get("margin") else None
    line = _parse_line(said.get("pv", []), position)
    if value or margin is not None:  # `exact` belongs to the value or margin on the same line.
        known = replace(known, value=value or known.value, margin=margin, exact="exact" in said)
    return replace(known, depth=depth or known.depth, nodes=nodes or known.nodes, line=line or known.line)


def _parse_fields(text: str) -> dict[str, list[str]]:
    """The fields of a line: each keyword with the words that follow it."""
    said: dict[str, list[str]] = {}
    follows: list[str] = []
    for word in text.split()[1:]:
        if word in _WORDS:
            follows = said[word] = []
        else:
            follows.append(word)
    return said


def _parse_count(words: Sequence[str]) -> int:
    return int(words[0]) if words and re.fullmatch("[0-9]{1,18}", words[0]) else 0


def _parse_decimal(text: str) -> float | None:
    return float(text) if re.fullmatch(r"[+-]?[0-9]{1,9}(\.[0-9]{1,18})?", text) else None


def _parse_value(words: Sequence[str], players: int) -> tuple[float, ...]:
    numbers = [_parse_decimal(word) for word in words[:players]]
    shares = tuple(number for number in numbers if number is not None and 0 <= number <= 1)
    return shares if len(shares) == players and abs(sum(shares) - 1) <= _ROUNDED else ()


def _parse_line(words: Sequence[str], position: Position) -> tuple[Move, ...]:
    """The moves of a `pv` up to the first illegal one."""
    line: list[Move] = []
    for word in words:
        try:
            move = parse_move(word)
        except BadNotation:
            break
        if move not in legal_moves(position):
            break
        position = play(position, move)
        line.append(move)
    return tuple(line)
