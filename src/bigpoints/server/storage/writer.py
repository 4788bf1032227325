"""The one thread that has the connection: it commits everything that is queued at once, and only then answers."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from bigpoints.server.storage.append import Appender, PendingAppend
from bigpoints.server.storage.engine import tidy
from bigpoints.server.storage.migrate import migrate
from bigpoints.server.storage.open_file import OpenFile
from bigpoints.server.storage.store import Entry, StoreFailed, StoreObserver

T = TypeVar("T")
LARGEST_BATCH = 1_000


class PendingJob(NamedTuple):
    """Any other use of the connection."""

    future: asyncio.Future[Any]
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

    def __init__(self, engine: Engine, largest_batch: int = LARGEST_BATCH) -> None:
        self.appender = Appender(engine.dialect)
        self.observer: StoreObserver | None = None
        self._engine = engine
        self._file = OpenFile(engine)
        self._largest_batch = largest_batch
        self._queue: SimpleQueue[Pending | None] = SimpleQueue()
        self._answered = 0
        self._closed = False
        self._thread = Thread(target=self._run, name="store", daemon=True)
        self._ready: Future[None] = Future()
        self._thread.start()
        self._ready.result()

    def append(self, entry: Entry, member: str | None, shortened: str | None = None) -> asyncio.Future[bool]:
        """Queue an entry; whether it is stored, once that is durable."""
        self._check()
        future = asyncio.get_running_loop().create_future()
        self._queue.put(PendingAppend(future, self._answered, entry, member, shortened))
        return future

    def do(self, job: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Queue a job; its result, once what it did is durable."""
        self._check()
        future = asyncio.get_running_loop().create_future()
        self._queue.put(PendingJob(future, self._answered, job))
        return future

    async def close(self) -> None:
        """Finish what is queued, and close the connection."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _check(self) -> None:
        if self._closed:
            raise StoreFailed("the store is closed")

    def _run(self) -> None:
        try:
            migrate(self._engine)
            connection = self._engine.connect()
        except Exception as error:
            self._engine.dispose()
            self._ready.set_exception(_failure(error))
            return
        self._ready.set_result(None)
        for number, batch in enumerate(self._batches(), 1):
            self._answer(number, batch, self._commit(connection, number, batch))
        with suppress(SQLAlchemyError), connection:
            tidy(connection)
        self._engine.dispose()

    def _batches(self) -> Iterator[list[Pending]]:
        """Batches of what is queued, until the writer is closed."""
        pending = self._queue.get()
        while pending:
            batch = [pending]
            with suppress(Empty):
                while len(batch) < self._largest_batch and (pending := self._queue.get_nowait()):
                    batch.append(pending)
            yield batch
            pending = pending and self._queue.get()

    def _commit(self, connection: Connection, number: int, batch: list[Pending]) -> Outcome:
        """Run a batch in one transaction; the answers, or failures if it cannot be committed."""
        try:
            self.appender.begin_batch(number, batch[0].seen)
            with connection.begin():
                outcome = self._outcome(connection, batch)
            self._file.check()  # Afterwards: nothing may be acknowledged that nobody will find again.
        except Exception as error:
            self.appender.forget_all()
            _roll_back(connection)
            return Outcome([_failure(error) for _ in batch], is_written=False, causes=[_cause(error)] * len(batch))
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
                causes += [_cause(answer) for answer in done if isinstance(answer, StoreFailed)]
                answers += done
        return Outcome(answers, is_written, causes)

    def _answer(self, number: int, batch: list[Pending], outcome: Outcome) -> None:
        """Wake all callers with one call into their event loop; once that is closed, nobody waits any longer."""
        with suppress(RuntimeError):
            batch[-1].future.get_loop().call_soon_threadsafe(self._wake, number, batch, outcome)

    def _wake(self, number: int, batch: list[Pending], outcome: Outcome) -> None:
        self._answered = number
        try:
            self._tell(outcome)
        finally:  # Nobody waits for ever because an observer fails.
            for pending, answer in zip(batch, outcome.answers, strict=True):
                _settle(pending.future, answer)

    def _tell(self, outcome: Outcome) -> None:
        if self.observer is None:
            return
        for cause, calls in Counter(outcome.causes).items():
            self.observer.failed(cause, calls, is_write=outcome.is_written is False)
        if outcome.is_written:
            self.observer.wrote()


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
        return _failure(error)
    savepoint.commit()
    return answer


def _roll_back(connection: Connection) -> None:
    """Leave no transaction open: SQLAlchemy considers one done whose commit has failed, the driver does not."""
    try:
        connection.rollback()
        connection.connection.rollback()
    except Exception:  # Of the driver or of SQLAlchemy: the next batch connects anew.
        connection.invalidate()


def _failure(error: Exception) -> Exception:
    """An error as callers see it: errors of the database become StoreFailed."""
    if not isinstance(error, SQLAlchemyError):
        return error
    failure = StoreFailed(f"the database: {getattr(error, 'orig', None) or error}")
    failure.__cause__ = error
    return failure


def _cause(error: Exception) -> str:
    """The name of an error without its values: that of SQLite, the state that other databases tell, or its class."""
    of_store = error.__cause__ or error if isinstance(error, StoreFailed) else error
    origin = getattr(of_store, "orig", None) or of_store
    return getattr(origin, "sqlite_errorname", None) or getattr(origin, "sqlstate", None) or type(origin).__name__
