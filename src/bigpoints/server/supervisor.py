"""Several workers on one machine: processes that share a port and a database, started anew when they end.

Each has a port of its own as well, for a proxy, and for its health and metrics.
"""

import logging
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Event
from types import FrameType

from sqlalchemy.engine import URL

from bigpoints.errors import BigPointsError
from bigpoints.server.ops.listen import bound_socket, link_base
from bigpoints.server.ops.logs import log, set_up_logs
from bigpoints.server.settings import Settings
from bigpoints.server.storage.migrate import migrate_database
from bigpoints.server.worker_process import WorkerProcess

_LOOK_SECONDS = 0.1
_READY_SECONDS = 60.0
_STOP_SECONDS = 15.0
"""For a worker to end in order; then it is killed."""


class WorkersFailed(BigPointsError):
    """Workers that do not start."""


def supervise(settings: Settings, database: URL, started: Callable[[str], None]) -> None:
    """Serve tables by several workers until a signal comes; SIGHUP restarts them one after the other."""
    with ExitStack() as stack:
        shared = stack.enter_context(bound_socket(settings.host, settings.port))
        port = shared.getsockname()[1]
        ports = [port + number if settings.port else 0 for number in range(1, settings.workers + 1)]
        own = [stack.enter_context(bound_socket(settings.host, each)) for each in ports]
        migrate_database(database)
        set_up_logs(settings)
        supervisor = Supervisor([WorkerProcess(settings, database, [shared, each]) for each in own])
        with supervisor.listening_to_signals():
            if supervisor.start():
                started(link_base(settings, port))
            supervisor.run()


class Supervisor:
    """Starts workers, starts those anew that end, and ends them all."""

    def __init__(self, workers: list[WorkerProcess]) -> None:
        self._workers = workers
        self._is_ending = Event()
        self._restarts = Event()

    @contextmanager
    def listening_to_signals(self) -> Iterator[None]:
        """Take SIGTERM and Ctrl-C as the end, SIGHUP as the wish for new workers."""

        def end(_: int, __: FrameType | None) -> None:
            self._is_ending.set()

        wishes = {signal.SIGTERM: end, signal.SIGINT: end}
        # A terminal that is closed sends SIGHUP, too: there it is the end, as for any other program.
        if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            wishes[signal.SIGHUP] = end if sys.stdin.isatty() else lambda _, __: self._restarts.set()
        before = {number: signal.signal(number, handler) for number, handler in wishes.items()}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def start(self) -> bool:
        """Start all workers; False if all is to end meanwhile. Raises WorkersFailed if one of them does not start."""
        for worker in self._workers:
            worker.start()
        for worker in self._workers:
            if not worker.await_ready(_READY_SECONDS, self._is_ending) and not self._is_ending.is_set():
                self._end()
                raise WorkersFailed("a worker does not start; its log says why")
        return not self._is_ending.is_set()

    def run(self) -> None:
        """Keep the workers alive until the end."""
        while not self._is_ending.wait(_LOOK_SECONDS):
            if self._restarts.is_set():
                self._restarts.clear()
                self._restart_all()
            for worker in self._workers:
                if worker.is_due():
                    log("worker_restarted", logging.WARNING, exit=worker.exit_code)
                    worker.start()
        self._end()

    def _restart_all(self) -> None:
        """A rolling restart: the next worker ends when the one before serves again."""
        log("restart_begins", workers=len(self._workers))
        for worker in self._workers:
            if self._is_ending.is_set():
                return
            worker.stop(_STOP_SECONDS)
            worker.start()
            if not worker.await_ready(_READY_SECONDS, self._is_ending):
                log("restart_stopped", logging.ERROR, exit=worker.exit_code)
                return
        log("restart_done", workers=len(self._workers))

    def _end(self) -> None:
        for worker in self._workers:
            worker.terminate()
        until = time.monotonic() + _STOP_SECONDS
        for worker in self._workers:
            worker.stop(max(0.0, until - time.monotonic()))
