"""The data folder: one server for a data folder, and others find it."""

import errno
import fcntl
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from bigpoints.server.ops.data_folder import (
    AlreadyRunning,
    BadDataFolder,
    DataFolder,
    RunningServer,
    database_file,
)

URL = "http://127.0.0.1:5055"
SERVER = f"""
import sys
from pathlib import Path
from bigpoints.server.ops.data_folder import DataFolder
with DataFolder(Path(sys.argv[1])) as folder:
    folder.announce({URL!r})
    print("running", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "server"


def server(data: Path) -> "subprocess.Popen[str]":
    """Another process that has a data folder, until a line is sent to it."""
    pipe = subprocess.PIPE
    process = subprocess.Popen([sys.executable, "-c", SERVER, str(data)], stdin=pipe, stdout=pipe, text=True)
    assert process.stdout
    assert process.stdout.readline() == "running\n"
    return process


def holder(data: Path) -> RunningServer | None:
    """The server that keeps a second one from a data folder."""
    try:
        with DataFolder(data):
            return None
    except AlreadyRunning as error:
        return error.running


def test_another_process_is_found_with_its_address_until_it_ends(data: Path) -> None:
    with server(data) as other:
        with pytest.raises(AlreadyRunning, match=f"the server is running at {URL} already") as caught, DataFolder(data):
            pass
        assert caught.value.running.url == URL
        assert holder(data) == RunningServer(other.pid, URL)
        other.communicate("end\n")
    assert holder(data) is None
    assert sorted(file.name for file in data.iterdir()) in ([], ["lock"])


def test_one_that_was_killed_does_not_run_whatever_it_left_behind(data: Path) -> None:
    with server(data) as other:
        other.kill()
    assert json.loads((data / "running.json").read_text(encoding="utf-8"))["url"] == URL
    with DataFolder(data) as folder:
        assert not (data / "running.json").exists()
        folder.announce("http://127.0.0.1:6000")
        told = json.loads((data / "running.json").read_text(encoding="utf-8"))
        assert told == {"pid": os.getpid(), "url": "http://127.0.0.1:6000"}


@pytest.mark.parametrize("removed", [["lock"], ["lock", "running.json"]])
def test_a_server_is_found_also_if_its_files_were_removed(data: Path, removed: list[str]) -> None:
    with server(data) as other:
        for name in removed:
            (data / name).unlink()
        known = "running.json" not in removed
        assert holder(data) == (RunningServer(other.pid, URL) if known else RunningServer(None, None))
        assert (data / "running.json").exists() == known, "a start that is refused leaves the first one's files alone"
        other.communicate("end\n")
    assert holder(data) is None


def test_where_folders_cannot_be_locked_the_lock_file_has_to_do(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def flock(descriptor: int, operation: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EBADF, "not on this file system")
        locked(descriptor, operation)

    locked = fcntl.flock
    monkeypatch.setattr(fcntl, "flock", flock)
    with DataFolder(data):
        assert holder(data) == RunningServer(None, None)
    assert holder(data) is None


def test_one_that_has_not_told_its_address_yet_is_just_starting(data: Path) -> None:
    with server(data) as other:
        (data / "running.json").write_text("{", encoding="utf-8")
        assert holder(data) == RunningServer(None, None)
        assert str(holder(data)) == "running or just starting in another process"
        other.communicate("end\n")


def test_a_server_that_ends_with_an_error_leaves_the_data_folder_free(data: Path) -> None:
    with pytest.raises(ZeroDivisionError), DataFolder(data):
        raise ZeroDivisionError
    with DataFolder(data):
        pass


def test_a_server_ends_also_on_a_disk_that_has_turned_read_only(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unlink(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with DataFolder(data) as folder:
        folder.announce(URL)
        monkeypatch.setattr(Path, "unlink", unlink)
    monkeypatch.undo()
    assert holder(data) is None


def test_nobody_else_looks_into_the_data_folder(data: Path) -> None:
    with DataFolder(data):
        assert data.stat().st_mode & 0o777 == 0o700
    assert database_file(data).parent == data


def test_a_data_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for data in (tmp_path / "file", tmp_path / "file" / "server"):
        with pytest.raises(
            BadDataFolder, match=f"^{data}: the data folder cannot be used: .*; choose another with --data$"
        ):
            DataFolder(data).__enter__()


def test_so_is_one_that_cannot_be_written(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(BadDataFolder, match="cannot be written; choose another with --data"):
        DataFolder(data).__enter__()
