"""Reading the texts of games: in a thread, one at a time, with a short queue that no address can fill."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from bigpoints.server.ops.rate_limit import ConcurrencyLimiter
from bigpoints.server.table.refusals import Refused

T = TypeVar("T")

MAX_TEXTS = 20
MAX_TEXTS_OF_ADDRESS = 3
_RETRY_SECONDS = 1


class TextQueue:
    """Texts that are being read or wait for it: a few of each address, and not many of all."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        """Held while a text is read: that takes a thread, and one busy thread at a time is enough."""
        self._all = ConcurrencyLimiter(MAX_TEXTS)
        self._by_address = ConcurrencyLimiter(MAX_TEXTS_OF_ADDRESS)

    async def read(self, address: str, work: Callable[[], T]) -> T:
        """Read a text of an address, after those before it. Raises Refused if too many wait."""
        if not self._by_address.acquire(address):
            raise Refused("too_fast", seconds=_RETRY_SECONDS)
        try:
            return await self._read(work)
        finally:
            self._by_address.release(address)

    async def _read(self, work: Callable[[], T]) -> T:
        if not self._all.acquire(""):
            raise Refused("too_fast", seconds=_RETRY_SECONDS)
        try:
            async with self._lock:
                return await asyncio.to_thread(work)
        finally:
            self._all.release("")
