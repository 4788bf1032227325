"""What lessons and the first page need: tables from a position that begin at once, go at once, and tell who plays."""

from bigpoints.contract.constants import TABLE_GONE
from support.observation import closed, refused
from support.server_process import Json, Visitor

STEP = "BRWBR. 0,0 BR K/- 1 m"
"""A black disc in the hand: spend it."""


def made(visitor: Visitor, *seats: Json, **wish: object) -> Json:
    answer: Json = visitor.ask("POST", "/api/tables", {"seats": list(seats), "start": STEP, **wish})
    return answer


def test_a_step_against_a_bot_has_begun_in_the_answer(anna: Visitor) -> None:
    view = made(anna, {"name": "You"}, {"bot": "level1"})["view"]
    assert (view["state"], view["turn"], view["yours"], view["seat"]) == ("playing", 1, [1], 1)
    assert view["position"] == "BRWBR. 0,0 BR K/?0 1 m"
    assert [move["move"] for move in view["moves"]]
    assert (view["setup"]["colours"], view["setup"]["black"], view["setup"]["players"]) == (2, 1, 2)


def test_a_step_with_all_seats_yours_has_begun_in_the_answer(anna: Visitor) -> None:
    view = made(anna, {"name": "You"}, {"name": "You too"}, setup={"open_hands": True})["view"]
    assert (view["state"], view["turn"], view["yours"]) == ("playing", 1, [1, 2])
    assert view["position"] == STEP
    log = anna.ask("GET", f"/api/tables/{view['table']}/log")["log"]
    assert [(line["kind"], line.get("start")) for line in log] == [("created", None), ("begun", STEP)]


def test_a_step_goes_on_after_the_first_move(anna: Visitor) -> None:
    code = made(anna, {"name": "You"}, {"bot": "random"}, setup={"bot_delay_ms": 0})["table"]
    with anna.at(code) as guest:
        guest.until(lambda view: view["turn"] == 1)
        guest.move("B+")
        guest.until(lambda view: view["last"])
        guest.move(".")
        assert guest.until(lambda view: view["last"] and view["last"][-1]["seat"] == 2)["last"][0]["by"] == "bot"


def test_its_owner_deletes_a_step_in_the_middle_of_it(anna: Visitor) -> None:
    code = made(anna, {"name": "You"}, {"bot": "random"})["table"]
    with anna.at(code) as guest:
        guest.until(lambda view: view["state"] == "playing")
        assert anna.request("DELETE", f"/api/tables/{code}")[0] == 204
        assert closed(guest) == TABLE_GONE
    assert refused(anna, "GET", f"/api/tables/{code}") == (404, "no_such_table")
    assert code not in [table["table"] for table in anna.ask("GET", "/api/tables")["tables"]]


def test_the_list_of_tables_tells_how_far_each_is_and_who_plays(anna: Visitor) -> None:
    made(anna, {"name": "level3"}, {"bot": "level3"})
    waiting = anna.create({"name": "Anna"}, {"bot": "greedy"}, setup={"players": 3})
    first, second = anna.ask("GET", "/api/tables")["tables"]
    assert (first["table"], first["state"], first["game"], first["turn"]) == (waiting, "open", 0, None)
    assert (first["names"], first["bots"]) == (["Anna", "greedy", ""], [None, "greedy", None])
    assert (second["state"], second["game"], second["turn"], second["yours"]) == ("playing", 1, 1, [1])
    assert (second["names"], second["bots"]) == (["level3", "level3"], [None, "level3"])
