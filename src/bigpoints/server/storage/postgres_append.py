"""Appends to PostgreSQL: two statements, prepared once, whatever the number of rows.

Rows stand in the order of their tables and versions, so that two workers never wait for each other in a circle. The
tables are locked first against being thrown away: `trash.throw_away` waits, and then finds them in use.
"""

from collections.abc import Sequence

from sqlalchemy import Connection

from bigpoints.server.storage.schema import EventRow

_LOCK_KEPT = """
    SELECT number FROM tables WHERE number = ANY(%s::int[]) AND deleted IS NULL ORDER BY number FOR KEY SHARE
"""
_INSERT = """
    INSERT INTO events ("table", version, at, command, event)
    SELECT * FROM unnest(%s::int[], %s::int[], %s::bigint[], %s::text[], %s::text[])
    ON CONFLICT DO NOTHING RETURNING "table", version
"""
_DELETE = 'DELETE FROM events WHERE ("table", version) IN (SELECT * FROM unnest(%s::int[], %s::int[]))'


def insert_rows(connection: Connection, rows: Sequence[EventRow]) -> dict[int, int]:
    """Insert rows; of each table that refuses one, its number and that version, from which on it gets none."""
    numbers = sorted({row[0] for row in rows})
    kept = set(connection.exec_driver_sql(_LOCK_KEPT, (numbers,)).scalars())
    in_order = sorted((row for row in rows if row[0] in kept), key=lambda row: row[:2])
    stored = _insert(connection, in_order)
    if len(stored) == len(rows):
        return {}
    refused: dict[int, int] = {}
    for number, version, *_ in rows:
        if (number, version) not in stored:
            refused.setdefault(number, version)
    _delete(connection, [each for each in stored if each[1] > refused.get(each[0], each[1])])
    return refused


def _insert(connection: Connection, rows: Sequence[EventRow]) -> set[tuple[int, int]]:
    """Insert rows that are not there yet; the tables and versions of those that were not."""
    if not rows:
        return set()
    columns = tuple(map(list, zip(*rows, strict=True)))
    return {(number, version) for number, version in connection.exec_driver_sql(_INSERT, columns)}


def _delete(connection: Connection, stored: Sequence[tuple[int, int]]) -> None:
    """Take back rows of this transaction that rest on a refused one."""
    if stored:
        connection.exec_driver_sql(_DELETE, tuple(map(list, zip(*stored, strict=True)))).close()
