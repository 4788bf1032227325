"""Rooms of one table at several workers: presence is shared, and one worker attends."""

import asyncio
from collections.abc import Mapping, Set
from pathlib import Path

import pytest

from bigpoints.server.live.cluster import LAPSE_SECONDS, ClusterSync
from bigpoints.server.storage.directory import Presence, TableNews
from bigpoints.server.storage.store import StoreFailed
from bigpoints.server.table.commands import Undo
from bigpoints.server.table.refusals import Refused
from support.live_tables import ANNA, BEN, Home, at_home, bot, person, settled, until


class OtherWorkers:
    """A directory in which the test says what the other workers do."""

    def __init__(self) -> None:
        self.said: list[Mapping[str, Presence]] = []
        self.news = TableNews(is_attended=True)
        self.fails = False
        self.failure: Exception = StoreFailed("the database is gone")
        self.lapsed: set[str] = set()

    async def pulse(self, tables: Mapping[str, Presence]) -> Mapping[str, TableNews]:
        """Answer the same for every table."""
        if self.fails:
            raise self.failure
        self.said.append(tables)
        return dict.fromkeys(tables, self.news)

    def now(self) -> int:
        """Some time."""
        return 1000

    def lapse(self, tables: Set[str]) -> None:
        """Note it."""
        self.lapsed |= tables

    async def leave(self) -> None:
        """Nobody is told."""


