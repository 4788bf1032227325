"""The table service: every act settles the table once, and REST sees what sockets see."""

import asyncio
import json
from pathlib import Path

import pytest

from bigpoints.rules import legal_moves
from bigpoints.server.live.device_handover import offer_seat, redeem
from bigpoints.server.live.service import LogPage, StaleCommand
from bigpoints.server.ops.cost import charged_to
from bigpoints.server.storage.store import Entry, StoreFailed
from bigpoints.server.table.commands import Agree, Leave, MakeMove, Sit, Start, Undo
from bigpoints.server.table.events import Created, Placed
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import Setup
from support.live_tables import ANNA, BEN, Home, at_home, bot, person, settled, until
from support.stored_story import code_of, log_of

CARL = "c" * 64


async def kinds(home: Home, code: str) -> list[str]:
    """What has happened at a table."""
    return [type(event).__name__ for _, _, event in await log_of(home.registry, code)]


async def moved(home: Home, code: str, browser: str, seat: int, name: str = "m") -> int:
    """Make the first legal move, by REST."""
    table = await home.service.table(code)
    move = str(legal_moves(table.board)[0])
    command = MakeMove(id=name, version=table.version, seat=seat, move=move)
    return (await home.service.execute(code, browser, command)).version


# --- Settling ---------------------------------------------------------------------------------------------------------


def test_a_table_that_is_full_begins_when_it_is_created(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        created = Created(setup=Setup(), owner=ANNA, seats=[person(ANNA), bot()])
        code, view = await home.service.create(created)
        assert (view.values["state"], view.values["yours"], view.values["owner"]) == ("playing", [1], True)
        assert await kinds(home, code) == ["Created", "Begun"]

    at_home(tmp_path / "tables", story)


@pytest.mark.parametrize("watched", [True, False])
@pytest.mark.parametrize("way", ["rest", "socket"])
def test_the_last_to_sit_down_begins_the_game_once(tmp_path: Path, way: str, watched: bool) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), Placed())
        if watched:
            await home.come(code, ANNA)
        if way == "rest":
            done = await home.service.execute(code, BEN, Sit(id="s", name="Ben"))
            assert (done.version, done.view.values["version"], done.view.values["state"]) == (2, 3, "playing")
        else:
            ben = await home.come(code, BEN)
            assert await home.act(ben, Sit(id="s", name="Ben")) == 2
            assert (ben.table.version, ben.view["state"]) == (3, "playing")
        await settled()
        assert await kinds(home, code) == ["Created", "Seated", "Begun"]

    at_home(tmp_path / "tables", story)


def test_an_undo_is_carried_out_once_all_have_agreed_or_left(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code, _ = await home.service.create(
            Created(setup=Setup(players=3, first=1), owner=ANNA, seats=[person(ANNA), person(BEN), person(CARL)])
        )
        await moved(home, code, ANNA, 1)
        version = await moved(home, code, BEN, 2)
        await home.service.execute(code, ANNA, Undo(id="u", version=version, seat=1))
        await home.service.execute(code, BEN, Agree(id="a", version=version + 1, seat=2))
        done = await home.service.execute(code, CARL, Leave(id="l", seat=3))
        assert (await kinds(home, code))[-3:] == ["Agreed", "StoodIn", "Undone"]
        assert done.view.values["version"] == done.version + 1

    at_home(tmp_path / "tables", story)


def test_many_who_settle_at_once_settle_once(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN))
        async with home.registry.using(code) as live:
            refused = await asyncio.gather(*[home.service.settle(live) for _ in range(5)], return_exceptions=True)
            assert all(each is None or isinstance(each, Refused) for each in refused)
            await home.service.settle(live)
        assert await kinds(home, code) == ["Created", "Begun"]

    at_home(tmp_path / "tables", story)


def test_what_was_done_stays_done_if_what_follows_cannot_be_stored_and_who_comes_next_settles_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(home: Home) -> None:
        append = home.registry.store.append
        code = await home.table(person(ANNA), Placed())

        async def failing(entry: Entry, member: str | None = None, shortened: str | None = None) -> bool:
            if "begun" in entry.event:
                raise StoreFailed("the disk is full")
            return await append(entry, member, shortened)

        monkeypatch.setattr(home.registry.store, "append", failing)
        done = await home.service.execute(code, BEN, Sit(id="s", name="Ben"))
        assert (done.version, done.view.values["state"]) == (2, "open")
        monkeypatch.setattr(home.registry.store, "append", append)
        anna = await home.come(code, ANNA)
        await until(lambda: anna.view["state"] == "playing")

    at_home(tmp_path / "tables", story)


def test_who_hands_a_seat_over_begins_nothing_twice(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN))
        offer = await offer_seat(home.service, code, 2, BEN)
        taken, view = await redeem(home.service, offer.secret, CARL)
        assert (taken, view.values) == (code, (await home.service.view(code, CARL)).values)
        assert await kinds(home, code) == ["Created", "Seated", "Begun"]

    at_home(tmp_path / "tables", story)


# --- Views ------------------------------------------------------------------------------------------------------------


def test_rest_sees_what_a_socket_sees_away_and_clock_included(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN), turn_seconds=30)
        anna, ben = await home.come(code, ANNA), await home.come(code, BEN)
        await until(lambda: anna.table.position)
        home.go(ben)
        await until(lambda: anna.view["seats"][1]["away"])
        by_socket, by_rest = anna.view, json.loads((await home.service.view(code, ANNA)).json)
        assert 0 < by_rest.pop("clock_ms") <= by_socket.pop("clock_ms") <= 30_000
        assert by_rest == by_socket

    at_home(tmp_path / "tables", story, away=0.05)


