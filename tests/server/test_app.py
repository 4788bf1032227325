"""The application: its parts are wired to one another when it starts, and stopped when it stops."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp, Message

from bigpoints.server.app import make_app
from bigpoints.server.settings import Settings
from bigpoints.server.storage.engine import sqlite_url
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import StoreFailed
from support.asgi import answer_of

QUICK = {"name": "Anna", "bot": "random", "setup": {"first": 1, "bot_delay_ms": 0}}


@asynccontextmanager
async def started(app: ASGIApp) -> AsyncIterator[None]:
    """An application from its start to its end, as a server runs it."""
    coming: asyncio.Queue[Message] = asyncio.Queue()
    told: asyncio.Queue[Message] = asyncio.Queue()

    async def run() -> None:
        await app({"type": "lifespan", "asgi": {}, "state": {}}, coming.get, told.put)

    life = asyncio.create_task(run())
    coming.put_nowait({"type": "lifespan.startup"})
    assert (await told.get())["type"] == "lifespan.startup.complete"
    try:
        yield
    finally:
        coming.put_nowait({"type": "lifespan.shutdown"})
        assert (await told.get())["type"] == "lifespan.shutdown.complete"
        await life


async def asked(app: ASGIApp, method: str, path: str, body: object = None) -> Any:
    """The answer to a request, as JSON or text."""
    content = b"" if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", "content-length": str(len(content))}
    answer = await answer_of(app, method, path, headers, [content])
    return answer.json if answer.body.startswith(b"{") else answer.body.decode()


def test_a_started_application_plays_and_counts_and_a_stopped_one_has_closed_its_store(tmp_path: Path) -> None:
    store = SqlStore(sqlite_url(tmp_path / "tables.db"))
    app = make_app(Settings.given(workers_for_bots=1), store, "http://here", tmp_path)

    async def life() -> None:
        async with started(app):
            assert (await asked(app, "GET", "/health"))["status"] == "ok"
            made = await asked(app, "POST", "/api/quick", QUICK)
            assert made["link"] == f"http://here/#/table/{made['table']}"
            assert made["view"]["state"] == "playing"
            assert await store.count() == 1
            assert "bigpoints_tables_kept 1.0" in await asked(app, "GET", "/metrics")
        with pytest.raises(StoreFailed):
            await store.count()

    asyncio.run(life())
