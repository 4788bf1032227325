"""The one thread that writes. It takes everything that waits, commits it at once, and only then answers."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from bigpoints.server.storage.append import Append, Appender
from bigpoints.server.storage.engine import tidy
from bigpoints.server.storage.migrate import migrate
from bigpoints.server.storage.store import Entry, StoreFailed

T = TypeVar("T")
LARGEST_BATCH = 1_000


class Job(NamedTuple):
    """Anything else that is done with the connection, and who waits for it."""

    future: asyncio.Future[Any]
    seen: int
    do: Callable[[Connection], object]


Waiting = Append | Job


class Writer:
    """Writes for one event loop, in the order of the calls."""

    def __init__(self, engine: Engine, largest_batch: int = LARGEST_BATCH) -> None:
        self.appender = Appender(engine.dialect)
        self._engine = engine
        self._largest_batch = largest_batch
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._answered = 0
        self._closed = False
        self._thread = Thread(target=self._run, name="store", daemon=True)
        self._ready: Future[None] = Future()
        self._thread.start()
        self._ready.result()

    def append(self, entry: Entry, member: str | None) -> asyncio.Future[bool]:
        """Whether an entry is in the log, as soon as it is there for good."""
        self._check()
        future = asyncio.get_running_loop().create_future()
        self._queue.put(Append(future, self._answered, entry, member))
        return future

    def do(self, job: Callable[[Connection], T]) -> asyncio.Future[T]:
        """What a job gives, as soon as what it did is there for good."""
        self._check()
        future = asyncio.get_running_loop().create_future()
        self._queue.put(Job(future, self._answered, job))
        return future

    async def close(self) -> None:
        """Finish what waits, and close the connection."""
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

    def _batches(self) -> Iterator[list[Waiting]]:
        """What waits, again and again, until the writer is closed."""
        waiting = self._queue.get()
        while waiting:
            batch = [waiting]
            with suppress(Empty):
                while len(batch) < self._largest_batch and (waiting := self._queue.get_nowait()):
                    batch.append(waiting)
            yield batch
            waiting = waiting and self._queue.get()

    def _commit(self, connection: Connection, number: int, batch: list[Waiting]) -> Sequence[object]:
        """Do a batch in one transaction: the answers, or failures if it could not be committed."""
        try:
            self.appender.begin(number, batch[0].seen)
            with connection.begin():
                return self._answers(connection, batch)
        except Exception as error:
            self.appender.forget_all()
            _roll_back(connection)
            return [_failure(error) for _ in batch]

    def _answers(self, connection: Connection, batch: list[Waiting]) -> list[object]:
        answers: list[object] = []
        for kind, group in groupby(batch, type):
            if kind is Append:
                answers += self.appender.append(connection, [each for each in group if isinstance(each, Append)])
            else:
                answers += [_done(connection, each.do) for each in group if isinstance(each, Job)]
        return answers

    def _answer(self, number: int, batch: list[Waiting], answers: Sequence[object]) -> None:
        """Wake those who wait, all at once; a loop that is closed has nobody left who waits."""
        with suppress(RuntimeError):
            batch[-1].future.get_loop().call_soon_threadsafe(self._wake, number, batch, answers)

    def _wake(self, number: int, batch: list[Waiting], answers: Sequence[object]) -> None:
        self._answered = number
        for waiting, answer in zip(batch, answers, strict=True):
            future: asyncio.Future[Any] = waiting.future
            if future.done():  # Whoever waited was cancelled.
                continue
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)


def _done(connection: Connection, job: Callable[[Connection], object]) -> object:
    """What a job gives; if it fails, the rest of the batch does not know."""
    savepoint = connection.begin_nested()
    try:
        answer = job(connection)
    except Exception as error:
        savepoint.rollback()  # Fails if the whole transaction is gone; then so is the batch.
        return _failure(error)
    savepoint.commit()
    return answer


def _roll_back(connection: Connection) -> None:
    """Make sure that nothing is left open. SQLAlchemy takes a transaction for done whose commit has failed."""
    try:
        connection.rollback()
        connection.connection.rollback()
    except Exception:  # Of the driver or of SQLAlchemy: there is nothing to be saved, so the next batch connects anew.
        connection.invalidate()


def _failure(error: Exception) -> Exception:
    """An error as callers see it: those of the database are StoreFailed, others are ours."""
    if not isinstance(error, SQLAlchemyError):
        return error
    failure = StoreFailed(f"the database: {getattr(error, 'orig', None) or error}")
    failure.__cause__ = error
    return failure
