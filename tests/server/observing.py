"""What tests see of a server from outside: how sockets are closed, what is refused, what is counted, which processes there are."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from server.running import PATIENCE, Answer, Guest, Json, Visitor

TINY: Json = {"colours": 2, "discs": 2, "white": 1, "black": 1, "bot_delay_ms": 0, "stand_in": "random"}
"""A short game with quick bots."""


def closed(guest: Guest) -> int:
    """Hear a socket to its end; gives the code with which the other end closed it."""
    with pytest.raises(ConnectionClosed) as caught:
        while True:
            guest.hear()
    assert caught.value.rcvd
    return caught.value.rcvd.code


def refused(visitor: Visitor, method: str, path: str, body: Json | None = None) -> tuple[int, object]:
    """The status and the code with which a request is refused."""
    with pytest.raises(Answer) as caught:
        visitor.ask(method, path, body)
    return caught.value.status, caught.value.code


def metric(visitor: Visitor, name: str) -> float:
    """A number of the server's metrics; 0 if it was never counted."""
    text = visitor.ask("GET", "/metrics")
    found = re.search(rf"^bigpoints_{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def eventually(holds: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until something holds."""
    end = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < end, "it does not come to that"
        time.sleep(0.02)


def children(pid: int) -> set[int]:
    """The processes that a process has started."""
    return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()}


def sockets(pid: int) -> int:
    """How many sockets a process has open."""
    links = Path(f"/proc/{pid}/fd").iterdir()
    return sum(str(link.readlink()).startswith("socket:") for link in links)
