"""A pool with odd workers: who thinks when, and what happens when one dies, hangs, fails or cannot be started."""

import asyncio
import gc
import logging
import os
import signal
import subprocess
import sys
from asyncio import create_task
from pathlib import Path
from time import monotonic, sleep
from unittest.mock import AsyncMock, Mock

import pytest
import uvloop

from bigpoints.server.workers import process
from bigpoints.server.workers.pool import WorkerFailed, WorkerPool
from bigpoints.server.workers.process import State, WorkerProcess
from support.observation import is_running
from support.worker_pools import FIRST, ORIGIN, PATIENCE, POSITION, play, until


@pytest.mark.usefixtures("odd")
def test_who_comes_first_is_served_first_and_who_leaves_is_never_given_to_anybody(given: list[str]) -> None:
    async def work(pool: WorkerPool) -> None:
        await pool.warmed()
        pids = pool.pids
        thoughts = [
            create_task(pool.think(bot, POSITION, 0, ORIGIN)) for bot in ("level6", "level6", "level5", "level4")
        ]
        await until(lambda: (pool.busy, pool.waiting) == (2, 2))
        thoughts.append(create_task(pool.think("level5", POSITION, 0, ORIGIN)))
        thoughts.pop(2).cancel()
        await until(lambda: pool.waiting == 2)
        thoughts.pop(0).cancel()
        assert [await thought for thought in thoughts[1:]] == [FIRST] * 2
        assert given == ["level6", "level6", "level4", "level5"]
        assert pool.busy == 1
        thoughts[0].cancel()
        await until(lambda: pool.busy == 0)
        assert pool.pids == pids

    asyncio.run(play(2, work))


def test_only_bots_without_a_compiler_play_before_it_is_warm(odd: Path) -> None:
    (odd / "wait").touch()

    async def work(pool: WorkerPool) -> None:
        strong = create_task(pool.think("level4", POSITION, 0, ORIGIN))
        assert await pool.think("random", POSITION, 0, ORIGIN) == FIRST
        assert (pool.ready, pool.waiting) == (False, 1)
        (odd / "wait").unlink()
        assert await strong == FIRST
        await pool.warmed()
        assert pool.ready

    asyncio.run(play(1, work))


@pytest.mark.usefixtures("odd")
def test_the_first_worker_compiles_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    states: list[list[State]] = []
    warm = WorkerProcess.warm

    async def work(pool: WorkerPool) -> None:
        def noted(self: WorkerProcess) -> None:
            if self in pool._searchers:
                states.append([other.state for other in pool._searchers])
            warm(self)

        monkeypatch.setattr(WorkerProcess, "warm", noted)
        await pool.warmed()

    asyncio.run(play(3, work))
    assert len(states) == 3
    assert not {State.WARM, State.WARMING} & set(states[0])
    assert all(State.WARM in later for later in states[1:])


@pytest.mark.usefixtures("odd")
def test_a_job_whose_worker_dies_is_done_by_the_next_one() -> None:
    async def work(pool: WorkerPool) -> None:
        assert await pool.think("level3", POSITION, 0, ORIGIN) == FIRST

    asyncio.run(play(1, work))


@pytest.mark.usefixtures("odd")
def test_a_job_that_two_workers_die_of_fails(given: list[str]) -> None:
    async def work(pool: WorkerPool) -> None:
        with pytest.raises(WorkerFailed, match="level2: its worker died, and so did the next one"):
            await pool.think("level2", POSITION, 0, ORIGIN)
        assert await pool.think("random", POSITION, 0, ORIGIN) == FIRST

    asyncio.run(play(2, work))
    assert given == ["level2", "level2", "random"]


@pytest.mark.usefixtures("odd")
def test_a_bot_that_fails_says_why_in_one_line() -> None:
    async def work(pool: WorkerPool) -> None:
        with pytest.raises(WorkerFailed, match=r"^acting failed: ZeroDivisionError: one two$"):
            await pool.think("level1", POSITION, 0, ORIGIN)

    asyncio.run(play(1, work))


@pytest.mark.usefixtures("odd")
def test_a_worker_that_hangs_is_replaced() -> None:
    async def work(pool: WorkerPool) -> None:
        await pool.warmed()
        pids = pool.pids
        with pytest.raises(WorkerFailed, match="there was no move within 1 s"):
            await pool.think("greedy", POSITION, 0, ORIGIN)
        await until(lambda: pool.ready)
        assert pool.pids != pids

    asyncio.run(play(1, work, longest=1.0))


@pytest.mark.usefixtures("odd")
def test_a_worker_that_does_not_stop_thinking_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_GRACE", 0.5)

    async def work(pool: WorkerPool) -> None:
        await pool.warmed()
        pids = pool.pids
        thought = create_task(pool.think("greedy", POSITION, 0, ORIGIN))
        await until(lambda: pool.busy == 1)
        thought.cancel()
        await until(lambda: pool.pids != pids and pool.ready)
        assert pool.busy == 0

    asyncio.run(play(1, work))


def test_workers_that_cannot_be_warmed_are_not_waited_for_for_ever(odd: Path, caplog: pytest.LogCaptureFixture) -> None:
    (odd / "crash").touch()

    async def work(pool: WorkerPool) -> None:
        with pytest.raises(WorkerFailed, match="level4: its worker cannot be started"):
            await pool.think("level4", POSITION, 0, ORIGIN)
        (odd / "crash").unlink()
        await pool.warmed()
        assert await pool.think("level4", POSITION, 0, ORIGIN) == FIRST

    with caplog.at_level(logging.WARNING):
        asyncio.run(play(1, work))
    told = [(record.msg, getattr(record, "fields", {})) for record in caplog.records]
    pauses = [fields["next_in_seconds"] for event, fields in told if event == "bot_worker_ended"]
    assert pauses[:3] == [0.1, 0.2, 0.4]
    assert ("bot_worker_stderr", {"text": "this is odd"}) in told


