"""Ratings: one Plackett–Luce fit over games of two to five players; with two it is Bradley and Terry's model.

A game is a row of choices: the winner out of all seats, the second out of the others, and so on. A bot of strength s is
chosen with chance s / (sum of the strengths still there), and each copy of a bot at a table is there once more. Seats
that tie could have come in any order: the choices of all orders count, equally weighted, so that a tie of two is half a
win for each. A choice between copies of one bot tells nothing and is left out.

The fit is Newton's method on the logarithms of the strengths, in which the likelihood is concave (Hunter 2004). Every
two bots are taken to have tied a tenth of a game before: so one that wins always has a finite rating, too. Ratings are
400 · log10(strength), as Elo's: 400 points more are ten to one.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from math import comb

import numpy as np

from bigpoints.arena.bootstrap import Estimate, Floats, estimates
from bigpoints.arena.game import Played
from bigpoints.arena.match import Table
from bigpoints.errors import BadSetup

POINTS = 400
_TIED_BEFORE = 0.1
_CLOSE = 1e-8
_MOST_STEPS = 100

Stage = tuple[str, Table]
"""A bot that was chosen, and all that it was chosen from, in order of their names."""


def rate(bots: Sequence[str], games: Sequence[Played], anchor: str | None = None) -> dict[str, Estimate]:
    """The rating of each bot, 0 being the mean or a named bot; between its bounds with 95 %."""
    check_anchor(bots, anchor)
    fit = _Fit(bots, games)

    def figures(counts: Floats) -> Floats:
        ratings = POINTS * fit.strengths(counts @ fit.weights) / np.log(10)
        zero = ratings.mean() if anchor is None else ratings[bots.index(anchor)]
        return np.asarray(ratings - zero)

    return dict(zip(bots, estimates(len(fit.weights), figures), strict=True))


def check_anchor(bots: Sequence[str], anchor: str | None) -> None:
    """Refuse a bot as the zero of the ratings that does not play."""
    if anchor is not None and anchor not in bots:
        raise BadSetup(f"anchor: {anchor} does not play; accepted: {', '.join(bots)}")


def stages(bots: Table, places: Sequence[int]) -> Iterator[tuple[Stage, float]]:
    """The choices that a game is made of, with their weights."""
    for place in sorted(set(places)):
        tied = [bot for bot, own in zip(bots, places, strict=True) if own == place]
        below = [bot for bot, own in zip(bots, places, strict=True) if own > place]
        yield from _tie(tied, below)


def _tie(tied: list[str], below: list[str]) -> Iterator[tuple[Stage, float]]:
    """The choices among seats of one place; over all their orders, every subset is left equally often."""
    for size in range(1, len(tied) + 1):
        for left in combinations(tied, size):
            if len({*left, *below}) > 1:
                everybody = tuple(sorted((*left, *below)))
                yield from (((bot, everybody), 1 / comb(len(tied), size) / size) for bot in left)


class _Fit:
    """All choices of some games as arrays, with their weights board by board."""

    def __init__(self, bots: Sequence[str], games: Sequence[Played]) -> None:
        found = _by_stage(games)
        tied_before = [(one, tuple(sorted((one, other)))) for one, other in permutations(bots, 2)]
        every = [*found, *tied_before]
        boards = {board: row for row, board in enumerate(sorted({game.board for game in games}))}
        self.chosen = np.eye(len(bots))[np.array([bots.index(bot) for bot, _ in every], dtype=np.intp)]
        self.there = np.array([[left.count(bot) for bot in bots] for _, left in every], dtype=np.float64)
        self.there = self.there.reshape(len(every), len(bots))
        self.weights = np.zeros((max(len(boards), 1), len(every)))
        self.weights[:, len(found) :] = _TIED_BEFORE / 2 / len(self.weights)
        for column, stage in enumerate(found):
            for board, weight in found[stage].items():
                self.weights[boards[board], column] = weight
        self.whole = np.zeros(len(bots))
        self.whole = self.strengths(self.weights.sum(axis=0))

    def strengths(self, weights: Floats) -> Floats:
        """The logarithm of each bot's strength, their mean being 0; a fit begins at that of all games."""
        found = self.whole
        for _ in range(_MOST_STEPS):
            step = self._step(found, weights)
            found = found + step
            if np.ptp(step) < _CLOSE:
                break
        return found

    def _step(self, found: Floats, weights: Floats) -> Floats:
        """A step of Newton's method."""
        chances = self.there * np.exp(found)
        chances /= chances.sum(axis=1, keepdims=True)
        curvature = np.diag(weights @ chances) - chances.T @ (weights[:, None] * chances)
        # Only differences count: the 1 added everywhere keeps the mean where it is.
        step = np.linalg.solve(curvature + 1, weights @ (self.chosen - chances))
        # As long as it changes no difference by more than 1, the likelihood surely rises.
        return np.asarray(step / max(np.ptp(step), 1))


def _by_stage(games: Iterable[Played]) -> dict[Stage, dict[int, float]]:
    """The weight of each choice on each board."""
    found: dict[Stage, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for game in games:
        for stage, weight in stages(game.bots, game.places):
            found[stage][game.board] += weight
    return found
