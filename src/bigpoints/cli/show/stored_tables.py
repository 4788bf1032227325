"""Output of the stored tables of a server: lists, events and faults, without saying who anybody is."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.text import Text

from bigpoints.cli.console import Console, print_paragraph, print_rows
from bigpoints.errors import printable

if TYPE_CHECKING:
    from bigpoints.server.storage.inspect import StoredTable
    from bigpoints.server.storage.store import Entry

_SECRETS = ("browser", "owner")
_SHOWN_OF_A_SECRET = 6


class Finding(NamedTuple):
    """What is wrong with a version of a table, with a table, or with the whole file."""

    table: str | None
    version: int | None
    problem: str

    def __str__(self) -> str:
        table = f"table {self.table}" if self.table else "the database"
        return f"{table}{f', version {self.version}' if self.version else ''}: {self.problem}"


def print_tables(console: Console, tables: Sequence["StoredTable"], *, with_trash: bool = False) -> None:
    """Print a line for each table, below a head on a terminal."""
    head = ("table", "made", "last used", *(("thrown away",) if with_trash else ()))
    rows = [
        [Text(printable(str(table.table))), *(_time(console, at) for at in times), _right(str(table.entries))]
        for table in tables
        for times in [(table.created, table.last, *((table.deleted,) if with_trash else ()))]
    ]
    print_rows(console, [*([_head(head)] if console.is_terminal else []), *rows])


def print_events(console: Console, entries: Sequence["Entry"]) -> None:
    """Print a line for each event, also for one that cannot be read."""
    print_rows(console, [[_right(str(e.version)), _time(console, e.at), Text(_event(e.event))] for e in entries])


def print_findings(console: Console, findings: Sequence[Finding]) -> None:
    """Print a line for each finding."""
    for finding in findings:
        print_paragraph(console, printable(str(finding)))


def _event(text: str) -> str:
    from bigpoints.server.live.check import without_ids

    try:
        return printable(json.dumps(_redact(json.loads(text)), ensure_ascii=False))
    except (TypeError, ValueError, RecursionError):
        return f"unreadable: {without_ids(printable(str(text)))}"


def _redact(value: Any, name: str = "") -> Any:
    """The same value with the ids of browsers cut to their first characters."""
    if isinstance(value, dict):
        return {key: _redact(inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [_redact(inner, name) for inner in value]
    if name in _SECRETS and isinstance(value, str):
        return f"{value[:_SHOWN_OF_A_SECRET]}…"
    return value


def _time(console: Console, ms: int | None) -> Text:
    """A time: local on a terminal, UTC in ISO 8601 in a pipe; as it is if it is none."""
    try:
        time = datetime.fromtimestamp((ms or 0) / 1000, UTC)
    except (OSError, OverflowError, TypeError, ValueError):
        return Text(printable(str(ms)))
    return Text(f"{time.astimezone():%Y-%m-%d %H:%M}" if console.is_terminal else f"{time:%Y-%m-%dT%H:%M:%SZ}")


def _head(names: Sequence[str]) -> list[Text]:
    return [*(Text(name, style="bold") for name in names), _right("events", style="bold")]


def _right(words: str, style: str = "") -> Text:
    return Text(words, style=style, justify="right")
