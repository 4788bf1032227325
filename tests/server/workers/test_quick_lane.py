"""The quick lane: bots that move at once do not wait for those that search, and nobody waits for one address alone."""

import asyncio
import os
import signal
from asyncio import create_task
from pathlib import Path

import pytest

from bigpoints.server.workers import process
from bigpoints.server.workers.fair_queue import Origin
from bigpoints.server.workers.pool import WorkerFailed, WorkerPool
from support.worker_pools import FIRST, ORIGIN, PATIENCE, POSITION, play, until


@pytest.mark.usefixtures("odd")
def test_quick_bots_do_not_wait_for_those_that_search() -> None:
    async def work(pool: WorkerPool) -> None:
        await pool.warmed()
        searches = [create_task(pool.think("level6", POSITION, 0, ORIGIN)) for _ in range(5)]
        await until(lambda: (pool.busy, pool.waiting) == (1, 4))
        assert [await pool.think("random", POSITION, 0, ORIGIN) for _ in range(3)] == [FIRST] * 3
        assert (pool.busy, pool.waiting) == (1, 4)
        for search in searches:
            search.cancel()
        await until(lambda: (pool.busy, pool.waiting) == (0, 0))

    asyncio.run(play(1, work))


def test_quick_bots_play_although_no_worker_ever_compiles(odd: Path) -> None:
    (odd / "crash").touch()

    async def work(pool: WorkerPool) -> None:
        with pytest.raises(WorkerFailed, match="level4: its worker cannot be started"):
            await pool.think("level4", POSITION, 0, ORIGIN)
        assert await pool.think("random", POSITION, 0, ORIGIN) == FIRST
        assert not pool.ready

    asyncio.run(play(1, work))


@pytest.mark.usefixtures("odd")
def test_while_the_quick_lane_is_down_the_others_do_its_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_SHORTEST_PAUSE", PATIENCE)

    async def work(pool: WorkerPool) -> None:
        await pool.warmed()
        os.kill(pool.pids[0], signal.SIGKILL)
        await until(lambda: not pool.ready)
        assert await pool.think("random", POSITION, 0, ORIGIN) == FIRST
        assert len(pool.pids) == 1

    asyncio.run(play(1, work))


@pytest.mark.usefixtures("odd")
def test_addresses_take_turns_and_so_do_the_tables_of_one(given_to: list[Origin]) -> None:
    async def work(pool: WorkerPool) -> None:
        await pool.warmed()
        searching = create_task(pool.think("level6", POSITION, 0, Origin("a", "t0")))
        await until(lambda: pool.busy == 1)
        busy = [Origin("a", "t1"), Origin("a", "t1"), Origin("a", "t2"), Origin("b", "t3"), Origin("c", "t4")]
        thoughts = [create_task(pool.think("level4", POSITION, 0, origin)) for origin in busy]
        await until(lambda: pool.waiting == 5)
        searching.cancel()
        await asyncio.gather(*thoughts)
        assert [origin.address for origin in given_to[:3]] == ["a", "b", "c"]
        assert [origin.table for origin in given_to[3:]] == ["t1", "t2", "t1"]

    asyncio.run(play(1, work))
