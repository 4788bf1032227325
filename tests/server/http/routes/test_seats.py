"""Routes of seats: taking one, and moving one to another device."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from support.observation import refused
from support.server_process import Json, Server, Visitor


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


def test_who_joins_has_a_seat_under_their_name_and_the_link_to_the_table(anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"}, setup={"players": 3})
    answer = ben.join(code, "Ben", 3)
    assert (answer["table"], answer["view"]["yours"]) == (code, [3])
    assert answer["link"].endswith(f"/#/table/{code}")
    assert answer["view"]["seats"][2]["name"] == "Ben"
    assert refused(anna, "POST", f"/api/tables/{code}/seats", {"name": "Anna", "seat": 3}) == (409, "seat_taken")


def test_who_joins_twice_by_the_same_command_has_one_seat(anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"}, setup={"players": 3})
    wish = {"name": "Ben", "id": "once"}
    views = [ben.ask("POST", f"/api/tables/{code}/seats", wish)["view"] for _ in range(2)]
    assert [view["yours"] for view in views] == [[2], [2]]
