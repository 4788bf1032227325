"""Playing the games of a match on any `concurrent.futures` executor."""

import multiprocessing
import signal
from collections.abc import Callable, Container, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import takewhile
from threading import current_thread, main_thread
from typing import ParamSpec, TypeVar

from bigpoints.arena.game import GameResult, play_game
from bigpoints.arena.match import Match
from bigpoints.arena.timeouts import Flag, watch_interruption
from bigpoints.errors import BigPointsError

_QUEUED_PER_JOB = 2
"""Games submitted per worker beyond the one being played, so that none waits for work."""
P = ParamSpec("P")
T = TypeVar("T")

ResultHandler = Callable[[GameResult], None]
"""Receives every result as its game ends."""


class WorkerDied(BigPointsError):
    """A worker process died while it played games."""


def run_match(
    match: Match,
    executor: Executor,
    jobs: int,
    keep: ResultHandler,
    done: Container[int] = (),
    enough: Callable[[], bool] = lambda: False,
) -> None:
    """Play the games of a match not in `done` until `enough` is true; `keep` gets every finished one in any case."""
    running: set[Future[GameResult]] = set()
    to_play = (fixture for fixture in match.fixtures() if fixture.number not in done)
    try:
        for fixture in takewhile(lambda _: not enough(), to_play):
            running.add(executor.submit(play_game, fixture))
            _collect(running, keep, None if len(running) > jobs * _QUEUED_PER_JOB else 0)
        while running and not enough():
            _collect(running, keep)
    except BrokenExecutor as error:
        raise WorkerDied("a process that played games has died; the games finished before are kept") from error
    finally:
        _cancel(running, keep)


def _collect(running: set[Future[GameResult]], keep: ResultHandler, timeout: float | None = None) -> None:
    """Pass finished games to `keep`, waiting up to `timeout` seconds, or for at least one game if it is None."""
    for future in wait(running, timeout, FIRST_COMPLETED).done:
        running.remove(future)
        keep(future.result())


def _cancel(running: set[Future[GameResult]], keep: ResultHandler) -> None:
    """Keep what is finished and cancel the rest; the owner of the executor ends the games in progress."""
    for future in running:
        if future.done() and not future.cancelled() and future.exception() is None:
            keep(future.result())
        future.cancel()


class InlineExecutor(Executor):
    """An executor that runs each call in the calling thread."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run the call now; a finished future."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def make_executor(jobs: int) -> Iterator[Executor]:
    """An executor of `jobs` processes, or this process for one job; games in progress at the end are abandoned."""
    if jobs == 1:
        yield InlineExecutor()
        return
    # Spawned rather than forked: a fork of a process with threads or compiled code may hang.
    context = multiprocessing.get_context("spawn")
    interruption = context.Event()
    with ProcessPoolExecutor(jobs, context, _init_worker, (interruption,)) as pool:
        try:
            _start_all(pool, jobs)
            yield pool
        finally:
            interruption.set()


def _start_all(pool: Executor, jobs: int) -> None:
    """Start the workers while SIGINT is ignored, which they inherit: Ctrl-C must not hit them while they load."""
    if current_thread() is not main_thread():
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(jobs):
            pool.submit(bool)
    finally:
        signal.signal(signal.SIGINT, usual)


def _init_worker(interruption: Flag) -> None:
    """Initialise a worker: it ignores SIGINT and watches the flag that its parent sets instead."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watch_interruption(interruption)
