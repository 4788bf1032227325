"""A match from its first game to its report: games are kept and tested as they end."""

from collections.abc import Callable
from pathlib import Path

from bigpoints.arena.executor import run_match, workers
from bigpoints.arena.game import Played, check_bots
from bigpoints.arena.match import Match
from bigpoints.arena.rating import check_anchor
from bigpoints.arena.report import Report, report_on
from bigpoints.arena.results_file import ResultsFile
from bigpoints.arena.sprt import Hypotheses, SequentialTest


class Contest:
    """A match with its finished games; what cannot be played is refused before the first one."""

    def __init__(
        self,
        match: Match,
        hypotheses: Hypotheses | None = None,
        anchor: str | None = None,
        file: Path | None = None,
    ) -> None:
        check_anchor(match.bots, anchor)
        self.match = match
        self.anchor = anchor
        self.test = None if hypotheses is None else SequentialTest(match, hypotheses)
        check_bots(match.bots)
        self._kept = ResultsFile(match, file)
        for game in self._kept.games.values():
            self._look_at(game)

    @property
    def finished(self) -> int:
        """How many games have ended."""
        return len(self._kept.games)

    @property
    def games(self) -> list[Played]:
        """The games that count, in the order of the match."""
        games = self._kept.in_order()
        return self.test.counted(games) if self.test else games

    def play(self, jobs: int = 1, watcher: Callable[[], None] = lambda: None) -> None:
        """Play what is not finished yet, or until the test is over; the watcher is called after each game."""

        def keep(game: Played) -> None:
            self._kept.keep(game)
            self._look_at(game)
            watcher()

        with workers(jobs) as pool:
            run_match(self.match, pool, jobs, keep, tuple(self._kept.games), self._is_decided)

    def report(self) -> Report:
        """What the games show."""
        return report_on(self.match, self.games, self.anchor, self.test.verdict if self.test else None)

    def _look_at(self, game: Played) -> None:
        if self.test:
            self.test.take(game)

    def _is_decided(self) -> bool:
        return self.test is not None and self.test.is_over
