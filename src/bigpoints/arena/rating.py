"""Ratings: a Plackett–Luce fit over games of two to five players; with two it is the Bradley–Terry model.

A game is a sequence of choices: the winner out of all seats, the second out of the others, and so on. A bot of strength
s is chosen with probability s / (sum of the strengths still present); each copy of a bot counts. Tied seats could have
come in any order: the choices of all orders count, equally weighted, so that a tie of two is half a win for each. A
choice between copies of one bot carries no information and is left out.

The fit is Newton's method on the logarithms of the strengths, in which the likelihood is concave (Hunter 2004). As a
prior, every two bots have tied a tenth of a game, so that a bot that always wins has a finite rating, too. Ratings are
400 · log10(strength), as in Elo's system: 400 points more are odds of ten to one.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from math import comb

import numpy as np

from bigpoints.arena.bootstrap import Doubles, Estimate, bootstrap_estimates
from bigpoints.arena.game import GameResult
from bigpoints.arena.match import Lineup
from bigpoints.errors import BadSetup

POINTS = 400
_TIED_BEFORE = 0.1
_CLOSE = 1e-8
_MOST_STEPS = 100

Stage = tuple[str, Lineup]
"""The bot chosen, and all bots that it was chosen from, in order of their names."""


def rate(bots: Sequence[str], games: Sequence[GameResult], anchor: str | None = None) -> dict[str, Estimate]:
    """The rating of each bot with its 95 % interval; the zero is the mean, or the anchor."""
    check_anchor(bots, anchor)
    fit = _Fit(bots, games)

    def figures(counts: Doubles) -> Doubles:
        ratings = POINTS * fit.strengths(counts @ fit.weights) / np.log(10)
        zero = ratings.mean() if anchor is None else ratings[bots.index(anchor)]
        return np.asarray(ratings - zero)

    return dict(zip(bots, bootstrap_estimates(len(fit.weights), figures), strict=True))


def check_anchor(bots: Sequence[str], anchor: str | None) -> None:
    """Raise BadSetup for an anchor that does not play."""
    if anchor is not None and anchor not in bots:
        raise BadSetup(f"anchor: {anchor} does not play; accepted: {', '.join(bots)}")


def choice_stages(bots: Lineup, places: Sequence[int]) -> Iterator[tuple[Stage, float]]:
    """The choices of a game, with their weights."""
    for place in sorted(set(places)):
        tied = [bot for bot, own in zip(bots, places, strict=True) if own == place]
        below = [bot for bot, own in zip(bots, places, strict=True) if own > place]
        yield from _tied_stages(tied, below)


def _tied_stages(tied: list[str], below: list[str]) -> Iterator[tuple[Stage, float]]:
    """The choices among tied seats; over all their orders, every subset remains equally often."""
    for size in range(1, len(tied) + 1):
        for left in combinations(tied, size):
            if len({*left, *below}) > 1:
                everybody = tuple(sorted((*left, *below)))
                yield from (((bot, everybody), 1 / comb(len(tied), size) / size) for bot in left)


class _Fit:
    """All choices of some games as arrays, with their weights per board."""

    def __init__(self, bots: Sequence[str], games: Sequence[GameResult]) -> None:
        found = _stage_weights(games)
        tied_before = [(one, tuple(sorted((one, other)))) for one, other in permutations(bots, 2)]
        every = [*found, *tied_before]
        boards = {board: row for row, board in enumerate(sorted({game.board for game in games}))}
        self.chosen = np.eye(len(bots))[np.array([bots.index(bot) for bot, _ in every], dtype=np.intp)]
        self.present = np.array([[left.count(bot) for bot in bots] for _, left in every], dtype=np.float64)
        self.present = self.present.reshape(len(every), len(bots))
        self.weights = np.zeros((max(len(boards), 1), len(every)))
        self.weights[:, len(found) :] = _TIED_BEFORE / 2 / len(self.weights)
        for column, stage in enumerate(found):
            for board, weight in found[stage].items():
                self.weights[boards[board], column] = weight
        self.all_games = np.zeros(len(bots))
        self.all_games = self.strengths(self.weights.sum(axis=0))

    def strengths(self, weights: Doubles) -> Doubles:
        """The logarithm of each bot's strength, with mean 0; the fit starts from that of all games."""
        found = self.all_games
        for _ in range(_MOST_STEPS):
            step = self._step(found, weights)
            found = found + step
            if np.ptp(step) < _CLOSE:
                break
        return found

    def _step(self, found: Doubles, weights: Doubles) -> Doubles:
        """A step of Newton's method."""
        chances = self.present * np.exp(found)
        chances /= chances.sum(axis=1, keepdims=True)
        curvature = np.diag(weights @ chances) - chances.T @ (weights[:, None] * chances)
        # Only differences of strengths matter, so the curvature is singular: adding 1 everywhere fixes the mean.
        step = np.linalg.solve(curvature + 1, weights @ (self.chosen - chances))
        # Damped: a step that changes no difference by more than 1 always raises the likelihood.
        return np.asarray(step / max(np.ptp(step), 1))


def _stage_weights(games: Iterable[GameResult]) -> dict[Stage, dict[int, float]]:
    """The weight of each choice on each board."""
    found: dict[Stage, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for game in games:
        for stage, weight in choice_stages(game.bots, game.places):
            found[stage][game.board] += weight
    return found
