"""A worker as its supervisor sees it: when it is started anew, and how it ends."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy.engine import make_url

from bigpoints.server import worker_process
from bigpoints.server.settings import Settings
from bigpoints.server.worker_process import WorkerProcess
from support.observation import eventually

ADDRESS = "postgresql://anna:secret@127.0.0.1:1/nowhere"
SERVES = """
import json, sys
about = json.loads(sys.stdin.readline())
open(about["settings"]["data"], "w").write(json.dumps(about))
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerProcess]:
    """A worker that only writes down what it was told."""
    monkeypatch.setattr(worker_process, "_ENTRY", SERVES)
    made = WorkerProcess(Settings.given(data=tmp_path / "told", port=1234), make_url(ADDRESS), [])
    yield made
    made.stop(0)


def test_a_worker_is_told_its_settings_and_the_whole_address(worker: WorkerProcess, tmp_path: Path) -> None:
    worker.start()
    assert worker.await_ready(60, Event())
    told = (tmp_path / "told").read_text()
    assert ADDRESS in told
    assert '"port": 1234' in told


def test_it_ends_when_its_supervisor_ends(worker: WorkerProcess) -> None:
    worker.start()
    assert worker.await_ready(60, Event())
    assert worker._process
    assert worker._process.stdin
    worker._process.stdin.close()  # As the end of the supervisor would.
    eventually(lambda: worker.exit_code == 0)


def test_one_that_does_not_end_in_time_is_killed(worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    deaf = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    monkeypatch.setattr(worker_process, "_ENTRY", deaf + SERVES)
    worker.start()
    assert worker.await_ready(60, Event())
    worker.stop(0.1)
    assert worker.exit_code == -signal.SIGKILL


def test_one_that_fails_at_once_is_never_ready(worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "_ENTRY", "raise SystemExit(3)")
    worker.start()
    assert not worker.await_ready(60, Event())
    assert worker.exit_code == 3


def test_nobody_waits_for_a_worker_when_all_is_to_end(worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "_ENTRY", "import sys; sys.stdin.read()")
    worker.start()
    ending = Event()
    ending.set()
    assert not worker.await_ready(60, ending)


def test_one_that_dies_after_a_long_life_is_due_at_once_others_after_a_growing_pause(
    worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(f"{worker_process.__name__}.time.monotonic", lambda: now[0])
    pauses = []
    for _ in range(8):
        worker.start()
        assert not worker.is_due()
        _kill(worker)
        began = now[0]
        while not worker.is_due():
            now[0] += 0.25
        pauses.append(now[0] - began)
    assert pauses == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]
    worker.start()
    now[0] += 11
    _kill(worker)
    assert worker.is_due()
    worker.start()
    _kill(worker)
    assert not worker.is_due()
    now[0] += 0.5
    assert worker.is_due()


def _kill(worker: WorkerProcess) -> None:
    assert worker._process
    os.kill(worker._process.pid, signal.SIGKILL)
    worker._process.wait()
