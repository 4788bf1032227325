"""Sessions of the event loop's own with PostgreSQL, besides those of the writer and the readers."""

from typing import Any

from psycopg import AsyncConnection
from sqlalchemy.engine import URL

from bigpoints.server.storage.postgres_engine import session_arguments

Session = AsyncConnection[tuple[Any, ...]]


async def open_session(url: URL) -> Session:
    """A connection that commits every statement by itself, unless a transaction is begun."""
    place = url.translate_connect_args(username="user", database="dbname")
    given = {**place, **url.query, **session_arguments(url)}
    return await AsyncConnection.connect(autocommit=True, **given)
