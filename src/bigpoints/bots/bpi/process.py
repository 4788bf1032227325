"""Lines to and from another program, so that none that hangs, dies, floods or does not listen can hold us up.

Each of its three streams has a thread. What it says waits in a short queue; when that is full, the program waits.
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

_LONGEST_LINE = 8192
"""In bytes; a longer one is heard in pieces."""
_MOST_WAITING = 100
"""How many lines wait to be heard."""
_LAST_SECONDS = 1.0
"""How long may take what is left of a program that has ended: its exit code, its last words."""

Outgoing = SimpleQueue[str | None]


class Conversation:
    """Another program, started, and its lines. Raises OSError if it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        # In a session of its own, Ctrl-C on our terminal does not reach it: we end it ourselves.
        self._process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True)  # noqa: S603
        self._to_send = Outgoing()
        self._heard = Queue[bytes](_MOST_WAITING)
        self._complaints = deque[bytes](maxlen=1)
        self._is_over = Event()
        # The threads know the streams but not the conversation: if that is forgotten, the program is ended.
        self._end = finalize(self, _end, self._process, self._to_send)
        self._threads = [
            _started(_write, self._process.stdin, self._to_send),
            _started(_read, self._process.stdout, self._heard, self._is_over),
            _started(_keep_last, self._process.stderr, self._complaints),
        ]

    def send(self, line: str) -> None:
        """Give it a line, without waiting until it reads it."""
        self._to_send.put(line)

    def hear(self, seconds: float) -> str | None:
        """Its next line, or None if none comes in time. Raises EOFError if none will ever come."""
        try:
            line = self._heard.get(timeout=max(seconds, 0))
        except Empty:
            return None
        if not line:
            self._heard.put(line)  # The end stays the end.
            raise EOFError
        return line.decode(errors="replace").strip()

    def exit_code(self) -> int | None:
        """How a program ended that says nothing more, or None if it is still there."""
        with suppress(TimeoutExpired):
            return self._process.wait(_LAST_SECONDS)
        return None

    def last_words(self) -> str:
        """The last line that it wrote to its standard error."""
        if self._process.poll() is not None:
            self._threads[2].join(_LAST_SECONDS)
        return self._complaints[0].decode(errors="replace").strip() if self._complaints else ""

    def end(self, seconds: float) -> None:
        """Close its input, give it so long to end by itself, then end it."""
        self._to_send.put(None)
        self._is_over.set()
        self._forget()
        with suppress(TimeoutExpired):
            self._process.wait(seconds)
        self._end()
        for thread in self._threads:
            thread.join(_LAST_SECONDS)

    def _forget(self) -> None:
        """Make room, so that a reader who waits with one more line sees that all is over."""
        with suppress(Empty):
            while True:
                self._heard.get_nowait()


def _started(work: Callable[..., None], *args: object) -> Thread:
    thread = Thread(target=work, args=args, daemon=True)
    thread.start()
    return thread


def _write(stream: IO[bytes], lines: Outgoing) -> None:
    """Send lines until there are no more; a program that has died is met by whoever listens to it."""
    with suppress(OSError), stream:
        while (line := lines.get()) is not None:
            stream.write(f"{line}\n".encode())
            stream.flush()


def _read(stream: IO[bytes], lines: Queue[bytes], is_over: Event) -> None:
    """Hear lines until they end, which is an empty one."""
    with stream:
        while (line := stream.readline(_LONGEST_LINE)) and not is_over.is_set():
            lines.put(line)
    lines.put(b"")


def _keep_last(stream: IO[bytes], lines: deque[bytes]) -> None:
    with stream:
        while line := stream.readline(_LONGEST_LINE):
            if line.strip():
                lines.append(line)


def _end(process: Popen[bytes], lines: Outgoing) -> None:
    """End a program, with those that it has started in turn, and leave nothing of it behind."""
    lines.put(None)
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):  # Also after its end: whom it has started may live on, and hold its streams open.
            os.killpg(process.pid, signal.SIGKILL)
        elif process.poll() is None:
            process.kill()
    with suppress(TimeoutExpired):
        process.wait(_LAST_SECONDS)
