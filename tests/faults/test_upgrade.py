"""Workers of different versions on one PostgreSQL, as during an upgrade: the older ones harm nothing and go on."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from faults.installation import OnPostgres
from support.observation import eventually, refused
from support.postgres import Postgres, running_postgres
from support.random_players import SMALL
from support.server_process import PATIENCE, Server, Visitor


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as cluster:
        yield cluster


@pytest.fixture
def installation(tmp_path: Path, postgres: Postgres) -> Iterator[OnPostgres]:
    """Two workers."""
    running = OnPostgres(tmp_path, postgres, workers=2)
    try:
        yield running
    finally:
        running.close()


def execute(installation: OnPostgres, *statements: str) -> None:
    """Do in the database what a newer version does."""
    with installation.postgres.connect(installation.database) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def test_workers_that_start_together_on_an_empty_database_migrate_it_once(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()

    def started(number: int) -> Server:
        return Server(tmp_path / f"worker{number}", database=url)

    with ThreadPoolExecutor(3) as threads:
        servers = list(threads.map(started, range(3)))
    try:
        code = Visitor(servers[0].url).create({"name": "Anna"}, {"name": "Anton"}, setup=SMALL)
        assert {Visitor(server.url).view(code)["state"] for server in servers} == {"playing"}
    finally:
        assert [server.stop() for server in servers] == [0, 0, 0]


def test_an_older_worker_goes_on_after_a_newer_one_has_migrated(installation: OnPostgres) -> None:
    anna = Visitor(installation.urls[0])
    code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup=SMALL)
    with anna.at(code) as guest, Visitor(installation.urls[1], anna.token).at(code) as other:
        guest.until(lambda view: view["state"] == "playing")
        execute(
            installation,
            "ALTER TABLE events ADD COLUMN mood text",
            "ALTER TABLE tables ADD COLUMN colour text NOT NULL DEFAULT 'green'",
            "UPDATE alembic_version SET version_num = '9999'",
        )
        for _ in range(5):
            version = guest.move()["version"]
            guest.until(lambda view, made=version: view["version"] >= made)  # type: ignore[misc]
        other.until(lambda view: view["version"] >= version)
        assert anna.create({"name": "Anna"}) in {table["table"] for table in anna.ask("GET", "/api/tables")["tables"]}
    assert len(installation.logs()[code]) == version


def test_an_older_worker_does_not_start_on_a_newer_database_and_changes_nothing(installation: OnPostgres) -> None:
    anna = Visitor(installation.urls[0])
    code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup=SMALL)
    execute(installation, "UPDATE alembic_version SET version_num = '9999'")
    before = installation.logs()
    url = installation.postgres.url(installation.database)
    command = [sys.executable, "-m", "bigpoints", "serve", "--port", "0", "--no-open"]
    environment = {**os.environ, "BIGPOINTS_DATABASE": url}
    older = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert older.returncode == 1
    assert "newer Big Points" in older.stderr
    assert installation.logs() == before
    with anna.at(code) as guest:
        guest.until(lambda view: view["state"] == "playing")
        assert "version" in guest.move()


def test_a_table_with_an_event_of_a_newer_version_is_unreadable_alone(installation: OnPostgres) -> None:
    anna = Visitor(installation.urls[0])
    new, old = (anna.create({"name": "Anna"}, {"name": "Anton"}, setup=SMALL) for _ in range(2))
    event = json.dumps({"kind": "waved", "seat": 1})
    with anna.at(new) as ahead, anna.at(old) as guest:
        ahead.until(lambda view: view["state"] == "playing")
        guest.until(lambda view: view["state"] == "playing")
        version = len(installation.logs()[new]) + 1
        row = f"SELECT number, {version}, 1, NULL, '{event}' FROM tables WHERE code = '{new}'"  # noqa: S608
        execute(installation, f'INSERT INTO events ("table", version, at, command, event) {row}')
        assert ahead.move()["refused"]["code"] in ("table_unreadable", "stale")
        eventually(lambda: refused(Visitor(installation.urls[1], anna.token), "GET", f"/api/tables/{new}")[0] == 500)
        assert "version" in guest.move()
    for url in installation.urls:
        assert Visitor(url, anna.token).view(old)["state"] == "playing"
        assert Visitor(url).request("GET", "/health")[0] == 200
    assert len(installation.logs()[new]) == version, "the older worker appended nothing after what it cannot read"
