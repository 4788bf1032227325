"""The report of a match: ratings, win shares, scores, failures and thinking times."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import reduce
from typing import Any

import numpy as np

from bigpoints.arena.bootstrap import Doubles, Estimate, bootstrap_estimates
from bigpoints.arena.game import GameResult, SearchStats
from bigpoints.arena.match import Lineup, Match
from bigpoints.arena.rating import rate
from bigpoints.arena.sprt import Verdict

_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of a bot in all its games."""

    bot: str
    rating: Estimate
    games: int
    """Seats taken: each copy in a game counts."""
    win_share: Estimate | None
    """Win share per seat taken, ties shared (R20)."""
    first_seat_share: float | None
    """Win share in the games that it began."""
    score: float | None
    """Average score in games played to the end."""
    failures: int
    moves: int
    seconds_per_move: float
    nodes_per_move: float


@dataclass(frozen=True, slots=True)
class Meeting:
    """The results of the bots of a lineup against each other."""

    bots: Lineup
    games: int
    win_share: dict[str, Estimate | None]
    """Win share of each bot, per seat."""


@dataclass(frozen=True, slots=True)
class Failures:
    """Games that a bot lost by the same failure, by their numbers in the match, from 1."""

    bot: str
    reason: str
    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of a match."""

    match: Match
    games: int
    """Games played."""
    first_seat_share: float | None
    """Win share of the seat that began."""
    standings: tuple[Standing, ...]
    """The best bot first."""
    meetings: tuple[Meeting, ...]
    failures: tuple[Failures, ...]
    verdict: Verdict | None = None

    def figures(self) -> dict[str, Any]:
        """The report as JSON."""
        found = {
            **self.match.identity(),
            "boards": self.match.boards,
            "planned_games": self.match.games,
            "games": self.games,
            "first_seat_share": self.first_seat_share,
            "standings": list(map(asdict, self.standings)),
            "meetings": list(map(asdict, self.meetings)),
            "failures": list(map(asdict, self.failures)),
            "sprt": self.verdict.figures() if self.verdict else None,
        }
        return {name: _to_json(value) for name, value in found.items()}


def make_report(
    match: Match, games: Sequence[GameResult], anchor: str | None = None, verdict: Verdict | None = None
) -> Report:
    """The report of some games of a match."""
    ratings = rate(match.bots, games, anchor)
    standings = (_standing(bot, ratings[bot], games) for bot in match.bots)
    return Report(
        match,
        len(games),
        _mean([game.shares[0] for game in games]),
        tuple(sorted(standings, key=lambda standing: -standing.rating.value)),
        tuple(meeting for lineup in match.lineups if (meeting := _meeting(lineup, games)).games),
        _failures(games),
        verdict,
    )


def _standing(bot: str, rating: Estimate, games: Sequence[GameResult]) -> Standing:
    seats = [(game, seat) for game in games for seat, name in enumerate(game.bots) if name == bot]
    stats = reduce(SearchStats.plus, (game.stats[seat] for game, seat in seats), SearchStats())
    moves = max(stats.moves, 1)
    return Standing(
        bot,
        rating,
        len(seats),
        _share(bot, games),
        _mean([game.shares[0] for game, seat in seats if seat == 0]),
        _mean([game.scores[seat] for game, seat in seats if game.scores]),
        sum(game.failure is not None and game.failure.seat == seat + 1 for game, seat in seats),
        stats.moves,
        stats.seconds / moves,
        stats.nodes / moves,
    )


def _meeting(lineup: Lineup, games: Sequence[GameResult]) -> Meeting:
    members = sorted(lineup)
    met = [game for game in games if sorted(game.bots) == members]
    return Meeting(lineup, len(met), {bot: _share(bot, met) for bot in dict.fromkeys(lineup)})


def _share(bot: str, games: Sequence[GameResult]) -> Estimate | None:
    """A bot's win share per seat taken."""
    rows = {board: row for row, board in enumerate(sorted({game.board for game in games}))}
    won, seats = np.zeros(len(rows)), np.zeros(len(rows))
    for game in games:
        for name, share in zip(game.bots, game.shares, strict=True):
            won[rows[game.board]] += share * (name == bot)
            seats[rows[game.board]] += name == bot
    if not seats.any():
        return None

    def figures(counts: Doubles) -> Doubles:
        taken = counts @ seats
        return np.array([counts @ won / taken if taken else np.nan])

    return bootstrap_estimates(len(rows), figures)[0]


def _failures(games: Sequence[GameResult]) -> tuple[Failures, ...]:
    found: dict[tuple[str, str], list[int]] = {}
    for game in games:
        if game.failure:
            key = game.bots[game.failure.seat - 1], game.failure.reason
            found.setdefault(key, []).append(game.number + 1)
    return tuple(Failures(bot, reason, tuple(numbers)) for (bot, reason), numbers in found.items())


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _to_json(value: Any) -> Any:
    """A value as JSON, with six decimals."""
    if isinstance(value, Estimate):
        return _to_json(value._asdict())
    if isinstance(value, dict):
        return {name: _to_json(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [_to_json(part) for part in value]
    return round(value, _DIGITS) if isinstance(value, float) else value
