"""Routes of games: replays, and hints by bots that think in processes of their own."""

import json
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from bigpoints.contract.answers import HintAnswer, ReplayAnswer
from support.messages import as_sent
from support.observation import TINY, played_out, refused
from support.server_process import Answer, Json, Server, Visitor

GAME = '[Seat1 "Anna"]\n[Seat2 "Ben"]\n[Path "BRWBRK"]\n[First "1"]\n\nB+ R-\n\n'
CLIMBING = "WRRY..YB..KRB 8,0,7 BRY BY/WK 2 x"


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


# --- Hints ------------------------------------------------------------------------------------------------------------


def table(visitor: Visitor, **setup: object) -> str:
    """A table whose seats are all this visitor's."""
    return visitor.create({"name": "Anna"}, {"name": "Ben"}, setup={"hints": True, **setup}, start=CLIMBING)


def hint(visitor: Visitor, code: str, seat: int | None = None) -> Json:
    answer: Json = visitor.ask("GET", f"/api/tables/{code}/hint" + (f"?seat={seat}" if seat else ""))
    as_sent(HintAnswer, answer)
    return answer


def test_a_hint_is_one_of_the_moves_of_the_view_and_says_why(anna: Visitor) -> None:
    code = table(anna, open_hands=True)
    view, answer = anna.view(code), hint(anna, code)
    assert (answer["version"], answer["seat"]) == (view["version"], view["turn"])
    advised = [answer["hint"], *answer["hint"]["alternatives"]]
    assert all(each["move"] in view["moves"] and each["reasons"] for each in advised)
    assert hint(anna, code, 2) == answer


def test_a_hint_tells_nothing_of_a_hidden_hand(anna: Visitor) -> None:
    told = json.dumps(hint(anna, table(anna)))
    assert '"number"' not in told
    assert '"caps"' not in told


def test_a_hint_is_for_who_is_to_move_and_known(anna: Visitor, ben: Visitor) -> None:
    code = table(anna)
    path = f"/api/tables/{code}/hint"
    assert refused(ben, "GET", path) == (403, "not_your_seat")
    assert refused(anna, "GET", f"{path}?seat=1") == (409, "not_your_turn")
    assert refused(anna, "GET", f"{path}?seat=9") == (422, "bad_message")
    assert anna.request("GET", path, known=False)[0] == 401
    silent = anna.create({"name": "Anna"}, {"name": "Ben"}, setup=TINY)
    assert refused(anna, "GET", f"/api/tables/{silent}/hint") == (403, "no_hints")


def test_who_hangs_up_while_it_is_thought_about_leaves_the_hint_to_others(server: Server, anna: Visitor) -> None:
    code = anna.create({"name": "Anna"}, {"name": "Ben"}, setup={"hints": True})
    place = urlsplit(server.url)
    hasty = HTTPConnection(place.hostname or "", place.port)
    hasty.request("GET", f"/api/tables/{code}/hint", headers={"Authorization": f"Bearer {anna.token}"})
    hasty.close()
    assert hint(anna, code)["hint"]["reasons"]
