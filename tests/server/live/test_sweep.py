"""The sweep: unused tables go to the trash and are deleted later, and no wrong clock can hurry that."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bigpoints.server.live.sweep import Sweep
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import StoreFailed
from support.stored_story import ANNA, begun, code_of, do, move, registry_on, stands
from support.stores import with_store

HOUR = 3600 * 1000
DAY = 24 * HOUR
YEAR = 365 * DAY
NOW = 57 * YEAR


class House:
    """A store, its registry and its sweep, with clocks in hand. Restarted, it knows what the store knows."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store
        self.now = NOW
        self.steady = 0
        self.start()

    def start(self, off: int = 0) -> None:
        """Start the server again, after a time off."""
        self.now += off
        self.steady = 0
        self.registry = registry_on(self.store, now=lambda: self.now)
        self.sweep = Sweep(self.registry, keep_days=30, trash_days=7, steady=lambda: self.steady)

    async def run(self, time: int) -> None:
        """Run for a time."""
        until = self.now + time
        await self.sweep.run()
        while self.now < until:
            self.now += HOUR
            self.steady += HOUR
            await self.sweep.run()

    async def is_gone(self, code: str) -> bool:
        """Whether a table is neither there nor in the trash."""
        return not await self.store.read(code) and not await self.store.restore(code, self.now)


def at_house(tmp_path: Path, story: Callable[[House], Awaitable[None]]) -> None:
    async def play(store: SqlStore) -> None:
        await story(House(store))

    with_store(tmp_path / "tables.db", play)


def test_an_unused_table_goes_to_the_trash_after_thirty_days_and_for_good_a_week_later(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        old, used = await begun(house.registry), await begun(house.registry)
        await house.run(20 * DAY)
        await do(house.registry, used, ANNA, move(2, "B+"))
        await house.run(10 * DAY)
        assert await house.store.count() == 2
        await house.run(2 * HOUR)
        assert await code_of(house.registry.acquire(old)) == "no_such_table"
        assert await house.store.restore(old, house.now)
        assert await house.store.throw_away(old, house.now + 1, house.now)
        await house.run(7 * DAY)
        assert await house.store.restore(old, house.now)
        assert await house.store.throw_away(old, house.now + 1, house.now)
        await house.run(7 * DAY + HOUR)
        assert await house.is_gone(old)
        assert (await stands(house.registry, used)).version == 3

    at_house(tmp_path, story)


def test_a_table_from_the_trash_is_played_on_and_stays_for_another_thirty_days(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        code = await begun(house.registry)
        await house.run(31 * DAY)
        assert await house.store.count() == 0
        assert await house.store.restore(code, house.now)
        await house.run(29 * DAY)
        await do(house.registry, code, ANNA, move(2, "B+"))
        await house.run(29 * DAY)
        assert (await stands(house.registry, code)).version == 3

    at_house(tmp_path, story)


@pytest.mark.parametrize("off", [40 * YEAR, 90 * DAY])
def test_nothing_is_swept_in_the_first_hours_of_a_clock_that_is_far_ahead(tmp_path: Path, off: int) -> None:
    async def story(house: House) -> None:
        code = await begun(house.registry)
        await house.run(2 * HOUR)
        house.start(off)
        await house.run(20 * HOUR)
        assert (await stands(house.registry, code)).version == 2

    at_house(tmp_path, story)


def test_a_clock_forty_years_ahead_at_the_first_start_with_a_trash_deletes_nothing_in_months(tmp_path: Path) -> None:
    """Not even if somebody plays then, so that the newest event is forty years ahead, too, and the server restarts."""

    async def story(house: House) -> None:
        code, other = await begun(house.registry), await begun(house.registry)
        house.start(40 * YEAR)
        await house.run(DAY)
        await do(house.registry, other, ANNA, move(2, "B+"))
        house.start()
        await house.run(140 * DAY)
        assert (await stands(house.registry, code)).version == 2
        house.start(-40 * YEAR)
        await house.run(3 * DAY)
        assert await house.store.tables_of("anna") == [other], "unused for months, and the clock is right"

    at_house(tmp_path, story)


def test_after_three_months_off_what_is_old_is_swept_a_day_later(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        code = await begun(house.registry)
        await house.run(2 * HOUR)
        house.start(90 * DAY)
        await house.run(DAY)
        assert await house.store.count() == 0
        assert await house.store.restore(code, house.now), "it is in the trash"

    at_house(tmp_path, story)


def test_a_jump_while_the_server_runs_sweeps_nothing_and_a_jump_back_puts_all_in_order(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        code = await begun(house.registry)
        await house.run(2 * HOUR)
        house.now += 5 * YEAR
        await house.run(10 * DAY)
        house.now -= 5 * YEAR
        await house.run(19 * DAY)
        assert (await stands(house.registry, code)).version == 2
        await house.run(3 * DAY)
        assert await house.store.count() == 0, "it is old by now"

    at_house(tmp_path, story)


def test_tables_that_were_used_while_the_clock_was_behind_are_not_taken_for_old(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        before = await begun(house.registry)
        await house.run(2 * HOUR)
        house.start(-50 * YEAR)
        during = await begun(house.registry)
        await do(house.registry, before, ANNA, move(2, "B+"))
        await house.run(2 * HOUR)
        house.now += 50 * YEAR
        await house.run(3 * DAY)
        assert (await stands(house.registry, during)).version == 2
        assert (await stands(house.registry, before)).version == 3
        await house.run(31 * DAY)
        assert await house.store.count() == 0

    at_house(tmp_path, story)


def test_tables_that_a_clock_ahead_has_thrown_away_come_back(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        code = await begun(house.registry)
        await house.run(DAY)
        house.now += 40 * DAY
        await house.run(DAY)
        assert await house.store.count() == 0
        house.now -= 40 * DAY
        await house.run(DAY)
        assert (await stands(house.registry, code)).version == 2

    at_house(tmp_path, story)


def test_a_table_that_somebody_looks_at_is_never_swept(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        code = await begun(house.registry)
        async with house.registry.using(code) as live:
            await house.run(100 * DAY)
            assert await house.registry.act(live, ANNA, move(2, "B+")) == 3

    at_house(tmp_path, story)


def test_a_store_that_fails_is_swept_when_it_works_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: object) -> None:
        raise StoreFailed("not now")

    async def story(house: House) -> None:
        await begun(house.registry)
        for name in ("marks", "idle", "throw_away", "set_marks"):
            with monkeypatch.context() as patched:
                patched.setattr(house.store, name, failing)
                await house.run(40 * DAY)
                assert await house.store.count() == (0 if name == "set_marks" else 1)
        await house.run(2 * HOUR)
        assert await house.store.count() == 0

    at_house(tmp_path, story)
