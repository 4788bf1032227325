"""Connections to PostgreSQL: settings that lose nothing, and limits by which nobody waits for ever."""

import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from threading import Thread
from time import monotonic

import psycopg
import pytest
from sqlalchemy import Engine, make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionLeft

from bigpoints.server.storage import postgres_engine
from bigpoints.server.storage.failure import is_disconnected
from bigpoints.server.storage.postgres_engine import open_patient_postgres, open_postgres, open_postgres_reader
from support.postgres import Postgres


@contextmanager
def opened(engine: Engine) -> Iterator[Engine]:
    try:
        yield engine
    finally:
        engine.dispose()


def setting(engine: Engine, name: str) -> object:
    with engine.connect() as connection:
        return connection.exec_driver_sql(f"SHOW {name}").scalar_one()


def test_a_commit_is_durable_and_no_session_waits_for_ever(postgres: Postgres) -> None:
    url = make_url(f"{postgres.new_database()}?options=-c%20work_mem%3D3MB")
    with opened(open_postgres(url)) as engine:
        settings = {"synchronous_commit": "on", "statement_timeout": "10s", "lock_timeout": "10s", "work_mem": "3MB"}
        settings |= {"idle_in_transaction_session_timeout": "5s", "application_name": "bigpoints"}
        assert {name: setting(engine, name) for name in settings} == settings
        with engine.connect(), pytest.raises(NoConnectionLeft):
            engine.connect()


def test_commands_of_an_admin_may_take_their_time(postgres: Postgres) -> None:
    with opened(open_patient_postgres(make_url(postgres.new_database()))) as engine:
        assert setting(engine, "statement_timeout") == "0"
        assert setting(engine, "application_name") == "bigpoints admin"


def test_readers_have_no_transaction_open(postgres: Postgres) -> None:
    with opened(open_postgres_reader(make_url(postgres.new_database()))) as engine, engine.connect() as connection:
        connection.exec_driver_sql("SELECT 1").close()
        driver = connection.connection.driver_connection
        assert isinstance(driver, psycopg.Connection)
        assert driver.info.transaction_status == psycopg.pq.TransactionStatus.IDLE


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
    monkeypatch.setattr(postgres_engine, "_ANSWER_SECONDS", 0.5)
    database = make_url(postgres.new_database())
    with (
        closing(Silencer(postgres.port)) as line,
        opened(open_postgres(database.set(port=line.port))) as engine,
        engine.connect() as connection,
    ):
        assert connection.exec_driver_sql("SELECT 1").scalar_one() == 1
        line.fall_silent()
        began = monotonic()
        with pytest.raises(OperationalError, match="no answer for ") as failed:
            connection.exec_driver_sql("SELECT 1").scalar_one()
        assert is_disconnected(failed.value)
        assert monotonic() - began < 10
