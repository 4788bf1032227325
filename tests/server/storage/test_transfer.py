"""Copies of whole databases: all rows, whatever their number, or none; and numbers of tables that go on."""

from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.engine import URL

from bigpoints.server.storage import transfer as module
from bigpoints.server.storage.schema import TABLES
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import StoreFailed
from bigpoints.server.storage.transfer import transfer
from support.stores import entry, place_of, seated, with_store


@pytest.fixture
def source(tmp_path: Path) -> Path:
    with_store(tmp_path / "source", lambda store: seated(store, *(f"TABLE{n:03}" for n in range(50)), newest=50))
    return tmp_path / "source"


def test_all_rows_are_copied_and_reported_in_parts(source: Path, database: URL) -> None:
    reports: list[tuple[int, int]] = []
    rows = transfer(source, place_of(database), lambda done, total: reports.append((done, total)))
    assert rows == {"tables": 50, "events": 2500, "members": 50, "offers": 0, "marks": 0, "snapshots": 0}
    assert reports[-1] == (2600, 2600)
    assert len(reports) >= 4

    async def story(store: SqlStore) -> None:
        assert await store.create(entry("NEWTABLE", 1), "me")
        assert await store.do(lambda connection: connection.scalar(select(func.max(TABLES.c.number)))) == 51

    with_store(database, story)


def test_a_copy_onto_itself_is_refused(source: Path) -> None:
    with pytest.raises(StoreFailed, match="source and target are the same"):
        transfer(source, source.parent / ".." / source.parent.name / source.name, lambda *_: None)


def test_a_copy_that_differs_is_not_kept(source: Path, database: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = iter(range(100))
    monkeypatch.setattr(module, "_count", lambda *_: next(counts))
    with pytest.raises(StoreFailed, match="has not as many rows"):
        transfer(source, place_of(database), lambda *_: None)
    assert with_store(database, lambda store: store.count()) == 0


def test_what_fails_in_the_middle_leaves_nothing(source: Path, database: URL) -> None:
    def fail(done: int, _: int) -> None:
        if done > 1000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        transfer(source, place_of(database), fail)
    assert with_store(database, lambda store: store.count()) == 0
    assert transfer(source, place_of(database), lambda *_: None)["events"] == 2500
