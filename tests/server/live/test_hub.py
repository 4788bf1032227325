"""The hub: rooms are opened and closed, and changes reach everybody in them."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from bigpoints.contract.constants import NOT_ALLOWED, TABLE_GONE
from bigpoints.server.live.bus import LocalBus
from bigpoints.server.live.registry import GONE, TableRegistry
from bigpoints.server.table.commands import Actor, Free, Leave, Sit
from bigpoints.server.table.events import Placed
from bigpoints.server.table.refusals import Refused
from support.live_tables import ANNA, BEN, Home, at_home, bot, person, settled, until
from support.observation import TINY, eventually, metric
from support.server_process import Visitor
from support.stored_story import log_of

A_WHILE = 0.15
"""Seconds in which what must not happen would have happened."""
CARL = "c" * 64


def test_all_clients_of_a_table_share_a_room(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code, other = await home.table(person(ANNA), Placed()), await home.table(person(ANNA), Placed())
        anna, carl, elsewhere = await home.come(code, ANNA), await home.come(code, CARL), await home.come(other, ANNA)
        assert anna.at is carl.at
        assert anna.at is not elsewhere.at
        assert (len(home.hub.rooms), home.registry.loaded) == (2, 2)
        home.go(carl)
        assert anna.at.clients == {anna}
        home.go(anna)
        assert home.hub.rooms == [elsewhere.at]
        assert home.registry.loaded == 1

    at_home(tmp_path / "tables", story)


def test_a_change_is_shown_to_everybody_in_the_room_and_to_nobody_else(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code, other = await home.table(person(ANNA), Placed()), await home.table(person(ANNA), Placed())
        anna, carl, elsewhere = await home.come(code, ANNA), await home.come(code, None), await home.come(other, ANNA)
        before = anna.shown, carl.shown, elsewhere.shown
        await home.act(anna, Leave(id="l", seat=1))
        assert (anna.shown, carl.shown, elsewhere.shown) == (before[0] + 1, before[1] + 1, before[2])
        assert carl.view["seats"][0]["free"]

    at_home(tmp_path / "tables", story)


def test_spectators_who_come_and_go_cost_the_others_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN), turn_seconds=30)
        anna = await home.come(code, ANNA)
        await until(lambda: anna.table.position is not None)
        await settled()
        shown = anna.shown
        monkeypatch.setattr(home.scheduler, "update", lambda _: pytest.fail("a spectator changes nothing"))
        for browser in (CARL, None, CARL, None, ANNA):
            home.go(await home.come(code, browser))
        assert anna.shown == shown

    at_home(tmp_path / "tables", story)


def test_a_player_who_was_away_is_shown_as_present_at_once(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN))
        anna = await home.come(code, ANNA)
        await until(lambda: anna.view["seats"][1]["away"])
        shown = anna.shown
        ben = await home.come(code, BEN)
        assert anna.shown == shown + 1
        assert not anna.view["seats"][1]["away"]
        home.go(ben)
        await until(lambda: anna.shown > shown + 1)
        assert anna.view["seats"][1]["away"]

    at_home(tmp_path / "tables", story, away=0.2)


def test_who_may_not_watch_opens_no_room(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN), watch="nobody")
        with pytest.raises(Refused, match="watching_not_allowed"):
            await home.come(code, CARL)
        assert (home.hub.rooms, home.registry.loaded) == ([], 0)

    at_home(tmp_path / "tables", story)


def test_who_may_no_longer_watch_is_disconnected(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), Placed(), watch="nobody")
        anna, ben, carl = [await home.come(code, who) for who in (ANNA, BEN, CARL)]
        await home.act(ben, Sit(id="s", name="Ben"))
        assert (anna.ended, ben.ended, carl.ended) == (None, None, NOT_ALLOWED)

    at_home(tmp_path / "tables", story)


def test_where_anyone_may_watch_nobody_is_disconnected(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN))
        anna, ben = await home.come(code, ANNA), await home.come(code, BEN)
        await home.act(anna, Free(id="f", seat=2))
        assert ben.ended is None

    at_home(tmp_path / "tables", story)


def test_all_are_disconnected_from_a_table_that_is_deleted(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), Placed())
        anna, carl = await home.come(code, ANNA), await home.come(code, CARL)
        await home.service.delete(code, ANNA)
        assert (anna.ended, carl.ended) == (TABLE_GONE, TABLE_GONE)

    at_home(tmp_path / "tables", story)


def test_what_another_worker_stored_is_read_and_shown(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), Placed(), Placed(), players=3)
        anna = await home.come(code, ANNA)
        shown = anna.shown
        other = TableRegistry(home.registry.store, LocalBus())
        async with other.using(code) as live:
            version = await other.act(live, Actor("person", BEN), Sit(id="s", name="Ben"))
        await settled()
        assert (anna.shown, anna.view["version"]) == (shown, version - 1)
        home.registry.bus.publish(code, version)
        await until(lambda: anna.shown > shown)
        assert anna.view["version"] == version
        assert anna.view["seats"][1]["name"] == "Ben"

    at_home(tmp_path / "tables", story)


def test_news_of_what_is_known_already_are_no_news(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), Placed(), Placed(), players=3)
        anna = await home.come(code, ANNA)
        shown = anna.shown
        home.hub.on_news(code, anna.table.version)
        home.hub.on_news("ELSEWHER", 7)
        await settled()
        assert anna.shown == shown

    at_home(tmp_path / "tables", story)


def test_a_table_that_another_worker_deleted_is_closed(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), Placed())
        anna = await home.come(code, ANNA)
        home.hub.on_news(code, GONE)
        assert (anna.ended, anna.at.live.is_gone) == (TABLE_GONE, True)

    at_home(tmp_path / "tables", story)


def test_news_that_were_lost_are_found_in_the_store(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        codes = [await home.table(person(ANNA), Placed(), Placed(), players=3) for _ in range(3)]
        guests = [await home.come(code, ANNA) for code in codes]
        other = TableRegistry(home.registry.store, LocalBus())
        async with other.using(codes[0]) as live:
            version = await other.act(live, Actor("person", BEN), Sit(id="s", name="Ben"))
        await other.delete(codes[1], Actor("person", ANNA))
        shown = [guest.shown for guest in guests]
        await home.hub.catch_up_all()
        await until(lambda: guests[0].shown > shown[0])
        assert guests[0].table.version == version
        assert guests[1].ended == TABLE_GONE
        assert (guests[2].shown, guests[2].ended) == (shown[2], None)

    at_home(tmp_path / "tables", story)


def test_heartbeats_carry_the_version_of_the_store_even_before_it_is_read(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), Placed(), Placed(), players=3)
        anna = await home.come(code, ANNA)
        known = anna.table.version
        home.hub.on_news(code, known + 5)
        assert (anna.table.version, anna.at.newest_version) == (known, known + 5)
        await settled()
        assert not anna.at.is_catching_up

    at_home(tmp_path / "tables", story)


def test_who_comes_while_the_store_is_asked_for_news_stays(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), Placed(), Placed(), players=3)
        versions, came = home.registry.store.versions, []

        async def slow(tables: Sequence[str]) -> dict[str, int]:
            found = await versions(tables)
            came.append(await home.come(code, ANNA))
            return found

        home.registry.store.versions = slow  # type: ignore[method-assign]
        await home.hub.catch_up_all()
        assert (came[0].ended, came[0].at.live.is_gone) == (None, False)

    at_home(tmp_path / "tables", story)


def test_who_comes_to_a_table_that_is_restored_does_not_meet_those_whom_it_was_gone_for(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), Placed(), Placed(), players=3)
        anna = await home.come(code, ANNA)
        home.hub.on_news(code, GONE)
        carl = await home.come(code, CARL)
        assert carl.at is not anna.at
        home.go(anna)
        assert home.hub.rooms == [carl.at]
        await home.act(carl, Sit(id="s", name="Carl"))

    at_home(tmp_path / "tables", story)


def test_everybody_hears_once_when_nothing_can_be_stored_and_when_that_works_again(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), Placed())
        anna = await home.come(code, ANNA)
        for is_storing in (True, False, False):
            home.hub.say_storing(is_storing)
        late = await home.come(code, CARL)
        home.hub.say_storing(True)
        later = await home.come(code, CARL)
        assert (anna.storing, late.storing, later.storing) == ([False, True], [False, True], [])

    at_home(tmp_path / "tables", story)


def test_after_the_last_client_the_room_is_closed_and_its_bots_stop(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        home.bots.may_finish.clear()
        code = await home.table(bot(), person(BEN), turn_seconds=30)
        ben, onlooker = await home.come(code, BEN), await home.come(code, None)
        await until(lambda: home.bots.asked)
        home.go(ben)
        assert home.registry.loaded == 1
        assert ben.at.timer
        home.go(onlooker)
        assert (home.registry.loaded, home.hub.rooms) == (0, [])
        assert not any(handle is not None for handle in (ben.at.timer, ben.at.bot_task))
        await until(lambda: home.bots.cancelled)
        home.bots.may_finish.set()
        await asyncio.sleep(A_WHILE)
        assert len(await log_of(home.registry, code)) == 2
        ben = await home.come(code, BEN)
        await until(lambda: ben.table.plies)

    at_home(tmp_path / "tables", story)


def test_on_a_server_a_player_gets_no_view_for_spectators(anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"}, {"bot": "random"}, setup={**TINY, "first": 1})
    with anna.at(code) as guest:
        guest.until(lambda view: view["state"] == "playing")
        assert "refused" in guest.command("free", seat=5)
        heard = len(guest.frames)
        for _ in range(10):
            with ben.at(code) as spectator:
                spectator.hear()
        assert "refused" in guest.command("free", seat=5)
        assert not any("view" in frame for frame in guest.frames[heard:])


def test_on_a_server_a_table_is_evicted_and_goes_on_when_somebody_opens_it(anna: Visitor) -> None:
    setup = {**TINY, "first": 2, "bot_delay_ms": 4000}
    code = anna.ask("POST", "/api/quick", {"name": "Anna", "bot": "random", "setup": setup})["table"]
    before = anna.view(code)["version"]
    with anna.at(code) as guest:
        guest.hear()
        assert metric(anna, "tables_awake") >= 1
    eventually(lambda: metric(anna, "tables_awake") == 0 and metric(anna, "clients") == 0)
    assert anna.view(code)["version"] == before
    with anna.at(code) as guest:
        assert guest.until(lambda view: view["turn"] == 1)["last"][-1]["by"] == "bot"
