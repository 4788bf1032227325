"""Several workers on one machine: they share a port, are started anew when they die, and end with their server."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from support.observation import children, eventually, is_running
from support.postgres import Postgres
from support.random_players import SMALL
from support.server_process import PATIENCE, Answer, Json, Server, Visitor, serving


@pytest.fixture
def database(postgres: Postgres) -> str:
    return postgres.new_database()


def begun(view: Json) -> bool:
    return bool(view["state"] == "playing")


@pytest.fixture
def three(tmp_path: Path, database: str) -> Iterator[Server]:
    """A server of three workers."""
    with serving(tmp_path / "three", database=database, workers=3) as server:
        yield server


def pids(server: Server) -> list[int]:
    return sorted(children(server.process.pid))


def test_workers_of_one_server_share_its_port_and_its_tables(three: Server) -> None:
    anna = Visitor(three.url)
    code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup=SMALL)
    with ExitStack() as stack:
        guests = [stack.enter_context(anna.at(code)) for _ in range(8)]
        for guest in guests:
            guest.until(begun)
        version = guests[0].move()["version"]
        for guest in guests:
            assert guest.until(lambda view: view["version"] >= version)["version"] == version


def test_a_worker_that_dies_is_started_anew(three: Server) -> None:
    before = pids(three)
    assert len(before) == 3
    os.kill(before[0], signal.SIGKILL)
    eventually(lambda: len(pids(three)) == 3 and before[0] not in pids(three))
    assert Visitor(three.url).create({"name": "Anna"}, setup=SMALL)


def test_a_rolling_restart_loses_no_move_and_lets_everybody_come_back(three: Server) -> None:
    before = pids(three)
    anna = Visitor(three.url)
    code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup={**SMALL, "series": True})
    acknowledged = 0
    three.process.send_signal(signal.SIGHUP)
    until = time.monotonic() + PATIENCE
    while set(before) & set(pids(three)) or len(pids(three)) < 3:
        assert time.monotonic() < until
        with suppress(ConnectionClosed, OSError, Answer), anna.at(code) as guest:
            guest.until(lambda view: view["version"])
            while set(before) & set(pids(three)):
                answer = guest.move() if guest.view["state"] == "playing" else guest.command("next")
                acknowledged = max(acknowledged, answer.get("version", 0))
                guest.until(lambda view, newest=acknowledged: view["version"] >= newest)  # type: ignore[misc]
                time.sleep(0.02)
    assert anna.view(code)["version"] >= acknowledged > 1


def test_a_rolling_restart_stops_at_a_worker_that_does_not_start(
    three: Server, postgres: Postgres, database: str
) -> None:
    """The database takes no new connections, as after an upgrade that fails: two workers of three stay."""
    before = set(pids(three))
    name = database.rpartition("/")[2]
    with postgres.connect("postgres") as connection:
        connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        three.process.send_signal(signal.SIGHUP)
        eventually(lambda: "restart_stopped" in three.logged())
        assert len(before & set(pids(three))) == 2
        connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    eventually(lambda: len(pids(three)) == 3)
    eventually(lambda: three.logged().count("worker_restarted") >= 1)


def test_all_workers_end_with_their_server_however_it_ends(tmp_path: Path, database: str) -> None:
    with serving(tmp_path / "stopped", database=database, workers=2) as server:
        workers = pids(server)
        assert server.stop() == 0
        assert not any(map(is_running, workers))
        assert "Fatal" not in server.data.with_name("stopped.log").read_text(encoding="utf-8")
    with serving(tmp_path / "killed", database=database, workers=2) as server:
        workers = pids(server)
        server.kill()
        eventually(lambda: not any(map(is_running, workers)))


def test_each_worker_has_a_port_of_its_own_with_its_health(three: Server) -> None:
    ports = [port for pid in pids(three) for port in listening_ports(pid)]
    assert len(set(ports)) == 4
    shared = int(three.url.rpartition(":")[2])
    for port in set(ports) - {shared}:
        assert Visitor(f"http://127.0.0.1:{port}").ask("GET", "/health")["status"] == "ok"


def listening_ports(pid: int) -> set[int]:
    """The ports that a process listens on."""
    inodes = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # It was closed just now.
            inodes.add(str(link.readlink()))
    rows = [line.split() for line in Path(f"/proc/{pid}/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    return {int(row[1].rpartition(":")[2], 16) for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in inodes}


def test_no_process_shows_the_password_of_the_database(three: Server, postgres: Postgres) -> None:
    for pid in (three.process.pid, *pids(three)):
        assert postgres.password not in Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")
    assert postgres.password not in three.logged()


def test_workers_that_cannot_start_end_with_one_line(tmp_path: Path, postgres: Postgres) -> None:
    with pytest.raises(AssertionError, match="does not start") as failure:
        Server(tmp_path / "data", database=postgres.url("nowhere"), workers=2)
    assert "nowhere" in str(failure.value)
    assert "Traceback" not in str(failure.value)
    assert postgres.password not in str(failure.value)
