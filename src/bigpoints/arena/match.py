"""A match: which bots meet at which tables, on which boards, in which seats.

Boards are mirrored: every table plays every board once from each seat, so luck with boards and seats cancels out.

- As many bots as seats, or more: every choice of that many bots is a table. On each board they sit in a circle whose
  order is drawn, and the circle is turned seat by seat: each bot sits once in each seat. With two seats this is a
  round robin, each pair playing a board twice with sides changed.
- Fewer bots than seats: each bot sits alone against copies of each other one, once in each seat. Two bots A and B at
  four seats are the tables A B B B and B A A A. If only the first bot is of interest, it alone sits alone: A B B B.
- One bot alone plays against itself, once a board: that shows what beginning is worth.

Seat 1 begins. A match is made of whole boards: a number of games is rounded up to them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from math import isfinite
from random import Random
from typing import Any

from bigpoints.errors import BadSetup
from bigpoints.notation import options_text
from bigpoints.position import STANDARD, STANDARD_OPTIONS, Material, Options, Position
from bigpoints.rules import start

MOVE_LIMIT = 60.0
"""Seconds that a bot has for a move unless told otherwise: enough for any that does not hang."""
Table = tuple[str, ...]
"""The bots that sit together."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game that is to be played: everything that its players and its moves depend on."""

    number: int
    """Its number in the match, from 0."""
    board: int
    """The number of its board, from 0."""
    start: Position
    bots: Table
    """The name of the bot in each seat."""
    seeds: tuple[int, ...]
    move_limit: float


@dataclass(frozen=True)
class Match:
    """Some bots, a number of players and boards, and the seed that all chance comes from."""

    bots: Table
    players: int = 2
    boards: int = 50
    seed: int = 1
    move_limit: float = MOVE_LIMIT
    material: Material = STANDARD
    options: Options = STANDARD_OPTIONS
    alone: bool = False
    """With fewer bots than seats: only the first bot sits alone against copies."""

    def __post_init__(self) -> None:
        if not 2 <= self.players <= 5:
            raise BadSetup(f"players: {self.players} is not possible; accepted: 2 to 5")
        if self.boards < 1:
            raise BadSetup(f"boards: {self.boards} make no match; accepted: 1 or more")
        if not (isfinite(self.move_limit) and self.move_limit > 0):
            raise BadSetup(f"move limit: {self.move_limit:g} seconds leave no time to move; accepted: more than 0")
        if self.alone and not 1 < len(self.bots) < self.players:
            raise BadSetup(f"alone: {len(self.bots)} bots at {self.players} seats; accepted: fewer bots than seats")
        if not self.bots:
            raise BadSetup("bots: there are none; accepted: one name or more")
        if twice := [bot for bot in self.bots if self.bots.count(bot) > 1]:
            raise BadSetup(f"bots: {twice[0]} is named twice; accepted: every bot once")

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """Who sits together, in no order yet."""
        if len(self.bots) == 1:
            return (self.bots * self.players,)
        if len(self.bots) >= self.players:
            return tuple(combinations(self.bots, self.players))
        pairs = [(one, other) for one, other in permutations(self.bots, 2) if one == self.bots[0] or not self.alone]
        return tuple((one, *[other] * (self.players - 1)) for one, other in pairs)

    @property
    def turns(self) -> int:
        """How often a table plays a board: once from each seat, except that a bot against itself need not turn."""
        return 1 if len(self.bots) == 1 else self.players

    @property
    def games_per_board(self) -> int:
        """How many games each board is played in."""
        return len(self.tables) * self.turns

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return self.boards * self.games_per_board

    def fixtures(self) -> Iterator[Fixture]:
        """Every game, board by board."""
        return map(self.fixture, range(self.games))

    def fixture(self, number: int) -> Fixture:
        """The game of a number; it depends on nothing but the match."""
        board, seating = divmod(number, self.games_per_board)
        table, turn = divmod(seating, self.turns)
        circle = Random(f"{self.seed} {board} circle {table}").sample(self.tables[table], self.players)
        seats = tuple(circle[(seat + turn) % self.players] for seat in range(self.players))
        dice = Random(f"{self.seed} {board} seating {seating}")
        seeds = tuple(dice.getrandbits(32) for _ in seats)
        return Fixture(number, board, self._board(board), seats, seeds, self.move_limit)

    def named(self) -> dict[str, Any]:
        """What tells this match from others, for programs; more boards make it longer, not another one."""
        material = self.material
        return {
            "bots": list(self.bots),
            "players": self.players,
            "seed": self.seed,
            "move_limit": self.move_limit,
            "material": [material.colours, material.discs, material.white, material.black],
            "options": options_text(self.options),
            "alone": self.alone,
        }

    def _board(self, number: int) -> Position:
        path = Random(f"{self.seed} {number}")
        return start(self.players, path, first=1, material=self.material, options=self.options)


def boards_for(match: Match, games: int) -> int:
    """How many whole boards it takes to play at least so many games."""
    return -(-games // match.games_per_board)
