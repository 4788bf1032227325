"""The commands admin …: list, show, delete and back up the tables of the server, running or not."""

import asyncio
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from bigpoints.cli.console import Console, print_paragraph, print_rows, stdout
from bigpoints.errors import BigPointsError, printable
from bigpoints.optional_deps import require_extra
from bigpoints.server.table.codes import tidy_code
from bigpoints.words import count_words

if TYPE_CHECKING:
    from bigpoints.server.storage.inspect import Snapshot
    from bigpoints.server.storage.store import Entry

_HEAD = ("table", "made", "last used", "events")
_SECRETS = ("browser", "owner")
_SHOWN_OF_A_SECRET = 6

Data = Annotated[str | None, typer.Option(metavar="FOLDER", help="The data folder of the server.", show_default=False)]
Code = Annotated[str, typer.Argument(metavar="TABLE", help="The code of a table.", show_default=False)]
Codes = Annotated[list[str], typer.Argument(metavar="TABLE…", help="The codes of tables.", show_default=False)]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A file that does not exist yet.", show_default=False)]

admin = typer.Typer(add_completion=False, rich_markup_mode=None)


class AdminError(BigPointsError):
    """An admin command that cannot be done, or not while the server runs."""


@admin.callback(invoke_without_command=True)
def about(context: typer.Context) -> None:
    """Look after the tables of the server: list them, show one, delete some, back all of them up."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@admin.command(name="list")
def list_tables(data: Data = None) -> None:
    """List all tables, the newest first: code, when it was made and last used, number of events."""
    with _open_tables(data) as kept:
        tables = kept.tables() if kept else []
    console = stdout()
    if console.is_terminal and not tables:
        print_paragraph(console, f"There are no tables in {_folder(data)}.")
        return
    rows = [
        [Text(table.table), _time(console, table.created), _time(console, table.last), _right(str(table.entries))]
        for table in tables
    ]
    head = [[*map(_bold, _HEAD[:-1]), _right(_HEAD[-1], style="bold")]]
    print_rows(console, [*(head if console.is_terminal else []), *rows])


@admin.command()
def show(table: Code, data: Data = None) -> None:
    """Show the events of a table, one a line: number, time, and what happened; the ids of browsers are cut."""
    with _open_tables(data) as kept:
        entries = _entries(kept, tidy_code(table))
    console = stdout()
    print_rows(console, [[_right(str(e.version)), _time(console, e.at), Text(_event(e.event))] for e in entries])


@admin.command()
def delete(tables: Codes, yes: Yes = False, data: Data = None) -> None:
    """Delete tables for ever. The server must not run: it has its tables in memory."""
    codes = list(dict.fromkeys(map(tidy_code, tables)))
    with _open_tables(data) as kept:
        for code in codes:
            _entries(kept, code)
    if not yes and not _confirm_deletion(codes):
        print_paragraph(stdout(), "Nothing was deleted.")
        return
    for code in _delete(_folder(data), codes):
        print_paragraph(stdout(), f"deleted {code}")


@admin.command()
def backup(file: File, data: Data = None) -> None:
    """Copy all tables into a new file, also while the server runs; put in the data folder, it is the server's again."""
    with require_extra("server", "the server"):
        from bigpoints.server.ops.data_folder import database_file
        from bigpoints.server.storage.inspect import backup as copy

    source = database_file(_folder(data))
    if not source.exists():
        raise AdminError(f"{source}: there are no tables yet")
    copy(source, file)
    print_paragraph(stdout(), f"all tables are in {file}")


def _folder(data: str | None) -> Path:
    with require_extra("server", "the server"):
        from bigpoints.server.settings import Settings

    return Settings.given(data=data).data


@contextmanager
def _open_tables(data: str | None) -> Iterator["Snapshot | None"]:
    """Open the stored tables for reading; None if the server has never run."""
    with require_extra("server", "the server"):
        from bigpoints.server.ops.data_folder import database_file
        from bigpoints.server.storage.inspect import open_snapshot

    file = database_file(_folder(data))
    if not file.exists():
        yield None
        return
    with open_snapshot(file) as kept:
        yield kept


def _entries(kept: "Snapshot | None", code: str) -> Sequence["Entry"]:
    entries = kept.entries(code) if kept else []
    if not entries:
        raise AdminError(f"there is no table {code}")
    return entries


def _confirm_deletion(codes: Sequence[str]) -> bool:
    if not sys.stdin.isatty():
        raise AdminError("nobody is there to be asked; --yes deletes without asking")
    return typer.confirm(f"Delete {count_words(len(codes), 'table')} for ever: {', '.join(codes)}?")


def _delete(data: Path, codes: Sequence[str]) -> list[str]:
    """Delete tables under the lock of the data folder; gives the codes of those that existed."""
    from bigpoints.server.ops.data_folder import AlreadyRunning, DataFolder, database_file
    from bigpoints.server.storage.engine import sqlite_url
    from bigpoints.server.storage.sql import SqlStore

    async def deleted() -> list[str]:
        store = SqlStore(sqlite_url(database_file(data)))
        try:
            return [code for code in codes if await store.delete(code)]
        finally:
            await store.close()

    try:
        with DataFolder(data):
            return asyncio.run(deleted())
    except AlreadyRunning as error:
        raise AdminError(f"the server is {error.running}; stop it first, or delete the table in it") from None


def _event(text: str) -> str:
    return printable(json.dumps(_redact(json.loads(text)), ensure_ascii=False))


def _redact(value: Any, name: str = "") -> Any:
    """The same value with the ids of browsers cut to their first characters."""
    if isinstance(value, dict):
        return {key: _redact(inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [_redact(inner, name) for inner in value]
    if name in _SECRETS and isinstance(value, str):
        return f"{value[:_SHOWN_OF_A_SECRET]}…"
    return value


def _time(console: Console, ms: int) -> Text:
    """A time: local on a terminal, UTC in ISO 8601 in a pipe."""
    time = datetime.fromtimestamp(ms / 1000, UTC)
    return Text(f"{time.astimezone():%Y-%m-%d %H:%M}" if console.is_terminal else f"{time:%Y-%m-%dT%H:%M:%SZ}")


def _bold(words: str) -> Text:
    return Text(words, style="bold")


def _right(words: str, style: str = "") -> Text:
    return Text(words, style=style, justify="right")
