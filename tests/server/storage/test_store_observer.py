"""The observer of a store hears of durable writes and of failures, by causes without values."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError

from bigpoints.server.storage.schema import TABLES
from bigpoints.server.storage.store import StoreFailed
from support.stores import entry
from support.writer_scene import Scene, no_file_longer_than, play


def _with_state() -> OperationalError:
    """An error as other databases tell it."""

    class DiskFull(Exception):
        sqlstate = "53100"

    return OperationalError("x", {}, DiskFull("secret"))


class Observer:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []

    def wrote(self) -> None:
        """Note it."""
        self.told.append(("wrote",))

    def failed(self, cause: str, calls: int, *, is_write: bool) -> None:
        """Note it."""
        self.told.append((cause, calls, is_write))


@asynccontextmanager
async def read_only(scene: Scene) -> AsyncIterator[None]:
    """While the database refuses all writes, as on a disk that has turned read-only."""
    driver: Any = await scene.writer.do(lambda connection: connection.connection.dbapi_connection)
    driver.execute("PRAGMA query_only = ON")
    yield
    driver.execute("PRAGMA query_only = OFF")


def test_an_observer_is_told_of_entries_that_are_durable_and_of_nothing_else(database: URL) -> None:
    async def story(scene: Scene) -> None:
        observer = scene.writer.observer = Observer()
        await scene.writer.do(lambda _: 1)
        assert await scene.writer.append(entry("A", 5), None) is False
        assert observer.told == []
        async with scene.held():
            answers = [scene.writer.append(entry("A", 6), None), scene.writer.do(lambda _: True)]
        assert await asyncio.gather(*answers) == [True, True]
        assert observer.told == [("wrote",)]

    play(database, story)


def test_an_observer_that_fails_keeps_no_caller_waiting(database: URL) -> None:
    complaints: list[object] = []

    class Failing(Observer):
        def wrote(self) -> None:
            raise ValueError("no")

    async def story(scene: Scene) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, about: complaints.append(about["exception"]))
        scene.writer.observer = Failing()
        assert await asyncio.wait_for(scene.writer.append(entry("A", 6), None), 30)

    play(database, story)
    assert [str(complaint) for complaint in complaints] == ["no"]


def test_an_observer_is_told_of_failures_by_cause_before_their_callers_know(tmp_path: Path) -> None:
    async def story(scene: Scene) -> None:
        observer = scene.writer.observer = Observer()
        with no_file_longer_than((tmp_path / "db-wal").stat().st_size + 10_000):
            failed = await asyncio.gather(
                *(scene.writer.append(entry("A", n, event="x" * 9000), None) for n in (6, 7)), return_exceptions=True
            )
        assert [type(failure) for failure in failed] == [StoreFailed] * 2
        async with read_only(scene):
            with pytest.raises(StoreFailed, match="readonly"):
                await scene.writer.append(entry("A", 6), None)
        with pytest.raises(StoreFailed, match="UNIQUE"):
            await scene.writer.do(_make_table_again)
        with pytest.raises(ZeroDivisionError):
            await scene.writer.do(lambda _: 1 // 0)
        assert observer.told == [
            *(("SQLITE_IOERR_WRITE", calls, True) for calls in _batches(observer)),
            ("SQLITE_READONLY", 1, True),
            ("SQLITE_CONSTRAINT_UNIQUE", 1, False),
        ]

    play(tmp_path, story)


def _batches(observer: Observer) -> list[object]:
    """The two failures of a full disk, in one batch or in two."""
    calls = [told[1] for told in observer.told if told[0] == "SQLITE_IOERR_WRITE"]
    assert calls in ([2], [1, 1])
    return calls


def _make_table_again(connection: Connection) -> None:
    connection.execute(TABLES.insert(), {"code": "A", "created": 0})


def test_a_database_that_refuses_writes_loses_nothing_and_works_again_without_a_restart(tmp_path: Path) -> None:
    async def story(scene: Scene) -> None:
        async with read_only(scene):
            for _ in range(3):
                answers = [scene.writer.append(entry(table, 6), None) for table in "AB"]
                failures = await asyncio.gather(*answers, return_exceptions=True)
                assert [type(failure) for failure in failures] == [StoreFailed] * 2
            assert [len(scene.stored(table)) for table in "AB"] == [5, 5]
        assert await scene.append(entry("A", 6), entry("B", 6)) == [True, True]
        assert [len(scene.stored(table)) for table in "AB"] == [6, 6]

    play(tmp_path, story)


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (OperationalError("x", {}, OSError("/secret")), "OSError"),
        (KeyError("secret"), "KeyError"),
        (_with_state(), "53100"),
    ],
)
def test_a_cause_has_no_values_in_it(database: URL, error: Exception, cause: str) -> None:
    async def story(scene: Scene) -> None:
        def refuse(_: Connection) -> None:
            raise error

        observer = scene.writer.observer = Observer()
        event.listen(scene.engine, "commit", refuse)
        with pytest.raises((StoreFailed, KeyError)):
            await scene.writer.append(entry("A", 6), None)
        event.remove(scene.engine, "commit", refuse)
        assert observer.told == [(cause, 1, True)]

    play(database, story)
