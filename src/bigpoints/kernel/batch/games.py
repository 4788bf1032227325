"""Thousands of games stepped at once, for learning: arrays in, arrays out, and a new game where one ends."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from bigpoints.errors import BadSetup, IllegalMove
from bigpoints.kernel import layout as at
from bigpoints.kernel.batch import step
from bigpoints.kernel.batch.step import Chances, Deck, Flags, Numbers, Rows, Scores, Seats
from bigpoints.kernel.pack import Packed, pack
from bigpoints.kernel.rng import seeded
from bigpoints.position import COLOURS, STANDARD, STANDARD_OPTIONS, Material, Options
from bigpoints.rules import start


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Many games under way, a row for each; `step_batch` changes the arrays in place."""

    games: Rows
    """Packed positions: `unpack` reads a row."""
    chances: Chances
    """A random generator for each game: it does not depend on what is played beside it."""
    legal: Flags
    """Which of the 21 actions are legal, a row per game."""
    seats: Seats
    """The seat to move, from 0."""
    over: Flags
    """Whether the last step ended the game; what stands in its row is then the start of the next one."""
    scores: Scores
    """The final scores of a game that the last step ended, one per seat; otherwise 0."""
    origin: Packed
    """The start of every game, its path not laid yet."""
    deck: Deck
    """The colours of the path, not shuffled yet."""

    def __len__(self) -> int:
        return len(self.games)

    def parts(self, count: int) -> Iterator["Batch"]:
        """The same games as `count` batches that share their arrays with this one, for as many threads."""
        edges = [len(self) * n // count for n in range(count + 1)]
        for low, high in pairwise(edges):
            yield Batch(
                self.games[low:high],
                self.chances[low:high],
                self.legal[low:high],
                self.seats[low:high],
                self.over[low:high],
                self.scores[low:high],
                self.origin,
                self.deck,
            )


def start_batch(
    count: int,
    players: int,
    seed: int,
    *,
    material: Material = STANDARD,
    options: Options = STANDARD_OPTIONS,
) -> Batch:
    """So many new games, each with a shuffled path and a first seat of its own (R2, R3)."""
    batch = Batch(
        games=np.empty((count, at.WORDS), np.int64),
        chances=seeded(seed, count),
        legal=np.empty((count, at.ACTIONS), np.bool_),
        seats=np.empty(count, np.int8),
        over=np.zeros(count, np.bool_),
        scores=np.zeros((count, players), np.int16),
        origin=pack(start(players, material.path, options=options)),
        deck=np.array([COLOURS.index(disc) for disc in material.path], np.int8),
    )
    step.reset_games(batch.games, batch.chances, batch.legal, batch.seats, batch.origin, batch.deck)
    return batch


def step_batch(batch: Batch, actions: ArrayLike) -> None:
    """Play one action in every game; if one is illegal nothing is played. Threads can step parts at once."""
    b, numbers = batch, np.asarray(actions)
    if numbers.shape != (len(b),):
        raise BadSetup(f"actions: found an array of shape {numbers.shape}; accepted: ({len(b)},), one per game")
    if numbers.dtype.kind not in "iu":
        raise BadSetup(f"actions: found numbers of type {numbers.dtype}; accepted: whole numbers")
    numbers = np.ascontiguousarray(numbers, np.int64)
    bad = step.first_illegal(b.legal, numbers)
    if bad >= 0:
        accepted = [str(action) for action in np.flatnonzero(b.legal[bad])]
        raise IllegalMove(f"action {numbers[bad]} in game {bad}", accepted)
    step.step_games(b.games, numbers, b.chances, b.legal, b.seats, b.over, b.scores, b.origin, b.deck)


def random_actions(batch: Batch, chances: Chances) -> Numbers:
    """A legal action for every game, all being equally likely, drawn by generators of its own (`seeded`)."""
    actions = np.empty(len(batch), np.int64)
    step.draw_actions(batch.legal, chances, actions)
    return actions
