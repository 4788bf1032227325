"""The limits of a server: how large, how fast and how many; each on a server that has this one limit alone."""

import json
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bigpoints.contract.constants import NOT_ALLOWED, SENT_TOO_FAST
from support.observation import closed, eventually, metric, refused
from support.server_process import Json, Visitor, serving

TOO_BIG = 1009
"""The code by which the protocol itself closes a socket."""


def test_a_message_of_4_kilobytes_is_the_largest_and_the_server_outlives_a_larger_one(anna: Visitor) -> None:
    code = anna.create({"name": "Anna"})
    with anna.at(code) as guest:
        guest.say(json.dumps({"do": "view"}).ljust(4096))
        assert "view" in guest.hear()
        guest.say(json.dumps({"do": "view"}).ljust(4097))
        assert closed(guest) == TOO_BIG
    with anna.at(code) as guest:
        assert guest.hear()["view"]["table"] == code


def test_a_message_in_many_pieces_is_no_larger(anna: Visitor) -> None:
    with anna.at(anna.create({"name": "Anna"})) as guest, pytest.raises(ConnectionClosed):
        guest.socket.send(" " * 1000 for _ in range(100_000))
    assert anna.ask("GET", "/health")["status"] == "ok"


def test_who_sends_too_fast_is_told_and_then_shown_out(tmp_path: Path) -> None:
    with serving(tmp_path / "data", messages_per_second=0.5, messages_burst=5) as server:
        anna = Visitor(server.url)
        code = anna.create({"name": "Anna"})
        with anna.at(code) as guest, anna.at(code) as other:
            for number in range(5):
                assert guest.command("leave", seat=5, id=f"l{number}")["refused"]["code"] == "no_such_seat"
            guest.say({"do": "leave", "id": "late", "seat": 5})
            assert guest.answer_to("late")["refused"] == {"code": "too_fast"}
            for _ in range(100):
                guest.say({"do": "view"})
            assert closed(guest) == SENT_TOO_FAST
            told = [frame["answer"]["refused"]["code"] for frame in guest.frames if "answer" in frame]
            assert told.count("too_fast") == 101
            assert other.command("leave", seat=5)["refused"]["code"] == "no_such_seat"


def test_all_clients_of_an_address_share_a_pace(tmp_path: Path) -> None:
    with serving(tmp_path / "data", address_messages_per_second=0.1, address_messages_burst=60) as server:
        anna, ben = Visitor(server.url), Visitor(server.url)
        code = anna.create({"name": "Anna"})
        with anna.at(code) as one, ben.at(code) as two:
            for guest in (one, two) * 3:
                assert guest.command("leave", seat=5)["refused"]["code"] == "no_such_seat"
            for guest in (one, two):
                guest.say({"do": "view"})
                assert guest.answer_to(None)["refused"] == {"code": "too_fast"}


def test_commands_by_rest_count_as_those_through_sockets(tmp_path: Path) -> None:
    with serving(tmp_path / "data", address_messages_per_second=0.1, address_messages_burst=60) as server:
        anna = Visitor(server.url)
        code = anna.create({"name": "Anna"})
        with anna.at(code) as guest:
            for number in range(3):
                assert guest.command("leave", seat=5)["refused"]["code"] == "no_such_seat"
                wish = {"do": "leave", "id": f"r{number}", "seat": 5}
                assert refused(anna, "POST", f"/api/tables/{code}/commands", wish) == (404, "no_such_seat")
            assert guest.command("leave", seat=5)["refused"] == {"code": "too_fast"}
        for path, body in (
            (f"tables/{code}/commands", {"do": "start", "id": "s"}),
            (f"tables/{code}/seats", {"name": "Ben"}),
            (f"tables/{code}/handover", {"seat": 1}),
            ("handover", {"code": "ABCDEFGH"}),
        ):
            status, headers, content = anna.request("POST", f"/api/{path}", body)
            assert (status, json.loads(content)["refused"]["code"]) == (429, "too_fast")
            assert 1 <= int(headers["retry-after"]) <= 100


def test_a_table_changes_only_so_fast_but_its_game_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path / "data", table_changes_per_second=0.01, table_changes_burst=3) as server:
        anna = Visitor(server.url)
        code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup={"first": 1, "bot_delay_ms": 0})
        with anna.at(code) as guest:
            guest.until(lambda view: view["state"] == "playing")
            for do in ("leave", "return", "leave"):
                assert "version" in guest.command(do, seat=2)
            assert guest.command("return", seat=2)["refused"]["code"] == "too_fast"
            wish = {"do": "return", "id": "r", "seat": 2}
            assert refused(anna, "POST", f"/api/tables/{code}/commands", wish) == (429, "too_fast")
            guest.say({"do": "look", "seat": 1})
            for _ in range(5):
                guest.until(lambda view: view["turn"] == 1 and view["moves"])
                assert "version" in guest.move()


def test_bots_play_only_so_many_games_at_a_table(tmp_path: Path) -> None:
    with serving(tmp_path / "data", table_games_per_hour=1) as server:
        anna = Visitor(server.url)
        tiny = {"colours": 1, "discs": 1, "white": 0, "black": 0, "bot_delay_ms": 0}
        with anna.at(anna.create({"bot": "random"}, {"bot": "random"}, setup=tiny)) as guest:
            for game in range(1, 20):
                guest.until(lambda view, game=game: (view["game"], view["state"]) == (game, "over"))  # type: ignore[misc]
                assert "version" in guest.command("next")
            guest.until(lambda view: (view["game"], view["state"]) == (20, "over"))
            told = guest.command("next")["refused"]
            assert told["code"] == "too_fast"
            assert 0 < told["seconds"] <= 3600


