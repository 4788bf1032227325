"""Replays over the wire."""

import json

import pytest

from bigpoints.contract.answers import ReplayAnswer
from support.messages import as_sent
from support.observation import TINY, played_out, refused
from support.server_process import Answer, Json, Visitor

GAME = '[Seat1 "Anna"]\n[Seat2 "Ben"]\n[Path "BRWBRK"]\n[First "1"]\n\nB+ R-\n\n'


def replayed(visitor: Visitor, method: str, path: str, body: Json | None = None) -> Json:
    answer: Json = visitor.ask(method, path, body)
    as_sent(ReplayAnswer, answer)
    return answer


def test_a_game_is_replayed_after_its_end_by_anybody_who_may_watch(anna: Visitor, ben: Visitor) -> None:
    code = anna.ask("POST", "/api/quick", {"name": "Anna", "bot": "random", "setup": {**TINY, "first": 1}})["table"]
    path = f"/api/tables/{code}/replay"
    assert refused(ben, "GET", path) == (403, "hidden_hands")
    with anna.at(code) as guest:
        last = played_out(guest)
    (game,) = replayed(ben, "GET", path)["games"]
    assert game["frames"][-1]["position"] == last["position"]
    assert game["result"] == last["result"]
    assert game["names"] == ["Anna", "bot:random"]
    assert replayed(ben, "GET", f"{path}?game=1") == {"games": [game]}
    assert refused(ben, "GET", f"{path}?game=2") == (404, "no_such_game")
    exported = anna.ask("GET", f"/api/tables/{code}/export")
    assert replayed(ben, "POST", "/api/replay", {"text": exported}) == {"games": [game]}


def test_where_nobody_may_watch_nobody_looks_back(anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"}, {"name": "Anna"}, setup={"watch": "nobody", "open_hands": True})
    assert refused(ben, "GET", f"/api/tables/{code}/replay") == (403, "watching_not_allowed")
    assert len(replayed(anna, "GET", f"/api/tables/{code}/replay")["games"][0]["frames"]) == 1


def test_nobody_need_be_known_to_look_at_a_game_of_their_own(anna: Visitor) -> None:
    status, headers, content = anna.request("POST", "/api/replay", {"text": GAME * 2}, known=False)
    assert (status, headers["content-type"]) == (200, "application/json")
    assert "set-cookie" not in headers
    assert [len(game["frames"]) for game in json.loads(content)["games"]] == [3, 3]


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        ("nonsense", 422, "bad_record"),
        (GAME.replace("R-", "B^"), 422, "bad_record"),
        ("\ud800", 422, "bad_message"),
        ("x" * 60_001, 422, "bad_message"),
        ("x" * 70_000, 413, "too_big"),
        (GAME * 51, 413, "too_big"),
    ],
)
def test_a_text_that_is_no_game_is_refused_and_says_why(anna: Visitor, text: str, status: int, code: str) -> None:
    with pytest.raises(Answer) as caught:
        anna.ask("POST", "/api/replay", {"text": text})
    assert (caught.value.status, caught.value.code) == (status, code)
