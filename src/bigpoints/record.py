"""A game on record: its start, its plies, who sat where, and what else its file says.

The positions of a record are a fold over its plies. Reading and writing the text form (BPR) is in `bpr`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from bigpoints.errors import BadNotation, IllegalMove
from bigpoints.position import Move, Position
from bigpoints.rules import play, scores

UNFINISHED = "*"
"""The result of a game that goes on."""


class Spot(NamedTuple):
    """A place in a file; both numbers count from 1."""

    line: int
    column: int


class Claim(NamedTuple):
    """The result that a file states, and where."""

    result: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class Record:
    """A game: `plies` played from `start` by the people and bots named in `seats`."""

    start: Position
    seats: tuple[str, ...]
    plies: tuple[Move, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    """Every tag of a file except those of start, seats and result."""
    comments: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Comments by the number of the ply before them; 0 is the start."""
    claim: Claim | None = field(default=None, compare=False)
    """The result that a file claims; `check` compares it with the plies."""
    spots: tuple[Spot, ...] = field(default=(), compare=False, repr=False)
    """The place of each ply in the file that it was read from."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", MappingProxyType(dict(self.tags)))
        kept = {ply: texts for ply, texts in self.comments.items() if texts}
        object.__setattr__(self, "comments", MappingProxyType(kept))
        if len(self.seats) != self.start.players:
            raise BadNotation("seats", "/".join(self.seats), f"{self.start.players} names")
        for name, value in self.tags.items():
            _check_tag(name, value)
            if is_own_tag(name):
                raise BadNotation("tag", name, "other tags than those of the start, the seats and the result")
        for seat, name in enumerate(self.seats, start=1):
            _check_tag(f"Seat{seat}", name)
        for ply, comments in self.comments.items():
            _check_comments(ply, comments, len(self.plies))

    def __reduce__(self) -> tuple[type["Record"], tuple[object, ...]]:
        tags, comments = dict(self.tags), dict(self.comments)
        return Record, (self.start, self.seats, self.plies, tags, comments, self.claim, self.spots)

    def __hash__(self) -> int:
        return hash((self.start, self.seats, self.plies))

    def positions(self) -> Iterator[Position]:
        """Every position of the game, from the start on; an illegal ply is named by its number."""
        position = self.start
        yield position
        for ply, move in enumerate(self.plies, start=1):
            try:
                position = play(position, move)
            except IllegalMove as error:
                raise error.at(ply, *(self.spots[ply - 1] if self.spots else ())) from None
            yield position

    @property
    def final(self) -> Position:
        """The position after the last ply."""
        *_, position = self.positions()
        return position

    @property
    def result(self) -> str:
        """The scores, seat by seat, such as `35/38`; `*` while the game goes on."""
        return result_text(self.final)

    def plus(self, move: Move) -> "Record":
        """The record with one more ply."""
        return replace(self, plies=(*self.plies, move), claim=None, spots=())

    def until(self, ply: int) -> "Record":
        """The record of the first plies only, with their comments."""
        if not 0 <= ply <= len(self.plies):
            raise BadNotation("ply", str(ply), f"0 to {len(self.plies)}")
        comments = {n: texts for n, texts in self.comments.items() if n <= ply}
        return replace(self, plies=self.plies[:ply], comments=comments, claim=None, spots=self.spots[:ply])


def result_text(position: Position) -> str:
    """The result of a game that ends in a position."""
    return "/".join(map(str, scores(position))) if position.is_over else UNFINISHED


def check(record: Record) -> Position:
    """Replay a record against the rules and compare its claimed result; gives the last position."""
    final = record.final
    if record.claim and record.claim.result != result_text(final):
        accepted = f"{result_text(final)}, as the plies have it"
        raise BadNotation("Result", record.claim.result, accepted).at(*record.claim.spot)
    return final


def is_own_tag(name: str) -> bool:
    """Whether a tag says what a record keeps elsewhere: in its start, its seats and its plies."""
    return name in ("Path", "First", "Options", "Start", "Result") or re.fullmatch("Seat[0-9]+", name) is not None


def _check_tag(name: str, value: str) -> None:
    if not re.fullmatch(r"[A-Za-z0-9_]+", name):
        raise BadNotation("tag", name, "letters, digits and _ in the name of a tag")
    if re.search(r"[\r\n\ud800-\udfff]", value):
        raise BadNotation(name, value, "Unicode text on a single line")


def _check_comments(ply: int, comments: tuple[str, ...], plies: int) -> None:
    if not 0 <= ply <= plies:
        raise BadNotation("comment", str(ply), f"a comment behind the start (0) or a ply, up to {plies}")
    for comment in comments:
        if ("}" in comment and "\n" in comment) or re.search(r"[\r\ud800-\udfff]", comment):
            raise BadNotation("comment", comment, "Unicode text, on a single line if there is a } in it")
