"""The store is watched: whether it can write, and what is told of its failures."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bigpoints.server.ops import store_watch
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.ops.store_watch import NO_ANSWER, StoreWatch
from support.live_tables import until


class Store:
    """A store that may be full, and tells its watch as the writer does."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.metrics = Metrics()
        self.watch = StoreWatch(self.probe, self.metrics, lambda: self.now)
        self.probes = 0
        self.is_full = False
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def probe(self) -> None:
        """Write something."""
        self.probes += 1
        await self.may_answer.wait()
        if self.is_full:
            self.watch.failed("SQLITE_FULL", 1, is_write=False)
            raise OSError

    def counted(self, cause: str) -> float:
        """What the metrics say of a cause."""
        line = f'bigpoints_store_failures_total{{cause="{cause}"}} '
        return sum(
            float(each.split()[-1]) for each in self.metrics.text().decode().splitlines() if each.startswith(line)
        )


def play(story: Callable[[Store], Awaitable[None]]) -> None:
    async def with_store() -> None:
        await story(Store())

    asyncio.run(with_store())


def told(caplog: pytest.LogCaptureFixture) -> list[tuple[Any, ...]]:
    """The lines in the log since the last time."""
    lines = [(record.msg, record.levelno, record.__dict__["fields"]) for record in caplog.records]
    caplog.clear()
    return lines


def test_what_fails_beside_the_store_puts_it_in_doubt_until_a_write_works() -> None:
    async def story(store: Store) -> None:
        doubts = [store.watch.is_in_doubt]
        assert await store.watch.cause() is None
        store.watch.doubt()
        doubts.append(store.watch.is_in_doubt)
        assert await store.watch.cause() is None
        assert store.probes == 2
        doubts.append(store.watch.is_in_doubt)
        store.watch.failed("SQLITE_FULL", 1, is_write=True)
        doubts.append(store.watch.is_in_doubt)
        store.watch.wrote()
        assert [*doubts, store.watch.is_in_doubt] == [False, True, False, True, False]

    play(story)


def test_nothing_is_written_more_often_than_every_few_seconds_however_often_it_is_asked() -> None:
    async def story(store: Store) -> None:
        for _ in range(20):
            assert await asyncio.gather(*(store.watch.cause() for _ in range(50))) == [None] * 50
            store.now += 0.5
        assert store.probes == 2
        store.is_full = True
        store.now += 5
        for _ in range(20):
            assert await asyncio.gather(*(store.watch.cause() for _ in range(50))) == ["SQLITE_FULL"] * 50
            store.now += 0.5
        assert store.probes == 4

    play(story)


def test_moves_that_are_stored_are_as_good_as_a_probe() -> None:
    async def story(store: Store) -> None:
        for _ in range(10):
            store.watch.wrote()
            store.now += 4
            assert await store.watch.cause() is None
        store.watch.failed("SQLITE_READONLY", 3, is_write=True)
        assert await store.watch.cause() == "SQLITE_READONLY"
        store.watch.wrote()
        assert await store.watch.cause() is None
        assert store.probes == 0

    play(story)


def test_a_read_that_failed_says_nothing_of_writes_so_the_next_one_who_asks_makes_sure() -> None:
    async def story(store: Store) -> None:
        store.watch.wrote()
        store.watch.failed("SQLITE_CORRUPT", 1, is_write=False)
        assert await store.watch.cause() is None
        assert store.probes == 1

    play(story)


def test_a_store_that_works_again_is_found_by_the_next_probe() -> None:
    async def story(store: Store) -> None:
        store.is_full = True
        assert await store.watch.cause() == "SQLITE_FULL"
        store.is_full = False
        assert await store.watch.cause() == "SQLITE_FULL", "what is known is still fresh"
        store.now += 5
        assert await store.watch.cause() is None

    play(story)


def test_a_store_that_does_not_answer_fails_and_is_probed_once_until_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_watch, "_PROBE_SECONDS", 0.01)

    async def story(store: Store) -> None:
        store.may_answer.clear()
        for _ in range(5):
            assert await store.watch.cause() == NO_ANSWER
            store.now += 5
        assert store.probes == 1
        assert store.counted(NO_ANSWER) == 1
        store.may_answer.set()
        await until(lambda: not store.watch._is_probing)
        assert await store.watch.cause() is None

    play(story)


def test_a_failure_that_nobody_told_of_is_named_by_its_class() -> None:
    async def probe() -> None:
        raise ZeroDivisionError

    async def story() -> None:
        assert await StoreWatch(probe, Metrics()).cause() == "ZeroDivisionError"

    asyncio.run(story())


def test_a_failure_is_logged_once_for_each_cause_and_minute_with_the_number_since(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story(store: Store) -> None:
        for _ in range(100):
            store.watch.failed("SQLITE_FULL", 3, is_write=True)
            store.watch.failed("SQLITE_BUSY", 1, is_write=False)
            store.now += 1
        assert told(caplog) == [
            ("store_failed", logging.ERROR, {"cause": "SQLITE_FULL", "failures": 3}),
            ("store_failed", logging.ERROR, {"cause": "SQLITE_BUSY", "failures": 1}),
            ("store_failed", logging.ERROR, {"cause": "SQLITE_FULL", "failures": 180}),
            ("store_failed", logging.ERROR, {"cause": "SQLITE_BUSY", "failures": 60}),
        ]
        assert (store.counted("SQLITE_FULL"), store.counted("SQLITE_BUSY")) == (300, 100)

    with caplog.at_level(logging.INFO, "bigpoints.server"):
        play(story)


def test_it_is_logged_when_the_store_works_again_but_not_for_failures_that_were_not(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story(store: Store) -> None:
        store.watch.wrote()
        store.watch.failed("SQLITE_FULL", 2, is_write=True)
        store.now += 10
        store.watch.failed("SQLITE_FULL", 5, is_write=True)
        store.now += 10
        store.watch.wrote()
        store.watch.wrote()
        lines = told(caplog)
        assert [line[0] for line in lines] == ["store_failed", "store_works"]
        assert lines[1][1:] == (logging.INFO, {"cause": "SQLITE_FULL", "failures": 7, "seconds": 20.0})
        for _ in range(10):  # A disk that is full every other second is worth one line a minute.
            store.watch.failed("SQLITE_FULL", 1, is_write=True)
            store.watch.wrote()
            store.now += 1
        store.watch.failed("SQLITE_CORRUPT", 1, is_write=False)
        store.watch.wrote()
        assert [line[0] for line in told(caplog)] == ["store_failed"], "that of the read"

    with caplog.at_level(logging.INFO, "bigpoints.server"):
        play(story)
