"""Several workers at one table, and stores that fail: memory advances only with what was stored."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

from bigpoints.rules import legal_moves
from bigpoints.server.live.live_table import LiveTable
from bigpoints.server.live.registry import TableRegistry
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import Entry, StoreFailed
from bigpoints.server.table.commands import Leave
from bigpoints.server.table.events import Created
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import Setup
from support.stored_story import ANNA, BEN, begun, code_of, do, move, registry_on, stands, with_begun_table
from support.stores import with_store


def test_of_two_workers_the_quicker_one_wins_and_the_other_looks_again(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        slow = registry_on(store)
        async with slow.using(code) as live:
            await do(registry, code, ANNA, move(2, "B+"))
            assert live.table.version == 2
            # The dependent pair: neither is stored on top of what the slow one does not know.
            assert await code_of(slow.act(live, ANNA, move(2, "R+", name="m2"))) == "stale"
            assert (live.table.version, live.table.plies[-1].move) == (3, "B+")
            assert await slow.act(live, BEN, move(3, "R-", seat=2)) == 4
        assert [entry.version for entry in await store.read(code)] == [1, 2, 3, 4]
        assert await stands(registry, code) == await stands(slow, code)

    with_begun_table(tmp_path, story)


def test_what_another_worker_stored_does_not_hinder_what_is_not_stale(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        slow = registry_on(store)
        async with slow.using(code) as live:
            await do(registry, code, BEN, Leave(id="bye", seat=2))
            assert await slow.act(live, ANNA, move(2, "B+")) == 4
            assert live.table.seats[1].bot

    with_begun_table(tmp_path, story)


def test_the_same_command_at_two_workers_acts_once(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        other = registry_on(store)
        async with registry.using(code) as here, other.using(code) as there:
            wish = move(2, "B+")
            answers = await asyncio.gather(registry.act(here, ANNA, wish), other.act(there, ANNA, wish))
            assert list(answers) == [3, 3]
            assert here.table.version == there.table.version == 3

    with_begun_table(tmp_path, story)


def test_two_workers_play_one_game_and_every_ply_is_made_once(tmp_path: Path) -> None:
    """Both have a tab of the person to move, and both send a move of their own at the same time."""

    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        workers = [registry, registry_on(store)]
        live = [await worker.acquire(code) for worker in workers]
        rng = Random(1)
        while not live[0].table.board.is_over:
            board, version = live[0].table.board, live[0].table.version
            wishes = [move(version, str(rng.choice(legal_moves(board))), board.seat, f"{version}-{n}") for n in (1, 2)]
            who = (ANNA, BEN)[board.seat - 1]
            works = [worker.act(table, who, wish) for worker, table, wish in zip(workers, live, wishes, strict=True)]
            answers = await asyncio.gather(*works, return_exceptions=True)
            codes = [answer.code if isinstance(answer, Refused) else answer for answer in answers]
            assert set(codes) in ({"stale", version + 1}, {"game_over", version + 1})
            assert live[0].table.board == live[1].table.board or await _caught_up(workers, live)
        assert [entry.version for entry in await store.read(code)] == list(range(1, live[0].table.version + 1))

    with_begun_table(tmp_path, story)


async def _caught_up(workers: list[TableRegistry], live: list[LiveTable]) -> bool:
    for worker, table in zip(workers, live, strict=True):
        await worker.catch_up(table)
    return live[0].table == live[1].table


def test_a_table_that_another_worker_deleted_is_gone(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        async with registry.using(code) as live:
            await registry_on(store).delete(code, ANNA)
            assert await code_of(registry.act(live, ANNA, move(2, "B+"))) == "no_such_table"

    with_begun_table(tmp_path, story)


class Failing:
    """A store whose disk is full, or that somebody else always overtakes."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self.fails = False
        self.refuses = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, entry: Entry, member: str | None = None, shortened: str | None = None) -> bool:
        """Fail, refuse, or append."""
        if self.fails:
            raise StoreFailed("the disk is full")
        return False if self.refuses else await self._store.append(entry, member, shortened)


class Shared(Failing):
    """A store to which other workers write, too."""

    is_shared = True


