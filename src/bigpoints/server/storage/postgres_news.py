"""Listens to what other workers store: on a connection of its own, opened anew whenever it is lost."""

import asyncio
from collections.abc import Awaitable, Callable

import psycopg
from sqlalchemy.engine import URL

from bigpoints.server.storage.news_format import CHANNEL, parse_payload
from bigpoints.server.storage.postgres_session import open_session
from bigpoints.server.storage.store import StoreFailed

_RETRY_SECONDS = 0.5


class PostgresNews:
    """The news of all workers, this one included: codes of tables, and their new versions."""

    def __init__(self, url: URL) -> None:
        self._url = url

    async def listen(self, on_news: Callable[[str, int], None], on_gap: Callable[[], Awaitable[None]]) -> None:
        """Call `on_news` for ever; after every new connection, `on_gap` first, as news may have been missed."""
        while True:
            try:
                await self._listen(on_news, on_gap)
            except (psycopg.Error, OSError, StoreFailed):  # The store's own failures are logged elsewhere.
                await asyncio.sleep(_RETRY_SECONDS)

    async def _listen(self, on_news: Callable[[str, int], None], on_gap: Callable[[], Awaitable[None]]) -> None:
        async with await open_session(self._url) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            await on_gap()
            async for news in connection.notifies():
                for table, version in parse_payload(news.payload).items():
                    on_news(table, version)
