"""Servers that play a script, for clients: one that answers a request with given bytes, one of sockets with scenes."""

import json
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any

from websockets.sync.server import ServerConnection
from websockets.sync.server import serve as serve_sockets

from bigpoints.client import Table
from bigpoints.client.http import HttpClient
from bigpoints.client.views import read_view
from support.server_process import PATIENCE, Json

TOKEN = "a" * 22
SEAT: Json = {"name": "Anna", "bot": None, "person": True, "free": False, "away": False}
VIEW: Any = {
    "table": "ABCD2345",
    "version": 3,
    "state": "playing",
    "setup": {},
    "seats": [{"seat": 1, **SEAT}, {"seat": 2, **SEAT}],
    "game": 1,
    "turn": 1,
    "moves": [{"move": "R-", "to": "3", "takes": 2, "disc": "K"}],
    "standings": None,
    "owner": True,
    "yours": [1],
    "seat": 1,
}
Scene = Callable[[ServerConnection], None]


def view(version: int, turn: int | None = 1) -> Json:
    """A frame with a view; without a turn the game is over."""
    return {"view": {**VIEW, "version": version, "turn": turn, "state": "playing" if turn else "over"}}


def refusal(code: str, name: str | None = None) -> Json:
    """A frame that refuses a message."""
    return {"answer": {"id": name, "refused": {"code": code}}}


def say(connection: ServerConnection, *frames: Json) -> None:
    """Send frames to the client."""
    for frame in frames:
        connection.send(json.dumps(frame))


def hear(connection: ServerConnection) -> Any:
    """The next message of the client."""
    return json.loads(connection.recv(PATIENCE))


@contextmanager
def table_with_scenes(*scenes: Scene, patience: float = 10) -> Iterator[Table]:
    """A table whose server plays a scene with each connection, one after the other."""
    to_come = iter(scenes)
    with serve_sockets(lambda connection: next(to_come)(connection), "127.0.0.1", 0, compression=None) as acting:
        Thread(target=acting.serve_forever, daemon=True).start()
        http = HttpClient(f"http://127.0.0.1:{acting.socket.getsockname()[1]}", TOKEN, patience)
        with Table(http, read_view(VIEW)) as table:
            yield table


@contextmanager
def answering(*answers: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """The address of a server that gives each request the next answer, and the requests that it has read."""
    requests: list[bytes] = []

    def answer_all() -> None:
        with suppress(OSError):  # The listener is closed once the test is over.
            for answer in answers:
                connection, _ = listener.accept()
                with connection:
                    requests.append(_whole_request(connection))
                    connection.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        Thread(target=answer_all, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", requests


def _whole_request(connection: socket.socket) -> bytes:
    """Head and body of a request: an answer before the body has come would reset the connection."""
    with connection.makefile("rb") as stream:
        head = b""
        while (line := stream.readline()) not in (b"\r\n", b""):
            head += line
        length = re.search(rb"(?im)^content-length: (\d+)\r$", head)
        return head + stream.read(int(length[1]) if length else 0)
