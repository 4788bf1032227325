"""The server's side of a worker process: starts it, keeps it alive, gives it one job at a time."""

import asyncio
import json
import logging
import os
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from time import perf_counter
from typing import NamedTuple, TypeVar, cast

from bigpoints.contract.constants import Level
from bigpoints.server.ops.logs import log
from bigpoints.server.workers.fair_queue import Origin
from bigpoints.server.workers.worker import Answer, Order

T = TypeVar("T")

_MODULE = "bigpoints.server.workers.worker"
_GRACE = 5.0
"""Seconds for a cancelled job to end, which takes hundredths; then the process is killed."""
_LAST_SECONDS = 1.0
"""Seconds for a process to end after its input was closed; then it is killed."""
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.1, 30.0
_LONG_LIFE = 60.0
"""Seconds after which the end of a process does not count as a failed start."""
_CHUNK = 8192


@dataclass(eq=False, slots=True)
class Job:
    """An order for a worker, and the future answer."""

    number: int
    bot: str
    order: Order
    origin: Origin
    answer: asyncio.Future[Answer]
    needs_compiler: bool
    tries: int = 0
    """The number of workers that it was given to."""
    began: float = 0.0
    seconds: float = 0.0


class Outcome(NamedTuple):
    """The outcome of a job: an answer, or why there is none; neither if its worker died."""

    answer: Answer | None = None
    failed: str = ""


class State(Enum):
    """The state of a worker; a warm one has everything compiled."""

    DOWN = auto()
    COLD = auto()
    WARMING = auto()
    WARM = auto()


class Pipes(NamedTuple):
    """A process and its streams."""

    process: Process
    orders: StreamWriter
    answers: StreamReader
    errors: StreamReader


class WorkerProcess:
    """A worker process, restarted whenever it ends. Without bots to warm it never loads the compiler."""

    def __init__(
        self,
        bots: Sequence[Level],
        hash_megabytes: int,
        longest: float,
        finish_job: Callable[[Job, Outcome], None],
        changed: Callable[[], None],
    ) -> None:
        self.state = State.DOWN
        self.job: Job | None = None
        self.starts = 0
        """Processes started since one was warm."""
        self._bots = bots
        self._hash_megabytes = hash_megabytes
        self._longest = longest
        self._finish_job = finish_job
        self._changed = changed
        self._pipes: Pipes | None = None
        self._timeout: asyncio.TimerHandle | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process, if it runs."""
        return None if self._pipes is None else self._pipes.process.pid

    @property
    def is_free(self) -> bool:
        """Whether it can be given a job."""
        return self.state is not State.DOWN and self.job is None

    @property
    def can_search(self) -> bool:
        """Whether it has bots that need the compiler, and is warm."""
        return self.state is State.WARM and bool(self._bots)

    def can(self, job: Job) -> bool:
        """Whether it can do a job: before it is warm, only one that needs no compiler."""
        return self.can_search if job.needs_compiler else self.state is not State.DOWN

    # --- Orders -------------------------------------------------------------------------------------------------------

    def warm(self) -> None:
        """Order it to compile, or load, what its bots need."""
        self.state = State.WARMING
        self._send(Order(warm=self._bots))

    def give(self, job: Job) -> None:
        """Give it a job."""
        self.job = job
        job.tries += 1
        job.began = perf_counter()
        self._send(job.order)
        self._set_timeout(self._longest)

    def drop(self, job: Job) -> None:
        """Stop its job, whose answer nobody awaits. It is free once it has answered."""
        self._send(Order(stop=job.number))
        self._set_timeout(min(_GRACE, self._longest))

    def _send(self, order: Order) -> None:
        if self._pipes is not None:
            with suppress(OSError, RuntimeError):  # It was just killed: its end is noticed elsewhere.
                self._pipes.orders.write(json.dumps(order).encode() + b"\n")

    def _set_timeout(self, seconds: float) -> None:
        self._cancel_timeout()
        self._timeout = asyncio.get_running_loop().call_later(seconds, self._time_out)

    def _cancel_timeout(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None

    def _time_out(self) -> None:
        log("bot_worker_killed", logging.ERROR, pid=self.pid)
        self._end_job(Outcome(failed=f"there was no move within {self._longest:g} s"))
        self.state = State.DOWN
        if self._pipes is not None:
            _kill(self._pipes.process)

    # --- Answers ------------------------------------------------------------------------------------------------------

    def _receive(self, line: bytes) -> None:
        answer: Answer = json.loads(line)
        if "warm" in answer:
            self._is_warm(answer["warm"])
        elif self.job is not None:
            self._end_job(Outcome(answer, answer.get("failed", "")))
        self._changed()

    def _is_warm(self, failed: str) -> None:
        """Count it as warm even if compiling failed: the bots that need it will fail, each with its reason."""
        if failed:
            log("bot_worker_warm_up_failed", logging.ERROR, pid=self.pid, reason=failed)
        self.state = State.WARM
        self.starts = 0

    def _end_job(self, outcome: Outcome) -> None:
        self._cancel_timeout()
        job, self.job = self.job, None
        if job is not None:
            job.seconds = perf_counter() - job.began
            self._finish_job(job, outcome)

    # --- Processes ----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Run processes until cancelled; the shorter they live, the longer the pause before the next."""
        pause = 0.0
        while True:
            began = perf_counter()
            self.starts += 1
            try:
                await self._run_process(await _started(self._hash_megabytes))
            except Exception as error:  # Whatever it was, the pool must not lose a worker for good.
                log("bot_worker_failed", logging.ERROR, error)
            pause = min(pause * 2, _LONGEST_PAUSE) if perf_counter() - began < _LONG_LIFE else 0
            pause = max(pause, _SHORTEST_PAUSE)
            log("bot_worker_ended", logging.WARNING, next_in_seconds=pause)
            await asyncio.sleep(pause)

    async def _run_process(self, pipes: Pipes) -> None:
        """Use a process until its end."""
        logging_errors = asyncio.create_task(_log_errors(pipes.errors))
        try:
            self._pipes, self.state = pipes, State.COLD
            self._changed()
            async for line in pipes.answers:
                self._receive(line)
        finally:
            self._pipes, self.state = None, State.DOWN
            self._end_job(Outcome())
            self._changed()
            await _wholly(asyncio.gather(_end(pipes), logging_errors))


