"""The worker processes in which bots play: the server's own process never loads the compiler.

Bots that search take a second for a move, and quick bots a millisecond. So quick bots have a worker of their own, the
quick lane, which never compiles: nobody waits for a quick bot because others search. Both kinds wait in a fair queue.
"""

import asyncio
from collections.abc import Callable, Sequence
from itertools import count
from typing import Final

from bigpoints.contract.constants import BOT_NAMES, LEVELS, Level
from bigpoints.errors import BigPointsError, quoted
from bigpoints.server.workers.advice import Advice
from bigpoints.server.workers.fair_queue import FairQueue, Origin
from bigpoints.server.workers.process import Job, Outcome, State, WorkerProcess
from bigpoints.server.workers.worker import COMPILED, STRONGEST, Answer, Order

_ADVISER: Final = STRONGEST
_ADVISER_AT_FIRST: Final = next(level for level in reversed(LEVELS) if level not in COMPILED)
"""The adviser until a worker is warm."""
_SEARCH_SECONDS, _QUICK_SECONDS = 1.0, 0.005
"""What a job usually takes: of a bot that searches, and of a quick one."""
_MAX_TRIES = 2
_STOPPED = "the bot workers have been stopped"
_HOPELESS_STARTS = 4
"""Starts of each worker without any of them getting warm, after which jobs that need it fail."""


class WorkerFailed(BigPointsError):
    """A bot gave no move; the text says why, in one line."""


