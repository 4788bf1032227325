"""The worker processes in which bots play: the server's own process never loads the compiler."""

import asyncio
from collections import deque
from collections.abc import Callable
from itertools import count
from typing import Final

from bigpoints.contract.constants import BOT_NAMES, LEVELS
from bigpoints.errors import BigPointsError, quoted
from bigpoints.server.workers.advice import Advice
from bigpoints.server.workers.process import Job, Outcome, State, WorkerProcess
from bigpoints.server.workers.worker import COMPILED, STRONGEST, Answer, Order

_ADVISER: Final = STRONGEST
_ADVISER_AT_FIRST: Final = next(level for level in reversed(LEVELS) if level not in COMPILED)
"""The adviser until a worker is warm."""
_MAX_TRIES = 2
_STOPPED = "the bot workers have been stopped"
_HOPELESS_STARTS = 4
"""Starts of each worker without any of them getting warm, after which jobs that need it fail."""


class WorkerFailed(BigPointsError):
    """A bot gave no move; the text says why, in one line."""


class WorkerPool:
    """Worker processes, and a queue of jobs for them."""

    def __init__(
        self,
        workers: int,
        hash_megabytes: int = 32,
        *,
        longest: float = 60.0,
        observe: Callable[[str, float], None] | None = None,
    ) -> None:
        self._workers = [
            WorkerProcess(hash_megabytes, longest, self._finish_job, self._changed) for _ in range(workers)
        ]
        self._observe = observe
        self._queue = deque[Job]()
        self._numbers = count(1)
        self._tasks: list[asyncio.Task[None]] = []
        self._all_warm = asyncio.Event()
        self._is_compiled = False

    @property
    def waiting(self) -> int:
        """The number of queued jobs."""
        return len(self._queue)

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

    async def think(self, bot: str, position: str, seed: int) -> str:
        """The move of a bot in a position (BPN). Cancelling this call stops the search."""
        if bot not in BOT_NAMES:  # No other name is passed on: it could stand for any program.
            raise WorkerFailed(f"bot: {quoted(bot)} is no bot of the server; accepted: {', '.join(BOT_NAMES)}")
        number = next(self._numbers)
        answer = await self._done(number, Order(think=number, bot=bot, position=position, seed=seed))
        return answer["move"]

    async def advise(self, position: str, *, open_hands: bool) -> list[Advice]:
        """The best moves of a position (BPN) and why, by the best bot that is warm."""
        is_warm = any(worker.state is State.WARM for worker in self._workers)
        number, bot = next(self._numbers), _ADVISER if is_warm else _ADVISER_AT_FIRST
        answer = await self._done(number, Order(advise=number, bot=bot, position=position, open_hands=open_hands))
        return answer["advice"]

    async def _done(self, number: int, order: Order) -> Answer:
        if not self._tasks:
            raise WorkerFailed(_STOPPED)
        bot = order["bot"]
        job = Job(number, bot, order, asyncio.get_running_loop().create_future(), needs_compiler=bot in COMPILED)
        self._queue.append(job)
        self._hand_out()
        try:
            answer = await job.answer
        except asyncio.CancelledError:
            self._drop(job)
            raise
        if self._observe is not None:
            self._observe(bot, job.seconds)
        return answer

    async def stop(self) -> None:
        """End every process; pending calls raise WorkerFailed."""
        tasks, self._tasks = self._tasks, []
        self._all_warm.set()
        for job in (*self._queue, *(worker.job for worker in self._workers if worker.job is not None)):
            _fail(job, _STOPPED)
        self._queue.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- Jobs ---------------------------------------------------------------------------------------------------------

    def _hand_out(self) -> None:
        """Give each free worker the oldest job that it can do; workers that are compiling come last."""
        free = [worker for worker in self._workers if worker.is_free]
        for worker in sorted(free, key=lambda worker: worker.state is State.WARMING):
            job = next((job for job in self._queue if worker.can(job)), None)
            if job is not None:
                self._queue.remove(job)
                worker.give(job)

    def _drop(self, job: Job) -> None:
        """Cancel a job, queued or under way."""
        if job in self._queue:
            self._queue.remove(job)
        for worker in self._workers:
            if worker.job is job:
                worker.drop(job)

    def _finish_job(self, job: Job, outcome: Outcome) -> None:
        """Pass on the outcome of a job; if its worker died, put it first in the queue once more."""
        if job.answer.done():
            return
        if outcome.failed:
            _fail(job, outcome.failed)
        elif outcome.answer is not None:
            job.answer.set_result(outcome.answer)
        elif job.tries < _MAX_TRIES:
            self._queue.appendleft(job)
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
        states = [worker.state for worker in self._workers]
        self._is_compiled |= State.WARM in states
        cold = [worker for worker in self._workers if worker.state is State.COLD]
        if not self._is_compiled:
            cold = [] if State.WARMING in states else cold[:1]
        for worker in cold:
            worker.warm()

    def _give_up(self) -> None:
        """Fail the jobs that no worker can do, if workers keep dying before they are warm."""
        if any(worker.starts < _HOPELESS_STARTS for worker in self._workers):
            return
        for job in [job for job in self._queue if not any(worker.can(job) for worker in self._workers)]:
            self._queue.remove(job)
            _fail(job, f"{job.bot}: its worker cannot be started")


def _fail(job: Job, words: str) -> None:
    if not job.answer.done():
        job.answer.set_exception(WorkerFailed(words))
