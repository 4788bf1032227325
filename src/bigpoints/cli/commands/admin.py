"""The commands admin …: list, show, check, delete, restore, back up and copy the tables of the server."""

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bigpoints.cli.console import print_paragraph, progress, stdout
from bigpoints.cli.database_option import Database, DatabaseFile
from bigpoints.cli.show.stored_tables import Finding, print_events, print_findings, print_tables
from bigpoints.cli.stored import (
    AdminError,
    Place,
    change_tables,
    find_place,
    locked,
    open_tables,
    parse_place,
    place_name,
)
from bigpoints.server.table.codes import tidy_code
from bigpoints.words import count_words

if TYPE_CHECKING:
    from bigpoints.server.storage.inspect import Snapshot, StoredTable
    from bigpoints.server.storage.store import Entry

_CHECKED_AT_ONCE = 100
"""Tables for which one snapshot is open: a long one would keep the server from tidying its database."""

Data = Annotated[str | None, typer.Option(metavar="FOLDER", help="The data folder of the server.", show_default=False)]
Code = Annotated[str, typer.Argument(metavar="TABLE", help="The code of a table.", show_default=False)]
Codes = Annotated[list[str], typer.Argument(metavar="TABLE…", help="The codes of tables.", show_default=False)]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
From = Annotated[
    str,
    typer.Argument(
        metavar="FROM",
        help="A data folder, a SQLite file, or a PostgreSQL address or a file with one.",
        show_default=False,
    ),
]
To = Annotated[str, typer.Argument(metavar="TO", help="Another of these, without tables.", show_default=False)]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A file that does not exist yet.", show_default=False)]

admin = typer.Typer(add_completion=False, rich_markup_mode=None)


@admin.callback(invoke_without_command=True)
def about(context: typer.Context) -> None:
    """Look after the tables of the server: list, show or check them, delete or restore some, back up or copy all."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@admin.command(name="list")
def list_tables(data: Data = None, database: Database = None, database_file: DatabaseFile = None) -> None:
    """List all tables, the newest first: code, when it was made and last used, number of events."""
    place = find_place(data, database, database_file)
    with open_tables(place) as kept:
        tables = kept.tables() if kept else []
    _print_list(tables, f"There are no tables in {place_name(place)}.")


@admin.command()
def trash(data: Data = None, database: Database = None, database_file: DatabaseFile = None) -> None:
    """List the tables in the trash: code, when it was made, last used and thrown away, number of events."""
    place = find_place(data, database, database_file)
    with open_tables(place) as kept:
        tables = kept.trash() if kept else []
    _print_list(tables, f"The trash of {place_name(place)} is empty.", with_trash=True)


@admin.command()
def show(table: Code, data: Data = None, database: Database = None, database_file: DatabaseFile = None) -> None:
    """Show the events of a table, one a line: number, time, and what happened; the ids of browsers are cut."""
    with open_tables(find_place(data, database, database_file)) as kept:
        entries = _entries(kept, tidy_code(table))
    print_events(stdout(), entries)


@admin.command()
def check(data: Data = None, database: Database = None, database_file: DatabaseFile = None) -> None:
    """Check that the database is sound and every table can be read, also while the server runs; name what is wrong."""
    place = find_place(data, database, database_file)
    with open_tables(place) as kept:
        if kept is None:
            raise AdminError(f"{place_name(place)}: there are no tables to check")
        codes = kept.codes()
    findings: list[Finding] = []
    try:
        events = _check(place, codes, findings)
    finally:  # Also of a check that was interrupted.
        print_findings(stdout(), findings)
    if findings:
        raise AdminError(f"{count_words(len(findings), 'fault')} in {count_words(len(codes), 'table')}")
    print_paragraph(stdout(), f"{count_words(len(codes), 'table')} with {count_words(events, 'event')}: all is well")


@admin.command()
def delete(
    tables: Codes, yes: Yes = False, data: Data = None, database: Database = None, database_file: DatabaseFile = None
) -> None:
    """Delete tables for ever, also from the trash. A server on SQLite must not run: it has its tables in memory."""
    codes, place = list(dict.fromkeys(map(tidy_code, tables))), find_place(data, database, database_file)
    with open_tables(place) as kept:
        stored = kept.codes() if kept else []
    for code in codes:
        if code not in stored:
            raise _no_table(code)
    if not yes and not _confirm_deletion(codes):
        print_paragraph(stdout(), "Nothing was deleted.")
        return
    for code in change_tables(place, codes, lambda store, code: store.delete(code), ", or delete the table in it"):
        print_paragraph(stdout(), f"deleted {code}")


@admin.command()
def restore(tables: Codes, data: Data = None, database: Database = None, database_file: DatabaseFile = None) -> None:
    """Take tables out of the trash, as if they were used today. A server on SQLite must not run."""
    place = find_place(data, database, database_file)
    codes, now = list(dict.fromkeys(map(tidy_code, tables))), time.time_ns() // 1_000_000
    with open_tables(place) as kept:
        thrown_away = {table.table for table in kept.trash()} if kept else set()
    for code in codes:
        if code not in thrown_away:
            raise AdminError(f"there is no table {code} in the trash")
    for code in change_tables(place, codes, lambda store, code: store.restore(code, now)):
        print_paragraph(stdout(), f"restored {code}")


@admin.command()
def backup(file: File, data: Data = None, database: Database = None, database_file: DatabaseFile = None) -> None:
    """Copy all tables into a new file, also while the server runs; put in the data folder, it is the server's again."""
    place = find_place(data, database, database_file)
    if not isinstance(place, Path):
        raise AdminError(
            f"PostgreSQL has a tool of its own for backups: pg_dump --format=custom --file={file} {place_name(place)}"
        )
    from bigpoints.server.storage.inspect import backup as copy_file

    if not place.exists():
        raise AdminError(f"{place}: there are no tables yet")
    copy_file(place, file)
    print_paragraph(stdout(), f"all tables are in {file}")


