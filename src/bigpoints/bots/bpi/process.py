"""A child process that exchanges lines with us, and cannot block us if it hangs, dies, floods or does not read.

Each of its three streams has a thread. Its output waits in a queue of 100 lines; when that is full, the program blocks.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, Queue, SimpleQueue
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Event, Thread
from typing import IO
from weakref import finalize

_MAX_LINE_BYTES = 8192
"""A longer line is read in pieces."""
_MAX_QUEUED_LINES = 100
"""Lines that wait to be read."""
_EXIT_SECONDS = 1.0
"""Seconds to wait for the exit code and the last error line of a program that has closed its output."""

Outgoing = SimpleQueue[str | None]


class LineProcess:
    """A running program with its lines. Raises OSError if it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        # Its own session keeps Ctrl-C on our terminal away from it: we terminate it ourselves.
        self._process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True)  # noqa: S603
        self._outgoing = Outgoing()
        self._lines = Queue[bytes](_MAX_QUEUED_LINES)
        self._error_lines = deque[bytes](maxlen=1)
        self._is_ended = Event()
        # The threads hold the streams but not this object, so that garbage collection of it kills the program.
        self._kill = finalize(self, _kill, self._process, self._outgoing)
        self._threads = [
            _start_thread(_write_lines, self._process.stdin, self._outgoing),
            _start_thread(_read_lines, self._process.stdout, self._lines, self._is_ended),
            _start_thread(_keep_last_line, self._process.stderr, self._error_lines),
        ]

    def send(self, line: str) -> None:
        """Queue a line for its standard input; never blocks."""
        self._outgoing.put(line)

    def read_line(self, seconds: float) -> str | None:
        """Its next line, or None after `seconds` without one. Raises EOFError once its output is closed."""
        try:
            line = self._lines.get(timeout=max(seconds, 0))
        except Empty:
            return None
        if not line:
            self._lines.put(line)  # Every later call has to see the end, too.
            raise EOFError
        return line.decode(errors="replace").strip()

    def exit_code(self) -> int | None:
        """The exit code of a program that has closed its output, or None if it is still running."""
        with suppress(TimeoutExpired):
            return self._process.wait(_EXIT_SECONDS)
        return None

    def last_error_line(self) -> str:
        """The last line of its standard error; empty if there is none."""
        if self._process.poll() is not None:
            self._threads[2].join(_EXIT_SECONDS)
        return self._error_lines[0].decode(errors="replace").strip() if self._error_lines else ""

    def terminate(self, seconds: float) -> None:
        """Close its input, wait `seconds` for it to exit, then kill it."""
        self._outgoing.put(None)
        self._is_ended.set()
        self._drain()
        with suppress(TimeoutExpired):
            self._process.wait(seconds)
        self._kill()
        for thread in self._threads:
            thread.join(_EXIT_SECONDS)

    def _drain(self) -> None:
        """Empty the queue: a reader thread blocked on it wakes up and sees that the process is ended."""
        with suppress(Empty):
            while True:
                self._lines.get_nowait()


def _start_thread(work: Callable[..., None], *args: object) -> Thread:
    thread = Thread(target=work, args=args, daemon=True)
    thread.start()
    return thread


def _write_lines(stream: IO[bytes], lines: Outgoing) -> None:
    """Write queued lines until None comes. A program that has died is noticed by its reader."""
    with suppress(OSError), stream:
        while (line := lines.get()) is not None:
            stream.write(f"{line}\n".encode())
            stream.flush()


def _read_lines(stream: IO[bytes], lines: Queue[bytes], is_ended: Event) -> None:
    """Queue lines until the stream ends; an empty line marks its end."""
    with stream:
        while (line := stream.readline(_MAX_LINE_BYTES)) and not is_ended.is_set():
            lines.put(line)
    lines.put(b"")


def _keep_last_line(stream: IO[bytes], lines: deque[bytes]) -> None:
    with stream:
        while line := stream.readline(_MAX_LINE_BYTES):
            if line.strip():
                lines.append(line)


def _kill(process: Popen[bytes], lines: Outgoing) -> None:
    """Kill a program with all its children, and collect its exit code."""
    lines.put(None)
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):  # Also after its exit: its children may live on and hold its streams open.
            os.killpg(process.pid, signal.SIGKILL)
        elif process.poll() is None:
            process.kill()
    with suppress(TimeoutExpired):
        process.wait(_EXIT_SECONDS)
