"""What a match has shown: ratings, shares of the wins, scores, who failed, and how long everybody thought."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import reduce
from typing import Any

import numpy as np

from bigpoints.arena.bootstrap import Estimate, Floats, estimates
from bigpoints.arena.game import Played, Thinking
from bigpoints.arena.match import Match, Table
from bigpoints.arena.rating import rate
from bigpoints.arena.sprt import Verdict

_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Standing:
    """How a bot did in all its games."""

    bot: str
    rating: Estimate
    games: int
    """How often it sat in a seat: copies at one table count each."""
    win_share: Estimate | None
    """Of the wins of these games, ties shared (R20)."""
    first_seat_share: float | None
    """The same in those games that it began."""
    score: float | None
    """Its average in games that were played to the end."""
    failures: int
    moves: int
    seconds_per_move: float
    nodes_per_move: float


@dataclass(frozen=True, slots=True)
class Meeting:
    """How the bots of a table did against each other."""

    bots: Table
    games: int
    win_share: dict[str, Estimate | None]
    """Of each bot, for one seat."""


@dataclass(frozen=True, slots=True)
class Failures:
    """Games that a bot lost for the same reason, by their numbers in the match, from 1."""

    bot: str
    reason: str
    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """All of it."""

    match: Match
    games: int
    """How many were played."""
    first_seat_share: float | None
    """Of the wins, what the seat that began took."""
    standings: tuple[Standing, ...]
    """The best bot first."""
    meetings: tuple[Meeting, ...]
    failures: tuple[Failures, ...]
    verdict: Verdict | None = None

    def figures(self) -> dict[str, Any]:
        """The report for programs: nothing but lists, names and numbers."""
        found = {
            **self.match.named(),
            "boards": self.match.boards,
            "planned_games": self.match.games,
            "games": self.games,
            "first_seat_share": self.first_seat_share,
            "standings": list(map(asdict, self.standings)),
            "meetings": list(map(asdict, self.meetings)),
            "failures": list(map(asdict, self.failures)),
            "sprt": self.verdict.figures() if self.verdict else None,
        }
        return {name: _plain(value) for name, value in found.items()}


def report_on(
    match: Match, games: Sequence[Played], anchor: str | None = None, verdict: Verdict | None = None
) -> Report:
    """What some games of a match show."""
    ratings = rate(match.bots, games, anchor)
    standings = (_standing(bot, ratings[bot], games) for bot in match.bots)
    return Report(
        match,
        len(games),
        _mean([game.shares[0] for game in games]),
        tuple(sorted(standings, key=lambda standing: -standing.rating.value)),
        tuple(meeting for table in match.tables if (meeting := _meeting(table, games)).games),
        _failures(games),
        verdict,
    )


def _standing(bot: str, rating: Estimate, games: Sequence[Played]) -> Standing:
    seats = [(game, seat) for game in games for seat, name in enumerate(game.bots) if name == bot]
    thinking = reduce(Thinking.plus, (game.thinking[seat] for game, seat in seats), Thinking())
    moves = max(thinking.moves, 1)
    return Standing(
        bot,
        rating,
        len(seats),
        _share(bot, games),
        _mean([game.shares[0] for game, seat in seats if seat == 0]),
        _mean([game.scores[seat] for game, seat in seats if game.scores]),
        sum(game.failure is not None and game.failure.seat == seat + 1 for game, seat in seats),
        thinking.moves,
        thinking.seconds / moves,
        thinking.nodes / moves,
    )


def _meeting(table: Table, games: Sequence[Played]) -> Meeting:
    members = sorted(table)
    met = [game for game in games if sorted(game.bots) == members]
    return Meeting(table, len(met), {bot: _share(bot, met) for bot in dict.fromkeys(table)})


def _share(bot: str, games: Sequence[Played]) -> Estimate | None:
    """A bot's share of the wins for each seat that it took."""
    rows = {board: row for row, board in enumerate(sorted({game.board for game in games}))}
    won, seats = np.zeros(len(rows)), np.zeros(len(rows))
    for game in games:
        for name, share in zip(game.bots, game.shares, strict=True):
            won[rows[game.board]] += share * (name == bot)
            seats[rows[game.board]] += name == bot
    if not seats.any():
        return None

    def figures(counts: Floats) -> Floats:
        taken = counts @ seats
        return np.array([counts @ won / taken if taken else np.nan])

    return estimates(len(rows), figures)[0]


def _failures(games: Sequence[Played]) -> tuple[Failures, ...]:
    found: dict[tuple[str, str], list[int]] = {}
    for game in games:
        if game.failure:
            key = game.bots[game.failure.seat - 1], game.failure.reason
            found.setdefault(key, []).append(game.number + 1)
    return tuple(Failures(bot, reason, tuple(numbers)) for (bot, reason), numbers in found.items())


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _plain(value: Any) -> Any:
    """The same as JSON has it."""
    if isinstance(value, Estimate):
        return _plain(value._asdict())
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return round(value, _DIGITS) if isinstance(value, float) else value
