"""Playing the games of a match over any `concurrent.futures` executor."""

import multiprocessing
import signal
from collections.abc import Callable, Container, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import takewhile
from threading import current_thread, main_thread
from typing import ParamSpec, TypeVar

from bigpoints.arena.game import Played, play_game
from bigpoints.arena.match import Match
from bigpoints.arena.timeouts import Signal, heed
from bigpoints.errors import BigPointsError

_AHEAD = 2
"""How many games wait for each that is being played."""
P = ParamSpec("P")
T = TypeVar("T")

Keeper = Callable[[Played], None]
"""Is handed every game as it ends."""


class WorkerDied(BigPointsError):
    """A process that played games ended before they did."""


def run_match(
    match: Match,
    executor: Executor,
    jobs: int,
    keep: Keeper,
    done: Container[int] = (),
    enough: Callable[[], bool] = lambda: False,
) -> None:
    """Play the games of a match that are not done yet, until it is enough; finished ones are kept whatever happens."""
    running: set[Future[Played]] = set()
    to_play = (fixture for fixture in match.fixtures() if fixture.number not in done)
    try:
        for fixture in takewhile(lambda _: not enough(), to_play):
            running.add(executor.submit(play_game, fixture))
            _collect(running, keep, None if len(running) > jobs * _AHEAD else 0)
        while running and not enough():
            _collect(running, keep)
    except BrokenExecutor as error:
        raise WorkerDied("a process that played games has died; the games finished before are kept") from error
    finally:
        _abandon(running, keep)


def _collect(running: set[Future[Played]], keep: Keeper, timeout: float | None = None) -> None:
    """Hand over what is finished, after waiting for a game if there is no time limit."""
    for future in wait(running, timeout, FIRST_COMPLETED).done:
        running.remove(future)
        keep(future.result())


def _abandon(running: set[Future[Played]], keep: Keeper) -> None:
    """Give up what is not finished; whoever owns the executor ends the games under way."""
    for future in running:
        if future.done() and not future.cancelled() and future.exception() is None:
            keep(future.result())
        future.cancel()


class Here(Executor):
    """An executor that does everything at once, in the thread that asks."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """The call, done."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def workers(jobs: int) -> Iterator[Executor]:
    """As many processes of this machine, or this one if it is alone; games under way at the end are given up."""
    if jobs == 1:
        yield Here()
        return
    # A fresh interpreter for each: a copy of one that has threads or compiled code may hang.
    context = multiprocessing.get_context("spawn")
    interruption = context.Event()
    with ProcessPoolExecutor(jobs, context, _begin, (interruption,)) as pool:
        try:
            _start_all(pool, jobs)
            yield pool
        finally:
            interruption.set()


def _start_all(pool: Executor, jobs: int) -> None:
    """Start the workers while Ctrl-C is ignored, which they inherit: it must not hit them while they load."""
    if current_thread() is not main_thread():
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(jobs):
            pool.submit(bool)
    finally:
        signal.signal(signal.SIGINT, usual)


def _begin(interruption: Signal) -> None:
    """A worker leaves Ctrl-C to the process that started it, which tells it what to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    heed(interruption)
