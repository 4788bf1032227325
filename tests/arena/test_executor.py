import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import Any, ClassVar

import pytest

from bigpoints.arena.executor import InlineExecutor, WorkerDied, make_executor, run_match
from bigpoints.arena.game import GameResult
from bigpoints.arena.match import Match
from bigpoints.arena.timeouts import Interrupted
from bigpoints.bpr import records_text
from support.strange_bots import hang, small


def all_of(match: Match, executor: Executor, jobs: int) -> str:
    """Every game of a match as text."""
    games: dict[int, GameResult] = {}
    run_match(match, executor, jobs, lambda game: games.update({game.number: game}))
    assert sorted(games) == list(range(match.games))
    return records_text(games[number].record for number in sorted(games))


def test_the_same_seeds_give_the_same_games_whatever_plays_them() -> None:
    match = Match(("greedy", "random"), 3, 2, seed=5)
    alone = all_of(match, InlineExecutor(), 1)
    with ThreadPoolExecutor(3) as threads:
        assert all_of(match, threads, 3) == alone
    for jobs in (1, 2):
        with make_executor(jobs) as pool:
            assert all_of(match, pool, jobs) == alone
    assert all_of(Match(("greedy", "random"), 3, 2, seed=6), InlineExecutor(), 1) != alone


def test_bots_that_search_by_nodes_play_the_same_games_whatever_the_number_of_jobs() -> None:
    match = small("level5@20n", "uct@200n")
    alone = all_of(match, InlineExecutor(), 1)  # First, so that the workers find everything compiled.
    with make_executor(2) as pool:
        assert all_of(match, pool, 2) == alone


def test_games_that_are_done_are_not_played_again() -> None:
    games: list[GameResult] = []
    run_match(small("greedy", "random", boards=3), InlineExecutor(), 1, games.append, done=(0, 1, 4))
    assert [game.number for game in games] == [2, 3, 5]


def test_a_match_ends_as_soon_as_it_is_enough() -> None:
    games: list[GameResult] = []
    run_match(small("greedy", "random", boards=50), InlineExecutor(), 1, games.append, enough=lambda: len(games) >= 3)
    assert len(games) == 3


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interruption_keeps_the_finished_games(jobs: int) -> None:
    games: list[GameResult] = []

    def keep(game: GameResult) -> None:
        games.append(game)
        if len(games) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), ThreadPoolExecutor(jobs) as pool:
        run_match(small("greedy", "random", boards=50), pool, jobs, keep)
    assert 2 <= len(games) < 20
    assert len({game.number for game in games}) == len(games)


def test_games_that_ended_just_before_an_interruption_are_kept() -> None:
    class Late(ThreadPoolExecutor):
        """Its games end while the fourth is being handed over, which is then interrupted."""

        calls: ClassVar[list[Any]] = []

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ARG002
            self.calls.append((Future[Any](), fn, args))
            if len(self.calls) < 4:
                return self.calls[-1][0]  # type: ignore[no-any-return]
            for future, call, given in self.calls[:3]:
                future.set_result(call(*given))
            raise KeyboardInterrupt

    games: list[GameResult] = []
    with pytest.raises(KeyboardInterrupt):
        run_match(small("greedy", "random", boards=50), Late(), 2, games.append)
    assert sorted(game.number for game in games) == [0, 1, 2]


def test_workers_give_up_their_games_when_they_are_no_longer_needed() -> None:
    with make_executor(2) as pool:
        game = pool.submit(hang)
    assert isinstance(game.exception(), Interrupted)


def test_workers_leave_ctrl_c_to_whoever_started_them() -> None:
    with make_executor(2) as pool:
        assert pool.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_IGN
    assert signal.getsignal(signal.SIGINT) != signal.SIG_IGN


def test_a_process_that_dies_is_named_in_one_line() -> None:
    class Dead(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ARG002
            raise BrokenExecutor("gone")

    with pytest.raises(WorkerDied, match="has died; the games finished before are kept"):
        run_match(small("greedy", "random"), Dead(), 1, lambda _: None)
