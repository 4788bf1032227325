"""A full disk: commands are refused, nothing that was acknowledged is lost, and all goes on when there is room."""

import json
import resource
from pathlib import Path

import pytest

from bigpoints.server.ops.data_folder import database_file
from support.observation import eventually, metric
from support.server_process import Answer, Server, Visitor, serving


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
