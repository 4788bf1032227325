"""Connections to PostgreSQL: settings that lose nothing, and limits by which nobody waits for ever."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from sqlalchemy import Engine, make_url
from sqlalchemy.exc import TimeoutError as NoConnectionLeft

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
