"""Runs the server on this machine: a second start finds it, a signal stops it in order."""

import gc
import json
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import Any

import uvicorn
from sqlalchemy.engine import URL, make_url

from bigpoints.errors import BigPointsError
from bigpoints.server.app import make_app
from bigpoints.server.http.protocols.http_protocol import BoundedHttpProtocol, Bounds
from bigpoints.server.http.protocols.websocket_protocol import BoundedWebSocketProtocol
from bigpoints.server.ops.connections import Connections
from bigpoints.server.ops.data_folder import DataFolder, database_file
from bigpoints.server.ops.listen import bound_socket, link_base
from bigpoints.server.ops.logs import log, set_up_logs
from bigpoints.server.ops.open_files import most_connections, raise_open_file_limit
from bigpoints.server.settings import Settings
from bigpoints.server.storage.engine import sqlite_url
from bigpoints.server.storage.migrate import migrate_database
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import Store
from bigpoints.server.supervisor import supervise
from bigpoints.server.worker_process import READY

_SHUTDOWN_SECONDS = 5
_GC_THRESHOLD = 20_000

Started = Callable[[str], None]
"""Called with the address once the server answers."""


def serve(settings: Settings, started: Started) -> None:
    """Serve tables until a signal comes. Raises AlreadyRunning if another server has the data folder."""
    if settings.database is None:
        _serve_folder(settings, started)
    elif settings.workers > 1:
        supervise(settings, settings.database, started)
    else:
        migrate_database(settings.database)
        with bound_socket(settings.host, settings.port) as listening:
            serve_database(settings, settings.database, [listening], started)


def _serve_folder(settings: Settings, started: Started) -> None:
    with DataFolder(settings.data) as folder, bound_socket(settings.host, settings.port) as listening:

        def announce(address: str) -> None:
            folder.announce(address)
            started(address)

        set_up_logs(settings)
        _serve(settings, SqlStore(sqlite_url(database_file(settings.data))), [listening], announce)


def serve_database(settings: Settings, database: URL, listening: list[socket.socket], started: Started) -> None:
    """Serve the tables of a database that is migrated, beside other workers, at some sockets."""
    set_up_logs(settings)
    _serve(settings, SqlStore(database, is_migrated=True), listening, started)


def run_worker() -> None:
    """Serve as one of several workers: the supervisor says in a line what to serve, and this ends with its input."""
    about = json.loads(sys.stdin.buffer.readline())
    database = make_url(about["database"])
    settings = Settings(**about["settings"], database=database)
    listening = [socket.socket(fileno=handle) for handle in about["sockets"]]
    Thread(target=_end_with_input, daemon=True).start()
    try:
        serve_database(settings, database, listening, lambda _: print(READY, flush=True))
    except BigPointsError as error:
        log("worker_failed", logging.ERROR, error)
        sys.exit(1)


def _end_with_input() -> None:
    # Not by the buffered file: a thread that waits there would abort the interpreter at its end.
    while os.read(sys.stdin.fileno(), 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def _serve(settings: Settings, store: Store, listening: list[socket.socket], started: Started) -> None:
    address = link_base(settings, listening[0].getsockname()[1])
    connections = _connections(settings)
    app = make_app(settings, store, address, connections=connections)
    _run(_Server(_config(app, settings, connections), lambda: started(address)), listening)


def _connections(settings: Settings) -> Connections:
    # Quick bots have one worker more.
    most = most_connections(raise_open_file_limit(), settings.workers_for_bots + 1)
    return Connections(settings.connections_per_address, most, settings.trusted_proxies)


def _config(app: Callable[..., object], settings: Settings, connections: Connections) -> uvicorn.Config:
    bounds = Bounds(stuck_seconds=settings.stuck_seconds)
    protocol: Any = partial(BoundedHttpProtocol, connections=connections, bounds=bounds)
    return uvicorn.Config(
        app,
        http=protocol,
        ws=BoundedWebSocketProtocol,
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        forwarded_allow_ips=list(settings.trusted_proxies),
        proxy_headers=bool(settings.trusted_proxies),
        log_config=None,
        log_level=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
    )


class _Server(uvicorn.Server):
    """A server that announces when it has started."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then announce."""
        await super().startup(sockets)
        # What is loaded now stays loaded: the garbage collector need not look through it every time.
        gc.collect()
        gc.freeze()
        gc.set_threshold(_GC_THRESHOLD)
        if self.started:
            self._announce()


def _run(server: uvicorn.Server, listening: list[socket.socket]) -> None:
    """Run until a signal comes, which is no failure."""
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        with suppress(KeyboardInterrupt):
            server.run(sockets=listening)
    finally:
        signal.signal(signal.SIGTERM, before)
