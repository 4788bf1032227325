"""Evicted tables: those used last are kept in memory, but always brought up to date from the store."""

from pathlib import Path
from typing import Any

import pytest

from bigpoints.server.live import registry as registry_module
from bigpoints.server.live.registry import TableRegistry
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import Entry
from support.stored_story import ANNA, BEN, begun, code_of, do, move, registry_on, stands, with_begun_table


class Counting:
    """A store that counts how many entries were read."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self.entries = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Read, and count."""
        entries = await self._store.read(table, after, limit)
        self.entries += len(entries)
        return entries


def test_a_table_that_was_used_just_now_is_not_read_whole_again(tmp_path: Path) -> None:
    async def story(store: SqlStore, _: TableRegistry, code: str) -> None:
        counting = Counting(store)
        registry = registry_on(counting)
        table = await stands(registry, code)
        assert (table.version, counting.entries) == (2, 2)
        await do(registry, code, ANNA, move(2, "B+"))
        counting.entries = 0
        assert (await stands(registry, code)).version == 3
        assert counting.entries == 1
        assert registry.loaded == 0

    with_begun_table(tmp_path, story)


def test_what_another_worker_stored_is_there_when_an_evicted_table_is_loaded(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        await stands(registry, code)
        other = registry_on(store)
        version = await do(other, code, ANNA, move(2, "B+"))
        table = await stands(registry, code)
        assert (table.version, [ply.move for ply in table.plies]) == (3, ["B+"])
        # Sent again by the same person it acts once, whoever stored it.
        assert await do(registry, code, ANNA, move(2, "B+")) == version

    with_begun_table(tmp_path, story)


@pytest.mark.parametrize("by_another", [True, False])
def test_a_table_that_was_deleted_after_its_eviction_is_not_there(tmp_path: Path, by_another: bool) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        await stands(registry, code)
        await (registry_on(store) if by_another else registry).delete(code, ANNA)
        assert await code_of(stands(registry, code)) == "no_such_table"
        assert await code_of(do(registry, code, BEN, move(2, "B+"))) == "no_such_table"

    with_begun_table(tmp_path, story)


def test_only_the_evicted_tables_used_last_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry_module, "MAX_EVICTED", 2)

    async def story(store: SqlStore, registry: TableRegistry, first: str) -> None:
        counting = Counting(store)
        others = [first, *[await begun(registry) for _ in range(2)]]
        registry = registry_on(counting)
        for code in others:
            await stands(registry, code)
        counting.entries = 0
        await stands(registry, others[2])
        await stands(registry, others[1])
        assert counting.entries == 2
        await stands(registry, first)
        assert counting.entries == 4

    with_begun_table(tmp_path, story)