async def _started(hash_megabytes: int) -> Pipes:
    """A new process; if this is cancelled, it is ended again."""
    starting = asyncio.ensure_future(_start_process(hash_megabytes))
    try:
        return await _wholly(starting)
    except asyncio.CancelledError:
        if starting.exception() is None:
            pipes = starting.result()
            _kill(pipes.process)
            await asyncio.gather(_end(pipes), pipes.errors.read())
        raise


async def _wholly(work: asyncio.Future[T]) -> T:
    """Await something to its end, also if this is cancelled meanwhile: processes half started or ended leave pipes."""
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        await asyncio.wait([work])
        raise


async def _start_process(hash_megabytes: int) -> Pipes:
    process = await asyncio.create_subprocess_exec(
        # -P: a file in the current folder must not be imported as a module.
        *(sys.executable, "-P", "-m", _MODULE, str(hash_megabytes)),
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
        # Not in a session of its own: some systems share time between sessions, and nice counts only within one.
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    orders = cast("StreamWriter", process.stdin)
    return Pipes(process, orders, cast("StreamReader", process.stdout), cast("StreamReader", process.stderr))


async def _log_errors(stream: StreamReader) -> None:
    while text := await stream.read(_CHUNK):
        log("bot_worker_stderr", logging.WARNING, text=text.decode(errors="replace").strip())


async def _end(pipes: Pipes) -> None:
    """End a process by closing its input, or kill it; read its output to the end."""
    pipes.orders.close()
    try:
        async with asyncio.timeout(_LAST_SECONDS):  # `wait_for` may lose a cancellation, and the pool would not stop.
            await pipes.process.wait()
    except TimeoutError:
        _kill(pipes.process)
        await pipes.process.wait()
    with suppress(OSError):
        await pipes.orders.wait_closed()
    await pipes.answers.read()


def _kill(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
