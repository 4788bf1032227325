"""Connections that are given up when PostgreSQL does not answer, though the network takes what is sent."""

import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from threading import Thread
from time import monotonic

import pytest
from sqlalchemy import Engine, make_url
from sqlalchemy.exc import OperationalError

from bigpoints.server.storage import postgres_connection
from bigpoints.server.storage.failure import is_disconnected
from bigpoints.server.storage.postgres_engine import open_postgres
from support.postgres import Postgres


@contextmanager
def disposing(engine: Engine) -> Iterator[Engine]:
    try:
        yield engine
    finally:
        engine.dispose()


class Silencer:
    """A line to a server that can fall silent: it takes what is sent, and nothing comes back."""

    def __init__(self, port: int) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._port = port
        self._is_silent = False
        self.port: int = self._listening.getsockname()[1]
        Thread(target=self._serve, daemon=True).start()

    def fall_silent(self) -> None:
        self._is_silent = True

    def close(self) -> None:
        self._listening.close()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._port))
            for source, sink in ((client, server), (server, client)):
                Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError), source, sink:
            while data := source.recv(65_536):
                if not self._is_silent:
                    sink.sendall(data)


def test_a_server_that_falls_silent_is_given_up(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_connection, "_ANSWER_SECONDS", 0.5)
    database = make_url(postgres.new_database())
    with (
        closing(Silencer(postgres.port)) as line,
        disposing(open_postgres(database.set(port=line.port))) as engine,
        engine.connect() as connection,
    ):
        assert connection.exec_driver_sql("SELECT 1").scalar_one() == 1
        line.fall_silent()
        began = monotonic()
        with pytest.raises(OperationalError, match="no answer for ") as failed:
            connection.exec_driver_sql("SELECT 1").scalar_one()
        assert is_disconnected(failed.value)
        assert monotonic() - began < 10
