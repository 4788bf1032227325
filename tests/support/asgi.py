"""Calls of ASGI applications, without a server or with one: requests, handshakes, answers."""

import asyncio
import json
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bigpoints.server.ops.listen import bound_socket

HOME = "localhost:5055"


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def refused(self) -> dict[str, Any]:
        """The refusal in it."""
        told: dict[str, Any] = json.loads(self.body)["refused"]
        return told


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that accepts sockets, and answers a request with the size of its body."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        return
    size = 0
    while True:
        message = await receive()
        size += len(message.get("body", b""))
        if not message.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": str(size).encode()})


Headers = Mapping[str, str | None] | list[tuple[bytes, bytes]]


def scope_of(kind: str, method: str, path: str, headers: Headers, **more: object) -> dict[str, Any]:
    """A request as servers describe it."""
    return {
        "type": kind,
        "method": method,
        "scheme": "http" if kind == "http" else "ws",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers if isinstance(headers, list) else _written(headers),
        "client": ("192.0.2.7", 40000),
        **more,
    }


def request(
    app: ASGIApp,
    method: str = "GET",
    path: str = "/",
    headers: Headers | None = None,
    chunks: Iterable[bytes] = (b"",),
    **more: object,
) -> Answer:
    """The answer of an application to a request."""
    return asyncio.run(answer_of(app, method, path, headers or {}, chunks, **more))


async def answer_of(
    app: ASGIApp, method: str, path: str, headers: Headers, chunks: Iterable[bytes], **more: object
) -> Answer:
    """The same inside a running loop."""
    scope = scope_of("http", method, path, headers, **more)
    parts: list[Message] = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    parts[-1]["more_body"] = False
    sent = await _sent(app, scope, [*parts, {"type": "http.disconnect"}])
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return Answer(sent[0]["status"], _texts(sent[0]["headers"]), body)


def handshake(app: ASGIApp, path: str = "/", headers: Headers | None = None, **more: object) -> Message:
    """The first message of an application to a socket."""
    waiting: list[Message] = [{"type": "websocket.connect"}]
    first = asyncio.run(_sent(app, scope_of("websocket", "GET", path, headers or {}, **more), waiting))[0]
    assert not waiting, "the handshake itself was not looked at"
    return first


def _written(headers: Mapping[str, str | None]) -> list[tuple[bytes, bytes]]:
    """Headers as bytes, with that of the host; one that is None is left out."""
    named = {"host": HOME, **headers}
    return [(name.encode(), value.encode()) for name, value in named.items() if value is not None]


async def _sent(app: ASGIApp, scope: dict[str, Any], waiting: list[Message]) -> list[Message]:
    sent: list[Message] = []

    async def receive() -> Message:
        return waiting.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent


def _texts(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in headers}


@contextmanager
def served(app: ASGIApp, ws: Any = "websockets-sansio", http: Any = "auto") -> Iterator[int]:
    """An application served as we serve it; gives its port."""
    listening = bound_socket("127.0.0.1", 0)
    config = uvicorn.Config(app, ws=ws, http=http, lifespan="off", log_config=None, access_log=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
        listening.close()
