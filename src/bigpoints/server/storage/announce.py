"""Tells other workers of changed tables, by a notification that the database sends with the commit."""

from collections.abc import Mapping

from sqlalchemy import Connection

from bigpoints.server.storage.engine import is_postgres
from bigpoints.server.storage.news_format import CHANNEL, payloads

_NOTIFY = "SELECT pg_notify(%s, payload) FROM unnest(%s::text[]) AS payload"


def announce(connection: Connection, changes: Mapping[str, int]) -> None:
    """Tell the newest versions of tables, 0 for one that is gone; SQLite has one worker, which knows."""
    if changes and is_postgres(connection.dialect):
        connection.exec_driver_sql(_NOTIFY, (CHANNEL, list(payloads(changes)))).close()
