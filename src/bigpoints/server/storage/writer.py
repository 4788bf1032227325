"""The one thread that has the connection: it commits everything that is queued at once, and only then answers."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from bigpoints.server.storage.append import Appender, PendingAppend
from bigpoints.server.storage.engine import tidy
from bigpoints.server.storage.failure import cause_name, is_disconnected, is_worth_a_retry, store_failure
from bigpoints.server.storage.migrate import check_schema, named_failure, prepare
from bigpoints.server.storage.open_file import OpenFile
from bigpoints.server.storage.store import Entry, StoreFailed, StoreObserver

T = TypeVar("T")
LARGEST_BATCH = 1_000
_ATTEMPTS = 4


class PendingJob(NamedTuple):
    """Any other use of the connection."""

    done: Callable[[Any], object]
    seen: int
    job: Callable[[Connection], object]


Pending = PendingAppend | PendingJob


class Outcome(NamedTuple):
    """What became of a batch: the answers to its callers, whether it was written, and the causes of failures."""

    answers: Sequence[object]
    is_written: bool | None
    """None if there was nothing to write, as far as is known: jobs may only read."""
    causes: Sequence[str]


class Writer:
    """Writes for one event loop, in the order of the calls."""

    def __init__(self, engine: Engine, largest_batch: int = LARGEST_BATCH, *, is_migrated: bool = False) -> None:
        self.appender = Appender(engine.dialect)
        self.observer: StoreObserver | None = None
        self._engine = engine
        self._prepare = check_schema if is_migrated else prepare
        self._file = OpenFile(engine)
        self._largest_batch = largest_batch
        self._collected: list[Pending] = []
        """What was asked in this turn of the event loop; the thread gets it at once."""
        self._queue: SimpleQueue[list[Pending] | None] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_commit_sent = False
        self._answered = 0
        self._closed = False
        self._thread = Thread(target=self._run, name="store", daemon=True)
        self._ready: Future[None] = Future()
        self._thread.start()
        self._ready.result()

    def append(self, entry: Entry, member: str | None, shortened: str | None = None) -> asyncio.Future[bool]:
        """Queue an entry; whether it is stored, once that is durable."""
        future = asyncio.get_running_loop().create_future()
        self.append_now(entry, member, shortened, partial(_settle, future))
        return future

    def append_now(
        self, entry: Entry, member: str | None, shortened: str | None, done: Callable[[bool | Exception], object]
    ) -> None:
        """Queue an entry; calls back with whether it is stored, once that is durable, or with the failure."""
        self._collect(PendingAppend(done, self._answered, entry, member, shortened))

    def do(self, job: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Queue a job; its result, once what it did is durable."""
        future = asyncio.get_running_loop().create_future()
        self._collect(PendingJob(partial(_settle, future), self._answered, job))
        return future

    async def close(self) -> None:
        """Finish what is queued, and close the connection."""
        if not self._closed:
            self._closed = True
            self._hand_over()
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _collect(self, pending: Pending) -> None:
        if self._closed:
            raise StoreFailed("the store is closed")
        if not self._collected:
            self._loop = asyncio.get_running_loop()
            self._loop.call_soon(self._hand_over)
        self._collected.append(pending)

    def _hand_over(self) -> None:
        if self._collected:
            self._queue.put(self._collected)
            self._collected = []

    def _run(self) -> None:
        try:
            self._prepare(self._engine)
            connection = self._engine.connect()
        except Exception as error:
            self._engine.dispose()
            self._ready.set_exception(named_failure(self._engine.url, error))
            return
        self._ready.set_result(None)
        for number, batch in enumerate(self._batches(), 1):
            self._answer(number, batch, self._commit(connection, number, batch))
        with suppress(SQLAlchemyError), connection:
            tidy(connection)
        self._engine.dispose()

    def _batches(self) -> Iterator[list[Pending]]:
        """Batches of what is queued, until the writer is closed."""
        queued = self._queue.get()
        while queued:
            more: list[Pending] | None = []
            with suppress(Empty):
                while len(queued) < self._largest_batch and (more := self._queue.get_nowait()):
                    queued += more
            for begin in range(0, len(queued), self._largest_batch):
                yield queued[begin : begin + self._largest_batch]
            queued = None if more is None else self._queue.get()

    def _commit(self, connection: Connection, number: int, batch: list[Pending]) -> Outcome:
        """Run a batch in one transaction; the answers, or failures if it cannot be committed."""
        for _ in range(_ATTEMPTS):
            try:
                return self._transact(connection, number, batch)
            except Exception as error:
                failure = error
            self.appender.forget_all()
            _roll_back(connection)
            # Without its commit nothing of a lost transaction is stored; if that was sent, nobody knows.
            if not (is_worth_a_retry(failure) or (is_disconnected(failure) and not self._is_commit_sent)):
                break
        answers = [store_failure(failure) for _ in batch]
        return Outcome(answers, is_written=False, causes=[cause_name(failure)] * len(batch))

    def _transact(self, connection: Connection, number: int, batch: list[Pending]) -> Outcome:
        self._is_commit_sent = False
        self.appender.begin_batch(number, batch[0].seen)
        transaction = connection.begin()
        outcome = self._outcome(connection, batch)
        self._is_commit_sent = True
        transaction.commit()
        self._file.check()  # Afterwards: nothing may be acknowledged that nobody will find again.
        return outcome

    def _outcome(self, connection: Connection, batch: list[Pending]) -> Outcome:
        answers: list[object] = []
        is_written, causes = None, list[str]()
        for kind, group in groupby(batch, type):
            if kind is PendingAppend:
                stored = self.appender.append(connection, [each for each in group if isinstance(each, PendingAppend)])
                is_written = is_written or (True in stored) or None
                answers += stored
            else:
                done = [_run_job(connection, each.job) for each in group if isinstance(each, PendingJob)]
                causes += [cause_name(answer) for answer in done if isinstance(answer, StoreFailed)]
                answers += done
        return Outcome(answers, is_written, causes)

    def _answer(self, number: int, batch: list[Pending], outcome: Outcome) -> None:
        """Wake all callers with one call into their event loop; once that is closed, nobody waits any longer."""
        with suppress(RuntimeError):
            if self._loop:
                self._loop.call_soon_threadsafe(self._wake, number, batch, outcome)

    def _wake(self, number: int, batch: list[Pending], outcome: Outcome) -> None:
        self._answered = number
        try:
            self._tell(outcome)
        finally:  # Nobody waits for ever because an observer fails.
            for pending, answer in zip(batch, outcome.answers, strict=True):
                _call_back(pending.done, answer)

    def _tell(self, outcome: Outcome) -> None:
        if self.observer is None:
            return
        for cause, calls in Counter(outcome.causes).items():
            self.observer.failed(cause, calls, is_write=outcome.is_written is False)
        if outcome.is_written:
            self.observer.wrote()


def _call_back(done: Callable[[Any], object], answer: object) -> None:
    """Answer a caller; if it fails, the others get their answers nevertheless."""
    try:
        done(answer)
    except Exception as error:
        about = {"message": "a caller of the store failed", "exception": error}
        asyncio.get_running_loop().call_exception_handler(about)


def _settle(future: asyncio.Future[Any], answer: object) -> None:
    if future.done():  # The caller was cancelled.
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)


def _run_job(connection: Connection, job: Callable[[Connection], object]) -> object:
    """The result of a job, or its failure, which leaves the rest of the batch alone."""
    savepoint = connection.begin_nested()
    try:
        answer = job(connection)
    except Exception as error:
        savepoint.rollback()  # Fails if the whole transaction is gone; then so is the batch.
        if is_worth_a_retry(error) or is_disconnected(error):
            raise
        return store_failure(error)
    savepoint.commit()
    return answer


def _roll_back(connection: Connection) -> None:
    """Leave no transaction open: SQLAlchemy considers one done whose commit has failed, the driver does not."""
    try:
        connection.rollback()
        if not connection.invalidated:
            connection.connection.rollback()
    except Exception:  # Of the driver or of SQLAlchemy: the next batch connects anew.
        connection.invalidate()
