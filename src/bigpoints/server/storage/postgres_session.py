"""Sessions of the event loop's own with PostgreSQL, besides those of the writer and the readers."""

from typing import Any

from psycopg import AsyncConnection
from sqlalchemy.engine import URL

from bigpoints.server.storage.postgres_engine import session_arguments


async def open_session(url: URL) -> AsyncConnection[tuple[Any, ...]]:
    """A connection that commits every statement by itself, unless a transaction is begun."""
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return await AsyncConnection.connect(plain, autocommit=True, **session_arguments(url))
