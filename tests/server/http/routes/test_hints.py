"""Hints over the wire, by bots that think in processes of their own."""

import json
from http.client import HTTPConnection
from urllib.parse import urlsplit

from bigpoints.contract.answers import HintAnswer
from support.messages import as_sent
from support.observation import TINY, refused
from support.server_process import Json, Server, Visitor

CLIMBING = "WRRY..YB..KRB 8,0,7 BRY BY/WK 2 x"


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
