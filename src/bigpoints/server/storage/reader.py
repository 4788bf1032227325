"""Reads on connections of their own, so that they never wait for the writer."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import URL

from bigpoints.server.storage.failure import cause_name, is_disconnected, store_failure
from bigpoints.server.storage.postgres_engine import READERS, open_postgres_reader
from bigpoints.server.storage.store import StoreFailed, StoreObserver

T = TypeVar("T")


class Reader:
    """Runs single queries in a few threads; each sees everything that was committed before it."""

    def __init__(self, url: URL) -> None:
        self.observer: StoreObserver | None = None
        self._engine = open_postgres_reader(url)
        self._threads = ThreadPoolExecutor(READERS, "store-reader")
        self._closed = False

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Run a query; its result."""
        if self._closed:
            raise StoreFailed("the store is closed")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, job)
        except Exception as error:
            failure = store_failure(error)
            if self.observer and isinstance(failure, StoreFailed):
                self.observer.failed(cause_name(failure), 1, is_write=False)
            raise failure from error

    async def close(self) -> None:
        """Finish what is asked, and close the connections."""
        self._closed = True
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()

    def _run(self, job: Callable[[Connection], T]) -> T:
        try:
            return self._once(job)
        except Exception as error:
            if not is_disconnected(error):
                raise
        return self._once(job)  # The server was restarted since the connection was used last.

    def _once(self, job: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return job(connection)
