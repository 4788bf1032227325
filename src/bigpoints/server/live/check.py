"""A check of stored logs: whether every entry can be read, and leads to a table."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from bigpoints.errors import BigPointsError
from bigpoints.server.storage.store import Entry
from bigpoints.server.table.events import BadEvent, parse_event
from bigpoints.server.table.state import Table, after, begin

_ID = re.compile("([0-9a-f]{6})[0-9a-f]{6,}")
"""The id of a browser, or a part of one: its first characters may be shown."""
_LONGEST_PROBLEM = 160


class Fault(NamedTuple):
    """The first version of a log that is wrong, and why; no id of a browser is in it."""

    version: int
    problem: str


def find_fault(code: str, entries: Sequence[Entry]) -> Fault | None:
    """Read a whole log, as loading its table would; None if there is nothing wrong with it."""
    if not entries:
        return Fault(1, "it is missing: the table has no events")
    table: Table | None = None
    for number, entry in enumerate(entries, start=1):
        if entry.version != number:
            return Fault(number, f"it is missing: the next one is {entry.version}")
        try:
            table = _after(code, table, entry)
        except Exception as error:  # Whatever fails here fails when the table is loaded.
            return Fault(number, _problem(error))
    return None


def _after(code: str, table: Table | None, entry: Entry) -> Table:
    if not _has_types(entry.at, entry.event):
        raise BadEvent("log: a row is no text, or its time is no whole number")
    if not _is_utf8(entry.event):
        raise BadEvent("log: a row is not UTF-8")
    event = parse_event(entry.event)
    return begin(code, event, entry.at) if table is None else after(table, entry.version, entry.at, event)


def _has_types(at: object, event: object) -> bool:
    """Whether values have the types of their columns: SQLite keeps any."""
    return isinstance(at, int) and isinstance(event, str)


def _is_utf8(text: str) -> bool:
    """Whether a text was UTF-8 in the database: `open_snapshot` makes surrogates of what was not."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _problem(error: Exception) -> str:
    name = type(error).__name__
    words = str(error) if isinstance(error, BigPointsError) else f"it does not fit the events before it ({name})"
    return without_ids(words)[:_LONGEST_PROBLEM]


def without_ids(text: str) -> str:
    """A text in which the ids of browsers are cut to their first characters."""
    return _ID.sub(r"\1…", text)
