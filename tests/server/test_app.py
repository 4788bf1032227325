"""The application: its parts are wired to one another when it starts, and stopped when it stops."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp, Message

from bigpoints.server.app import make_app
from bigpoints.server.ops import store_watch
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


async def asked(app: ASGIApp, method: str, path: str, body: object = None, token: str | None = None) -> Any:
    """The answer to a request, as JSON or text."""
    content = b"" if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", "content-length": str(len(content))}
    headers |= {"authorization": f"Bearer {token}"} if token else {}
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


def test_a_disk_that_turns_read_only_loses_nothing_is_told_and_works_again_without_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(store_watch, "_FRESH_SECONDS", 0.0)
    store = SqlStore(sqlite_url(tmp_path / "tables.db"))
    app = make_app(Settings.given(workers_for_bots=1), store, "http://here", tmp_path)

    async def life() -> None:
        async with started(app):
            token = (await asked(app, "POST", "/api/token"))["token"]
            made = await asked(app, "POST", "/api/quick", QUICK, token)
            path, view = f"/api/tables/{made['table']}/commands", made["view"]
            move = {"do": "move", "id": "m", "version": 2, "seat": 1, "move": view["moves"][0]["move"]}
            driver: Any = await store.do(lambda connection: connection.connection.dbapi_connection)
            driver.execute("PRAGMA query_only = ON")
            for at, body in (("/api/quick", QUICK), (path, move)):
                assert (await asked(app, "POST", at, body, token))["refused"] == {"code": "unavailable"}
            health = await asked(app, "GET", "/health")
            assert (health["status"], health["cause"]) == ("failing", "SQLITE_READONLY")
            assert 'store_failures_total{cause="SQLITE_READONLY"}' in await asked(app, "GET", "/metrics")
            driver.execute("PRAGMA query_only = OFF")
            assert (await asked(app, "POST", path, move, token))["version"] == 3
            assert (await asked(app, "GET", "/health"))["status"] == "ok"

    with caplog.at_level(logging.INFO, "bigpoints.server"):
        asyncio.run(life())
    told = [record for record in caplog.records if record.msg.startswith("store_")]
    assert [(line.msg, line.__dict__["fields"]["cause"]) for line in told] == [
        ("store_failed", "SQLITE_READONLY"),
        ("store_works", "SQLITE_READONLY"),
    ]
