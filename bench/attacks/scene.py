"""What attacks share: a server with its usual limits, a bystander who measures waits, and the form of a finding."""

import json
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple, Self
from urllib.parse import urlsplit

from bigpoints.server.settings import Settings
from support.observation import memory
from support.server_process import NO_LIMITS, Server, Visitor, serving

ATTACKER, BYSTANDER = "127.0.0.2", "127.0.0.1"
"""Two addresses of this machine, which limits count apart."""
LONGEST_WAIT = 1.0
"""Seconds that a bystander may have to wait for a view, on a busy machine."""
_PAUSE = 0.1
_GROWTH = 40.0
"""MB by which memory may grow during an attack."""
_KILOBYTES = 1024
"""In a megabyte."""


class Finding(NamedTuple):
    """What an attack did: whether the server held, what was measured, and what is promised."""

    held: bool
    measured: str
    promised: str


class Bystander:
    """Somebody from another address who looks at a table again and again during an attack, and at the memory."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._visitor = Visitor(server.url, address=BYSTANDER)
        self._code = self._visitor.create({"name": "Anna"}, {"bot": "level1"})
        self._end = Event()
        self._thread = Thread(target=self._look, daemon=True)
        self._memory = memory(server.process.pid) / _KILOBYTES
        self.longest = 0.0
        self.failures = 0
        self.growth = 0.0
        """MB by which the memory of the server grew at most."""

    def __enter__(self) -> Self:
        self._thread.start()
        time.sleep(3 * _PAUSE)
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    @property
    def is_served(self) -> bool:
        """Whether every view came, none late, and memory stayed."""
        return self.failures == 0 and self.longest <= LONGEST_WAIT and self.growth <= _GROWTH

    def __str__(self) -> str:
        failed = f", {self.failures} requests failed" if self.failures else ""
        return f"memory +{self.growth:.0f} MB, others waited {self.longest * 1000:.0f} ms at most{failed}"

    def _look(self) -> None:
        while not self._end.is_set():
            began = time.monotonic()
            try:
                self._visitor.view(self._code)
            except Exception:  # Whatever it is, the bystander was not served.
                self.failures += 1
            self.longest = max(self.longest, time.monotonic() - began)
            self.growth = max(self.growth, memory(self._server.process.pid) / _KILOBYTES - self._memory)
            time.sleep(_PAUSE)


@contextmanager
def usual_server(data: Path | None = None, **settings: object) -> Iterator[Server]:
    """A server with the limits that it has by default, in a folder of its own unless one is given."""
    names = [name.removeprefix("BIGPOINTS_").lower() for name in NO_LIMITS]
    limits = {name: Settings.model_fields[name].default for name in names}
    with tempfile.TemporaryDirectory() as folder, serving(data or Path(folder) / "data", **limits | settings) as server:
        yield server


def attacker(server: Server, token: str | None = None) -> Visitor:
    """Somebody at the attacker's address, new unless a token is given."""
    return Visitor(server.url, token, ATTACKER)


def connect(server: Server, timeout: float = 5.0) -> socket.socket:
    """A connection from the attacker's address."""
    place = urlsplit(server.url)
    return socket.create_connection((place.hostname or "", place.port or 80), timeout, (ATTACKER, 0))


def upgraded(server: Server, visitor: Visitor, code: str) -> socket.socket:
    """A connection that has become a socket at a table, without a client that would answer for it."""
    client = connect(server)
    client.sendall(
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: {server.url.removeprefix('http://')}\r\n"
        f"Authorization: Bearer {visitor.token}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    client.recv(12)
    return client


class RawSocket:
    """A socket at a table that takes everything it is sent and looks at nothing of it."""

    def __init__(self, server: Server, visitor: Visitor, code: str) -> None:
        self._client = upgraded(server, visitor, code)
        Thread(target=is_closed, args=(self._client, None), daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def say(self, message: object) -> None:
        """Send a message of up to 65,535 bytes, unless the other end is gone."""
        content = json.dumps(message).encode()
        with suppress(OSError):
            self._client.sendall(b"\x81\xfe" + len(content).to_bytes(2, "big") + bytes(4) + content)


def is_closed(client: socket.socket, seconds: float | None) -> bool:
    """Whether the other end closes a connection within some seconds; None waits for ever."""
    client.settimeout(seconds)
    try:
        while client.recv(65_536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True