def test_who_asks_too_often_is_told_when_to_come_back(tmp_path: Path) -> None:
    with serving(tmp_path / "data", requests_per_second=0.1, requests_burst=4) as server:
        anna = Visitor(server.url)
        code = anna.create({"name": "Anna"})
        with anna.at(code) as guest:
            anna.view(code)
            status, headers, content = anna.request("GET", f"/api/tables/{code}")
            assert (status, json.loads(content)["refused"]["code"]) == (429, "too_fast")
            assert 1 <= int(headers["retry-after"]) <= 10
            with pytest.raises(InvalidStatus) as caught:
                anna.at(code)
            assert caught.value.response.status_code == 429
            assert guest.command("leave", seat=5)["refused"]["code"] == "no_such_seat"


@pytest.mark.parametrize(
    ("method", "path", "body", "burst", "usual"),
    [
        ("GET", "/api/tables/NOTABLE2/hint", None, 20, (404, "no_such_table")),
        ("POST", "/api/replay", {"text": ""}, 10, (422, "bad_record")),
        ("POST", "/api/tables", {"record": ""}, 10, (422, "bad_message")),
    ],
    ids=["hint", "replay", "record"],
)
def test_what_takes_long_to_answer_has_a_slower_pace(
    tmp_path: Path, method: str, path: str, body: Json | None, burst: int, usual: tuple[int, str]
) -> None:
    with serving(tmp_path / "data", requests_per_second=1000, requests_burst=1000) as server:
        anna = Visitor(server.url)
        assert anna.token
        answers = [refused(anna, method, path, body) for _ in range(3 * burst)]
        assert set(answers[:burst]) == {usual}
        assert (429, "too_fast") in answers[burst:]
        headers = [anna.request(method, path, body)[1] for _ in range(burst)]
        assert any(1 <= int(header.get("retry-after", "0")) <= 2 for header in headers)


def test_an_address_makes_only_so_many_tables(tmp_path: Path) -> None:
    with serving(tmp_path / "data", tables_per_address=2) as server:
        anna, ben = Visitor(server.url), Visitor(server.url)
        anna.create({"name": "Anna"})
        # What is no table costs nothing.
        assert refused(ben, "POST", "/api/tables", {"start": "nonsense"}) == (422, "bad_message")
        ben.ask("POST", "/api/quick", {"name": "Ben", "bot": "random"})
        for path, wish in (("tables", {}), ("quick", {"name": "Ben", "bot": "random"})):
            assert refused(ben, "POST", f"/api/{path}", wish) == (429, "too_many")
        assert metric(anna, "tables_kept") == 2


def test_a_record_is_not_even_read_for_who_may_make_no_table(tmp_path: Path) -> None:
    with serving(tmp_path / "data", tables_per_address=1) as server:
        anna = Visitor(server.url)
        assert refused(anna, "POST", "/api/tables", {"record": "nonsense"}) == (422, "bad_message")
        anna.create({"name": "Anna"})
        assert refused(anna, "POST", "/api/tables", {"record": "nonsense"}) == (429, "too_many")


def test_records_for_tables_and_texts_to_replay_share_a_pace(tmp_path: Path) -> None:
    with serving(tmp_path / "data", requests_per_second=1000, requests_burst=1000) as server:
        anna = Visitor(server.url)
        for _ in range(5):
            refused(anna, "POST", "/api/replay", {"text": ""})
        answers = [refused(anna, "POST", "/api/tables", {"record": ""}) for _ in range(12)]
        assert answers[:5] == [(422, "bad_message")] * 5
        assert (429, "too_fast") in answers
        assert anna.create({"name": "Anna"}), "a table without a record takes nothing to read"


def test_an_address_has_only_so_many_clients(tmp_path: Path) -> None:
    with serving(tmp_path / "data", clients_per_address=3) as server:
        anna = Visitor(server.url)
        code = anna.create({"name": "Anna"})
        with ExitStack() as stack:
            guests = [stack.enter_context(anna.at(code)) for _ in range(3)]
            with pytest.raises(InvalidStatus) as caught:
                anna.at(code)
            assert caught.value.response.status_code == 429
            assert json.loads(caught.value.response.body) == {"refused": {"code": "too_many", "what": "clients"}}
            guests[0].close()
            eventually(lambda: metric(anna, "clients") == 2)
            stack.enter_context(anna.at(code)).hear()


def test_somebody_turned_away_keeps_no_place(tmp_path: Path) -> None:
    with serving(tmp_path / "data", clients_per_address=1) as server:
        anna = Visitor(server.url)
        for _ in range(3):
            with anna.at("NOTABLE2") as guest:
                assert guest.hear()["answer"]["refused"]["code"] == "no_such_table"
                assert closed(guest) == NOT_ALLOWED


def test_a_request_is_only_so_large(tmp_path: Path) -> None:
    with serving(tmp_path / "data", body_bytes=1024) as server:
        anna = Visitor(server.url)
        assert refused(anna, "POST", "/api/tables", {"record": "x" * 1024}) == (413, "too_big")
        assert refused(anna, "POST", "/api/tables", {"record": "x" * 900}) == (422, "bad_message")
        assert anna.create({"name": "Anna"})
