"""A match: which bots meet, on which boards, in which seats.

Boards are mirrored: every lineup plays every board once from each seat, so luck with boards and seats cancels out.

- As many bots as seats, or more: every combination of that many bots is a lineup. On each board their order is drawn
  and rotated seat by seat: each bot sits once in each seat. With two seats this is a round robin, each pair playing a
  board twice with sides changed.
- Fewer bots than seats: each bot sits alone against copies of each other one, once in each seat. Two bots A and B at
  four seats are the lineups A B B B and B A A A. With `alone` only the first bot sits alone: A B B B.
- A single bot plays against itself, once a board, which shows the advantage of the first seat.

Seat 1 begins. A match consists of whole boards: a number of games is rounded up to them.
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
"""Default time limit of a move in seconds: enough for any bot that does not hang."""
Lineup = tuple[str, ...]
"""The names of the bots that play together."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played: everything that its course depends on."""

    number: int
    """Its number in the match, from 0."""
    board: int
    """The number of its board, from 0."""
    start: Position
    bots: Lineup
    """The name of the bot in each seat."""
    seeds: tuple[int, ...]
    move_limit: float


@dataclass(frozen=True)
class Match:
    """Bots, number of players and boards, and the seed of everything random."""

    bots: Lineup
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
    def lineups(self) -> tuple[Lineup, ...]:
        """The lineups, each before its seats are drawn."""
        if len(self.bots) == 1:
            return (self.bots * self.players,)
        if len(self.bots) >= self.players:
            return tuple(combinations(self.bots, self.players))
        pairs = [(one, other) for one, other in permutations(self.bots, 2) if one == self.bots[0] or not self.alone]
        return tuple((one, *[other] * (self.players - 1)) for one, other in pairs)

    @property
    def rotations(self) -> int:
        """Games of a lineup on a board: one per seat; a bot against itself plays one."""
        return 1 if len(self.bots) == 1 else self.players

    @property
    def games_per_board(self) -> int:
        """The number of games on each board."""
        return len(self.lineups) * self.rotations

    @property
    def games(self) -> int:
        """The number of games in all."""
        return self.boards * self.games_per_board

    def fixtures(self) -> Iterator[Fixture]:
        """Every game, board by board."""
        return map(self.fixture, range(self.games))

    def fixture(self, number: int) -> Fixture:
        """The game with a number; it depends on the match alone."""
        board, seating = divmod(number, self.games_per_board)
        lineup, turn = divmod(seating, self.rotations)
        circle = Random(f"{self.seed} {board} circle {lineup}").sample(self.lineups[lineup], self.players)
        seats = tuple(circle[(seat + turn) % self.players] for seat in range(self.players))
        dice = Random(f"{self.seed} {board} seating {seating}")
        seeds = tuple(dice.getrandbits(32) for _ in seats)
        return Fixture(number, board, self._board(board), seats, seeds, self.move_limit)

    def identity(self) -> dict[str, Any]:
        """The identity of the match as JSON; the number of boards is no part of it, so that a match can be extended."""
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
    """The number of whole boards with at least `games` games."""
    return -(-games // match.games_per_board)
