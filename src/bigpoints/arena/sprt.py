"""The sequential probability ratio test: stops a match of two bots once it has proven enough.

It is the generalised test over mirrored pairs that chess engines use: the two games of a board are one sample with five
possible results, which removes the luck of the board. The log-likelihood ratio compares the maximum-likelihood
probabilities of the five results under a mean score as at `elo1` with those under a mean as at `elo0`. Boards enter in
their order, so the verdict does not depend on the number of jobs.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import exp, log
from typing import Any, NamedTuple

from bigpoints.arena.game import GameResult
from bigpoints.arena.match import Match
from bigpoints.errors import BadNotation, BadSetup

_RESULTS = 5
"""The first bot scores 0, ½, 1, 1½ or 2 points in the two games of a board."""
_NEVER_SEEN = 1e-3
"""Pseudo-count of a result that has not occurred: without it the first boards would prove too much."""
_HALVINGS = 60
_MOST = 1000
_ACCEPTED = f"two numbers of Elo from -{_MOST} to {_MOST}, the first less than the second, such as 0,20"
UNDECIDED, ACCEPTED, REJECTED = "undecided", "accepted", "rejected"


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """The first bot is better than the second by `elo1` points (accepted) or by `elo0` points (rejected)."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """Probability of accepting a bot that is worth `elo0`."""
    beta: float = 0.05
    """Probability of rejecting a bot that is worth `elo1`."""

    def __post_init__(self) -> None:
        if not -_MOST <= self.elo0 < self.elo1 <= _MOST:
            raise BadNotation("--sprt", f"{self.elo0:g},{self.elo1:g}", _ACCEPTED)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios that reject and accept."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


class Verdict(NamedTuple):
    """The verdict of a test, and the boards it rests on."""

    hypotheses: Hypotheses
    word: str
    ratio: float
    boards: int
    pairs: tuple[int, ...]
    """Numbers of boards with 0, ½, 1, 1½ and 2 points for the first bot."""

    def figures(self) -> dict[str, Any]:
        """The verdict as JSON."""
        low, high = self.hypotheses.bounds
        found = {"verdict": self.word, "ratio": self.ratio, "bounds": [low, high]}
        return {**asdict(self.hypotheses), **found, "boards": self.boards, "pairs": self.pairs}


def parse_hypotheses(text: str) -> Hypotheses:
    """Parse hypotheses such as `0,20`."""
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise BadNotation("--sprt", text, _ACCEPTED) from None
    return Hypotheses(elo0, elo1)


def check_testable(match: Match) -> None:
    """Raise BadSetup for a match without pairs of games."""
    if match.players != 2 or len(match.bots) != 2:
        found = f"{len(match.bots)} bots and {match.players} players"
        raise BadSetup(f"--sprt: {found} make no pairs; accepted: two bots and two players")


class SequentialTest:
    """A test fed game by game, in any order."""

    def __init__(self, match: Match, hypotheses: Hypotheses) -> None:
        check_testable(match)
        self.match = match
        self.pairs = [0] * _RESULTS
        self.verdict = judge(hypotheses, self.pairs)
        self._waiting: dict[int, list[float]] = {}

    @property
    def is_over(self) -> bool:
        """Whether the test is decided."""
        return self.verdict.word != UNDECIDED

    def filter_counted(self, games: Iterable[GameResult]) -> list[GameResult]:
        """The games that the verdict rests on: later boards may have finished before it was reached."""
        return [game for game in games if not self.is_over or game.board < self.verdict.boards]

    def add_game(self, game: GameResult) -> None:
        """Add a game, then test every board that is complete, in order."""
        share = game.shares[game.bots.index(self.match.bots[0])]
        self._waiting.setdefault(game.board, []).append(share)
        while not self.is_over and len(self._waiting.get(self.verdict.boards, ())) == self.match.games_per_board:
            self.pairs[round(2 * sum(self._waiting[self.verdict.boards]))] += 1
            self.verdict = judge(self.verdict.hypotheses, self.pairs)


def judge(hypotheses: Hypotheses, pairs: Sequence[int]) -> Verdict:
    """The verdict on the numbers of boards with each result."""
    ratio = log_likelihood_ratio(hypotheses, pairs)
    low, high = hypotheses.bounds
    word = ACCEPTED if ratio >= high else REJECTED if ratio <= low else UNDECIDED
    return Verdict(hypotheses, word, ratio, sum(pairs), tuple(pairs))


def log_likelihood_ratio(hypotheses: Hypotheses, pairs: Sequence[int]) -> float:
    """The log-likelihood ratio of the pairs between `elo1` and `elo0`."""
    seen = [count or _NEVER_SEEN for count in pairs]
    chances = {n / (_RESULTS - 1): count / sum(seen) for n, count in enumerate(seen)}
    at0, at1 = (_fit_mean(chances, _expected_score(elo)) for elo in (hypotheses.elo0, hypotheses.elo1))
    return sum(seen) * sum(chance * log(at1[points] / at0[points]) for points, chance in chances.items())


def _expected_score(elo: float) -> float:
    """The expected share of the points at an Elo difference."""
    return 1 / (1 + exp(-elo * log(10) / 400))


def _fit_mean(chances: Mapping[float, float], mean: float) -> dict[float, float]:
    """The maximum-likelihood probabilities with a given mean.

    They are p / (1 + x · (points − mean)), where x makes the mean right. It is found by bisection: the sum below falls
    as x rises.
    """
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(_HALVINGS):
        x = (low + high) / 2
        if sum(p * (points - mean) / (1 + x * (points - mean)) for points, p in chances.items()) > 0:
            low = x
        else:
            high = x
    return {points: p / (1 + x * (points - mean)) for points, p in chances.items()}
