"""A check of stored logs: whether every entry can be read, and leads to a table."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from bigpoints.errors import BigPointsError
from bigpoints.server.live.log_fold import read_event
from bigpoints.server.storage.store import Entry
from bigpoints.server.table.state import Table, step

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
        try:
            table = step(code, table, entry.version, entry.at, read_event(entry))
        except Exception as error:  # Whatever fails here fails when the table is loaded.
            return Fault(number, _problem(error))
    return None


def _problem(error: Exception) -> str:
    name = type(error).__name__
    words = str(error) if isinstance(error, BigPointsError) else f"it does not fit the events before it ({name})"
    return without_ids(words.encode(errors="replace").decode())[:_LONGEST_PROBLEM]


def without_ids(text: str) -> str:
    """A text in which the ids of browsers are cut to their first characters."""
    return _ID.sub(r"\1…", text)
