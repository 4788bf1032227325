"""A line between a browser and a server, or a server and its database, which can be cut and mended while they talk."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from urllib.parse import urlsplit

_MOST = 65_536


class Line:
    """A proxy to a server; it can be cut, and mended."""

    def __init__(self, server: str) -> None:
        there = urlsplit(server)
        self._server = (there.hostname or "", there.port or 80)
        self._door = socket.create_server(("127.0.0.1", 0))
        self._ends: set[socket.socket] = set()
        self._is_cut = self._is_deaf = self._halves = False
        self._flows = Event()
        self._flows.set()
        self.port: int = self._door.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        Thread(target=self._open, daemon=True).start()

    def cut(self) -> None:
        """Break every connection, and let none come through."""
        self._is_cut = True
        for end in list(self._ends):
            _break(end)

    def deafen(self) -> None:
        """Let through what the browser says, but nothing that it is answered."""
        self._is_deaf = True

    def hold(self) -> None:
        """Keep everything that is said, and deliver it once the line is mended."""
        self._flows.clear()

    def halve(self) -> None:
        """Let through half of what is said next, and break that connection."""
        self._halves = True

    def mend(self) -> None:
        """Let everything through again."""
        self._is_cut = self._is_deaf = self._halves = False
        self._flows.set()

    def close(self) -> None:
        """End it for good."""
        self.cut()
        self._flows.set()
        _break(self._door)

    def _open(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                self._connect(near)

    def _connect(self, near: socket.socket) -> None:
        try:
            if self._is_cut:
                raise ConnectionRefusedError
            far = socket.create_connection(self._server)
        except OSError:
            near.close()
        else:
            self._join(near, far)

    def _join(self, near: socket.socket, far: socket.socket) -> None:
        self._ends |= {near, far}
        Thread(target=self._carry, args=(near, far, False), daemon=True).start()
        Thread(target=self._carry, args=(far, near, True), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, is_answer: bool) -> None:
        with suppress(OSError):
            while said := source.recv(_MOST):
                self._flows.wait()
                if self._halves:
                    self._halves = False
                    target.sendall(said[: len(said) // 2])
                    break
                if not (is_answer and self._is_deaf):
                    target.sendall(said)
        for end in (source, target):
            self._ends.discard(end)
            _break(end)


def _break(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def line_to(server: str) -> Iterator[Line]:
    """A line, ended in the end."""
    line = Line(server)
    try:
        yield line
    finally:
        line.close()
