"""Handing a seat over to another device: a code, once, for ten minutes."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bigpoints.server.live.handover import offer_seat, redeem
from bigpoints.server.table.commands import HOUSE, Actor, Free, HandOver, SeatBot, Sit
from bigpoints.server.table.events import Placed
from bigpoints.server.table.refusals import Refused
from support.live_tables import ANNA, BEN, Home, at_home, person
from support.observation import refused
from support.server_process import Json, Server, Visitor

MINUTE_MS = 60_000
CARL = "c" * 64


@pytest.fixture
def code(anna: Visitor, ben: Visitor) -> str:
    """A table of two, Anna to begin."""
    code = anna.create({"name": "Anna"}, setup={"first": 1})
    ben.join(code, "Ben")
    return code


def offered(visitor: Visitor, code: str, seat: int = 1) -> Json:
    answer: Json = visitor.ask("POST", f"/api/tables/{code}/handover", {"seat": seat})
    return answer


def test_a_seat_moves_to_another_device_and_its_hand_with_it(
    server: Server, anna: Visitor, ben: Visitor, code: str
) -> None:
    phone = Visitor(server.url)
    with anna.at(code) as old, ben.at(code) as other:
        old.until(lambda view: view["state"] == "playing")
        old.move()
        offer = offered(anna, code)
        assert offer["link"].endswith(f"/#/seat/{offer['code']}")
        assert offer["qr"].startswith("<svg")
        answer = phone.ask("POST", "/api/handover", {"code": f" {offer['code'][:4].lower()}-{offer['code'][4:]}"})
        assert (answer["table"], answer["view"]["yours"]) == (code, [1])
        assert answer["view"]["hand"]["discs"]
        view = old.until(lambda view: view["yours"] == [])
        assert (view["hand"], view["seat"], view["owner"]) == (None, None, True)
        assert view["position"].split()[3].startswith("?1/")
        with phone.at(code) as new:
            other.until(lambda view: view.get("turn") == 2)
            other.move()
            new.until(lambda view: view.get("turn") == 1)
            assert old.command("move", seat=1, move="R+")["refused"]["code"] == "not_your_seat"
            assert "version" in new.move()


def test_a_code_works_once(server: Server, anna: Visitor, code: str) -> None:
    offer = offered(anna, code)["code"]
    Visitor(server.url).ask("POST", "/api/handover", {"code": offer})
    for visitor in (Visitor(server.url), anna):
        assert refused(visitor, "POST", "/api/handover", {"code": offer}) == (404, "handover_unknown")
    assert refused(anna, "POST", "/api/handover", {"code": "NOTACODE"}) == (404, "handover_unknown")


def test_of_many_devices_that_use_a_code_at_once_one_has_the_seat(server: Server, anna: Visitor, code: str) -> None:
    offer = offered(anna, code)["code"]
    devices = [Visitor(server.url) for _ in range(8)]

    def took(device: Visitor) -> bool:
        return device.request("POST", "/api/handover", {"code": offer})[0] == 200

    with ThreadPoolExecutor(len(devices)) as pool:
        outcomes = list(pool.map(took, devices))
    assert outcomes.count(True) == 1
    assert [device.view(code)["yours"] for device in devices] == [[1] if won else [] for won in outcomes]


def test_a_browser_that_is_not_known_yet_gets_its_secret_with_the_seat(anna: Visitor, code: str) -> None:
    offer = offered(anna, code)["code"]
    status, headers, _ = anna.request("POST", "/api/handover", {"code": offer}, known=False)
    assert status == 200
    token = headers["set-cookie"].split("=")[1].split(";")[0]
    assert Visitor(anna.url, token).view(code)["yours"] == [1]


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
                await home.registry.act(live, HOUSE, HandOver(id="h", seat=2, giver=BEN, browser=ANNA))
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
