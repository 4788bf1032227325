"""The commands admin …: what they show of the tables of a server, and what they do to them."""

import asyncio
import builtins
import io
import json
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from typer.main import get_command

from bigpoints.cli.commands.admin import admin
from bigpoints.errors import BigPointsError
from bigpoints.optional_deps import MissingExtra
from bigpoints.server.live.check import find_fault
from bigpoints.server.ops.data_folder import DataFolder, database_file
from bigpoints.server.storage.engine import sqlite_url
from bigpoints.server.storage.inspect import Snapshot, open_snapshot
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import Entry

BROWSER = "0123456789abcdef" * 4
CREATED = {"kind": "created", "owner": BROWSER, "seats": [{"name": "Ann\x9b2J", "browser": BROWSER}, {}]}
LATER = {"kind": "ply", "seat": 1, "move": "R3"}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with two tables: QWERTYUI has two events, ASDFGHJK has one and is newer."""
    (tmp_path / "server").mkdir()
    asyncio.run(_fill(database_file(tmp_path / "server")))
    return tmp_path / "server"


async def _fill(file: Path) -> None:
    store = SqlStore(sqlite_url(file))
    await store.create(Entry("QWERTYUI", 1, 1_000_000, "a", json.dumps(CREATED)), BROWSER)
    await store.append(Entry("QWERTYUI", 2, 3_600_000, "b", json.dumps(LATER)))
    await store.create(Entry("ASDFGHJK", 1, 2_000_000, "c", json.dumps(CREATED)), BROWSER)
    await store.close()


def run(*args: object, out: io.StringIO | None = None) -> str:
    """What a command prints."""
    out = out or io.StringIO()
    command = get_command(admin)
    with redirect_stdout(out), command.make_context("admin", [str(arg) for arg in args]) as context:
        command.invoke(context)
    return out.getvalue()


def codes(data: Path) -> list[str]:
    with open_snapshot(database_file(data)) as kept:
        return [table.table for table in kept.tables()]


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_the_list_has_a_line_for_each_table_the_newest_first(data: Path) -> None:
    assert run("list", "--data", data).splitlines() == [
        "ASDFGHJK  1970-01-01T00:33:20Z  1970-01-01T00:33:20Z  1",
        "QWERTYUI  1970-01-01T00:16:40Z  1970-01-01T01:00:00Z  2",
    ]


def test_on_a_terminal_the_list_has_a_head(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    head, *rows = run("list", "--data", data, out=Terminal()).splitlines()
    assert head.split() == ["table", "made", "last", "used", "events"]
    assert [row.split()[0] for row in rows] == ["ASDFGHJK", "QWERTYUI"]


def test_without_tables_the_list_is_empty(tmp_path: Path) -> None:
    assert run("list", "--data", tmp_path) == ""
    assert " ".join(run("list", "--data", tmp_path, out=Terminal()).split()).startswith("There are no tables in ")


def test_the_data_folder_comes_from_the_environment_as_the_server_has_it(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BIGPOINTS_DATA", str(data))
    assert run("list") == run("list", "--data", data)


def test_a_table_is_shown_event_by_event_without_saying_who_anybody_is(data: Path) -> None:
    shown = run("show", "qwer-tyui", "--data", data)
    first, second = shown.splitlines()
    assert first.startswith('1  1970-01-01T00:16:40Z  {"kind": "created", "owner": "012345…"')
    assert second == '2  1970-01-01T01:00:00Z  {"kind": "ply", "seat": 1, "move": "R3"}'
    assert BROWSER not in shown
    assert shown.replace("\n", "").isprintable()


@pytest.mark.parametrize("command", [["show"], ["delete", "--yes"], ["delete", "--yes", "QWERTYUI"]])
def test_a_table_that_is_not_there_is_told_and_nothing_is_done(data: Path, command: list[str]) -> None:
    with pytest.raises(BigPointsError, match=r"^there is no table NOWHERE$"):
        run(*command, "nowhere", "--data", data)
    assert codes(data) == ["ASDFGHJK", "QWERTYUI"]


def test_tables_are_deleted_and_the_others_stay(data: Path) -> None:
    assert run("delete", "--yes", "asdfghjk", "ASDF-GHJK", "--data", data) == "deleted ASDFGHJK\n"
    assert codes(data) == ["QWERTYUI"]


def test_nobody_is_asked_in_a_pipe_so_nothing_is_deleted(data: Path) -> None:
    with patch.object(sys, "stdin", io.StringIO()), pytest.raises(BigPointsError, match="--yes deletes without asking"):
        run("delete", "ASDFGHJK", "--data", data)
    assert len(codes(data)) == 2


@pytest.mark.parametrize(("answer", "left"), [("n\n", 2), ("\n", 2), ("y\n", 1)])
def test_on_a_terminal_it_is_asked_first(data: Path, answer: str, left: int) -> None:
    with patch.object(sys, "stdin", Terminal(answer)):
        shown = run("delete", "ASDFGHJK", "--data", data)
    assert "Delete 1 table for ever: ASDFGHJK?" in shown
    assert ("Nothing was deleted." in shown) == (left == 2)
    assert len(codes(data)) == left


def test_nothing_is_deleted_under_a_server_that_runs(data: Path) -> None:
    with DataFolder(data) as folder:
        folder.announce("http://127.0.0.1:5055")
        with pytest.raises(BigPointsError, match=r"^the server is running at http://127.0.0.1:5055; stop it first, or"):
            run("delete", "--yes", "ASDFGHJK", "--data", data)
        assert run("list", "--data", data).count("\n") == 2
    assert len(codes(data)) == 2


# --- The trash --------------------------------------------------------------------------------------------------------


@pytest.fixture
def thrown_away(data: Path) -> Path:
    """The data folder after ASDFGHJK was thrown away."""

    async def throw_away() -> None:
        store = SqlStore(sqlite_url(database_file(data)))
        assert await store.throw_away("ASDFGHJK", 2**50, at=7_200_000)
        await store.close()

    asyncio.run(throw_away())
    return data


def test_the_trash_is_listed_apart_from_the_tables(thrown_away: Path) -> None:
    assert run("trash", "--data", thrown_away).splitlines() == [
        "ASDFGHJK  1970-01-01T00:33:20Z  1970-01-01T00:33:20Z  1970-01-01T02:00:00Z  1"
    ]
    assert [line.split()[0] for line in run("list", "--data", thrown_away).splitlines()] == ["QWERTYUI"]
    assert run("show", "ASDFGHJK", "--data", thrown_away).startswith("1  1970-01-01T00:33:20Z  {")


def test_on_a_terminal_the_trash_has_a_head_or_is_said_to_be_empty(
    data: Path, thrown_away: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "200")
    head = run("trash", "--data", thrown_away, out=Terminal()).splitlines()[0]
    assert head.split() == ["table", "made", "last", "used", "thrown", "away", "events"]
    assert run("restore", "ASDFGHJK", "--data", data)
    for folder in (data, tmp_path / "none"):
        assert run("trash", "--data", folder) == ""
        told = run("trash", "--data", folder, out=Terminal())
        assert " ".join(told.split()) == f"The trash of {folder} is empty."


def test_tables_are_restored_from_the_trash(thrown_away: Path) -> None:
    assert run("restore", "asdf-ghjk", "ASDFGHJK", "--data", thrown_away) == "restored ASDFGHJK\n"
    assert codes(thrown_away) == ["ASDFGHJK", "QWERTYUI"]


def test_nothing_is_restored_if_one_of_them_is_not_in_the_trash(thrown_away: Path, tmp_path: Path) -> None:
    with pytest.raises(BigPointsError, match=r"^there is no table QWERTYUI in the trash$"):
        run("restore", "ASDFGHJK", "QWERTYUI", "--data", thrown_away)
    with pytest.raises(BigPointsError, match=r"^there is no table ASDFGHJK in the trash$"):
        run("restore", "ASDFGHJK", "--data", tmp_path / "none")
    assert codes(thrown_away) == ["QWERTYUI"]


def test_nothing_is_restored_under_a_server_that_runs(thrown_away: Path) -> None:
    with DataFolder(thrown_away), pytest.raises(BigPointsError, match=r"another process; stop it first$"):
        run("restore", "ASDFGHJK", "--data", thrown_away)
    assert codes(thrown_away) == ["QWERTYUI"]


def test_a_table_is_deleted_from_the_trash_for_good(thrown_away: Path) -> None:
    assert run("delete", "--yes", "ASDFGHJK", "--data", thrown_away) == "deleted ASDFGHJK\n"
    assert run("trash", "--data", thrown_away) == ""


# --- Rows that cannot be read -----------------------------------------------------------------------------------------


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """The data folder of a server of an earlier version, with many tables."""
    (tmp_path / "played").mkdir()
    shutil.copy(Path(__file__).parents[2] / "data" / "legacy" / "tables.sqlite", tmp_path / "played")
    return tmp_path / "played"


def spoil(data: Path, what: str, *values: object) -> None:
    with closing(sqlite3.connect(database_file(data))) as database, database:
        database.execute(what, values)


def test_a_check_of_sound_tables_is_one_line(played: Path, tmp_path: Path) -> None:
    assert re.fullmatch(r"\d+ tables with \d+ events: all is well\n", run("check", "--data", played))
    with pytest.raises(BigPointsError, match=r"none: there are no tables to check$"):
        run("check", "--data", tmp_path / "none")


BROKEN = 'UPDATE events SET event = ? WHERE version = 2 AND "table" = (SELECT number FROM tables WHERE code = ?)'


@pytest.mark.parametrize("row", ['{"kind": "seated", "browser": "' + BROWSER, b"\xff", "[" * 100_000])
def test_a_check_names_each_table_that_cannot_be_read_and_tells_no_secret(played: Path, row: object) -> None:
    out, (one, other) = io.StringIO(), codes(played)[:2]
    spoil(played, BROKEN, row, one)
    spoil(
        played,
        'UPDATE events SET version = 99 WHERE version = 1 AND "table" = (SELECT number FROM tables WHERE code = ?)',
        other,
    )
    with pytest.raises(BigPointsError, match=r"^2 faults in \d+ tables$"):
        run("check", "--data", played, out=out)
    lines = sorted(out.getvalue().splitlines())
    assert len(lines) == 2
    assert {line.partition(": ")[0] for line in lines} == {f"table {one}, version 2", f"table {other}, version 1"}
    assert BROWSER[:12] not in out.getvalue()


def test_a_check_finds_what_sqlite_finds(played: Path) -> None:
    out = io.StringIO()
    spoil(played, "DELETE FROM tables WHERE code = ?", codes(played)[0])
    with pytest.raises(BigPointsError, match=r"^\d faults in \d+ tables$"):
        run("check", "--data", played, out=out)
    assert "rows of events belong to no table" in out.getvalue()


def test_tables_are_checked_while_the_server_runs(played: Path) -> None:
    with DataFolder(played):
        assert "all is well" in run("check", "--data", played)


def test_a_table_that_is_deleted_during_the_check_is_no_fault(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damages(_: Snapshot) -> list[str]:
        spoil(played, "DELETE FROM events")
        spoil(played, "DELETE FROM tables")
        return []

    monkeypatch.setattr(Snapshot, "damages", damages)
    assert run("check", "--data", played).endswith(" tables with 0 events: all is well\n")


def test_a_check_that_is_interrupted_shows_what_it_has_found(played: Path) -> None:
    out, kept = io.StringIO(), codes(played)
    first = min(kept, key=lambda code: number_of(played, code))
    spoil(played, BROKEN, "{", first)

    def find(code: str, entries: Any) -> Any:
        if code != first:
            raise KeyboardInterrupt
        return find_fault(code, entries)

    with patch("bigpoints.server.live.check.find_fault", find), pytest.raises(KeyboardInterrupt):
        run("check", "--data", played, out=out)
    assert out.getvalue().startswith(f"table {first}, version 2: ")


def number_of(data: Path, code: str) -> int:
    with closing(sqlite3.connect(database_file(data))) as database:
        (number,) = database.execute("SELECT number FROM tables WHERE code = ?", (code,)).fetchone()
    return int(number)


def test_a_table_that_cannot_be_read_is_shown_backed_up_and_deleted_nevertheless(played: Path, tmp_path: Path) -> None:
    code = codes(played)[0]
    spoil(played, BROKEN, '{"kind": "seated", "browser": "' + BROWSER, code)
    shown = run("show", code, "--data", played).splitlines()
    assert shown[1].endswith(' unreadable: {"kind": "seated", "browser": "012345…')
    spoil(played, BROKEN, b"\xff", code)
    assert "unreadable" in run("show", code, "--data", played)
    assert run("backup", tmp_path / "copy", "--data", played)
    assert run("delete", "--yes", code, "--data", played) == f"deleted {code}\n"
    assert code not in codes(played)


# --- Backups ----------------------------------------------------------------------------------------------------------


def test_a_backup_has_all_tables_and_is_never_written_over_anything(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    assert run("backup", copy, "--data", data) == f"all tables are in {copy}\n"
    with open_snapshot(copy) as kept:
        assert [table.table for table in kept.tables()] == ["ASDFGHJK", "QWERTYUI"]
    with pytest.raises(BigPointsError, match="accepted: a file that does not exist yet"):
        run("backup", copy, "--data", data)
    with pytest.raises(BigPointsError, match="there are no tables yet"):
        run("backup", tmp_path / "other.sqlite", "--data", tmp_path / "none")


@pytest.mark.parametrize(
    "command", [["list"], ["trash"], ["show", "X"], ["check"], ["delete", "X"], ["restore", "X"], ["backup", "x"]]
)
def test_without_the_packages_of_the_server_it_is_told_how_to_get_them(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builtins, "__import__", _without("bigpoints.server", "sqlalchemy"))
    with pytest.raises(MissingExtra, match=r"^the server needs more packages: pip install 'bigpoints\[server\]'$"):
        run(*command)


def test_another_module_that_is_missing_is_our_own_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtins, "__import__", _without("bigpoints.server", "bigpoints.server.ops.data_folder"))
    with pytest.raises(ModuleNotFoundError):
        run("list")


def _without(prefix: str, missing: str) -> Callable[..., Any]:
    """An import for which whatever begins so needs a module that is not there."""
    real = builtins.__import__

    def imported(name: str, *args: Any) -> Any:
        if name.startswith(prefix):
            raise ModuleNotFoundError(name=missing)
        return real(name, *args)

    return imported


def test_a_table_without_any_event_is_named_by_a_check_and_can_be_deleted(played: Path) -> None:
    code = codes(played)[0]
    spoil(played, 'DELETE FROM events WHERE "table" = (SELECT number FROM tables WHERE code = ?)', code)
    with pytest.raises(BigPointsError, match="1 fault"):
        run("check", "--data", played)
    assert run("delete", code, "--yes", "--data", played) == f"deleted {code}\n"
    assert "all is well" in run("check", "--data", played)
