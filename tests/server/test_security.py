"""What belongs to somebody: nobody else moves for them, sees their hand, or has a say about their table."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from secrets import token_hex
from typing import NamedTuple

import pytest

from bigpoints.contract.constants import NOT_ALLOWED
from support.observation import TINY, closed, played_out, refused
from support.server_process import Guest, Json, Server, Visitor

SEAT = 2
"""The seat that is tried: Ben's."""
ABOUT_A_SEAT: list[Json] = [
    *({"do": do, "seat": SEAT} for do in ("undo", "agree", "decline", "leave", "return")),
    *({"do": "move", "seat": SEAT, "move": move} for move in ("R+", "-R", ".")),
]
OWNERS: list[Json] = [
    {"do": "start"},
    {"do": "free", "seat": SEAT},
    {"do": "bot", "seat": SEAT, "bot": "random"},
    {"do": "change", "setup": {"players": 3, "open_hands": True}},
]
INTRUDERS = ("stranger", "spectator", "neighbour", "freed", "handed over", "owner")


class Scene(NamedTuple):
    """Anna's table in the middle of a game: it is Ben's turn, and Anna asks for an undo."""

    code: str
    people: dict[str, Visitor]
    sockets: dict[str, Guest]

    @property
    def ben(self) -> Visitor:
        """Whose seat is tried."""
        return self.people["ben"]


@pytest.fixture(scope="module")
def scene(server: Server) -> Iterator[Scene]:
    people = {name: Visitor(server.url) for name in (*INTRUDERS, "ben")}
    owner, ben = people["owner"], people["ben"]
    code = owner.create({"name": "Anna"}, setup={"players": 3, "first": SEAT, "patience_seconds": None})
    people["freed"].join(code, "Dora", SEAT)
    owner.ask("POST", f"/api/tables/{code}/commands", {"do": "free", "id": "f", "seat": SEAT})
    people["handed over"].join(code, "Ben", SEAT)
    people["neighbour"].join(code, "Carl", 3)
    offer = people["handed over"].ask("POST", f"/api/tables/{code}/handover", {"seat": SEAT})
    with ExitStack() as stack:
        sockets = {name: stack.enter_context(people[name].at(code)) for name in people if name != "stranger"}
        sockets["owner"].until(lambda view: view["state"] == "playing")
        ben.ask("POST", "/api/handover", {"code": offer["code"]})
        for name in ("ben", "neighbour", "owner"):
            guest = sockets[name]
            guest.until(lambda view: view["seat"] and view.get("turn") == view["seat"])
            assert "version" in guest.move()
        sockets["owner"].until(lambda view: view["turn"] == SEAT)
        assert "version" in sockets["owner"].command("undo", seat=1)
        yield Scene(code, people, sockets)


def wish(scene: Scene, command: Json) -> Json:
    """A command with a new id, for the version that is there."""
    is_timely = command["do"] in ("move", "undo", "agree", "decline")
    timely = {"version": scene.ben.view(scene.code)["version"]} if is_timely else {}
    return {**command, "id": token_hex(8), **timely}


def refusals(scene: Scene, intruder: str, command: Json) -> set[object]:
    """Why a command is refused by REST, which says 403, and through the socket of who has one."""
    status, code = refused(scene.people[intruder], "POST", f"/api/tables/{scene.code}/commands", wish(scene, command))
    assert status == 403
    if guest := scene.sockets.get(intruder):
        asked = wish(scene, command)
        guest.say(asked)
        return {code, guest.answer_to(asked["id"])["refused"]["code"]}
    return {code}


@pytest.mark.parametrize("command", ABOUT_A_SEAT, ids=lambda command: command["do"])
@pytest.mark.parametrize("intruder", INTRUDERS)
def test_nobody_acts_for_somebody_elses_seat(scene: Scene, intruder: str, command: Json) -> None:
    before = scene.ben.view(scene.code)
    assert refusals(scene, intruder, command) == {"not_your_seat"}
    assert scene.ben.view(scene.code) == before


@pytest.mark.parametrize("command", OWNERS, ids=lambda command: command["do"])
@pytest.mark.parametrize("intruder", [*INTRUDERS[:-1], "ben"])
def test_nobody_but_the_owner_has_a_say_about_the_table(scene: Scene, intruder: str, command: Json) -> None:
    before = scene.ben.view(scene.code)
    assert refusals(scene, intruder, command) == {"not_owner"}
    assert scene.ben.view(scene.code) == before


@pytest.mark.parametrize("intruder", [*INTRUDERS[:-1], "ben"])
def test_nobody_but_the_owner_deletes_the_table(scene: Scene, intruder: str) -> None:
    assert refused(scene.people[intruder], "DELETE", f"/api/tables/{scene.code}") == (403, "not_owner")
    assert scene.ben.view(scene.code)["table"] == scene.code


