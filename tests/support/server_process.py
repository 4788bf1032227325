"""A real server in a process of its own, and the people who visit it through real sockets."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPSConnection
from itertools import count
from pathlib import Path
from random import Random
from ssl import SSLContext
from types import TracebackType
from typing import Any, NamedTuple, Self, cast
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from bigpoints.contract.constants import CONTRACT
from bigpoints.contract.unpack import whole_view
from bigpoints.contract.views import Frame
from support.messages import as_sent

PATIENCE = 60.0
"""Seconds that anything may take on a busy machine."""

NO_LIMITS = {
    "BIGPOINTS_CLIENTS_PER_ADDRESS": "0",
    "BIGPOINTS_CONNECTIONS_PER_ADDRESS": "0",
    "BIGPOINTS_TABLES_PER_ADDRESS": "0",
    "BIGPOINTS_MESSAGES_PER_SECOND": "0",
    "BIGPOINTS_ADDRESS_MESSAGES_PER_SECOND": "0",
    "BIGPOINTS_TABLE_CHANGES_PER_SECOND": "0",
    "BIGPOINTS_TABLE_GAMES_PER_HOUR": "0",
    "BIGPOINTS_REQUESTS_PER_SECOND": "0",
}

Json = dict[str, Any]


class Server:
    """`bigpoints serve` on this machine, on a free port unless one is named; it may open so many files, if told."""

    def __init__(self, data: Path, port: int = 0, files: int | None = None, **settings: object) -> None:
        environment = {**os.environ, **NO_LIMITS}
        environment |= {f"BIGPOINTS_{name.upper()}": str(value) for name, value in settings.items()}
        environment.setdefault("BIGPOINTS_WORKERS_FOR_BOTS", "1")
        command = [sys.executable, "-m", "bigpoints", "serve", "--port", str(port), "--data", str(data), "--no-open"]
        if files is not None:
            command = ["/bin/sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *command]
        self.data = data
        self.log = data.with_name(f"{data.name}.log").open("a+", encoding="utf-8")
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.url = self._address()

    def _address(self) -> str:
        assert self.process.stdout
        for line in self.process.stdout:
            if found := re.search(r"served at (\S+)", line):
                return found[1]
        self._gone()
        raise AssertionError(f"the server does not start: {self.logged()}")

    def logged(self) -> str:
        """The log so far."""
        return Path(self.log.name).read_text(encoding="utf-8")

    def kill(self) -> None:
        """End it without a warning."""
        self.process.kill()
        self._gone()

    def stop(self) -> int:
        """End it in order; gives its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._gone()

    def _gone(self) -> int:
        code = self.process.wait(PATIENCE)
        if self.process.stdout:
            self.process.stdout.close()
        self.log.close()
        return code


@contextmanager
def serving(data: Path, port: int = 0, files: int | None = None, **settings: object) -> Iterator[Server]:
    """A server, ended in the end."""
    server = Server(data, port, files, **settings)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
        elif not server.log.closed:
            server._gone()


class Answer(Exception):
    """An answer that refuses: its status and its refusal."""

    def __init__(self, status: int, refused: Json) -> None:
        super().__init__(status, refused)
        self.status = status
        self.code = refused.get("code")
        self.about = refused


