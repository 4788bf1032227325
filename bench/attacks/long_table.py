"""A data folder with a table that has as many events as a table may have, and a game under way."""

import asyncio
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import func, update

from bigpoints.server.live.registry import now_ms
from bigpoints.server.ops.data_folder import database_file
from bigpoints.server.storage.engine import sqlite_url
from bigpoints.server.storage.schema import EVENTS
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.table.codes import digest
from bigpoints.server.table.log_limit import MAX_EVENTS
from support.long_logs import keep, long_story

_CODE = "LUNGTABE"


@contextmanager
def long_table() -> Iterator[tuple[Path, str, str]]:
    """The folder, the token of the one browser that both players have, and the code of the table."""
    token = secrets.token_urlsafe(16)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        asyncio.run(_store(data, digest(token)))
        yield data, token, _CODE


async def _store(data: Path, browser: str) -> None:
    store = SqlStore(sqlite_url(database_file(data)))
    try:
        await keep(store, long_story(MAX_EVENTS, first=1), _CODE, now_ms(), browser)
        both = update(EVENTS).values(event=func.replace(EVENTS.c.event, '"ben"', f'"{browser}"'))
        await store.do(lambda connection: connection.execute(both).rowcount)
    finally:
        await store.close()
