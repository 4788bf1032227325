"""A table evicted while a command is stored, and loaded again before that command is done."""

import asyncio
from pathlib import Path
from typing import Any

from bigpoints.server.live.registry import TableRegistry
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import Entry
from support.stored_story import ANNA, move, registry_on, with_begun_table


class SlowStore:
    """A store whose answers come late: what was read may be out of date by then."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self.has_appended, self.append_answers = asyncio.Event(), asyncio.Event()
        self.has_read, self.read_answers = asyncio.Event(), asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, entry: Entry, member: str | None = None, shortened: str | None = None) -> bool:
        """Append at once, and answer when the test says so."""
        appended = await self._store.append(entry, member, shortened)
        self.has_appended.set()
        await self.append_answers.wait()
        return appended

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Read at once, and answer when the test says so."""
        entries = await self._store.read(table, after, limit)
        self.has_read.set()
        await self.read_answers.wait()
        return entries


def test_an_event_is_applied_once_if_the_table_is_loaded_while_it_is_stored(tmp_path: Path) -> None:
    async def story(store: SqlStore, _: TableRegistry, code: str) -> None:
        slow = SlowStore(store)
        slow.read_answers.set()
        registry = registry_on(slow)
        live = await registry.acquire(code)
        acting = asyncio.ensure_future(registry.act(live, ANNA, move(2, "B+")))
        await slow.has_appended.wait()
        registry.release(live)  # The last client goes: a bot's move, say, is still being stored.
        slow.has_read.clear()
        slow.read_answers.clear()
        loading = asyncio.ensure_future(registry.acquire(code))
        await asyncio.wait([asyncio.ensure_future(slow.has_read.wait())], timeout=0.2)
        slow.append_answers.set()
        assert await acting == 3
        slow.read_answers.set()
        assert [ply.move for ply in (await loading).table.plies] == ["B+"]

    with_begun_table(tmp_path, story)
