"""Pools with odd workers, and what is given to them."""

from pathlib import Path

import pytest

from bigpoints.server.workers import process
from bigpoints.server.workers.fair_queue import Origin
from bigpoints.server.workers.process import Job, WorkerProcess


@pytest.fixture
def odd(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Has pools start odd workers; gives the folder that tells them what to do."""
    monkeypatch.setattr(process, "_MODULE", "support.odd_worker")
    monkeypatch.setenv("ODD_FOLDER", str(tmp_path))
    return tmp_path


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The bots of the jobs that were given to workers."""
    names: list[str] = []
    give = WorkerProcess.give

    def noted(self: WorkerProcess, job: Job) -> None:
        names.append(job.bot)
        give(self, job)

    monkeypatch.setattr(WorkerProcess, "give", noted)
    return names


@pytest.fixture
def given_to(monkeypatch: pytest.MonkeyPatch) -> list[Origin]:
    """Who the jobs were for that were given to workers."""
    origins: list[Origin] = []
    give = WorkerProcess.give

    def noted(self: WorkerProcess, job: Job) -> None:
        origins.append(job.origin)
        give(self, job)

    monkeypatch.setattr(WorkerProcess, "give", noted)
    return origins
