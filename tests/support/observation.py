"""Observations of a server from outside: close codes, refusals, metrics, processes."""

import re
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from support.server_process import PATIENCE, Answer, Guest, Json, Visitor

TINY: Json = {"colours": 2, "discs": 2, "white": 1, "black": 1, "bot_delay_ms": 0, "stand_in": "random"}
"""A short game with quick bots."""


def closed(guest: Guest) -> int:
    """Hear a socket to its end; gives the code with which the other end closed it."""
    try:
        while True:
            guest.hear()
    except ConnectionClosed as closed:
        if closed.rcvd is None:
            raise
        return closed.rcvd.code


def refused(visitor: Visitor, method: str, path: str, body: Json | None = None) -> tuple[int, object]:
    """The status and the code with which a request is refused."""
    with pytest.raises(Answer) as caught:
        visitor.ask(method, path, body)
    return caught.value.status, caught.value.code


def played_out(guest: Guest) -> Json:
    """Play a game to its end, in seat 1; gives the last view."""
    while guest.until(lambda view: view["state"] == "over" or view.get("turn") == 1)["state"] == "playing":
        version = guest.move()["version"]
        guest.until(lambda view, made=version: view["version"] >= made)  # type: ignore[misc]
    return guest.view


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


def memory(pid: int) -> int:
    """The resident memory of a process, in kilobytes."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(encoding="ascii"))
    assert found
    return int(found[1])


def children(pid: int) -> set[int]:
    """The processes that a process has started."""
    return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()}


def is_running(pid: int) -> bool:
    """Whether a process that may not be ours still runs; one that nobody has buried yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def is_held(client: socket.socket) -> bool:
    """Whether the other end of a connection within this machine still has it open."""
    try:
        theirs, ours = (f":{place[1]:04X}" for place in (client.getpeername(), client.getsockname()))
    except OSError:  # It was cut.
        return False
    lines = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="utf-8").splitlines()]
    return any(line[1].endswith(theirs) and line[2].endswith(ours) and line[3] == "01" for line in lines)
