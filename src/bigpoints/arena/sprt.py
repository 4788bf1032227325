"""Sequential testing: stop a match of two bots as soon as it has proven enough.

The generalised sequential probability ratio test over mirrored pairs, as chess engines are tested: the two games of a
board are one sample with five possible results, which takes the luck of the board out. The log-likelihood ratio
compares the likeliest five chances whose mean is the score at `elo1` with those whose mean is the score at `elo0`.
Boards are looked at in their order, so the verdict does not depend on how many games run at a time.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import exp, log
from typing import Any, NamedTuple

from bigpoints.arena.game import Played
from bigpoints.arena.match import Match
from bigpoints.errors import BadNotation, BadSetup

_RESULTS = 5
"""0, ½, 1, 1½ or 2 points from the two games of a board."""
_NEVER_SEEN = 1e-3
"""What a result counts that has not come yet: without it the first boards would prove too much."""
_HALVINGS = 60
_MOST = 1000
_ACCEPTED = f"two numbers of Elo from -{_MOST} to {_MOST}, the first less than the second, such as 0,20"
UNDECIDED, ACCEPTED, REJECTED = "undecided", "accepted", "rejected"


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """Whether the first bot is rather `elo1` points better than the second (accepted) or `elo0` (rejected)."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The chance to accept what is worth `elo0`."""
    beta: float = 0.05
    """The chance to reject what is worth `elo1`."""

    def __post_init__(self) -> None:
        if not -_MOST <= self.elo0 < self.elo1 <= _MOST:
            raise BadNotation("--sprt", f"{self.elo0:g},{self.elo1:g}", _ACCEPTED)

    @property
    def bounds(self) -> tuple[float, float]:
        """Up to where the ratio rejects, and from where on it accepts."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


class Verdict(NamedTuple):
    """What a test says, and after how many boards."""

    hypotheses: Hypotheses
    word: str
    ratio: float
    boards: int
    pairs: tuple[int, ...]
    """How many boards gave the first bot 0, ½, 1, 1½ and 2 points."""

    def figures(self) -> dict[str, Any]:
        """The same for programs."""
        low, high = self.hypotheses.bounds
        found = {"verdict": self.word, "ratio": self.ratio, "bounds": [low, high]}
        return {**asdict(self.hypotheses), **found, "boards": self.boards, "pairs": self.pairs}


def parse_hypotheses(text: str) -> Hypotheses:
    """Read `0,20`."""
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise BadNotation("--sprt", text, _ACCEPTED) from None
    return Hypotheses(elo0, elo1)


def check_testable(match: Match) -> None:
    """Refuse a match that has no pairs to test."""
    if match.players != 2 or len(match.bots) != 2:
        found = f"{len(match.bots)} bots and {match.players} players"
        raise BadSetup(f"--sprt: {found} make no pairs; accepted: two bots and two players")


class SequentialTest:
    """A test that goes on while games come in, in whatever order."""

    def __init__(self, match: Match, hypotheses: Hypotheses) -> None:
        check_testable(match)
        self.match = match
        self.pairs = [0] * _RESULTS
        self.verdict = verdict(hypotheses, self.pairs)
        self._waiting: dict[int, list[float]] = {}

    @property
    def is_over(self) -> bool:
        """Whether enough is proven."""
        return self.verdict.word != UNDECIDED

    def counted(self, games: Iterable[Played]) -> list[Played]:
        """The games that a verdict rests on: others may have ended before it was known."""
        return [game for game in games if not self.is_over or game.board < self.verdict.boards]

    def take(self, game: Played) -> None:
        """Look at a game, and at all boards that it completes."""
        share = game.shares[game.bots.index(self.match.bots[0])]
        self._waiting.setdefault(game.board, []).append(share)
        while not self.is_over and len(self._waiting.get(self.verdict.boards, ())) == self.match.games_per_board:
            self.pairs[round(2 * sum(self._waiting[self.verdict.boards]))] += 1
            self.verdict = verdict(self.verdict.hypotheses, self.pairs)


def verdict(hypotheses: Hypotheses, pairs: Sequence[int]) -> Verdict:
    """What so many boards of each result say."""
    ratio = log_likelihood_ratio(hypotheses, pairs)
    low, high = hypotheses.bounds
    word = ACCEPTED if ratio >= high else REJECTED if ratio <= low else UNDECIDED
    return Verdict(hypotheses, word, ratio, sum(pairs), tuple(pairs))


def log_likelihood_ratio(hypotheses: Hypotheses, pairs: Sequence[int]) -> float:
    """How much more likely the pairs are at `elo1` than at `elo0`, as a logarithm."""
    seen = [count or _NEVER_SEEN for count in pairs]
    chances = {n / (_RESULTS - 1): count / sum(seen) for n, count in enumerate(seen)}
    at0, at1 = (_likeliest(chances, _score(elo)) for elo in (hypotheses.elo0, hypotheses.elo1))
    return sum(seen) * sum(chance * log(at1[points] / at0[points]) for points, chance in chances.items())


def _score(elo: float) -> float:
    """The share of the points that so much Elo is worth."""
    return 1 / (1 + exp(-elo * log(10) / 400))


def _likeliest(chances: Mapping[float, float], mean: float) -> dict[float, float]:
    """The chances with a given mean under which what was seen is likeliest.

    They are p / (1 + x · (points − mean)), and x is where their mean is right: the sum below falls as x rises.
    """
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(_HALVINGS):
        x = (low + high) / 2
        if sum(p * (points - mean) / (1 + x * (points - mean)) for points, p in chances.items()) > 0:
            low = x
        else:
            high = x
    return {points: p / (1 + x * (points - mean)) for points, p in chances.items()}