@pytest.mark.usefixtures("odd")
def test_whoever_waits_when_the_pool_is_stopped_learns_so() -> None:
    async def work(pool: WorkerPool) -> None:
        await pool.warmed()
        thoughts = [create_task(pool.think("level6", POSITION, 0, ORIGIN)) for _ in range(3)]
        await until(lambda: (pool.busy, pool.waiting) == (2, 1))
        os.kill(pool.pids[-1], signal.SIGSTOP)
        pids = pool.pids
        await pool.stop()
        for thought in thoughts:
            with pytest.raises(WorkerFailed, match="the bot workers have been stopped"):
                await thought
        with pytest.raises(WorkerFailed, match="the bot workers have been stopped"):
            await pool.think("random", POSITION, 0, ORIGIN)
        with pytest.raises(WorkerFailed, match="the bot workers have been stopped"):
            await pool.warmed()
        for pid in pids:
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)

    asyncio.run(play(2, work))


@pytest.mark.usefixtures("odd")
def test_a_pool_can_be_stopped_while_it_starts() -> None:
    pools: list[WorkerPool] = []

    async def work(pool: WorkerPool) -> None:
        await asyncio.sleep(0)
        pools.append(pool)

    asyncio.run(play(2, work))
    assert [(pool.ready, pool.pids) for pool in pools] == [(False, [])]


def test_a_cancellation_is_not_lost_although_the_worker_dies_at_that_moment() -> None:
    async def scene() -> None:
        dead: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        nobody = Mock(wait_closed=AsyncMock(), read=AsyncMock(return_value=b""))
        pipes = process.Pipes(Mock(wait=lambda: dead), nobody, nobody, nobody)
        ending = create_task(process._end(pipes))
        await asyncio.sleep(0)
        dead.set_result(0)
        ending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await ending

    asyncio.run(scene())


def test_a_worker_that_cannot_be_started_as_the_pool_stops_does_not_hold_it_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fail_slowly(_: int) -> process.Pipes:
        await asyncio.sleep(0.05)
        raise OSError("out of files")

    async def scene() -> None:
        pool = WorkerPool(1)
        await pool.start()
        await asyncio.sleep(0.01)
        async with asyncio.timeout(PATIENCE):
            await pool.stop()

    monkeypatch.setattr(process, "_start_process", fail_slowly)
    asyncio.run(scene())


@pytest.mark.usefixtures("odd")
@pytest.mark.parametrize("milliseconds", range(8))
def test_a_pool_whose_workers_are_killed_stops_all_the_same_and_leaves_nothing_open(milliseconds: int) -> None:
    async def work(pool: WorkerPool) -> None:
        await until(lambda: len(pool.pids) == 3)
        for pid in pool.pids:
            os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(milliseconds / 1000)

    asyncio.run(play(2, work))
    gc.collect()  # A pipe that is left open warns, which is an error.


@pytest.mark.usefixtures("odd")
def test_it_all_works_on_the_loop_that_the_server_runs_on() -> None:
    async def work(pool: WorkerPool) -> None:
        await pool.warmed()
        assert await pool.think("level3", POSITION, 0, ORIGIN) == FIRST
        thought = create_task(pool.think("level6", POSITION, 0, ORIGIN))
        await until(lambda: pool.busy == 1)
        thought.cancel()
        await until(lambda: pool.busy == 0)

    uvloop.run(play(2, work))


SERVER = f"""
import asyncio
from bigpoints.server.workers import process
from bigpoints.server.workers.fair_queue import Origin
from bigpoints.server.workers.pool import WorkerPool

process._MODULE = "support.odd_worker"

async def serve():
    pool = WorkerPool(2)
    await pool.start()
    await pool.warmed()
    thoughts = [asyncio.create_task(pool.think("greedy", {POSITION!r}, 0, Origin("", ""))) for _ in range(2)]
    await asyncio.sleep(0.1)
    print(*pool.pids, flush=True)
    await asyncio.gather(*thoughts)

asyncio.run(serve())
"""


def test_no_worker_outlives_a_server_that_is_killed() -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True, env=env) as server:
        assert server.stdout is not None
        pids = [int(pid) for pid in server.stdout.readline().split()]
        assert len(pids) == 3
        assert all(map(is_running, pids))
        server.kill()
    end = monotonic() + PATIENCE
    while any(map(is_running, pids)) and monotonic() < end:
        sleep(0.01)
    assert not any(map(is_running, pids))


# --- Advice -----------------------------------------------------------------------------------------------------------


def test_while_nobody_is_warm_a_bot_without_the_compiler_advises_and_the_best_one_afterwards(
    odd: Path, given: list[str]
) -> None:
    async def work(pool: WorkerPool) -> None:
        (odd / "wait").touch()
        await until(lambda: len(pool.pids) == 3)
        first, *_ = await pool.advise(POSITION, ORIGIN, open_hands=False)
        assert first["move"] == FIRST
        assert given == ["level3", "level3"]
        (odd / "wait").unlink()
        await pool.warmed()
        thought = create_task(pool.advise(POSITION, ORIGIN, open_hands=False))
        await until(lambda: pool.busy == 1)
        assert given[2:] == ["level6"]
        thought.cancel()
        await until(lambda: pool.busy == 0)

    asyncio.run(play(2, work))
