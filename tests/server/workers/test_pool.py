"""The pool of worker processes: our own bots think there as anywhere, and end when nobody needs them."""

import asyncio
import os
import signal
import subprocess
import sys
from asyncio import create_task
from collections.abc import Awaitable, Iterator
from pathlib import Path
from threading import Thread
from typing import TypeVar

import pytest

from bigpoints import legal_moves, parse_move, parse_position
from bigpoints.bots.ask import ask
from bigpoints.bots.bot import BotSettings
from bigpoints.bots.registry import make_bot
from bigpoints.contract.constants import BOT_NAMES
from bigpoints.server.workers.pool import WorkerFailed, WorkerPool
from bigpoints.server.workers.process import WorkerProcess
from support.worker_pools import ORIGIN, PATIENCE, POSITION, POSITIONS, until

T = TypeVar("T")


class Room:
    """A pool that many tests use, with a loop of its own in a thread."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self.loop.run_forever)
        self.thread.start()
        self.observed: list[tuple[str, float]] = []
        self.pool = WorkerPool(2, observe=lambda bot, seconds: self.observed.append((bot, seconds)))
        self.run(self.pool.start())
        self.run(self.pool.warmed())

    def run(self, work: Awaitable[T]) -> T:
        async def awaited() -> T:
            return await work

        return asyncio.run_coroutine_threadsafe(awaited(), self.loop).result(PATIENCE)

    def think(self, bot: str, position: str = POSITION, seed: int = 0) -> str:
        return self.run(self.pool.think(bot, position, seed, ORIGIN))

    def close(self) -> None:
        self.run(self.pool.stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    room = Room()
    yield room
    room.close()


def test_importing_the_pool_loads_no_compiler() -> None:
    program = "import sys, bigpoints.server.workers.pool; print({'numba', 'numpy', 'rich'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("bot", [bot for bot in BOT_NAMES if bot != "level6"])
@pytest.mark.parametrize("players", POSITIONS)
def test_a_bot_plays_in_a_worker_as_it_plays_anywhere(room: Room, bot: str, players: int) -> None:
    for seed in (1, 2):
        expected = ask(make_bot(bot, BotSettings(seed)), parse_position(POSITIONS[players])).move
        assert room.think(bot, POSITIONS[players], seed) == str(expected)


@pytest.mark.parametrize("players", [2, 3])
def test_the_strongest_bot_thinks_about_a_move(room: Room, players: int) -> None:
    room.observed.clear()
    move = room.think("level6", POSITIONS[players])
    assert parse_move(move) in legal_moves(parse_position(POSITIONS[players]))
    [(bot, seconds)] = room.observed
    assert bot == "level6"
    assert seconds > 0.5


def test_only_workers_that_search_ever_load_the_compiler(room: Room) -> None:
    assert room.think("level3")
    loaded = ["llvmlite" in Path(f"/proc/{pid}/maps").read_text(encoding="utf-8") for pid in room.pool.pids]
    assert loaded == [False, True, True]


def test_a_pool_that_is_warm_is_ready_and_at_leisure(room: Room) -> None:
    assert (room.pool.ready, room.pool.busy, room.pool.waiting) == (True, 0, 0)


@pytest.mark.parametrize("bot", ["bpi:touch here", "level6@9s", "bot:level3", "uct", "", "Level1"])
def test_only_bots_that_sit_at_tables_are_ever_made(room: Room, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WorkerProcess, "give", lambda *_: pytest.fail("it was given to a worker"))
    with pytest.raises(WorkerFailed, match="is no bot of the server; accepted: random, greedy, level1"):
        room.think(bot)


@pytest.mark.parametrize("position", ["nonsense", "", "two\nlines"])
def test_a_position_that_cannot_be_read_is_a_failure_in_one_line(room: Room, position: str) -> None:
    with pytest.raises(WorkerFailed) as failure:
        room.think("level2", position)
    assert len(str(failure.value).splitlines()) == 1


def test_thoughts_that_nobody_needs_end_and_leave_the_workers_free(room: Room) -> None:
    pids = room.pool.pids

    async def cancel_some() -> None:
        for _ in range(10):
            task = create_task(room.pool.think("level6", POSITION, 0, ORIGIN))
            await until(lambda: room.pool.busy == 1)
            task.cancel()
            await asyncio.wait([task])
            assert task.cancelled()
            await until(lambda: room.pool.busy == 0)

    room.run(cancel_some())
    assert room.pool.pids == pids


def test_a_worker_that_is_killed_is_replaced_and_its_job_done_by_another(room: Room) -> None:
    room.run(until(lambda: room.pool.ready))
    first, *others = room.pool.pids
    os.kill(first, signal.SIGSTOP)

    async def bereaved() -> str:
        task = create_task(room.pool.think("level1", POSITION, 5, ORIGIN))
        await until(lambda: room.pool.busy == 1)
        os.kill(first, signal.SIGKILL)
        return await task

    assert room.run(bereaved()) == room.think("level1", POSITION, 5)
    room.run(until(lambda: room.pool.ready))
    assert first not in room.pool.pids
    assert len(others) == 2
    assert room.pool.pids[1:] == others