class Visitor:
    """A browser or a program with a secret of its own, at an address of this machine; behind HTTPS it needs `tls`."""

    def __init__(
        self, url: str, token: str | None = None, address: str = "127.0.0.1", tls: SSLContext | None = None
    ) -> None:
        self.url = url
        self.tls = tls
        self.source = (address, 0)
        self.token = token or str(self.ask("POST", "/api/token", known=False)["token"])

    def ask(self, method: str, path: str, body: object = None, *, known: bool = True) -> Any:
        """A request and its answer: JSON, or text; raises Answer if it is refused."""
        status, headers, content = self.request(method, path, body, known=known)
        answer = json.loads(content) if "json" in headers.get("content-type", "") else content.decode()
        if status >= 400:
            raise Answer(status, answer["refused"] if isinstance(answer, dict) else {"code": answer})
        return answer

    def request(
        self, method: str, path: str, body: object = None, *, known: bool = True, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """A request as it is: status, headers and content of the answer."""
        connection = self._connection()
        sent = {"Content-Type": "application/json", **(headers or {})}
        if known:
            sent["Authorization"] = f"Bearer {self.token}"
        try:
            connection.request(method, path, None if body is None else json.dumps(body), sent)
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def _connection(self) -> HTTPConnection:
        place = urlsplit(self.url)
        host, port = place.hostname or "", place.port
        if self.tls is None:
            return HTTPConnection(host, port, timeout=PATIENCE, source_address=self.source)
        return HTTPSConnection(host, port, timeout=PATIENCE, source_address=self.source, context=self.tls)

    def create(self, *seats: Json, **wish: Any) -> str:
        """A new table; gives its code."""
        return str(self.ask("POST", "/api/tables", {"seats": list(seats), **wish})["table"])

    def join(self, code: str, name: str, seat: int | None = None) -> Json:
        """Take a seat."""
        answer: Json = self.ask("POST", f"/api/tables/{code}/seats", {"name": name, "seat": seat})
        return answer

    def view(self, code: str, seat: int | None = None) -> Json:
        """The table as this visitor sees it."""
        answer: Json = self.ask("GET", f"/api/tables/{code}" + (f"?seat={seat}" if seat else ""))
        return answer

    def at(self, code: str) -> "Guest":
        """A socket at a table."""
        return Guest(self, code)


class Shown(NamedTuple):
    """What a view showed: the version, the seat whose hand was open, the position, and who made the last ply."""

    version: int
    seat: int | None
    position: str | None
    by: str | None


class Guest:
    """A visitor at a table, through a socket. Every frame is held to its model, and kept with a whole view."""

    _ids = count(1)

    def __init__(self, visitor: Visitor, code: str, query: str = f"?contract={CONTRACT}") -> None:
        self.visitor = visitor
        self.code = code
        self.frames: list[Json] = []
        self.view: Json = {}
        self._stack = ExitStack()
        connection = connect(
            f"{visitor.url.replace('http', 'ws', 1)}/api/tables/{code}/socket{query}",
            additional_headers={"Authorization": f"Bearer {visitor.token}"} if visitor.token else {},
            open_timeout=PATIENCE,
            close_timeout=1,
            compression=None,
            proxy=None,
            source_address=visitor.source,
            ssl=visitor.tls,
        )
        self.socket: ClientConnection = self._stack.enter_context(connection)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave without a word."""
        self._stack.close()

    def say(self, message: Json | str) -> None:
        """Send something, as it is."""
        self.socket.send(message if isinstance(message, str) else json.dumps(message))

    def hear(self, timeout: float = PATIENCE) -> Json:
        """The next frame."""
        frame: Json = json.loads(self.socket.recv(timeout))
        as_sent(Frame, frame)
        if "view" in frame:
            frame["view"] = self.view = cast("Json", whole_view(frame["view"]))
        self.frames.append(frame)
        return frame

    def command(self, do: str, **about: Any) -> Json:
        """Send a command and wait for its answer; those about the game get the version that was seen."""
        if do in ("move", "undo", "agree", "decline"):
            about.setdefault("version", self.view["version"])
        about.setdefault("id", f"test-{next(self._ids)}")
        self.say({"do": do, **about})
        return self.answer_to(about["id"])

    def answer_to(self, name: str | None) -> Json:
        """Wait for the answer to a command."""
        while True:
            answer: Json = self.hear().get("answer") or {"id": object()}
            if answer["id"] == name:
                return answer

    def until(self, holds: Callable[[Json], object]) -> Json:
        """Wait for a view in which something holds."""
        while not self.view or not holds(self.view):
            self.hear()
        return self.view

    @property
    def shown(self) -> Shown:
        """What the newest view shows."""
        last = self.view.get("last") or [{"by": None}]
        return Shown(self.view["version"], self.view["seat"], self.view.get("position"), last[-1]["by"])

    @property
    def legal_moves(self) -> list[str]:
        """The moves that the newest view allows whoever is to move."""
        return [each["move"] for each in self.view.get("moves", ())]

    def move(self, move: str | None = None, rng: Random | None = None, seat: int | None = None) -> Json:
        """Make a move: the given one, or one drawn from the legal ones; gives the answer."""
        moves = self.legal_moves
        chosen = move or (rng.choice(moves) if rng else moves[0])
        return self.command("move", seat=seat or self.view["turn"], move=chosen)