def test_a_move_for_a_version_that_only_another_worker_knows_is_made(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        slow = registry_on(Shared(store))
        async with slow.using(code) as live:
            await do(registry, code, ANNA, move(2, "B+"))
            assert live.table.version == 2
            assert await slow.act(live, BEN, move(3, "R-", seat=2)) == 4

    with_begun_table(tmp_path, story)


def test_what_a_refused_command_has_caught_up_with_is_published(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        slow = registry_on(Shared(store))
        published: list[tuple[str, int]] = []
        slow.bus.subscribe(lambda *news: published.append(news))
        async with slow.using(code) as live:
            await do(registry, code, ANNA, move(2, "B+"))
            assert await code_of(slow.act(live, ANNA, move(2, "R+", name="m2"))) == "stale"
            assert published == [(code, 3)]
            assert await code_of(slow.act(live, ANNA, move(2, "R+", name="m2"))) == "stale"
            assert published == [(code, 3)]

    with_begun_table(tmp_path, story)


def test_who_opens_a_table_in_use_sees_what_other_workers_have_stored(tmp_path: Path) -> None:
    async def story(store: SqlStore, registry: TableRegistry, code: str) -> None:
        shared = Shared(store)
        slow = registry_on(shared)
        async with slow.using(code) as live:
            await do(registry, code, ANNA, move(2, "B+"))
            async with slow.using(code) as again:
                assert (again, live.table.version) == (live, 3)
            await registry.delete(code, ANNA)
            assert await code_of(slow.acquire(code)) == "no_such_table"
        assert slow.loaded == 0

    with_begun_table(tmp_path, story)


def test_a_table_in_use_is_shown_as_it_is_known_while_the_store_fails(tmp_path: Path) -> None:
    async def story(store: SqlStore, _: TableRegistry, code: str) -> None:
        shared = Shared(store)
        registry = registry_on(shared)
        async with registry.using(code) as live:
            await store.close()
            async with registry.using(code) as again:
                assert again is live
        assert registry.loaded == 0

    with_begun_table(tmp_path, story)


def test_if_the_store_fails_nothing_changes_and_nothing_is_acknowledged(tmp_path: Path) -> None:
    async def story(store: SqlStore, _: TableRegistry, code: str) -> None:
        failing = Failing(store)
        registry = registry_on(failing)
        happened: list[object] = []
        registry.bus.subscribe(lambda *news: happened.append(news))
        async with registry.using(code) as live:
            before = live.table
            failing.fails = True
            assert await code_of(registry.act(live, ANNA, move(2, "B+"), happened.append)) == "unavailable"
            failing.fails, failing.refuses = False, True
            assert await code_of(registry.act(live, ANNA, move(2, "B+"), happened.append)) == "unavailable"
            assert live.table is before
            assert happened == []
            failing.refuses = False
            assert await registry.act(live, ANNA, move(2, "B+")) == 3

    with_begun_table(tmp_path, story)


def test_a_closed_store_is_unavailable(tmp_path: Path) -> None:
    async def play(store: SqlStore) -> None:
        registry = registry_on(store)
        code = await begun(registry)
        await store.close()
        assert await code_of(registry.acquire(code)) == "unavailable"
        assert await code_of(registry.create(Created(setup=Setup(), owner="anna", seats=[]))) == "unavailable"
        assert registry.loaded == 0

    with_store(tmp_path / "tables.db", play)


class Counting(Failing):
    """A store that counts how many entries of a table are under way at once."""

    under_way = most = 0

    async def append(self, entry: Entry, member: str | None = None, shortened: str | None = None) -> bool:
        """Append, and count meanwhile."""
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        try:
            return await super().append(entry, member, shortened)
        finally:
            self.under_way -= 1


def test_a_table_has_at_most_one_event_in_flight(tmp_path: Path) -> None:
    async def story(store: SqlStore, _: TableRegistry, code: str) -> None:
        counting = Counting(store)
        registry = registry_on(counting)
        async with registry.using(code) as live:
            wishes = [(ANNA, move(2, "B+")), (BEN, Leave(id="bye", seat=2)), (ANNA, Leave(id="bye", seat=1))]
            versions = await asyncio.gather(*(registry.act(live, who, wish) for who, wish in wishes))
        assert versions == [3, 4, 5]
        assert counting.most == 1

    with_begun_table(tmp_path, story)