@pytest.mark.parametrize("intruder", INTRUDERS)
def test_nobody_hands_over_somebody_elses_seat(scene: Scene, intruder: str) -> None:
    path = f"/api/tables/{scene.code}/handover"
    assert refused(scene.people[intruder], "POST", path, {"seat": SEAT}) == (403, "not_your_seat")


@pytest.mark.parametrize("intruder", INTRUDERS)
def test_nobody_sees_somebody_elses_hand(scene: Scene, intruder: str) -> None:
    visitor, ben = scene.people[intruder], scene.ben.view(scene.code)
    assert ben["hand"]["seat"] == SEAT
    assert ben["hand"]["discs"]
    assert refused(visitor, "GET", f"/api/tables/{scene.code}?seat={SEAT}") == (403, "not_your_seat")
    views = [visitor.view(scene.code)]
    if guest := scene.sockets.get(intruder):
        guest.say({"do": "look", "seat": SEAT})
        assert guest.answer_to(None)["refused"] == {"code": "not_your_seat", "seat": SEAT}
        guest.say({"do": "view"})
        while "view" not in guest.hear():
            pass
        views.append(guest.view)
    for view in views:
        assert SEAT not in view["yours"]
        assert view["hand"] is None or view["hand"]["seat"] != SEAT
        assert view["position"].split()[3].split("/")[SEAT - 1] == "?1"


@pytest.mark.parametrize("do", ["next", "sit"])
def test_only_who_plays_or_owns_calls_for_the_next_game_and_no_taken_seat_is_taken(
    anna: Visitor, ben: Visitor, do: str
) -> None:
    answer = anna.ask("POST", "/api/quick", {"name": "Anna", "bot": "random", "setup": {**TINY, "first": 1}})
    code = answer["table"]
    with anna.at(code) as guest:
        played_out(guest)
        asked: Json = {"do": do, "id": "n"} | ({"name": "Ben", "seat": 1} if do == "sit" else {})
        expected = (403, "not_owner") if do == "next" else (409, "seat_taken")
        assert refused(ben, "POST", f"/api/tables/{code}/commands", asked) == expected
        assert guest.command("next")["version"]


# --- Tables that nobody else may watch --------------------------------------------------------------------------------


@pytest.fixture
def private(anna: Visitor, ben: Visitor) -> str:
    """A table of two whom nobody may watch, in the middle of a game."""
    code = anna.create({"name": "Anna"}, setup={"watch": "nobody"})
    ben.join(code, "Ben")
    return code


def test_where_nobody_may_watch_nobody_does(server: Server, private: str, ben: Visitor) -> None:
    with ben.at(private) as guest:
        guest.until(lambda view: view["state"] == "playing")
    stranger = Visitor(server.url)
    for path in ("", "/log", "/export"):
        assert refused(stranger, "GET", f"/api/tables/{private}{path}") == (403, "watching_not_allowed")
    with stranger.at(private) as guest:
        assert guest.hear()["answer"]["refused"]["code"] == "watching_not_allowed"
        assert closed(guest) == NOT_ALLOWED
    assert stranger.ask("GET", "/api/tables") == {"tables": []}


TIMELY = ("move", "undo", "agree", "decline")
STRANGERS: list[tuple[str, str, Json | None]] = [
    *(("GET", path, None) for path in ("", "?seat=2", "/log", "/export?game=7", "/replay", "/hint", "/hint?seat=5")),
    ("DELETE", "", None),
    ("POST", "/seats", {"name": "Mallory"}),
    ("POST", "/handover", {"seat": SEAT}),
    *(("POST", "/commands", {"id": "x", "version": 3, **wish}) for wish in ABOUT_A_SEAT if wish["do"] in TIMELY),
    *(("POST", "/commands", {"id": "x", **wish}) for wish in ABOUT_A_SEAT if wish["do"] not in TIMELY),
    *(("POST", "/commands", {"id": "x", **wish}) for wish in [*OWNERS, {"do": "next"}, {"do": "sit", "name": "M"}]),
]


def test_who_may_not_watch_is_answered_the_same_whatever_the_state_of_the_table(server: Server, anna: Visitor) -> None:
    code = anna.create({"name": "Anna"}, {"name": "Anna"}, setup={**TINY, "watch": "nobody", "hints": True})
    stranger = Visitor(server.url)
    answers = []
    with anna.at(code) as guest:
        while guest.until(lambda view: "turn" in view)["state"] != "over":
            if not guest.view["last"]:
                answers.append([refused(stranger, *ask_of(code, each)) for each in STRANGERS])
            version = guest.move()["version"]
            guest.until(lambda view, made=version: view["version"] >= made)  # type: ignore[misc]
        answers.append([refused(stranger, *ask_of(code, each)) for each in STRANGERS])
    assert answers[0] == answers[1]
    assert set(answers[0]) == {(403, "watching_not_allowed"), (403, "not_owner")}


