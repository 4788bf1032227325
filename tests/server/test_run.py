"""Serving: how a server starts, is found, is watched, and ends."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from base64 import b64encode
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from support.observation import TINY, children, eventually, is_held, is_running, metric, played_out
from support.server_process import PATIENCE, Server, Visitor, serving

NEVER_LOADED = ("numba", "llvmlite", "bigpoints.kernel")


def started(data: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """A start that ends by itself."""
    command = [sys.executable, "-m", "bigpoints", "serve", "--no-open", "--port", "0", "--data", str(data), *more]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


# --- Starting ---------------------------------------------------------------------------------------------------------


def test_a_second_start_finds_the_first(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        again = started(server.data)
        assert (again.returncode, again.stderr) == (0, "")
        assert again.stdout.splitlines() == [
            f"Big Points is running already: {server.url}",
            "It keeps the settings that it was started with; to change them, end it first.",
        ]


def test_a_second_start_finds_the_first_also_if_the_files_that_say_so_were_removed(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        (server.data / "lock").unlink()
        assert started(server.data).stdout.startswith(f"Big Points is running already: {server.url}\n")
        (server.data / "lock").unlink()
        (server.data / "running.json").unlink()
        failed = started(server.data)
        assert (failed.returncode, failed.stdout) == (1, "")
        assert failed.stderr == "bigpoints: the server is running or just starting in another process already\n"
        assert Visitor(server.url).create({"name": "Anna"})


def test_a_database_elsewhere_is_refused_and_makes_no_folder(tmp_path: Path) -> None:
    url = "postgresql://me:secret@db/tables"
    for command in (["serve", "--no-open"], ["admin", "list"]):
        program = [sys.executable, "-m", "bigpoints", *command, "--data", url]
        failed = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert (failed.returncode, failed.stdout) == (1, "")
        assert "found 'postgresql://…@db/tables'; accepted: a folder" in failed.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_port_that_is_taken_is_told_in_one_line(server: Server, tmp_path: Path) -> None:
    port = urlsplit(server.url).port
    failed = started(tmp_path / "other", "--port", str(port))
    assert (failed.returncode, failed.stdout) == (1, "")
    assert failed.stderr.splitlines() == [
        f"bigpoints: port {port} is taken by another program; choose another with --port, or 0 for any"
    ]
    assert not (tmp_path / "other" / "running.json").exists()


def test_a_database_of_a_newer_program_is_refused_in_one_line(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        Visitor(server.url).create({"name": "Anna"})
    with sqlite3.connect(tmp_path / "data" / "tables.sqlite") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    failed = started(tmp_path / "data")
    assert (failed.returncode, failed.stdout) == (1, "")
    assert len(failed.stderr.splitlines()) == 1
    assert "made by a newer Big Points: its format is 9999" in failed.stderr
    assert not (tmp_path / "data" / "running.json").exists()


def test_a_data_folder_that_cannot_be_used_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    failed = started(tmp_path / "file")
    assert (failed.returncode, failed.stdout) == (1, "")
    assert failed.stderr.startswith(f"bigpoints: {tmp_path / 'file'}: the data folder cannot be used")
    assert len(failed.stderr.splitlines()) == 1


@pytest.mark.parametrize("server", ["sqlite"], indirect=True)
def test_the_database_is_made_by_migrations_for_its_owner_alone(server: Server) -> None:
    file = server.data / "tables.sqlite"
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        versions = database.execute("SELECT version_num FROM alembic_version").fetchall()
    database.close()
    assert len(versions) == 1
    assert file.stat().st_mode & 0o077 == 0
    assert server.data.stat().st_mode & 0o077 == 0


# --- Ending -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_order_and_leaves_nothing_behind(tmp_path: Path, end: signal.Signals) -> None:
    data = tmp_path / "data"
    with serving(data, workers_for_bots=2) as server:
        anna = Visitor(server.url)
        code = anna.ask("POST", "/api/quick", {"name": "Anna", "bot": "random", "setup": TINY})["table"]
        workers = children(server.process.pid)
        assert len(workers) == 3
        told = json.loads((data / "running.json").read_text(encoding="utf-8"))
        assert told == {"pid": server.process.pid, "url": server.url}
        with anna.at(code):
            server.process.send_signal(end)
            assert server.process.wait(PATIENCE) == 0
        assert server.process.stdout
        rest = server.process.stdout.read()
        assert f"Tables are kept in {data}" in " ".join(rest.split("\n"))
        assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
        assert not (data / "running.json").exists()
        assert not list(data.glob("*-wal"))
        assert "error" not in server.logged().lower()


def test_the_workers_of_a_server_that_was_killed_end_by_themselves(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        eventually(lambda: children(server.process.pid))
        workers = children(server.process.pid)
        assert any(map(is_running, workers))
        server.kill()
        eventually(lambda: not any(map(is_running, workers)))


# --- The process ------------------------------------------------------------------------------------------------------


def test_the_servers_own_process_never_loads_the_compiler(server: Server, anna: Visitor) -> None:
    code = anna.ask("POST", "/api/quick", {"name": "Anna", "bot": "level3", "setup": {**TINY, "first": 2}})["table"]
    with anna.at(code) as guest:
        guest.until(lambda view: view["turn"] in (1, None))
    mapped = Path(f"/proc/{server.process.pid}/maps").read_text(encoding="utf-8")
    assert "llvmlite" not in mapped
    assert "numba" not in mapped


def test_a_server_on_sqlite_does_not_load_the_driver_of_postgresql(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as own:
        Visitor(own.url).create({"name": "Anna"})
        assert "psycopg" not in Path(f"/proc/{own.process.pid}/maps").read_text(encoding="utf-8")


def test_nothing_of_the_server_imports_the_compiler() -> None:
    look = (
        "import pkgutil, sys, importlib, bigpoints.server as house\n"
        "names = [m.name for m in pkgutil.walk_packages(house.__path__, 'bigpoints.server.')]\n"
        "for name in names: importlib.import_module(name)\n"
        f"print(len(names) > 30, [name for name in {NEVER_LOADED} if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert found.stdout == "True []\n"


def test_bots_think_in_processes_that_are_nicer_than_the_server(server: Server) -> None:
    own = os.getpriority(os.PRIO_PROCESS, server.process.pid)
    workers = children(server.process.pid)
    assert workers
    eventually(lambda: all(os.getpriority(os.PRIO_PROCESS, worker) > own or own == 19 for worker in workers))


# --- Watching it ------------------------------------------------------------------------------------------------------


def test_health_says_that_all_is_well_and_when_bots_are_warm(anna: Visitor) -> None:
    health = anna.ask("GET", "/health")
    assert (health["status"], set(health)) == ("ok", {"status", "cause", "version", "bots_ready"})
    eventually(lambda: anna.ask("GET", "/health")["bots_ready"])


def test_metrics_count_moves_clients_tables_latency_and_thoughts(anna: Visitor) -> None:
    names = ('moves_total{by="person"}', 'moves_total{by="bot"}', "command_seconds_count", "tables_kept")
    before = {name: metric(anna, name) for name in names}
    setup = {**TINY, "first": 1}
    code = anna.ask("POST", "/api/quick", {"name": "Anna", "bot": "random", "setup": setup})["table"]
    refusals = metric(anna, 'refusals_total{code="no_such_seat"}')
    with anna.at(code) as guest:
        played_out(guest)
        guest.command("leave", seat=5)
        assert metric(anna, "clients") >= 1
    log = anna.ask("GET", f"/api/tables/{code}/log")["log"]
    plies = {by: sum(event.get("by") == by for event in log) for by in ("person", "bot")}
    grown = {name: metric(anna, name) - before[name] for name in names}
    assert list(grown.values()) == [plies["person"], plies["bot"], plies["person"], 1]
    assert metric(anna, 'refusals_total{code="no_such_seat"}') == refusals + 1
    assert metric(anna, 'bot_seconds_count{bot="random"}') >= plies["bot"]


def test_in_a_pipe_logs_are_json_a_line_for_each_event(server: Server, anna: Visitor) -> None:
    anna.request("GET", "/nothing")
    eventually(lambda: '"status": 404' in server.logged())
    lines = [json.loads(line) for line in server.logged().splitlines()]
    assert all({"time", "level", "event"} <= set(line) for line in lines)


# --- Clients that take nothing ----------------------------------------------------------------------------------------


def test_a_client_that_takes_nothing_is_closed_and_holds_nobody_up(tmp_path: Path) -> None:
    with serving(tmp_path / "data", stuck_seconds=0.5) as server:
        anna, ben = Visitor(server.url), Visitor(server.url)
        code = anna.create({"name": "Anna"}, setup={"patience_seconds": None})
        ben.join(code, "Ben")
        with anna.at(code) as one, stuck_at(server.url, code) as stuck:
            one.until(lambda view: view["state"] == "playing")
            eventually(lambda: metric(anna, "clients") == 2)
            assert is_held(stuck)
            end = time.monotonic() + PATIENCE
            while metric(anna, "clients") == 2:
                assert time.monotonic() < end
                for _ in range(300):
                    one.say({"do": "view"})
                    with suppress(OSError):  # It may be cut by now.
                        stuck.send(VIEW)
                one.command("leave", seat=5)
            eventually(lambda: not is_held(stuck))
            assert one.command("leave", seat=5)["refused"]["code"] == "no_such_seat"


VIEW = b"\x81\x8d\0\0\0\0" + b'{"do":"view"}'
"""A masked frame of text."""


def stuck_at(url: str, code: str) -> socket.socket:
    """A socket at a table that sends but never reads."""
    place = urlsplit(url)
    stuck = socket.socket()
    stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    stuck.settimeout(PATIENCE)
    stuck.connect((place.hostname, place.port))
    key = b64encode(os.urandom(16)).decode()
    lines = (
        f"GET /api/tables/{code}/socket HTTP/1.1",
        f"Host: {place.netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
    )
    stuck.sendall("\r\n".join((*lines, "", "")).encode())
    return stuck
