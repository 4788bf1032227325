"""The commands admin … on PostgreSQL, and copies from one database to another."""

import asyncio
import io
import os
import shutil
import signal
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from sqlalchemy import make_url
from typer.main import get_command

from bigpoints.cli.commands.admin import admin
from bigpoints.errors import BigPointsError
from bigpoints.server.ops.data_folder import DataFolder, database_file
from bigpoints.server.storage.inspect import open_snapshot
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import Offer, TableSnapshot
from support.postgres import Postgres
from support.stores import entry, seated, with_store

LATER = 2**50


def run(*args: object) -> str:
    """What a command prints."""
    out, command = io.StringIO(), get_command(admin)
    with redirect_stdout(out), command.make_context("admin", [str(arg) for arg in args]) as context:
        command.invoke(context)
    return out.getvalue()


def refusal(*args: object) -> str:
    """What a command that cannot be done says: one line."""
    with pytest.raises(BigPointsError) as refused:
        run(*args)
    assert "\n" not in str(refused.value)
    return str(refused.value)


async def fill(store: SqlStore) -> None:
    """Three tables, one of them in the trash, with all that belongs to them."""
    await seated(store, "QWERTYUI", "ASDFGHJK", "ZXCVBNMQ", newest=30)
    await store.offer(Offer("digest", "QWERTYUI", 1, "anna", LATER), 0)
    await store.save_snapshot(TableSnapshot("QWERTYUI", 20, False, 1, "1", "state"))
    await store.set_marks({"sweep": 7})
    assert await store.throw_away("ZXCVBNMQ", LATER, at=5000)


