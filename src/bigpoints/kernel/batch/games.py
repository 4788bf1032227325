"""Thousands of games stepped at once, for learning: arrays in, arrays out; a game that ends starts again."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from bigpoints.errors import BadSetup, IllegalMove
from bigpoints.kernel import layout as at
from bigpoints.kernel.batch import step
from bigpoints.kernel.batch.step import Deck, Flags, Numbers, RngStates, Rows, Scores, Seats
from bigpoints.kernel.pack import Packed, pack
from bigpoints.kernel.rng import seeded
from bigpoints.position import COLOURS, STANDARD, STANDARD_OPTIONS, Material, Options
from bigpoints.rules import start


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Many games in progress, one row each; `step_batch` changes the arrays in place."""

    games: Rows
    """Packed positions: `unpack` reads a row."""
    rng_states: RngStates
    """The random generator of each game: it shuffles the next path, whatever is played in other rows."""
    legal: Flags
    """Mask of the legal actions, 21 columns, one row per game."""
    seats: Seats
    """The seat to move, from 0."""
    over: Flags
    """Whether the last step ended the game; its row then holds the start of the next game."""
    scores: Scores
    """Final scores of a game that the last step ended, one per seat; otherwise 0."""
    origin: Packed
    """The start of every game, before its path is laid."""
    deck: Deck
    """The colours of the path, unshuffled."""

    def __len__(self) -> int:
        return len(self.games)

    def parts(self, count: int) -> Iterator["Batch"]:
        """The same games as `count` batches that share their arrays with this one, for as many threads."""
        edges = [len(self) * n // count for n in range(count + 1)]
        for low, high in pairwise(edges):
            yield Batch(
                self.games[low:high],
                self.rng_states[low:high],
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
    """Start `count` games, each with its own shuffled path and first seat (R2, R3)."""
    batch = Batch(
        games=np.empty((count, at.WORDS), np.int64),
        rng_states=seeded(seed, count),
        legal=np.empty((count, at.ACTIONS), np.bool_),
        seats=np.empty(count, np.int8),
        over=np.zeros(count, np.bool_),
        scores=np.zeros((count, players), np.int16),
        origin=pack(start(players, material.path, options=options)),
        deck=np.array([COLOURS.index(disc) for disc in material.path], np.int8),
    )
    step.reset_games(batch.games, batch.rng_states, batch.legal, batch.seats, batch.origin, batch.deck)
    return batch


def step_batch(batch: Batch, actions: ArrayLike) -> None:
    """Play one action in every game, or raise IllegalMove and play none. Threads can step parts at the same time."""
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
    step.step_games(b.games, numbers, b.rng_states, b.legal, b.seats, b.over, b.scores, b.origin, b.deck)


def random_actions(batch: Batch, rng_states: RngStates) -> Numbers:
    """Draw a legal action for every game, each equally likely, with one generator per game (`seeded`)."""
    actions = np.empty(len(batch), np.int64)
    step.draw_actions(batch.legal, rng_states, actions)
    return actions
