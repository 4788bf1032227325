"""A worker process as the server sees it: started, kept alive, given one job at a time."""

import asyncio
import json
import logging
import os
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from time import perf_counter
from typing import NamedTuple, cast

from bigpoints.server.ops.logs import log
from bigpoints.server.workers.worker import Answer, Order

_MODULE = "bigpoints.server.workers.worker"
_GRACE = 5.0
"""Seconds in which a thought has to end that nobody needs any more: it takes hundredths."""
_LAST_SECONDS = 1.0
"""How long a process has to end when it is asked to."""
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.1, 30.0
_LONG_LIFE = 60.0
"""After a life of so many seconds a death is not taken for a failure to start."""
_CHUNK = 8192


@dataclass(eq=False, slots=True)
class Job:
    """What a worker is to do, by a bot, and the answer that somebody awaits."""

    number: int
    bot: str
    order: Order
    answer: asyncio.Future[Answer]
    needs_compiler: bool
    tries: int = 0
    """To how many workers it has been given."""
    began: float = 0.0
    seconds: float = 0.0


class Outcome(NamedTuple):
    """What became of a job: an answer, or why there is none; neither if its worker died."""

    answer: Answer | None = None
    failed: str = ""


class State(Enum):
    """How far a worker is."""

    DOWN = auto()
    COLD = auto()
    WARMING = auto()
    WARM = auto()


class Pipes(NamedTuple):
    """A process, and the streams to and from it."""

    process: Process
    orders: StreamWriter
    answers: StreamReader
    errors: StreamReader


class WorkerProcess:
    """A worker process, another one after its death, and so on."""

    def __init__(
        self,
        hash_megabytes: int,
        longest: float,
        settle: Callable[[Job, Outcome], None],
        changed: Callable[[], None],
    ) -> None:
        self.state = State.DOWN
        self.job: Job | None = None
        self.starts = 0
        """How many processes were started since one was warm."""
        self._hash_megabytes = hash_megabytes
        self._longest = longest
        self._settle = settle
        self._changed = changed
        self._pipes: Pipes | None = None
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def pid(self) -> int | None:
        """The process, if there is one now."""
        return None if self._pipes is None else self._pipes.process.pid

    @property
    def is_free(self) -> bool:
        """Whether a job can be given to it."""
        return self.state is not State.DOWN and self.job is None

    def can(self, job: Job) -> bool:
        """Whether it could do a job, once it is free: before it is warm, only one without the compiler."""
        return self.state is State.WARM or (self.state is not State.DOWN and not job.needs_compiler)

    # --- What it is told ----------------------------------------------------------------------------------------------

    def warm(self) -> None:
        """Have it compile, or load, whatever its bots need."""
        self.state = State.WARMING
        self._send(Order(warm=True))

    def give(self, job: Job) -> None:
        """Let it think."""
        self.job = job
        job.tries += 1
        job.began = perf_counter()
        self._send(job.order)
        self._set_alarm(self._longest)

    def drop(self, job: Job) -> None:
        """Let it stop thinking: nobody awaits the answer. It is free when it has answered nevertheless."""
        self._send(Order(stop=job.number))
        self._set_alarm(min(_GRACE, self._longest))

    def _send(self, order: Order) -> None:
        if self._pipes is not None:
            self._pipes.orders.write(json.dumps(order).encode() + b"\n")

    def _set_alarm(self, seconds: float) -> None:
        self._cancel_alarm()
        self._alarm = asyncio.get_running_loop().call_later(seconds, self._lose_patience)

    def _cancel_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _lose_patience(self) -> None:
        log("bot_worker_killed", logging.ERROR, pid=self.pid)
        self._end_job(Outcome(failed=f"there was no move within {self._longest:g} s"))
        self.state = State.DOWN
        if self._pipes is not None:
            _kill(self._pipes.process)

    # --- What it says -------------------------------------------------------------------------------------------------

    def _hear(self, line: bytes) -> None:
        answer: Answer = json.loads(line)
        if "warm" in answer:
            self._is_warm(answer["warm"])
        elif self.job is not None:
            self._end_job(Outcome(answer, answer.get("failed", "")))
        self._changed()

    def _is_warm(self, failed: str) -> None:
        """It is as warm as it gets: if compiling fails, so will the bots that need it, each with its reason."""
        if failed:
            log("bot_worker_cold", logging.ERROR, pid=self.pid, reason=failed)
        self.state = State.WARM
        self.starts = 0

    def _end_job(self, outcome: Outcome) -> None:
        self._cancel_alarm()
        job, self.job = self.job, None
        if job is not None:
            job.seconds = perf_counter() - job.began
            self._settle(job, outcome)

    # --- Its lives ----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Keep a process alive until this is cancelled; one that dies young is started less and less often."""
        pause = 0.0
        while True:
            began = perf_counter()
            self.starts += 1
            try:
                await self._live(await _start_process(self._hash_megabytes))
            except Exception as error:  # Whatever it was, the pool must not be one worker short from now on.
                log("bot_worker_failed", logging.ERROR, error)
            pause = min(pause * 2, _LONGEST_PAUSE) if perf_counter() - began < _LONG_LIFE else 0
            pause = max(pause, _SHORTEST_PAUSE)
            log("bot_worker_ended", logging.WARNING, next_in_seconds=pause)
            await asyncio.sleep(pause)

    async def _live(self, pipes: Pipes) -> None:
        """One process until its end."""
        logging_errors = asyncio.create_task(_log_errors(pipes.errors))
        try:
            self._pipes, self.state = pipes, State.COLD
            self._changed()
            async for line in pipes.answers:
                self._hear(line)
        finally:
            self._pipes, self.state = None, State.DOWN
            self._end_job(Outcome())
            self._changed()
            await _end(pipes)
            await logging_errors


async def _start_process(hash_megabytes: int) -> Pipes:
    process = await asyncio.create_subprocess_exec(
        # -P: a file in the current folder must not pass for a module.
        *(sys.executable, "-P", "-m", _MODULE, str(hash_megabytes)),
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
        # Not in a session of its own: some systems share out time between sessions, and nice counts only within one.
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    orders = cast("StreamWriter", process.stdin)
    return Pipes(process, orders, cast("StreamReader", process.stdout), cast("StreamReader", process.stderr))


async def _log_errors(stream: StreamReader) -> None:
    while words := await stream.read(_CHUNK):
        log("bot_worker_says", logging.WARNING, words=words.decode(errors="replace").strip())


async def _end(pipes: Pipes) -> None:
    """See a process end, and leave nothing of it behind; the end of its orders is its own end."""
    pipes.orders.close()
    try:
        await asyncio.wait_for(pipes.process.wait(), _LAST_SECONDS)
    except TimeoutError:
        _kill(pipes.process)
        await pipes.process.wait()
    with suppress(OSError):
        await pipes.orders.wait_closed()
    await pipes.answers.read()


def _kill(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
