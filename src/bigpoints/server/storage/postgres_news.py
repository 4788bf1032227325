"""Listens to what other workers store: on a connection of its own, opened anew whenever it is lost."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import psycopg
from sqlalchemy.engine import URL

from bigpoints.server.storage.news_format import CHANNEL, parse_payload
from bigpoints.server.storage.postgres_session import Session, open_session
from bigpoints.server.storage.store import StoreFailed

_RETRY_SECONDS = 0.5
_ANSWER_SECONDS = 5.0
"""A line on which nothing came for so long is tried, and given up if no answer comes in the same time."""


_LISTEN = f"LISTEN {CHANNEL}"


class PostgresNews:
    """The news of all workers, this one included: codes of tables, and their new versions."""

    def __init__(self, url: URL) -> None:
        self._url = url

    async def listen(self, on_news: Callable[[str, int], None], on_gap: Callable[[], Awaitable[None]]) -> None:
        """Call `on_news` for ever; after every new connection, `on_gap` first, as news may have been missed."""
        while True:
            with suppress(psycopg.Error, OSError, StoreFailed):  # The store's own failures are logged elsewhere.
                await self._listen(on_news, on_gap)
            await asyncio.sleep(_RETRY_SECONDS)

    async def _listen(self, on_news: Callable[[str, int], None], on_gap: Callable[[], Awaitable[None]]) -> None:
        session = await open_session(self._url)
        try:
            await _bounded(session, session.execute(_LISTEN))
            await on_gap()
            while True:
                async for news in session.notifies(timeout=_ANSWER_SECONDS):
                    for table, version in parse_payload(news.payload).items():
                        on_news(table, version)
                await _bounded(session, session.execute("SELECT 1"))
        finally:
            session.pgconn.finish()


async def _bounded(session: Session, work: Awaitable[object]) -> None:
    """Wait for an answer; a line without one is cut, since psycopg would wait for the server to cancel."""
    task = asyncio.ensure_future(work)
    done, _ = await asyncio.wait([task], timeout=_ANSWER_SECONDS)
    if not done:
        session.pgconn.finish()
        task.cancel()
        task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        raise TimeoutError
    task.result()
