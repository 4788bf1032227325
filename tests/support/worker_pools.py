"""Shared by tests of worker pools: a position, who it is for, and a time limit."""

import asyncio
from collections.abc import Callable
from random import Random

from bigpoints import legal_moves, parse_position, position_text, start
from bigpoints.server.workers.fair_queue import Origin

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