class WorkerPool:
    """Worker processes that search, one for quick bots, and the jobs that wait for them."""

    def __init__(
        self,
        workers: int,
        hash_megabytes: int = 32,
        *,
        longest: float = 60.0,
        observe: Callable[[str, float], None] | None = None,
    ) -> None:
        def process(bots: Sequence[Level]) -> WorkerProcess:
            return WorkerProcess(bots, hash_megabytes, longest, self._finish_job, self._changed)

        self._searchers = [process(COMPILED) for _ in range(workers)]
        self._quick_lane = process(())
        self._workers = [self._quick_lane, *self._searchers]
        self._observe = observe
        self._searches = FairQueue[Job](_SEARCH_SECONDS)
        self._quick_jobs = FairQueue[Job](_QUICK_SECONDS)
        self._numbers = count(1)
        self._tasks: list[asyncio.Task[None]] = []
        self._all_warm = asyncio.Event()
        self._is_compiled = False

    @property
    def waiting(self) -> int:
        """The number of queued jobs."""
        return len(self._searches) + len(self._quick_jobs)

    @property
    def busy(self) -> int:
        """The number of workers at a job."""
        return sum(worker.job is not None for worker in self._workers)

    @property
    def ready(self) -> bool:
        """Whether every worker is warm."""
        return all(worker.state is State.WARM for worker in self._workers)

    @property
    def pids(self) -> list[int]:
        """The ids of the present processes."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def start(self) -> None:
        """Start the processes, which then warm up: one first, then the others."""
        self._all_warm.clear()
        self._tasks = [asyncio.create_task(worker.run()) for worker in self._workers]

    async def warmed(self) -> None:
        """Wait until every worker is warm."""
        await self._all_warm.wait()
        if not self._tasks:
            raise WorkerFailed(_STOPPED)

    async def think(self, bot: str, position: str, seed: int, origin: Origin) -> str:
        """The move of a bot in a position (BPN). Cancelling this call stops the search."""
        if bot not in BOT_NAMES:  # No other name is passed on: it could stand for any program.
            raise WorkerFailed(f"bot: {quoted(bot)} is no bot of the server; accepted: {', '.join(BOT_NAMES)}")
        number = next(self._numbers)
        answer = await self._done(number, Order(think=number, bot=bot, position=position, seed=seed), origin)
        return answer["move"]

    async def advise(self, position: str, origin: Origin, *, open_hands: bool) -> list[Advice]:
        """The best moves of a position (BPN) and why, by the best bot that is warm."""
        is_warm = any(worker.state is State.WARM for worker in self._searchers)
        number, bot = next(self._numbers), _ADVISER if is_warm else _ADVISER_AT_FIRST
        order = Order(advise=number, bot=bot, position=position, open_hands=open_hands)
        return (await self._done(number, order, origin))["advice"]

    async def _done(self, number: int, order: Order, origin: Origin) -> Answer:
        if not self._tasks:
            raise WorkerFailed(_STOPPED)
        bot = order["bot"]
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        job = Job(number, bot, order, origin, answer, needs_compiler=bot in COMPILED)
        self._queue_of(job).push(origin, job)
        self._hand_out()
        try:
            done = await answer
        except asyncio.CancelledError:
            self._drop(job)
            raise
        if self._observe is not None:
            self._observe(bot, job.seconds)
        return done

    async def stop(self) -> None:
        """End every process; pending calls raise WorkerFailed."""
        tasks, self._tasks = self._tasks, []
        self._all_warm.set()
        under_way = [worker.job for worker in self._workers if worker.job is not None]
        for job in (*self._searches.clear(), *self._quick_jobs.clear(), *under_way):
            _fail(job, _STOPPED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- Jobs ---------------------------------------------------------------------------------------------------------

    def _queue_of(self, job: Job) -> FairQueue[Job]:
        return self._searches if job.needs_compiler else self._quick_jobs

    def _hand_out(self) -> None:
        """Give each free worker the next job that it can do; workers that are compiling come last."""
        free = [worker for worker in self._workers if worker.is_free]
        for worker in sorted(free, key=lambda worker: worker.state is State.WARMING):
            job = self._next_job(worker)
            if job is not None:
                worker.give(job)

    def _next_job(self, worker: WorkerProcess) -> Job | None:
        """The next job for a worker. While the quick lane is down, the others do its jobs, too."""
        is_quick = worker is self._quick_lane or self._quick_lane.state is State.DOWN
        job = self._quick_jobs.pop() if is_quick else None
        if job is None and worker.can_search:
            job = self._searches.pop()
        return job

    def _drop(self, job: Job) -> None:
        """Cancel a job, queued or under way."""
        self._queue_of(job).remove(job.origin, job)
        for worker in self._workers:
            if worker.job is job:
                worker.drop(job)

    def _finish_job(self, job: Job, outcome: Outcome) -> None:
        """Pass on the outcome of a job; if its worker died, put it first in its table's queue once more."""
        self._queue_of(job).settle(job.origin, job.seconds)
        if job.answer.done():
            return
        if outcome.failed:
            _fail(job, outcome.failed)
        elif outcome.answer is not None:
            job.answer.set_result(outcome.answer)
        elif job.tries < _MAX_TRIES:
            self._queue_of(job).push_first(job.origin, job)
        else:
            _fail(job, f"{job.bot}: its worker died, and so did the next one")

    # --- Workers ------------------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        """React to a worker that is up, warm, free or dead."""
        if not self._tasks:
            return
        if self.ready:
            self._all_warm.set()
        else:
            self._all_warm.clear()
        self._warm_up()
        self._hand_out()
        self._give_up()

    def _warm_up(self) -> None:
        """Warm one worker alone, until its compiled code is cached for the others; then all at once."""
        if self._quick_lane.state is State.COLD:
            self._quick_lane.warm()
        states = [worker.state for worker in self._searchers]
        self._is_compiled |= State.WARM in states
        cold = [worker for worker in self._searchers if worker.state is State.COLD]
        if not self._is_compiled:
            cold = [] if State.WARMING in states else cold[:1]
        for worker in cold:
            worker.warm()

    def _give_up(self) -> None:
        """Fail the jobs that no worker can do, if workers keep dying before they are warm."""
        for queue, workers in ((self._searches, self._searchers), (self._quick_jobs, self._workers)):
            if all(worker.starts >= _HOPELESS_STARTS for worker in workers):
                self._fail_all(queue, workers)

    def _fail_all(self, queue: FairQueue[Job], workers: list[WorkerProcess]) -> None:
        for job in [job for job in queue if not any(worker.can(job) for worker in workers)]:
            queue.remove(job.origin, job)
            _fail(job, f"{job.bot}: its worker cannot be started")


def _fail(job: Job, words: str) -> None:
    if not job.answer.done():
        job.answer.set_exception(WorkerFailed(words))