@admin.command()
def copy(source: From, target: To) -> None:
    """Copy all tables from one database into another, such as from a data folder to PostgreSQL. No server may run."""
    old, new = parse_place(source), parse_place(target)
    from bigpoints.server.storage.transfer import transfer

    if isinstance(old, Path) and not old.exists():
        raise AdminError(f"{place_name(old)}: there are no tables to copy")
    with locked(old), locked(new), progress() as bar:
        task = bar.add_task("Copying")
        rows = transfer(old, new, lambda done, total: bar.update(task, completed=done, total=total))
    copied = f"{count_words(rows['tables'], 'table')} with {count_words(rows['events'], 'event')}"
    print_paragraph(stdout(), f"{copied}: all are in {place_name(new)}")


def _print_list(tables: Sequence["StoredTable"], empty: str, *, with_trash: bool = False) -> None:
    """Print tables; on a terminal, say so if there are none."""
    console = stdout()
    if console.is_terminal and not tables:
        print_paragraph(console, empty)
        return
    print_tables(console, tables, with_trash=with_trash)


def _entries(kept: "Snapshot | None", code: str) -> Sequence["Entry"]:
    entries = kept.entries(code) if kept else []
    if not entries:
        raise _no_table(code)
    return entries


def _no_table(code: str) -> AdminError:
    return AdminError(f"there is no table {code}")


def _confirm_deletion(codes: Sequence[str]) -> bool:
    if not sys.stdin.isatty():
        raise AdminError("nobody is there to be asked; --yes deletes without asking")
    return typer.confirm(f"Delete {count_words(len(codes), 'table')} for ever: {', '.join(codes)}?")


def _check(place: Place, codes: Sequence[str], findings: list[Finding]) -> int:
    """Check the file and the log of each table, with a progress bar; gives the number of events."""
    events = 0
    with progress() as bar:
        whole = bar.add_task("Checking the file", total=None)
        with open_tables(place) as kept:
            findings += [Finding(None, None, damage) for damage in (kept.damages() if kept else [])]
        bar.remove_task(whole)
        for begin in bar.track(range(0, len(codes), _CHECKED_AT_ONCE), description="Checking tables"):
            with open_tables(place) as kept:
                for code in codes[begin : begin + _CHECKED_AT_ONCE]:
                    events += _check_table(kept, code, findings) if kept else 0
    return events


def _check_table(kept: "Snapshot", code: str, findings: list[Finding]) -> int:
    """Check the log of a table; gives the number of its events."""
    from bigpoints.server.live.check import find_fault
    from bigpoints.server.storage.store import StoreFailed

    try:
        entries = kept.entries(code)
        is_deleted = not entries and code not in kept.codes()
    except StoreFailed as error:
        findings.append(Finding(code, None, str(error)))
        return 0
    if not is_deleted and (fault := find_fault(code, entries)):
        findings.append(Finding(code, fault.version, fault.problem))
    return len(entries)
