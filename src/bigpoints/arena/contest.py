"""A match from its first game to its report: results are saved and tested as games end."""

from collections.abc import Callable
from pathlib import Path

from bigpoints.arena.executor import make_executor, run_match
from bigpoints.arena.game import GameResult, check_bots
from bigpoints.arena.match import Match
from bigpoints.arena.rating import check_anchor
from bigpoints.arena.report import Report, make_report
from bigpoints.arena.results_file import ResultsFile
from bigpoints.arena.sprt import Hypotheses, SequentialTest


class Contest:
    """A match with its results; bots that cannot be made are refused before the first game."""

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
        self._results = ResultsFile(match, file)
        for game in self._results.games.values():
            self._feed_test(game)

    @property
    def finished(self) -> int:
        """The number of finished games."""
        return len(self._results.games)

    @property
    def games(self) -> list[GameResult]:
        """The results that count, in the order of the match."""
        games = self._results.in_order()
        return self.test.filter_counted(games) if self.test else games

    def play(self, jobs: int = 1, watcher: Callable[[], None] = lambda: None) -> None:
        """Play the unfinished games, or until the test is decided; the watcher is called after each game."""

        def keep(game: GameResult) -> None:
            self._results.keep(game)
            self._feed_test(game)
            watcher()

        with make_executor(jobs) as pool:
            run_match(self.match, pool, jobs, keep, tuple(self._results.games), self._is_decided)

    def report(self) -> Report:
        """The report of the games so far."""
        return make_report(self.match, self.games, self.anchor, self.test.verdict if self.test else None)

    def _feed_test(self, game: GameResult) -> None:
        if self.test:
            self.test.add_game(game)

    def _is_decided(self) -> bool:
        return self.test is not None and self.test.is_over
