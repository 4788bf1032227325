"""Appends to SQLite: a few prepared statements, run by the driver itself.

SQLAlchemy would take as much processor time again for an entry (bench/store.py). `executemany` runs one statement for
each row: the driver releases the interpreter's lock at each, and then has to wait for a busy event loop.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any

from sqlalchemy import Connection

from bigpoints.server.storage.schema import EventRow

Execute = Callable[[str, Sequence[object]], object]

_INSERT = 'INSERT INTO events ("table", version, at, command, event) VALUES '
_LARGEST = 256
"""Rows in one statement."""
_IN_TRASH = "SELECT 1 FROM tables WHERE deleted IS NOT NULL AND number IN ({})"
_NUMBER = f"CASE WHEN EXISTS ({_IN_TRASH}) THEN NULL ELSE ? END"
"""The number of a table; null, which cannot be inserted, if another program has moved one of some tables to the trash.

To ask for that in a statement of its own would take 5 % of the throughput.
"""


def insert_rows(connection: Connection, rows: Sequence[EventRow]) -> dict[int, int]:
    """Insert rows; of each table that refuses one, its number and that version, from which on it gets none."""
    driver: Any = connection.connection.driver_connection
    refused: dict[int, int] = {}
    for part in _parts(rows):
        _insert(driver.execute, part, refused)
    return refused


def _insert(execute: Execute, rows: Sequence[EventRow], refused: dict[int, int]) -> None:
    """Insert all at once; if the database refuses one, each half by itself, until that one stands alone."""
    if refused:
        rows = [row for row in rows if row[0] not in refused]
    if not rows:
        return
    try:
        # A statement that fails is undone as a whole; the transaction goes on.
        execute(_statement(len(rows)), [*[row[0] for row in rows], *chain.from_iterable(rows)])
    except sqlite3.IntegrityError:
        if len(rows) == 1:
            refused[rows[0][0]] = rows[0][1]
            return
        middle = len(rows) // 2
        _insert(execute, rows[:middle], refused)
        _insert(execute, rows[middle:], refused)


def _parts(rows: Sequence[EventRow]) -> Iterator[Sequence[EventRow]]:
    """Rows in parts whose sizes are powers of two: so there are few statements, and they stay prepared."""
    begin = 0
    while begin < len(rows):
        size = min(_LARGEST, 1 << (len(rows) - begin).bit_length() - 1)
        yield rows[begin : begin + size]
        begin += size


@cache
def _statement(count: int) -> str:
    """The statement for a number of rows; before their values come the numbers of their tables."""
    number = _NUMBER.format(", ".join("?" * count))
    rows = f"({number}, ?, ?, ?, ?)" + ", (?, ?, ?, ?, ?)" * (count - 1)
    return _INSERT + rows
