"""One worker of several: a process that its supervisor starts, and that ends with it."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Thread

from sqlalchemy.engine import URL

from bigpoints.server.settings import Settings

_ENTRY = "from bigpoints.server.run import run_worker; run_worker()"
READY = "ready"
"""What a worker prints once it serves."""
_SHORT_LIFE = 10.0
"""Seconds: a worker that ends sooner is started anew after a pause, which grows."""
_LONGEST_PAUSE = 30.0
_LOOK_SECONDS = 0.05


class WorkerProcess:
    """A worker as its supervisor sees it. Its settings go through a pipe: an address may have a password in it."""

    def __init__(self, settings: Settings, database: URL, listening: Sequence[socket.socket]) -> None:
        self._settings = settings
        self._database = database
        self._listening = listening
        self._process: subprocess.Popen[bytes] | None = None
        self._is_ready = Event()
        self._started = 0.0
        self._failures = 0
        self._died: float | None = None

    @property
    def exit_code(self) -> int | None:
        """The code that it ended with; None while it runs."""
        return self._process.poll() if self._process else None

    def start(self) -> None:
        """Start it, also anew; a session of its own keeps the terminal's Ctrl-C away from it."""
        self._close_input()
        self._is_ready = Event()
        self._started, self._died = time.monotonic(), None
        handles = [each.fileno() for each in self._listening]
        self._process = subprocess.Popen(  # noqa: S603 - the command is our own.
            [sys.executable, "-c", _ENTRY],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_environment(),
            pass_fds=handles,
            start_new_session=True,
        )
        self._send(self._process, handles)
        Thread(target=self._read, args=(self._process, self._is_ready), daemon=True).start()

    def _send(self, process: subprocess.Popen[bytes], handles: list[int]) -> None:
        """Tell it what to serve, and leave its input open: it ends when that is closed, as by our own end."""
        about = {
            "settings": self._settings.model_dump(mode="json", exclude={"database", "database_file", "open_browser"}),
            "database": self._database.render_as_string(hide_password=False),
            "sockets": handles,
        }
        with suppress(OSError):  # It has ended already, and says why in its log.
            if process.stdin:
                process.stdin.write(json.dumps(about).encode() + b"\n")
                process.stdin.flush()

    @staticmethod
    def _read(process: subprocess.Popen[bytes], is_ready: Event) -> None:
        """Wait for the line that says so; the end of the output is the end of the process."""
        if process.stdout is None:
            return
        with process.stdout:
            for line in process.stdout:
                if line.strip() == READY.encode():
                    is_ready.set()

    def await_ready(self, seconds: float, is_ending: Event) -> bool:
        """Wait until it serves; False if it ended, or if all is to end."""
        until = time.monotonic() + seconds
        while not self._is_ready.wait(_LOOK_SECONDS):
            if self.exit_code is not None or is_ending.is_set() or time.monotonic() > until:
                return False
        return True

    def is_due(self) -> bool:
        """Whether it has ended and is to be started anew now."""
        if self.exit_code is None:
            return False
        now = time.monotonic()
        if self._died is None:
            self._died = now
            self._failures = 0 if now - self._started >= _SHORT_LIFE else self._failures + 1
        pause = min(_LONGEST_PAUSE, 2.0 ** (self._failures - 2)) if self._failures else 0.0
        return now - self._died >= pause

    def terminate(self) -> None:
        """Ask it to end in order."""
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)

    def stop(self, seconds: float) -> None:
        """End it in order if it does so in time, else at once."""
        if self._process is None:
            return
        self.terminate()
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._close_input()

    def _close_input(self) -> None:
        if self._process and self._process.stdin:
            with suppress(OSError):  # It may have ended before it has read everything.
                self._process.stdin.close()


def _environment() -> dict[str, str]:
    """The environment without the address of the database, which the worker is told."""
    return {name: value for name, value in os.environ.items() if not name.startswith("BIGPOINTS_DATABASE")}
