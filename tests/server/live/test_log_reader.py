"""Logs are read in pages, folded in a thread, and from snapshots; what cannot be read stays alone with it."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bigpoints.server.live import log_fold
from bigpoints.server.live.live_table import MAX_COMMANDS, LiveTable
from bigpoints.server.live.registry import TableRegistry
from bigpoints.server.live.service import LogPage, TableService
from bigpoints.server.ops.cost import charged_to
from bigpoints.server.storage.schema import SNAPSHOTS
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import Entry, StoreFailed, TableSnapshot
from bigpoints.server.table.events import parse_event
from bigpoints.server.table.snapshot import FORMAT, SNAPSHOT_EVENTS, snapshot_text
from support.long_logs import keep, long_story
from support.stored_story import ANNA, begun, code_of, do, move, registry_on, spoil, stands
from support.stores import with_store
from support.story import fold

CODE = "LONGLOG2"
LONG = 3000


class Watched:
    """A store that notes how many entries each read gave, and may fail to save snapshots."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self.reads: list[int] = []
        self.fails = False
        self.pages: list[int] = []
        """At the beginning of each read of a further page: how many such reads are under way."""
        self._reading = 0
        self.before_page: Callable[[], Awaitable[object]] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Read, and note it."""
        is_further = limit == 500
        self._reading += is_further
        if is_further:
            self.pages.append(self._reading)
        if is_further and self.before_page:
            await self.before_page()
        entries = await self._store.read(table, after, limit)
        self._reading -= is_further
        self.reads.append(len(entries))
        return entries

    async def save_snapshot(self, snapshot: TableSnapshot) -> None:
        """Save, or fail."""
        if self.fails:
            raise StoreFailed("the disk is full")
        await self._store.save_snapshot(snapshot)


def with_long_log(file: Path, story: Callable[[SqlStore, Watched], Awaitable[None]], events: int = LONG) -> None:
    """Play a story with a table that the version before has left, with a log of thousands of events."""

    async def play(store: SqlStore) -> None:
        await keep(store, long_story(events), CODE)
        await story(store, Watched(store))

    with_store(file / "tables.db", play)


async def snapshots(store: SqlStore) -> list[TableSnapshot]:
    """All that are saved, once nothing is queued."""
    rows = await store.do(lambda connection: connection.execute(select(SNAPSHOTS)).all())
    return [TableSnapshot(*row) for row in rows]


async def saved(registry: TableRegistry) -> None:
    """Wait until no snapshot is being saved."""
    while registry.reader._tasks:
        await asyncio.sleep(0.001)


# --- Away from the event loop -----------------------------------------------------------------------------------------


def test_a_long_log_is_folded_in_the_thread_and_a_short_one_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: set[str] = set()

    def parse(text: str) -> object:
        threads.add(threading.current_thread().name.partition("_")[0])
        return parse_event(text)

    monkeypatch.setattr(log_fold, "parse_event", parse)

    async def story(store: SqlStore, _: Watched) -> None:
        await stands(registry_on(store), CODE)
        assert threads == {"logs"}
        threads.clear()
        registry = registry_on(store)
        await do(registry, await begun(registry), ANNA, move(2, "B+"))
        assert threads == {"MainThread"}

    with_long_log(tmp_path, story)


def test_no_read_is_long_and_what_is_stored_meanwhile_does_not_wait_for_all_of_them(tmp_path: Path) -> None:
    async def story(store: SqlStore, watched: Watched) -> None:
        registry = registry_on(watched)
        other = await begun(registry)
        watched.reads.clear()
        loading = [asyncio.create_task(stands(registry, CODE)), asyncio.create_task(stands(registry_on(store), CODE))]
        await asyncio.sleep(0)
        await do(registry, other, ANNA, move(2, "B+"))
        assert not loading[0].done()
        for table in await asyncio.gather(*loading):
            assert table == fold(CODE, long_story(LONG).log)
        assert max(watched.reads) <= 500

    with_long_log(tmp_path, story)


def test_of_long_logs_one_further_page_at_a_time_is_read_whoever_asks(tmp_path: Path) -> None:
    async def story(store: SqlStore, watched: Watched) -> None:
        for number in range(3):
            await keep(store, long_story(LONG), f"{CODE}{number}")
        registry = registry_on(watched)
        tables = await asyncio.gather(*(stands(registry, f"{CODE}{number}") for number in range(3)))
        assert [table.version for table in tables] == [LONG] * 3
        assert set(watched.pages) == {1}
        assert len(watched.pages) >= 3 * 5

    with_long_log(tmp_path, story)


@pytest.mark.parametrize("is_known", [False, True])
def test_a_table_that_is_deleted_between_two_pages_is_gone(tmp_path: Path, is_known: bool) -> None:
    async def story(store: SqlStore, watched: Watched) -> None:
        async def throw_away() -> None:
            assert await store.throw_away(CODE, 2**50, at=2**50)
            watched.before_page = None

        registry = registry_on(watched)
        watched.before_page = throw_away
        if is_known:
            live = LiveTable(long_story(100).table._replace(code=CODE))
            await registry.catch_up(live)
            assert live.is_gone
        else:
            assert await code_of(registry.acquire(CODE)) == "no_such_table"
            assert await store.restore(CODE, at=0)
            watched.before_page = throw_away
            assert await code_of(registry.reader.end_of_game(CODE, 2**20)) == "no_such_table"

    with_long_log(tmp_path, story)


# --- Snapshots --------------------------------------------------------------------------------------------------------


def test_a_log_of_the_version_before_is_read_whole_once(tmp_path: Path) -> None:
    async def story(store: SqlStore, watched: Watched) -> None:
        registry = registry_on(watched)
        table = await stands(registry, CODE)
        further = len(watched.reads) - 1
        assert sum(watched.reads) == LONG + further  # Each begins with the last entry of the page before.
        await saved(registry)
        kept = await snapshots(store)
        assert LONG - SNAPSHOT_EVENTS < max(each.version for each in kept) <= LONG
        assert sum(not each.begins for each in kept) <= 1
        assert len(kept) > LONG / SNAPSHOT_EVENTS / 2
        watched.reads.clear()
        again = registry_on(watched)
        assert await stands(again, CODE) == table
        assert sum(watched.reads) <= SNAPSHOT_EVENTS
        await saved(again)
        assert await snapshots(store) == kept

    with_long_log(tmp_path, story)


def test_a_game_is_read_from_its_own_beginning(tmp_path: Path) -> None:
    async def story(_: SqlStore, watched: Watched) -> None:
        registry = registry_on(watched)
        table = await stands(registry, CODE)
        await saved(registry)
        registry = registry_on(watched)
        for game in (1, table.game // 2, table.game - 1):
            watched.reads.clear()
            ended = await registry.reader.end_of_game(CODE, game)
            assert ended
            assert (ended.game, ended.state) == (game, "over")
            assert sum(watched.reads) <= 2 * SNAPSHOT_EVENTS + 2
        assert await registry.reader.end_of_game(CODE, table.game + 1) is None

    with_long_log(tmp_path, story)


def test_who_plays_leaves_snapshots_behind_one_a_game_at_most_and_one_more(tmp_path: Path) -> None:
    async def story(store: SqlStore, watched: Watched) -> None:
        registry = registry_on(watched)
        story = long_story(300)
        async with registry.using(CODE) as live:
            for version, _, event in story.log[live.table.version :]:
                assert await registry._append(live, event, f"c{version}")
        await saved(registry)
        kept = {each.version: each.begins for each in await snapshots(store)}
        begun = [version for version, _, event in story.log if event.kind == "begun"]
        assert {version for version, begins in kept.items() if begins} <= set(begun)
        assert [version // SNAPSHOT_EVENTS for version, begins in kept.items() if begins] == [1, 2]
        assert sum(not begins for begins in kept.values()) <= 1
        watched.reads.clear()
        # The times are others than those of the story.
        assert (await stands(registry_on(watched), CODE)).board == story.table.board
        assert sum(watched.reads) <= SNAPSHOT_EVENTS

    with_long_log(tmp_path, story, events=100)


@pytest.mark.parametrize(
    ("change", "reports"),
    [
        ({"state": "nonsense"}, 1),
        ({"state": ""}, 1),
        ({"format": "0-nothing"}, 0),
        ({"version": 2944, "state": snapshot_text(long_story(100).table)}, 1),
        ({"version": 2_000_000}, 1),
    ],
    ids=["nonsense", "empty", "another format", "of another version", "of the future"],
)
def test_a_snapshot_that_cannot_be_used_costs_a_whole_fold_and_is_replaced(
    tmp_path: Path, change: dict[str, Any], reports: int
) -> None:
    async def story(store: SqlStore, watched: Watched) -> None:
        registry = registry_on(store)
        table = await stands(registry, CODE)
        await saved(registry)
        newest = max(await snapshots(store), key=lambda each: each.version)
        await store.do(lambda connection: connection.execute(SNAPSHOTS.delete()).rowcount)
        await store.save_snapshot(newest._replace(table=CODE, begins=False, **change))
        reported: list[tuple[str, str]] = []
        registry = registry_on(watched, report=lambda *what: reported.append(what))
        assert await stands(registry, CODE) == table
        await saved(registry)
        assert LONG <= sum(watched.reads) <= LONG + 2 * SNAPSHOT_EVENTS
        assert newest in await snapshots(store)
        assert reported == [("snapshot_unreadable", "it does not fit its log")] * reports

    with_long_log(tmp_path, story)


def test_a_snapshot_that_cannot_be_saved_is_reported_and_nothing_else(tmp_path: Path) -> None:
    async def story(store: SqlStore, watched: Watched) -> None:
        reported: list[tuple[str, str]] = []
        registry = registry_on(watched, report=lambda *what: reported.append(what))
        watched.fails = True
        assert (await stands(registry, CODE)).version == LONG
        await saved(registry)
        assert reported == [("snapshot_failed", "StoreFailed")]
        assert await snapshots(store) == []

    with_long_log(tmp_path, story)


def test_a_snapshot_of_a_table_that_was_deleted_is_not_saved(tmp_path: Path) -> None:
    async def story(store: SqlStore, _: Watched) -> None:
        await store.delete(CODE)
        await store.save_snapshot(TableSnapshot(CODE, 1, True, 1, FORMAT, "x"))
        assert await snapshots(store) == []

    with_long_log(tmp_path, story, events=10)


# --- What cannot be read ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [1, 40, 2900, LONG])
def test_a_log_that_cannot_be_read_is_refused_and_reported_once(tmp_path: Path, version: int) -> None:
    async def story(store: SqlStore, watched: Watched) -> None:
        reported: list[tuple[str, str]] = []
        registry = registry_on(watched, report=lambda *what: reported.append(what))
        await spoil(store, CODE, version, '{"kind":"nonsense"}')
        fine = await begun(registry)
        for _ in range(3):
            refusals = [code_of(registry.acquire(CODE)) for _ in range(2)]
            assert await asyncio.gather(*refusals) == ["table_unreadable"] * 2
        assert reported == [("table_unreadable", "BadEvent")]
        assert await do(registry, fine, ANNA, move(2, "B+")) == 3
        await saved(registry)
        # What could be read of it need not be read again.
        watched.reads.clear()
        assert await code_of(registry.acquire(CODE)) == "table_unreadable"
        assert sum(watched.reads) <= 3 * SNAPSHOT_EVENTS

    with_long_log(tmp_path, story)


@pytest.mark.parametrize("event", ["[" * 100_000, '{"kind":"begun","game":1,"start":"nonsense"}'])
def test_a_page_that_cannot_be_read_or_shown_is_refused(tmp_path: Path, event: str) -> None:
    async def story(store: SqlStore, _: Watched) -> None:
        registry = registry_on(store)
        code = await begun(registry)
        await do(registry, code, ANNA, move(2, "B+"))
        async with registry.using(code):
            await spoil(store, code, 2, event)
            asked = TableService(registry).log_json(code, "anna", LogPage(0, 500))
            assert await code_of(asked) == "table_unreadable"

    with_long_log(tmp_path, story, events=10)


def test_what_another_worker_stored_and_nobody_can_read_is_refused(tmp_path: Path) -> None:
    async def story(store: SqlStore, _: Watched) -> None:
        registry = registry_on(store)
        code = await begun(registry)
        async with registry.using(code) as live:
            await do(registry_on(store), code, ANNA, move(2, "B+"))
            await spoil(store, code, 3, "{}")
            assert await code_of(registry.act(live, ANNA, move(2, "R+", name="m2"))) == "table_unreadable"
            assert live.table.version == 2

    with_long_log(tmp_path, story, events=10)


def test_who_does_not_wait_for_a_log_that_cannot_be_read_leaves_no_complaint_behind(tmp_path: Path) -> None:
    complaints: list[dict[str, Any]] = []

    async def story(store: SqlStore, _: Watched) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        await spoil(store, CODE, 9, "{}")
        registry = registry_on(store)
        impatient = asyncio.create_task(registry.acquire(CODE))
        await asyncio.sleep(0)
        impatient.cancel()
        await asyncio.gather(impatient, return_exceptions=True)
        while registry._loading:
            await asyncio.sleep(0.001)

    with_long_log(tmp_path, story, events=10)
    assert complaints == []


# --- Costs ------------------------------------------------------------------------------------------------------------


def test_loading_costs_a_request_at_most_and_reading_one_for_100_events(tmp_path: Path) -> None:
    async def story(store: SqlStore, _: Watched) -> None:
        registry = registry_on(store)
        bill: list[float] = []
        with charged_to(bill.append):
            await stands(registry, CODE)
            assert bill == [1]
            await registry.reader.page(CODE, 0, 300, len)
            assert bill[-1] == 3
        await saved(registry)
        registry, bill = registry_on(store), []
        with charged_to(bill.append):
            table = await stands(registry, CODE)
            assert 0 < sum(bill) <= 1
            await stands(registry, CODE)
            await begun(registry)
            assert len(bill) == 1  # What is in memory or small costs nothing more.
            await registry.reader.end_of_game(CODE, table.game - 1)
            assert 0.1 < bill[-1] < 2

    with_long_log(tmp_path, story)


def test_a_log_that_cannot_be_read_costs_as_much(tmp_path: Path) -> None:
    async def story(store: SqlStore, _: Watched) -> None:
        await spoil(store, CODE, LONG - 1, "{}")
        bill: list[float] = []
        with charged_to(bill.append):
            assert await code_of(registry_on(store).acquire(CODE)) == "table_unreadable"
        assert bill == [1]

    with_long_log(tmp_path, story)


def test_of_many_commands_a_table_in_memory_knows_the_last(tmp_path: Path) -> None:
    async def story(store: SqlStore, _: Watched) -> None:
        registry = registry_on(store)
        async with registry.using(CODE) as live:
            assert list(live.commands.values()) == list(range(LONG - MAX_COMMANDS + 1, LONG + 1))

    with_long_log(tmp_path, story)