def ask_of(code: str, wish: tuple[str, str, Json | None]) -> tuple[str, str, Json | None]:
    """A request about a table."""
    return wish[0], f"/api/tables/{code}{wish[1]}", wish[2]


def test_who_came_while_there_was_a_seat_goes_when_it_is_taken(server: Server, anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"}, setup={"watch": "nobody"})
    with Visitor(server.url).at(code) as curious, anna.at(code) as owner:
        curious.until(lambda view: view["state"] == "open")
        ben.join(code, "Ben")
        owner.until(lambda view: view["state"] == "playing")
        assert closed(curious) == NOT_ALLOWED
        assert curious.view["state"] == "open"


def test_who_loses_a_seat_no_longer_looks_on(anna: Visitor, ben: Visitor, private: str) -> None:
    with anna.at(private) as owner, ben.at(private) as guest:
        guest.until(lambda view: view["state"] == "playing")
        owner.command("bot", seat=2, bot="random")
        assert closed(guest) == NOT_ALLOWED
        assert all(frame["view"]["yours"] == [2] for frame in guest.frames if "view" in frame)
    assert refused(ben, "GET", f"/api/tables/{private}") == (403, "watching_not_allowed")


def test_who_plays_or_owns_a_table_takes_no_hand_that_was_hidden_from_them(anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"}, setup=TINY)
    ben.join(code, "Ben")
    anna.ask("POST", f"/api/tables/{code}/commands", {"do": "free", "id": "f", "seat": SEAT})
    seats = f"/api/tables/{code}/seats"
    assert refused(anna, "POST", seats, {"name": "Anna again", "seat": SEAT}) == (403, "hidden_hands")
    assert refused(anna, "POST", seats, {"name": "Anna again"}) == (403, "hidden_hands")
    assert Visitor(anna.url).join(code, "Carl", SEAT)["view"]["yours"] == [SEAT]


@pytest.mark.parametrize("by_socket", [True, False], ids=["socket", "rest"])
def test_who_plays_does_not_look_into_a_hand_by_sending_a_bot_away_for_a_moment(
    anna: Visitor, ben: Visitor, by_socket: bool
) -> None:
    """Free its seat, sit down, see its hand, seat the bot again: the owner and every other player are refused."""
    code = anna.create({"name": "Anna"}, {}, {"bot": "random"}, setup={**TINY, "players": 3})
    ben.join(code, "Ben")
    with anna.at(code) as owner, ben.at(code) as other:

        def answer(guest: Guest, wish: Json) -> object:
            if by_socket:
                return guest.command(**wish).get("refused", {}).get("code")
            path = f"/api/tables/{code}/commands"
            status, _, content = guest.visitor.request("POST", path, {"id": token_hex(4), **wish})
            return json.loads(content)["refused"]["code"] if status >= 400 else None

        for guest in (owner, other):
            guest.until(lambda view: view["state"] == "playing")
        assert answer(owner, {"do": "free", "seat": 3}) is None
        for guest, seat in ((owner, 1), (other, 2)):
            for wish in ({"do": "sit", "name": "Peek", "seat": 3}, {"do": "sit", "name": "Peek"}):
                assert answer(guest, wish) == "hidden_hands"
            assert guest.visitor.view(code)["yours"] == [seat]
        assert answer(owner, {"do": "bot", "seat": 3, "bot": "random"}) is None


def test_a_code_for_a_hand_is_kept_if_it_is_refused_to_another_player(anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"}, setup=TINY)
    ben.join(code, "Ben")
    offer = {"code": ben.ask("POST", f"/api/tables/{code}/handover", {"seat": SEAT})["code"]}
    assert refused(anna, "POST", "/api/handover", offer) == (403, "hidden_hands")
    assert Visitor(anna.url).ask("POST", "/api/handover", offer)["view"]["yours"] == [SEAT]


@pytest.mark.parametrize("header", ["Bearer foo", "bearer ", "Bearer " + "x" * 23])
def test_a_program_with_a_secret_that_is_none_is_not_taken_for_somebody_new(anna: Visitor, header: str) -> None:
    status, headers, _ = anna.request("GET", "/api/tables", known=False, headers={"Authorization": header})
    assert status == 401
    assert "set-cookie" not in headers


def test_a_browser_gets_its_secret_before_it_does_anything(anna: Visitor) -> None:
    status, headers, _ = anna.request("GET", "/api/tables", known=False)
    assert status == 200
    assert headers["set-cookie"].startswith("bigpoints=")