def test_with_nobody_connected_nobody_is_away_and_no_clock_runs(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code, _ = await home.service.create(
            Created(setup=Setup(turn_seconds=30), owner=ANNA, seats=[person(ANNA), person(BEN)])
        )
        view = (await home.service.view(code, ANNA)).values
        assert (view["state"], view["clock_ms"]) == ("playing", None)
        assert not any(seat["away"] for seat in view["seats"])

    at_home(tmp_path / "tables", story, away=0.0)


def test_a_browser_with_one_seat_sees_its_hand_and_one_with_several_names_the_seat(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code, view = await home.service.create(
            Created(setup=Setup(players=3), owner=ANNA, seats=[person(ANNA), person(BEN), person(ANNA)])
        )
        assert (view.values["yours"], view.values["seat"], view.values["hand"]) == ([1, 3], None, None)
        assert (await home.service.view(code, ANNA, 3)).values["seat"] == 3
        assert (await home.service.view(code, BEN)).values["seat"] == 2
        assert await code_of(home.service.view(code, ANNA, 2)) == "not_your_seat"

    at_home(tmp_path / "tables", story)


def test_a_stale_command_is_refused_with_the_view_as_it_is(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code, _ = await home.service.create(
            Created(setup=Setup(first=1), owner=ANNA, seats=[person(ANNA), person(BEN)])
        )
        version = await moved(home, code, ANNA, 1)
        with pytest.raises(StaleCommand) as stale:
            await home.service.execute(code, BEN, MakeMove(id="x", version=version - 1, seat=2, move="B+"))
        assert (stale.value.code, stale.value.about) == ("stale", {"version": version})
        assert (stale.value.view.values["version"], stale.value.view.values["seat"]) == (version, 2)

    at_home(tmp_path / "tables", story)


def test_where_nobody_may_watch_a_table_is_shown_to_its_players_only(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN), watch="nobody")
        assert (await home.service.view(code, BEN)).values["yours"] == [2]
        assert len(json.loads(await home.service.log_json(code, BEN, LogPage(0, 500)))["log"]) == 1
        assert await code_of(home.service.view(code, CARL)) == "watching_not_allowed"
        assert await code_of(home.service.log_json(code, CARL, LogPage(0, 500))) == "watching_not_allowed"

    at_home(tmp_path / "tables", story)


def test_the_history_of_a_table_that_another_worker_deleted_just_now_is_refused(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN))
        async with home.registry.using(code):
            await home.registry.store.delete(code)
            assert await code_of(home.service.log_json(code, ANNA, LogPage(0, 500))) == "no_such_table"

    at_home(tmp_path / "tables", story)


def test_who_acts_in_vain_by_rest_is_no_longer_away(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN), Placed(), players=3)
        anna = await home.come(code, ANNA)
        await until(lambda: anna.view["seats"][1]["away"])
        assert await code_of(home.service.execute(code, BEN, Start(id="s"))) == "not_owner"
        assert not (await home.service.view(code, ANNA)).values["seats"][1]["away"]

    at_home(tmp_path / "tables", story, away=0.5)


# --- Tables -----------------------------------------------------------------------------------------------------------


def test_the_tables_of_a_browser_come_newest_first_and_without_those_that_are_deleted(tmp_path: Path) -> None:
    clock = iter(range(1000, 100_000))

    async def story(home: Home) -> None:
        codes = [await home.table(person(ANNA), Placed()) for _ in range(3)]
        await home.service.execute(codes[0], BEN, Sit(id="s", name="Ben"))
        assert [table.code for table in await home.service.tables_of(ANNA)] == codes[::-1]
        assert [table.code for table in await home.service.tables_of(BEN)] == codes[:1]
        assert await code_of(home.service.delete(codes[1], BEN)) == "not_owner"
        await home.service.delete(codes[1], ANNA)
        assert [table.code for table in await home.service.tables_of(ANNA)] == [codes[2], codes[0]]

    at_home(tmp_path / "tables", story, now=lambda: next(clock))


def test_a_list_is_refused_while_the_store_fails_instead_of_being_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> list[Entry]:
        raise StoreFailed("the disk is full")

    async def story(home: Home) -> None:
        await home.table(person(ANNA), Placed())
        monkeypatch.setattr(home.registry.store, "read", fail)
        assert await code_of(home.service.tables_of(ANNA)) == "unavailable"

    at_home(tmp_path / "tables", story)


def test_a_list_of_many_tables_costs_more_than_a_request(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        for _ in range(5):
            await home.table(person(ANNA), Placed())
        bill: list[float] = []
        with charged_to(bill.append):
            assert len(await home.service.tables_of(ANNA)) == 5
        assert bill == [0.5]

    at_home(tmp_path / "tables", story)


def test_who_acts_without_a_socket_has_been_away_only_since_then(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN), first=2)
        anna = await home.come(code, ANNA)
        await until(lambda: anna.table.position)
        [(_, before)] = anna.at.absences()
        await asyncio.sleep(0.01)
        await moved(home, code, BEN, 2)
        assert [seat for seat, since in anna.at.absences() if since > before] == [2]

    at_home(tmp_path / "tables", story)
