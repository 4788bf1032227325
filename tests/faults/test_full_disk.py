"""A full disk: commands are refused, nothing that was acknowledged is lost, and all goes on when there is room."""

import json
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bigpoints.server.ops.data_folder import database_file
from support.observation import eventually, metric
from support.postgres import Postgres, running_postgres
from support.server_process import Answer, Guest, Server, Visitor, serving


def test_a_full_disk_loses_nothing_and_is_gone_when_there_is_room_again(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        anna = Visitor(server.url)
        code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup={"open_hands": True})
        with anna.at(code) as guest:
            guest.until(lambda view: view["state"] == "playing")
            allow(server, (database_file(data).with_name(f"{database_file(data).name}-wal")).stat().st_size + 50_000)
            done = [guest.command("undo", seat=1)]  # Nothing to undo: refused as always.
            assert done.pop()["refused"]["code"] == "nothing_to_undo"
            while "version" in (answer := guest.move()):
                done.append(answer)
                guest.until(lambda view: view["version"] >= done[-1]["version"])
            assert answer["refused"] == {"code": "unavailable"}
            with pytest.raises(Answer) as refusal:
                anna.create({"name": "Anna"})
            assert (refusal.value.status, refusal.value.code) == (503, "unavailable")
            assert anna.view(code)["version"] == done[-1]["version"]
            status, cause = health(anna)
            assert (status, cause in FULL) == (503, True)
            assert metric(anna, f'store_failures_total{{cause="{cause}"}}') >= 2
            allow(server, resource.RLIM_INFINITY)
            done.append(guest.move())
            assert done[-1]["version"] == done[-2]["version"] + 1
            assert health(anna) == (200, None)
            told = [line for line in map(json.loads, server.logged().splitlines()) if line["event"].startswith("store")]
            assert [(line["event"], line["level"], line["cause"] in FULL) for line in told] == [
                ("store_failed", "error", True),
                ("store_works", "info", True),
            ]
            allow(server, 1)
            assert guest.command("leave", seat=1, id="last")["refused"] == {"code": "unavailable"}
        server.kill()
    with serving(data) as server:
        anna = Visitor(server.url, anna.token)
        assert anna.view(code)["version"] == done[-1]["version"]
        with anna.at(code) as guest:
            assert guest.command("leave", seat=1, id="last")["version"] == done[-1]["version"] + 1


FULL = ("SQLITE_FULL", "SQLITE_IOERR_WRITE")


def health(visitor: Visitor) -> tuple[int, str | None]:
    """Whether the server says that it is well, and why it is not."""
    status, _, content = visitor.request("GET", "/health")
    return status, json.loads(content)["cause"]


def test_health_fails_on_a_full_disk_also_if_nobody_plays(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        anna = Visitor(server.url)
        assert health(anna) == (200, None)
        allow(server, 1)
        eventually(lambda: health(anna)[0] == 503)
        assert len(anna.ask("GET", "/api/tables")["tables"]) == 0, "reading works"
        allow(server, resource.RLIM_INFINITY)
        eventually(lambda: health(anna) == (200, None))


def allow(server: Server, size: int) -> None:
    """Let no file of a server grow beyond a size: writing more fails, as on a full disk."""
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


# --- On PostgreSQL ----------------------------------------------------------------------------------------------------

FILLER = """
    WITH filler AS (INSERT INTO tables (code, created) VALUES ('FILLER00', 0) RETURNING number)
    INSERT INTO events SELECT number, version, 0, NULL, repeat(' ', 400) FROM filler, generate_series(1, 45000) version
"""
LARGEST_OTHER_FILE = 16 * 1024 * 1024
"""Bytes of each file of PostgreSQL's own log."""


def test_a_full_disk_of_postgresql_loses_nothing_and_is_gone_when_there_is_room_again(tmp_path: Path) -> None:
    with running_postgres() as postgres, serving(tmp_path / "data", database=postgres.new_database()) as server:
        anna = Visitor(server.url)
        code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup={"open_hands": True})
        with anna.at(code) as guest:
            guest.until(lambda view: view["state"] == "playing")
            size = filled(postgres)
            postgres.stop()
            with files_up_to(size):
                postgres.start()
            eventually(lambda: health(anna) == (200, None))
            done = played_until_refused(guest)
            assert anna.view(code)["version"] == done, "reading works"
            assert health(anna)[0] == 503
            postgres.stop()
            postgres.start()
            eventually(lambda: health(anna) == (200, None))
            assert (guest.move() if guest.legal_moves else guest.command("next"))["version"] == done + 1
        assert anna.view(code)["version"] == done + 1


def filled(postgres: Postgres) -> int:
    """Fill the file of events beyond the size of PostgreSQL's other files; gives its size."""
    with postgres.connect("test1") as connection:
        connection.execute(FILLER)
        connection.execute("CHECKPOINT")
        found = connection.execute("SELECT pg_relation_size('events')").fetchone()
    assert found
    assert found[0] > LARGEST_OTHER_FILE
    return int(found[0])


def played_until_refused(guest: Guest) -> int:
    """Play until a move cannot be stored; gives the version before it."""
    while "version" in (answer := guest.move() if guest.legal_moves else guest.command("next")):
        guest.until(lambda view, made=answer["version"]: view["version"] >= made)  # type: ignore[misc]
    assert answer["refused"] == {"code": "unavailable"}
    return int(guest.view["version"])


@contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """Let no file of processes that are started meanwhile grow beyond a size, for all their lives."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
