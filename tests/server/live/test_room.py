"""The room: who is away and when a bot takes over, and views of one piece."""

import asyncio
from pathlib import Path

import pytest

from bigpoints.rules import legal_moves
from bigpoints.server.live.bus import LocalBus
from bigpoints.server.live.registry import TableRegistry
from bigpoints.server.live.room import Room
from bigpoints.server.table.commands import SERVER, Actor, Leave, MakeMove, Return, Sit, StandIn
from bigpoints.server.table.events import Placed
from bigpoints.server.table.refusals import Refused
from support.live_tables import ANNA, BEN, Home, at_home, bot, person, settled, until
from support.observation import TINY
from support.server_process import Visitor

A_WHILE = 0.15
"""Seconds in which what must not happen would have happened."""


def test_a_bot_stands_in_for_somebody_away_until_they_connect(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN))
        anna, ben = await home.come(code, ANNA), await home.come(code, BEN)
        await until(lambda: anna.table.position is not None)
        home.go(ben)
        await until(lambda: anna.table.seats[1].bot == "greedy")
        assert (anna.table.seats[1].browser, anna.table.seats[1].left) == (BEN, False)
        move = str(legal_moves(anna.table.board)[0])
        await home.act(anna, MakeMove(id="m", version=anna.table.version, seat=1, move=move))
        await until(lambda: len(anna.table.plies) == 2)
        assert anna.table.plies[1].by == "bot"
        ben = await home.come(code, BEN)
        await until(lambda: anna.table.seats[1].bot is None)
        assert ben.table.seats_of(BEN) == (2,)

    at_home(tmp_path / "tables", story, patience_seconds=0.1)


def test_who_comes_back_in_time_is_not_replaced(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN))
        anna, ben = await home.come(code, ANNA), await home.come(code, BEN)
        await until(lambda: anna.table.position is not None)
        home.go(ben)
        assert len(anna.at.takeovers()) == 1
        await home.come(code, BEN)
        assert anna.at.takeovers() == []
        await asyncio.sleep(A_WHILE)
        assert anna.table.seats[1].is_person

    at_home(tmp_path / "tables", story, patience_seconds=0.1)


def test_somebody_away_since_before_the_game_is_replaced_as_well(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), Placed(), players=2)
        anna, ben = await home.come(code, ANNA), await home.come(code, BEN)
        await home.act(ben, Sit(id="s", name="Ben"))
        home.go(ben)
        await until(lambda: anna.table.seats[1].bot)
        assert anna.table.state == "playing"

    at_home(tmp_path / "tables", story, patience_seconds=0.0)


def test_absence_counts_from_when_somebody_was_first_missed_or_last_heard_of(tmp_path: Path) -> None:
    clock = [0.0]

    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), Placed(), patience_seconds=60)
        anna = await home.come(code, ANNA)
        room = Room(anna.at.live, 20, lambda: clock[0])
        room.enter(anna)
        clock[0] = 1000.0
        await home.registry.act(anna.at.live, Actor("person", BEN), Sit(id="s", name="Ben"))
        await until(lambda: anna.table.position is not None)
        assert room.takeovers() == [(2, 1060.0)]
        clock[0] = 1050.0
        room.touch(BEN)
        room.touch("c" * 64)
        assert room.takeovers() == [(2, 1110.0)]
        assert (room.away(), room.deadlines()) == (set(), [1070.0, 1110.0])
        clock[0] = 1070.0
        assert (room.away(), room.deadlines()) == ({2}, [1110.0])

    at_home(tmp_path / "tables", story)


def test_views_say_who_is_away_now_although_the_table_has_not_changed(tmp_path: Path) -> None:
    clock = [0.0]

    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN), Placed(), players=3)
        anna = await home.come(code, ANNA)
        room = Room(anna.at.live, 20, lambda: clock[0])
        room.enter(anna)

        def is_away() -> bool:
            return bool(room.view(anna).values["seats"][1]["away"])

        assert not is_away()
        clock[0] = 20.0
        assert is_away()
        room.touch(BEN)
        assert not is_away()
        clock[0] = 40.0
        assert is_away()

    at_home(tmp_path / "tables", story)