@pytest.fixture
def address(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a new database, without the password, which is in the environment."""
    monkeypatch.setenv("PGPASSWORD", postgres.password)
    return postgres.new_database().replace(f":{postgres.password}@", "@")


@pytest.fixture
def filled(address: str) -> str:
    with_store(make_url(address), fill)
    return address


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with the same tables."""
    with_store(database_file(tmp_path / "server"), fill)
    return tmp_path / "server"


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


def test_tables_of_postgresql_are_listed_shown_and_checked(filled: str) -> None:
    assert [line.split()[0] for line in run("list", "--database", filled).splitlines()] == ["ASDFGHJK", "QWERTYUI"]
    assert run("trash", "--database", filled).startswith("ZXCVBNMQ  ")
    assert run("show", "qwer-tyui", "--database", filled).count("\n") == 30
    assert "faults in 3 tables" in refusal("check", "--database", filled), "the entries of these tests are no events"


def test_tables_of_postgresql_are_deleted_and_restored(filled: str) -> None:
    assert run("delete", "--yes", "ASDFGHJK", "--database", filled) == "deleted ASDFGHJK\n"
    assert run("restore", "ZXCVBNMQ", "--database", filled) == "restored ZXCVBNMQ\n"
    assert [line.split()[0] for line in run("list", "--database", filled).splitlines()] == ["ZXCVBNMQ", "QWERTYUI"]


def test_the_address_comes_from_the_environment_or_a_file_but_a_folder_of_the_command_goes_first(
    filled: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "address").write_text(filled)
    assert run("list", "--database-file", tmp_path / "address") == run("list", "--database", filled)
    monkeypatch.setenv("BIGPOINTS_DATABASE", filled)
    run("delete", "--yes", "QWERTYUI")
    assert run("list").count("\n") == 1
    assert run("list", "--data", data).count("\n") == 2


def test_an_empty_database_has_no_tables_and_is_left_alone(address: str) -> None:
    assert run("list", "--database", address) == run("trash", "--database", address) == ""
    assert refusal("check", "--database", address) == f"{address}: there are no tables to check"
    assert refusal("delete", "--yes", "QWERTYUI", "--database", address) == "there is no table QWERTYUI"


def test_backups_are_made_by_the_tool_of_postgresql(filled: str) -> None:
    said = refusal("backup", "tables.dump", "--database", filled)
    assert said.endswith(f"pg_dump --format=custom --file=tables.dump {filled}")


def test_a_password_on_the_command_line_is_refused() -> None:
    address = "postgresql://anna:secret@db/games"
    for args in (("list", "--database", address), ("copy", address, "."), ("copy", ".", address)):
        assert refusal(*args).startswith("a password on the command line is seen by all users")


@pytest.mark.parametrize("address", ["mysql://db/games", "postgresql://db"])
def test_what_is_no_address_of_postgresql_is_refused(address: str, tmp_path: Path) -> None:
    for args in (("list", "--database", address), ("copy", address, tmp_path), ("copy", tmp_path, address)):
        assert "accepted: an address such as postgresql://bigpoints@localhost:5432/bigpoints" in refusal(*args)


def test_a_database_that_cannot_be_reached_is_one_line(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGPASSWORD", "a wrong one")
    address = postgres.url("postgres").replace(f":{postgres.password}@", "@")
    assert refusal("list", "--database", address) == f'{address}: password authentication failed for user "bigpoints"'


# --- Copies -----------------------------------------------------------------------------------------------------------


def everything(database: Path | str) -> list[object]:
    """All that a database holds."""
    place = database_file(database) if isinstance(database, Path) else make_url(database)

    async def read(store: SqlStore) -> list[object]:
        found: list[object] = [await store.marks(), await store.offered("digest")]
        found += [await store.newest_snapshot("QWERTYUI", "1"), await store.tables_of("browser1")]
        return found

    with open_snapshot(place) as kept:
        tables: list[object] = [kept.tables(), kept.trash(), *(kept.entries(code) for code in kept.codes())]
    return tables + with_store(place, read)


def test_all_tables_go_to_postgresql_and_back(data: Path, address: str, tmp_path: Path) -> None:
    before = everything(data)
    assert run("copy", data, address) == f"3 tables with 90 events: all are in {address}\n"
    assert everything(address) == before
    assert run("copy", address, tmp_path / "back") == f"3 tables with 90 events: all are in {tmp_path / 'back'}\n"
    assert everything(tmp_path / "back") == before
    assert everything(data) == before

    async def go_on(store: SqlStore) -> None:
        assert await store.append(entry("QWERTYUI", 31))
        assert await store.create(entry("NEWTABLE", 1), "me")

    for place in (make_url(address), database_file(tmp_path / "back")):
        with_store(place, go_on)


def test_a_file_may_be_copied_and_an_address_may_stand_in_a_file(data: Path, address: str, tmp_path: Path) -> None:
    run("backup", tmp_path / "backup.sqlite", "--data", data)
    (tmp_path / "address").write_text(f"{address}\n")
    assert run("copy", tmp_path / "backup.sqlite", tmp_path / "address").startswith("3 tables with 90 events")
    assert run("list", "--database", address).count("\n") == 2


def test_a_target_that_has_tables_is_refused_and_left_alone(data: Path, filled: str) -> None:
    before = everything(filled), everything(data)
    assert refusal("copy", data, filled) == f"{filled} has tables already; accepted: an empty database"
    assert refusal("copy", filled, data).endswith("has tables already; accepted: an empty database")
    assert (everything(filled), everything(data)) == before
    run("delete", "--yes", "QWERTYUI", "ASDFGHJK", "--database", filled)
    assert "has tables already" in refusal("copy", data, filled), "also if they are all in the trash"


def test_a_source_that_is_missing_or_older_is_refused(address: str, tmp_path: Path) -> None:
    assert refusal("copy", tmp_path / "none", address) == f"{tmp_path / 'none'}: there are no tables to copy"
    assert refusal("copy", address, tmp_path / "new").endswith("no tables of this version; start the server on it once")
    (tmp_path / "old").mkdir()
    shutil.copy(Path(__file__).parents[2] / "data" / "legacy" / "tables.sqlite", tmp_path / "old")
    assert refusal("copy", tmp_path / "old", address).endswith("no tables of this version; start the server on it once")


def test_nothing_is_copied_from_or_to_a_server_that_runs(data: Path, address: str, tmp_path: Path) -> None:
    with DataFolder(data):
        assert refusal("copy", data, address).endswith("; stop it first")

    async def story(_: SqlStore) -> None:
        said = f"a server uses {address}; stop it first"
        assert await asyncio.to_thread(refusal, "copy", address, tmp_path / "new") == said
        assert await asyncio.to_thread(refusal, "copy", data, address) == said

    with_store(make_url(address), story)


def test_a_row_that_postgresql_cannot_hold_is_told(data: Path, address: str) -> None:
    async def spoil(store: SqlStore) -> None:
        damage = "UPDATE events SET event = CAST(x'ff' AS TEXT)"
        await store.do(lambda connection: connection.exec_driver_sql(damage).close())

    with_store(database_file(data), spoil)
    assert refusal("copy", data, address).endswith("a row is damaged; bigpoints admin check names its table")
    assert run("list", "--database", address) == ""


CUT_OFF = """
import os, signal, sys
from pathlib import Path
from sqlalchemy import make_url
from bigpoints.server.storage.transfer import transfer

def report(done, total):
    if done * 2 > total:
        os.kill(os.getpid(), signal.SIGKILL)

transfer(Path(sys.argv[1]), make_url(sys.argv[2]) if "://" in sys.argv[2] else Path(sys.argv[2]), report)
"""


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_copy_that_is_cut_off_leaves_the_target_empty(data: Path, address: str, tmp_path: Path, kind: str) -> None:
    target = address if kind == "postgresql" else tmp_path / "new"
    (tmp_path / "new").mkdir()
    place = address if kind == "postgresql" else database_file(tmp_path / "new")
    program = [sys.executable, "-c", CUT_OFF, str(database_file(data)), str(place)]
    assert subprocess.run(program, check=False, env=os.environ).returncode == -signal.SIGKILL
    with open_snapshot(make_url(address) if kind == "postgresql" else database_file(tmp_path / "new")) as kept:
        assert kept.codes() == []
    assert run("copy", data, target).startswith("3 tables with 90 events")
