"""Connections to PostgreSQL: commits that survive a loss of power, and no call that hangs when the network is cut."""

from typing import TYPE_CHECKING, Any

from sqlalchemy import Dialect, Engine, QueuePool, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.pool import ConnectionPoolEntry

if TYPE_CHECKING:
    from psycopg import Connection

APPLICATION = "bigpoints"
"""The name of a server's sessions in pg_stat_activity."""
ADMIN = "bigpoints admin"
"""The name of sessions of commands."""
READERS = 3
"""Connections for reading."""

_OF_THE_SESSION = {
    "synchronous_commit": "on",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "5s",
}
_LIMITS = {
    "statement_timeout": "10s",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "5s",  # Of a worker that is gone or stuck; its locks are in the way.
}
_OF_THE_CLIENT: dict[str, Any] = {
    "application_name": APPLICATION,
    "client_encoding": "utf8",
    "connect_timeout": 3,  # Seconds.
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,  # Milliseconds.
}


def open_postgres(url: URL) -> Engine:
    """An engine of one connection, for the writer."""
    return _bounded(create_engine(_with_driver(url), **_one_connection(), connect_args=_arguments(url, _LIMITS)))


def open_postgres_reader(url: URL) -> Engine:
    """An engine of a few connections for single queries, each of which sees everything that is committed."""
    sizes = {"poolclass": QueuePool, "pool_size": READERS, "max_overflow": 0}
    arguments = _arguments(url, _LIMITS)
    return _bounded(create_engine(_with_driver(url), isolation_level="AUTOCOMMIT", **sizes, connect_args=arguments))


def open_patient_postgres(url: URL) -> Engine:
    """An engine of one connection whose statements may take hours: for migrations, checks and copies."""
    arguments = _arguments(url, dict.fromkeys(_LIMITS, "0")) | {"application_name": ADMIN}
    return create_engine(_with_driver(url), **_one_connection(), connect_args=arguments)


def session_arguments(url: URL) -> dict[str, Any]:
    """The arguments of connections that no engine opens."""
    return _arguments(url, _LIMITS)


def _bounded(engine: Engine) -> Engine:
    event.listen(engine, "do_connect", _connect)
    return engine


def _connect(_: Dialect, __: ConnectionPoolEntry, words: list[Any], names: dict[str, Any]) -> "Connection":
    # The driver takes 9 MB: only who has PostgreSQL loads it.
    from bigpoints.server.storage.postgres_connection import BoundedConnection

    return BoundedConnection.connect(*words, **names)


def _with_driver(url: URL) -> URL:
    return url.set(drivername="postgresql+psycopg")


def _one_connection() -> dict[str, Any]:
    return {"poolclass": QueuePool, "pool_size": 1, "max_overflow": 0, "pool_timeout": 0.0}


def _arguments(url: URL, limits: dict[str, str]) -> dict[str, Any]:
    settings = " ".join(f"-c {name}={value}" for name, value in (_OF_THE_SESSION | limits).items())
    return {**_OF_THE_CLIENT, "options": f"{url.query.get('options', '')} {settings}".strip()}
