"""Handing a seat over to another device: a code, once, for ten minutes."""

from pathlib import Path

import pytest

from bigpoints.server.live.device_handover import offer_seat, redeem
from bigpoints.server.table.commands import SERVER, Actor, Free, HandOver, SeatBot, Sit
from bigpoints.server.table.events import Placed
from bigpoints.server.table.refusals import Refused
from support.live_tables import ANNA, BEN, Home, at_home, person

MINUTE_MS = 60_000
CARL = "c" * 64


def test_a_code_lapses_after_ten_minutes(tmp_path: Path) -> None:
    now = [MINUTE_MS]

    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN))
        for minutes, works in ((10, False), (9.99, True)):
            secret, until = await offer_seat(home.service, code, 1, ANNA)
            assert until == now[0] + 10 * MINUTE_MS
            now[0] += round(minutes * MINUTE_MS)
            if works:
                assert (await redeem(home.service, secret, CARL))[0] == code
                continue
            with pytest.raises(Refused, match="handover_unknown"):
                await redeem(home.service, secret, CARL)

    at_home(tmp_path / "tables", story, now=lambda: now[0])


@pytest.mark.parametrize("then", ["freed", "a bot", "somebody else", "handed over"])
def test_a_code_is_worth_nothing_once_the_seat_is_no_longer_the_givers(tmp_path: Path, then: str) -> None:
    now = [MINUTE_MS]

    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN))
        secret, _ = await offer_seat(home.service, code, 2, BEN)
        now[0] += 1
        async with home.registry.using(code) as live:
            owner = Actor("person", ANNA)
            if then == "handed over":
                await redeem(home.service, (await offer_seat(home.service, code, 2, BEN))[0], CARL)
            else:
                change = SeatBot(id="b", seat=2, bot="random") if then == "a bot" else Free(id="f", seat=2)
                await home.registry.act(live, owner, change)
            if then == "somebody else":
                await home.registry.act(live, Actor("person", CARL), Sit(id="s", name="Carl", seat=2))
            before = live.table
            with pytest.raises(Refused, match="handover_unknown"):
                await redeem(home.service, secret, "d" * 64)
            assert live.table == before

    clock = iter(range(MINUTE_MS, 2 * MINUTE_MS))
    at_home(tmp_path / "tables", story, now=lambda: next(clock))


def test_a_seat_taken_by_somebody_in_the_last_moment_stays_theirs(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), Placed())
        async with home.registry.using(code) as live:
            await home.registry.act(live, Actor("person", CARL), Sit(id="s", name="Carl"))
            with pytest.raises(Refused, match="handover_unknown"):
                await home.registry.act(live, SERVER, HandOver(id="h", seat=2, giver=BEN, browser=ANNA))
            assert live.table.seats_of(CARL) == (2,)

    at_home(tmp_path / "tables", story)


def test_a_code_for_a_table_that_is_gone_is_unknown(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        code = await home.table(person(ANNA), person(BEN))
        secret, _ = await offer_seat(home.service, code, 1, ANNA)
        await home.registry.delete(code, Actor("person", ANNA))
        with pytest.raises(Refused, match="handover_unknown"):
            await redeem(home.service, secret, CARL)

    at_home(tmp_path / "tables", story)
