"""Coming back: dropped and second connections, and restarts of the server."""

import time
from pathlib import Path

import pytest

from support.observation import TINY, closed
from support.server_process import Json, Visitor, serving


@pytest.fixture
def code(anna: Visitor, ben: Visitor) -> str:
    """A table of two, Anna to begin."""
    code = anna.create({"name": "Anna"}, setup={"first": 1})
    ben.join(code, "Ben")
    return code


def offered(visitor: Visitor, code: str, seat: int = 1) -> Json:
    answer: Json = visitor.ask("POST", f"/api/tables/{code}/handover", {"seat": seat})
    return answer


# --- Connections ------------------------------------------------------------------------------------------------------


def test_a_dropped_client_comes_back_to_the_whole_view(anna: Visitor, ben: Visitor, code: str) -> None:
    with anna.at(code) as guest, ben.at(code) as other:
        guest.until(lambda view: view["state"] == "playing")
        guest.move()
        other.until(lambda view: view.get("turn") == 2)
        guest.socket.socket.close()  # Not a word of goodbye.
        version = other.move()["version"]
    with anna.at(code) as guest:
        frame = guest.hear()
        assert list(frame) == ["view"]
        assert frame["view"]["version"] == version
        assert frame["view"] == {**anna.view(code), "seats": frame["view"]["seats"]}
        assert frame["view"]["hand"]["seat"] == 1
        assert "version" in guest.move()


def test_two_tabs_on_a_seat_both_work_and_both_see_everything(anna: Visitor, ben: Visitor, code: str) -> None:
    with anna.at(code) as one, anna.at(code) as two, ben.at(code) as other:
        one.until(lambda view: view["state"] == "playing")
        version = one.move()["version"]
        for tab in (one, two):
            tab.until(lambda view: view["version"] == version)
            assert tab.view["hand"]["discs"]
        other.until(lambda view: view.get("turn") == 2)
        other.move()
        two.until(lambda view: view.get("turn") == 1)
        version = two.move()["version"]
        one.until(lambda view: view["version"] == version)
        assert one.view == two.view


def test_one_tab_closed_does_not_mean_away(tmp_path: Path) -> None:
    with serving(tmp_path / "data", away_seconds=0.2) as server:
        anna, ben = Visitor(server.url), Visitor(server.url)
        code = anna.create({"name": "Anna"})
        ben.join(code, "Ben")
        with anna.at(code) as guest:
            with ben.at(code) as one:
                with ben.at(code):
                    guest.until(lambda view: view["state"] == "playing")
                time.sleep(0.5)
                assert one.command("leave", seat=5)["refused"]
                assert not anna.view(code)["seats"][1]["away"]
            guest.until(lambda view: view["seats"][1]["away"])
            assert anna.view(code)["seats"][1]["away"]
            with ben.at(code):
                guest.until(lambda view: not view["seats"][1]["away"])


def test_heartbeats_carry_the_version_and_a_view_is_sent_on_request(tmp_path: Path) -> None:
    with serving(tmp_path / "data", beat_seconds=0.2) as server:
        anna = Visitor(server.url)
        code = anna.create({"name": "Anna"})
        with anna.at(code) as guest:
            guest.hear()
            guest.say({"do": "beat"})
            assert any(guest.hear() == {"beat": 1} for _ in range(9))
            guest.command("sit", name="Anna again")
            assert any(guest.hear().get("beat") == 3 for _ in range(9))
            guest.say({"do": "view"})
            while "view" not in guest.hear():
                pass
            assert guest.view["version"] == 3


# --- Restarts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_a_game_goes_on_after_a_restart_the_turn_of_a_bot_too(tmp_path: Path, end: str) -> None:
    setup = {**TINY, "first": 1, "bot_delay_ms": 2000}
    with serving(tmp_path / "data") as server:
        anna = Visitor(server.url)
        code = anna.ask("POST", "/api/quick", {"name": "Anna", "bot": "random", "setup": setup})["table"]
        with anna.at(code) as guest:
            guest.until(lambda view: view.get("turn") == 1)
            offer = offered(anna, code)["code"]
            answer = guest.move()
            getattr(server, end)()
            if end == "stop":
                assert closed(guest) == 1012
    with serving(tmp_path / "data") as server:
        again = Visitor(server.url, anna.token)
        assert [table["table"] for table in again.ask("GET", "/api/tables")["tables"]] == [code]
        with again.at(code) as guest:
            guest.hear()
            assert (guest.view["version"], guest.view["turn"], guest.view["yours"]) == (answer["version"], 2, [1])
            view = guest.until(lambda view: view.get("turn") in (1, None))
            assert view["last"][-1]["by"] == "bot"
        phone = Visitor(server.url)
        assert phone.ask("POST", "/api/handover", {"code": offer})["view"]["yours"] == [1]