class Clock:
    """A clock that the test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def clustered(home: Home, clock: Clock | None = None) -> tuple[OtherWorkers, ClusterSync]:
    """Make a home one of several workers."""
    others = OtherWorkers()
    sync = ClusterSync(others, home.service.rooms, home.hub.refresh, home.scheduler.update, clock=clock or Clock())
    home.hub.cluster = sync
    return others, sync


def test_bots_play_only_where_the_table_is_attended(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        others, sync = clustered(home)
        others.news = TableNews(is_attended=False)
        code = await home.table(bot(), person(ANNA))
        anna = await home.come(code, ANNA)
        await sync.pulse()
        await settled()
        assert (anna.table.state, home.bots.asked) == ("open", [])
        others.news = TableNews(is_attended=True)
        await sync.pulse()
        await until(lambda: anna.table.plies)
        assert home.bots.asked == ["random"]

    at_home(tmp_path / "tables", story)


def test_a_bot_stops_thinking_where_the_table_is_no_longer_attended(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        others, sync = clustered(home)
        home.bots.may_finish.clear()
        code = await home.table(bot(), person(ANNA))
        await home.come(code, ANNA)
        await sync.pulse()
        await until(lambda: home.bots.asked)
        others.news = TableNews(is_attended=False)
        await sync.pulse()
        await until(lambda: home.bots.cancelled)
        assert home.bots.cancelled == ["random"]

    at_home(tmp_path / "tables", story)


def test_players_at_other_workers_are_present_and_nobody_stands_in_for_them(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        others, sync = clustered(home)
        others.news = TableNews(is_attended=True, connected=frozenset({BEN}))
        code = await home.table(person(ANNA), person(BEN))
        anna = await home.come(code, ANNA)
        await sync.pulse()
        await until(lambda: anna.table.position is not None)
        assert others.said[-1] == {code: Presence(frozenset({ANNA}))}
        assert anna.at.absences() == []
        assert anna.at.is_complete

    at_home(tmp_path / "tables", story, away=0.0, patience_seconds=0.1)


def test_who_left_another_worker_long_ago_is_away_at_once(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        others, sync = clustered(home)
        code = await home.table(person(ANNA), person(BEN))
        anna = await home.come(code, ANNA)
        await sync.pulse()
        assert anna.at.away() == set()
        shown = anna.shown
        others.news = TableNews(is_attended=False, absent_ms={BEN: 100_000})
        await sync.pulse()
        assert anna.at.away() == {2}
        assert anna.shown > shown
        others.news = TableNews(is_attended=False, connected=frozenset({BEN}))
        await sync.pulse()
        assert anna.at.away() == set()

    at_home(tmp_path / "tables", story, away=50.0)


def test_who_left_here_last_is_absent_since_then_whatever_happened_elsewhere_before(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        others, sync = clustered(home)
        code = await home.table(person(ANNA), person(BEN))
        anna, ben = await home.come(code, ANNA), await home.come(code, BEN)
        home.go(ben)
        others.news = TableNews(is_attended=False, absent_ms={BEN: 100_000})
        await sync.pulse()
        assert anna.at.away() == set()

    at_home(tmp_path / "tables", story, away=50.0)


def test_a_seat_is_given_back_to_somebody_who_is_back_at_another_worker(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        others, sync = clustered(home)
        code = await home.table(person(ANNA), person(BEN))
        anna, ben = await home.come(code, ANNA), await home.come(code, BEN)
        await sync.pulse()
        await until(lambda: anna.table.position is not None)
        home.go(ben)
        await until(lambda: anna.table.seats[1].bot)
        others.news = TableNews(is_attended=True, connected=frozenset({BEN}))
        await sync.pulse()
        await until(lambda: anna.table.seats[1].is_person)
        assert anna.table.seats[1].browser == BEN

    at_home(tmp_path / "tables", story, patience_seconds=0.1)


def test_what_somebody_does_by_rest_is_told_to_the_others(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        others, sync = clustered(home)
        code = await home.table(person(ANNA), person(BEN))
        anna = await home.come(code, ANNA)
        await sync.pulse()
        await until(lambda: anna.table.position is not None)
        with pytest.raises(Refused, match="nothing_to_undo"):
            await home.service.execute(code, BEN, Undo(id="u", version=anna.table.version, seat=2))
        await sync.pulse()
        assert others.said[-1][code].touched == {BEN}
        await sync.pulse()
        assert others.said[-1][code].touched == set()

    at_home(tmp_path / "tables", story)


@pytest.mark.parametrize("failure", [StoreFailed("the database is gone"), ZeroDivisionError()])
def test_a_worker_without_a_pulse_attends_nothing_after_some_seconds(tmp_path: Path, failure: Exception) -> None:
    async def story(home: Home) -> None:
        clock = Clock()
        others, sync = clustered(home, clock)
        others.failure = failure
        code = await home.table(bot(), person(ANNA))
        anna = await home.come(code, ANNA)
        running = asyncio.create_task(sync.run())
        await until(lambda: anna.at.news.is_attended)
        others.fails = True
        sync.wake()
        await settled()
        assert anna.at.news.is_attended
        clock.now += LAPSE_SECONDS
        sync.wake()
        await until(lambda: not anna.at.news.is_attended)
        assert others.lapsed == {code}
        others.fails = False
        sync.wake()
        await until(lambda: anna.at.news.is_attended)
        running.cancel()

    at_home(tmp_path / "tables", story)


def test_the_others_hear_soon_of_everybody_who_comes_or_goes(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        others, sync = clustered(home)
        code = await home.table(person(ANNA), person(BEN))
        running = asyncio.create_task(sync.run())
        anna = await home.come(code, ANNA)
        await until(lambda: others.said[-1] == {code: Presence(frozenset({ANNA}))})
        ben = await home.come(code, BEN)
        await until(lambda: others.said[-1] == {code: Presence(frozenset({ANNA, BEN}))})
        home.go(anna)
        await until(lambda: others.said[-1] == {code: Presence(frozenset({BEN}))})
        home.go(ben)
        await until(lambda: others.said[-1] == {})
        assert home.hub.rooms == []
        running.cancel()

    at_home(tmp_path / "tables", story)


def test_a_room_that_has_closed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        others, sync = clustered(home)
        others.news = TableNews(is_attended=False)
        code = await home.table(bot(), person(ANNA))
        anna = await home.come(code, ANNA)
        others.news = TableNews(is_attended=True)
        pulse = asyncio.ensure_future(sync.pulse())
        home.go(anna)
        await pulse
        await settled()
        assert home.bots.asked == []

    at_home(tmp_path / "tables", story)