def test_who_plays_without_a_socket_is_replaced_and_comes_back_by_asking(anna: Visitor, ben: Visitor) -> None:
    setup = {**TINY, "first": 2, "bot_delay_ms": 10_000, "patience_seconds": 5}
    code = anna.create({"name": "Anna"}, setup=setup)
    with anna.at(code) as guest:
        ben.join(code, "Ben")
        guest.until(lambda view: view["seats"][1]["bot"])
        path = f"/api/tables/{code}/commands"
        view = ben.ask("POST", path, {"do": "return", "id": "r", "seat": 2})["view"]
        about = {"id": "m", "seat": 2, "version": view["version"]}
        assert ben.ask("POST", path, {"do": "move", "move": view["moves"][0]["move"], **about})["view"]["last"]


def test_who_comes_at_the_very_moment_has_the_seat_back(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN))
        anna, ben = await home.come(code, ANNA), await home.come(code, BEN)
        await until(lambda: anna.table.position is not None)
        home.go(ben)
        await home.come(code, BEN)
        await home.registry.act(anna.at.live, SERVER, StandIn(id="late", seat=2))
        assert anna.table.seats[1].bot == "greedy"
        await until(lambda: anna.table.seats[1].is_person)
        assert anna.table.seats[1].browser == BEN

    at_home(tmp_path / "tables", story)


def test_who_left_on_purpose_does_not_come_back_by_looking_in(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN))
        anna, ben = await home.come(code, ANNA), await home.come(code, BEN)
        await until(lambda: anna.table.position is not None)
        await home.act(ben, Leave(id="l", seat=2))
        home.go(ben)
        ben = await home.come(code, BEN)
        await settled()
        assert anna.table.seats[1].bot == "greedy"
        await home.act(ben, Return(id="r", seat=2))
        assert anna.table.seats[1].is_person

    at_home(tmp_path / "tables", story)


def test_the_server_replaces_nobody_who_does_not_play(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), bot())
        anna = await home.come(code, ANNA)
        await until(lambda: anna.table.position is not None)
        with pytest.raises(Refused, match="bot_plays"):
            await home.registry.act(anna.at.live, SERVER, StandIn(id="s", seat=2))

    at_home(tmp_path / "tables", story)


def test_where_patience_has_no_end_nobody_is_replaced(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN))
        anna = await home.come(code, ANNA)
        await until(lambda: anna.table.position is not None)
        assert anna.at.takeovers() == []
        assert [seat for seat, _ in anna.at.absences()] == [2]

    at_home(tmp_path / "tables", story, patience_seconds=None)


def test_the_halves_of_a_view_are_of_one_version_also_when_the_newest_was_not_published(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), Placed(), Placed(), players=3)
        anna = await home.come(code, ANNA)
        assert anna.view["version"] == 1
        other = TableRegistry(home.registry.store, LocalBus())
        async with other.using(code) as live:
            await other.act(live, Actor("person", ANNA), Sit(id="s", name="Anna"))
        await home.registry.catch_up(anna.at.live)
        assert (anna.view["version"], anna.view["yours"], anna.view["seats"][1]["name"]) == (2, [1, 2], "Anna")

    at_home(tmp_path / "tables", story)


def test_bots_play_on_the_account_of_the_player_who_came_first_and_not_of_a_spectator(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(BEN), Placed(), Placed(), players=3)
        spectator = await home.come(code, None, "192.0.2.9")
        room = spectator.at
        assert room.address == "192.0.2.9"
        ben, anna = await home.come(code, BEN, "192.0.2.2"), await home.come(code, ANNA, "192.0.2.1")
        assert room.address == "192.0.2.2"
        home.go(ben)
        assert room.address == "192.0.2.1"
        home.go(anna)
        assert room.address == "192.0.2.9"

    at_home(tmp_path / "tables", story)
