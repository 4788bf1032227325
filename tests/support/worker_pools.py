"""Shared by tests of worker pools: a position, who it is for, a time limit, and a pool from its start to its end."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from bigpoints import legal_moves, parse_position, position_text, start
from bigpoints.server.workers.fair_queue import Origin
from bigpoints.server.workers.pool import WorkerPool

Play = Callable[[WorkerPool], Awaitable[None]]
PATIENCE = 300
ORIGIN = Origin("192.0.2.1", "TABLE222")
POSITIONS = {players: position_text(start(players, Random(players))) for players in (2, 3, 4, 5)}
POSITION = POSITIONS[2]
FIRST = str(legal_moves(parse_position(POSITION))[0])
"""The move of every odd bot that makes one."""


async def until(true: Callable[[], bool]) -> None:
    """Wait for something to be true."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.005)


async def play(workers: int, work: Play, longest: float = PATIENCE) -> None:
    """What a pool does from its start to its end; nothing is left of it."""
    pool = WorkerPool(workers, longest=longest)
    await pool.start()
    try:
        async with asyncio.timeout(PATIENCE):  # A worker that cannot be started would be awaited for ever.
            await work(pool)
    finally:
        pids = pool.pids
        await pool.stop()
    assert not pool.pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
