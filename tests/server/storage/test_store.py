"""What a store promises, and that the one on a database keeps to it."""

import inspect
from pathlib import Path

import pytest

from bigpoints.errors import BigPointsError
from bigpoints.server.storage.engine import sqlite_url
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import Store, StoreFailed

PROMISES = [name for name in vars(Store) if not name.startswith("_")]


@pytest.mark.parametrize("name", PROMISES)
def test_the_store_on_a_database_keeps_each_promise(name: str) -> None:
    promise, kept = getattr(Store, name), getattr(SqlStore, name)
    assert inspect.signature(kept) == inspect.signature(promise)
    assert inspect.iscoroutinefunction(kept)


def test_a_failure_is_one_line_for_whoever_runs_the_server(tmp_path: Path) -> None:
    with pytest.raises(BigPointsError) as failed:
        SqlStore(sqlite_url(tmp_path / ("x" * 300) / "db"))
    assert isinstance(failed.value, StoreFailed)
    assert str(failed.value).endswith("/db: File name too long")
