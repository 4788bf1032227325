"""Runs the server on this machine: a second start finds it, a signal stops it in order."""

import gc
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import uvicorn

from bigpoints.server.app import make_app
from bigpoints.server.http.protocols.http_protocol import BoundedHttpProtocol, Bounds
from bigpoints.server.http.protocols.websocket_protocol import BoundedWebSocketProtocol
from bigpoints.server.ops.connections import Connections
from bigpoints.server.ops.data_folder import DataFolder, database_file
from bigpoints.server.ops.listen import bound_socket, link_base
from bigpoints.server.ops.logs import set_up_logs
from bigpoints.server.ops.open_files import most_connections, raise_open_file_limit
from bigpoints.server.settings import Settings
from bigpoints.server.storage.engine import sqlite_url
from bigpoints.server.storage.sql import SqlStore

_SHUTDOWN_SECONDS = 5
_GC_THRESHOLD = 20_000

Started = Callable[[str], None]
"""Called with the address once the server answers."""


def serve(settings: Settings, started: Started) -> None:
    """Serve tables until a signal comes. Raises AlreadyRunning if another server has the data folder."""
    with DataFolder(settings.data) as folder, bound_socket(settings.host, settings.port) as listening:
        address = link_base(settings, listening.getsockname()[1])

        def announce() -> None:
            folder.announce(address)
            started(address)

        set_up_logs(settings)
        connections = _connections(settings)
        store = SqlStore(settings.database or sqlite_url(database_file(settings.data)))
        app = make_app(settings, store, address, connections=connections)
        _run(_Server(_config(app, settings, connections), announce), listening)


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


def _run(server: uvicorn.Server, listening: socket.socket) -> None:
    """Run until a signal comes, which is no failure."""
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listening])
    finally:
        signal.signal(signal.SIGTERM, before)
