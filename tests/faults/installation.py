"""Installations of the server: all that runs of one, each part of which can be killed and comes back."""

import os
import signal
import time
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from bigpoints.server.ops.data_folder import database_file
from bigpoints.server.storage.inspect import open_snapshot
from bigpoints.server.storage.store import Entry
from support.cuttable_line import Line
from support.observation import children
from support.postgres import Postgres, running_postgres
from support.server_process import Server

WORKERS = 3
"""Workers on one PostgreSQL."""
_LOG_QUERY = (
    'SELECT code, version, at, command, event FROM events JOIN tables ON number = "table" '
    "WHERE deleted IS NULL ORDER BY number, version"
)
_STARTING = 1.5
"""Seconds within which a start is cut off."""

Logs = Mapping[str, list[Entry]]
"""The log of each table, by its code."""
Fault = Callable[[Random], int]
"""Kills something, lets it come back, and gives the number of kills."""


class Worker:
    """A `bigpoints serve` that keeps its port through all its lives."""

    def __init__(self, data: Path, **settings: Any) -> None:
        self._settings = settings
        self._data = data
        self._server = Server(data, **settings)
        self.url = self._server.url

    def kill(self) -> None:
        """End it without a warning."""
        self._server.kill()

    def stop(self) -> int:
        """End it in order; gives its exit code."""
        return self._server.stop()

    def start(self) -> None:
        """Start it again, and wait until it answers."""
        self._server = Server(self._data, int(self.url.rpartition(":")[2]), **self._settings)

    def start_and_kill(self, after: float) -> None:
        """Start it again, and kill it within a time, whether it answers by then or not."""
        _Doomed(self._data, after, **self._settings)

    def close(self) -> None:
        """End it for good, if it runs."""
        if self._server.process.poll() is None:
            self._server.stop()

    def logged(self) -> str:
        """The log of all its lives."""
        return self._server.logged()

    @property
    def pid(self) -> int:
        """The id of its process."""
        return self._server.process.pid

    @property
    def bots(self) -> list[int]:
        """The ids of the processes in which its bots think."""
        return sorted(children(self.pid))


class _Doomed(Server):
    """A server that is killed while it starts."""

    def __init__(self, data: Path, after: float, **settings: Any) -> None:
        self._after = after
        super().__init__(data, **settings)

    def _address(self) -> str:
        time.sleep(self._after)
        self.kill()
        return ""


class Installation(ABC):
    """Workers, their bots and their database."""

    workers: list[Worker]
    counted = "kills"
    """What its faults are called together."""
    keeps_sockets = False
    """Whether all sockets must last through its faults."""
    orphans: set[int]
    """The processes of bots whose workers were killed."""
    weights: Mapping[str, float]
    """How often each kind of part is killed."""
    excused: frozenset[str]
    """What workers may log of parts that are killed, besides what is usual."""

    @property
    def urls(self) -> list[str]:
        """The addresses of all workers, up or not."""
        return [worker.url for worker in self.workers]

    @abstractmethod
    def logs(self) -> Logs:
        """What is stored."""

    def fault(self, kind: str) -> Fault:
        """What kills a part of a kind."""
        faults: dict[str, Fault] = {"worker": self.kill_worker, "start": self.kill_start, "bots": self.kill_bots}
        return faults[kind]

    def kill_worker(self, rng: Random) -> int:
        """Kill a worker, and start it again after a while."""
        worker = rng.choice(self.workers)
        self.orphans |= set(worker.bots)
        worker.kill()
        time.sleep(rng.choice((0, rng.uniform(0, 0.5))))
        worker.start()
        return 1

    def kill_start(self, rng: Random) -> int:
        """Kill a worker, and kill it once more while it starts."""
        worker = rng.choice(self.workers)
        self.orphans |= set(worker.bots)
        worker.kill()
        worker.start_and_kill(rng.uniform(0, _STARTING))
        worker.start()
        return 2

    def kill_bots(self, rng: Random) -> int:
        """Kill a process in which bots think."""
        bots = rng.choice(self.workers).bots
        if not bots:
            return 0
        with suppress(ProcessLookupError):
            os.kill(rng.choice(bots), signal.SIGKILL)
        return 1

    def close(self) -> None:
        """End all workers."""
        for worker in self.workers:
            worker.close()


class OnSqlite(Installation):
    """One server with its file."""

    weights: Mapping[str, float] = {"worker": 6, "start": 1, "bots": 3}
    excused = frozenset({"bot_worker_ended", "bot_failed"})

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.orphans = set()
        self._data = folder / "data"
        self.workers = [Worker(self._data, **settings)]

    def logs(self) -> Logs:
        """What is in the file."""
        with open_snapshot(database_file(self._data)) as stored:
            return {table.table: stored.entries(table.table) for table in stored.tables()}


class OnPostgres(Installation):
    """Several workers on one PostgreSQL; if there are lines, each worker reaches it through one of them."""

    weights: Mapping[str, float] = {"worker": 5, "start": 1, "bots": 2, "database": 2}
    # The last is psycopg's own, of a connection that ended before it was closed.
    excused = frozenset(
        {"bot_worker_ended", "bot_failed", "store_failed", "snapshot_failed", "error ignored terminating %r: %s"}
    )

    def __init__(self, folder: Path, postgres: Postgres, lines: Sequence[Line] = (), workers: int = WORKERS) -> None:
        self.orphans = set()
        self.postgres = postgres
        self.lines = lines
        self.database = postgres.new_database().rpartition("/")[2]
        ports = [line.port for line in lines] or [postgres.port] * workers
        self.workers = []
        try:
            for number, port in enumerate(ports, start=1):
                url = postgres.url(self.database, port=port)
                self.workers.append(Worker(folder / f"worker{number}", database=url))
        except BaseException:
            self.close()
            raise

    def fault(self, kind: str) -> Fault:
        """What kills a part of a kind, the database included."""
        return self.kill_database if kind == "database" else super().fault(kind)

    def kill_database(self, rng: Random) -> int:
        """Kill PostgreSQL with all its processes, and start it again after a while."""
        self.postgres.kill()
        time.sleep(rng.choice((0, rng.uniform(0, 2))))
        self.postgres.start()
        return 1

    def logs(self) -> Logs:
        """What is in the database."""
        logs = defaultdict[str, list[Entry]](list)
        with self.postgres.connect(self.database) as connection:
            for row in connection.execute(_LOG_QUERY):
                logs[str(row[0])].append(Entry(*row))
        return logs


@contextmanager
def on_sqlite(folder: Path) -> Iterator[Installation]:
    """One server on SQLite, ended in the end."""
    installation = OnSqlite(folder)
    try:
        yield installation
    finally:
        installation.close()


@contextmanager
def on_postgres(folder: Path) -> Iterator[Installation]:
    """Three workers on a PostgreSQL of their own that writes through to the disk, ended in the end."""
    with running_postgres(fsync="on", full_page_writes="on") as postgres:
        installation = OnPostgres(folder, postgres)
        try:
            yield installation
        finally:
            installation.close()
