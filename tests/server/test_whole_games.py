"""Whole games against the running server: people at one screen and far apart, bots, all options, series."""

from random import Random

import pytest

from bigpoints.bpr import parse_records
from bigpoints.notation import position_text
from bigpoints.rules import best
from support.parties import QUICK, SMALL, check_end, check_hidden, export, play_out, state, turn_of, upto
from support.server_process import Answer, Json, Visitor

# --- Whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "setup"),
    [
        (["anna", "ben"], {}),
        (["anna", "bot"], {"wires": True}),
        (["anna", "ben", "anna"], {"optional_bonus": True, **SMALL}),
        (["ben", "bot", "anna"], {"inverted": True, "discs": 3}),
        (["anna", "ben", "bot", "bot"], {"open_hands": True, **SMALL}),
        (["anna", "ben", "anna", "ben"], {"wires": [2, 4], "optional_bonus": True, "inverted": True, **SMALL}),
        (["anna", "bot", "ben", "bot", "anna"], {"first": 4, "discs": 2}),
        (["anna", "ben", "cleo", "ben", "bot"], {"wires": True, "colours": 1, "discs": 9}),
    ],
)
def test_a_whole_game(anna: Visitor, ben: Visitor, seats: list[str], setup: Json) -> None:
    people = {"anna": anna, "ben": ben, "cleo": Visitor(anna.url)}
    placed = [{"bot": "random"} if who == "bot" else {"name": "Anna"} if who == "anna" else {} for who in seats]
    code = anna.create(*placed, setup={"players": len(seats), **QUICK, **setup})
    for number, who in enumerate(seats, start=1):
        if who in ("ben", "cleo"):
            people[who].join(code, who.title(), number)
    with anna.at(code) as one, ben.at(code) as two, people["cleo"].at(code) as three:
        at = {"anna": one, "ben": two, "cleo": three}
        view = play_out({number: at[who] for number, who in enumerate(seats, start=1) if who != "bot"}, Random(7))
        check_end(anna, code, view)
        assert view["result"]["winners"] == list(best(view["result"]["scores"]))
        for who, guest in at.items():
            upto(guest, view["version"])
            check_hidden(guest, *(number for number, its in enumerate(seats, start=1) if its == who))


def test_at_one_screen_hands_are_shown_one_at_a_time_until_the_turn_passes(anna: Visitor) -> None:
    code = anna.create({"name": "Anna"}, {"name": "Ole"}, setup={"first": 1, "black": 0})
    with anna.at(code) as guest:
        view = state(guest, "playing")
        assert (view["yours"], view["seat"], view["hand"]) == ([1, 2], None, None)
        version = guest.move()["version"]
        upto(guest, version)
        assert anna.view(code)["hand"] is None
        assert anna.view(code, 1)["hand"]["seat"] == 1
        guest.say({"do": "look", "seat": 1})
        view = guest.until(lambda seen: seen["seat"] == 1)
        assert view["hand"]["seat"] == 1
        assert " ?0 " not in view["position"]
        assert view["position"].split()[3].endswith("/?0")
        guest.say({"do": "look", "seat": 2})
        assert guest.until(lambda seen: seen["seat"] == 2)["position"].split()[3] == "?1/-"
        assert upto(guest, guest.move()["version"])["seat"] is None
        guest.say({"do": "look", "seat": 3})
        assert guest.answer_to(None)["refused"] == {"code": "not_your_seat", "seat": 3}


def test_a_game_without_a_socket(anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"}, setup=SMALL)
    view = ben.join(code, "Ben")["view"]
    assert view["state"] == "playing"
    number = 0
    while view["state"] == "playing":
        who, number = (anna, ben)[view["turn"] - 1], number + 1
        wish = {"do": "move", "id": f"m{number}", "version": view["version"], "seat": view["turn"]}
        done = who.ask("POST", f"/api/tables/{code}/commands", {**wish, "move": view["moves"][0]["move"]})
        assert done["version"] == done["view"]["version"]
        view = done["view"]
    check_end(anna, code, view)


# --- Beginnings -------------------------------------------------------------------------------------------------------


def test_a_quick_game(anna: Visitor) -> None:
    wish = {"name": "Anna", "opponents": 2, "bot": "random", "setup": {**QUICK, **SMALL}}
    answer = anna.ask("POST", "/api/quick", wish)
    assert answer["view"]["state"] == "playing"
    assert answer["link"].endswith(f"#/table/{answer['table']}")
    with anna.at(answer["table"]) as guest:
        check_end(anna, answer["table"], play_out({1: guest}, Random(2)))


def test_the_owner_starts_with_gaps_and_bots_fill_them(anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"}, setup={"players": 4, **QUICK, **SMALL})
    ben.join(code, "Ben", 3)
    with anna.at(code) as one, ben.at(code) as two:
        state(two, "open")
        assert two.command("start")["refused"]["code"] == "not_owner"
        one.command("start")
        view = play_out({1: one, 3: two}, Random(3))
        assert [seat["bot"] for seat in view["seats"]] == [None, "random", None, "random"]
        check_end(ben, code, view)


def test_a_table_starts_from_a_position(anna: Visitor) -> None:
    start = "BRWB.. 0,0 BR K/R/- 3 m wires=2"
    code = anna.create({"name": "Anna"}, {"bot": "random"}, {"bot": "random"}, start=start, setup=QUICK)
    with anna.at(code) as guest:
        view = play_out({1: guest}, Random(4))
    assert position_text(export(anna, code).start) == start
    check_end(anna, code, view)


def test_a_table_continues_a_record_and_its_export_does_so_again(anna: Visitor) -> None:
    tags = '[Event "Picnic"]\n[Seat1 "Ida"]\n[Seat2 "bot:random"]\n[Path "BRYWBRYKWBRYRBYK"]\n[First "1"]\n\n'
    code = anna.create(record=f"{tags}B+ R+ Y+\n\n", setup=QUICK)
    anna.join(code, "Anna")
    with anna.at(code) as guest:
        check_end(anna, code, play_out({1: guest}, Random(5)))
    record = export(anna, code)
    assert (record.tags["Event"], record.seats) == ("Picnic", ("Anna", "bot:random"))
    assert " ".join(map(str, record.plies)).startswith("B+ R+ Y+ ")


@pytest.mark.parametrize(
    "wish", [{"start": "x"}, {"record": "x"}, {"start": "B s0 - B2/- 1 e"}, {"setup": {"wires": [99]}}]
)
def test_what_cannot_be_begun_is_refused_naming_the_field(anna: Visitor, wish: Json) -> None:
    with pytest.raises(Answer) as refused:
        anna.create(**wish)
    assert (refused.value.status, refused.value.code) == (422, "bad_message")
    assert str(refused.value.about["field"]).startswith(next(iter(wish)))


# --- Several games ----------------------------------------------------------------------------------------------------


def test_a_series_is_played_to_its_end_and_the_next_one_begun(anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"}, {"bot": "random"}, setup={"players": 3, "series": True, **QUICK, **SMALL})
    ben.join(code, "Ben")
    scores: list[list[int]] = []
    with anna.at(code) as one, ben.at(code) as two:
        for game in (1, 2, 3):
            view = play_out({1: one, 3: two}, Random(game))
            assert view["game"] == game
            scores.append(view["result"]["scores"])
            totals = [sum(column) for column in zip(*scores, strict=True)]
            winners = list(best(totals)) if game == 3 else None
            assert view["standings"] == {"games": scores, "of": 3, "totals": totals, "winners": winners}
            upto(two, view["version"])
            upto(one, two.command("next")["version"])
        assert one.view["standings"] == {"games": [], "of": 3, "totals": [0, 0, 0], "winners": None}
    records = [export(ben, code, game) for game in (1, 2, 3)]
    first = records[0].start.seat
    assert [record.start.seat for record in records] == [(first + game - 1) % 3 + 1 for game in range(3)]
    assert [record.tags["Game"] for record in records] == ["1/3", "2/3", "3/3"]


def test_a_rematch_is_begun_by_the_other_seat(anna: Visitor) -> None:
    code = anna.create({"name": "Anna"}, {"bot": "random"}, setup={"first": 2, **QUICK, **SMALL})
    with anna.at(code) as guest:
        play_out({1: guest}, Random(1))
        upto(guest, guest.command("next")["version"])
        view = play_out({1: guest}, Random(2))
        assert (view["game"], len(view["standings"]["games"]), view["standings"]["winners"]) == (2, 2, None)
    assert [export(anna, code, game).start.seat for game in (1, 2)] == [2, 1]


# --- Seats in the middle of a game ------------------------------------------------------------------------------------


def test_a_bot_stands_in_and_the_person_comes_back(anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"}, setup={"first": 2, **QUICK})
    ben.join(code, "Ben")
    with anna.at(code) as one, ben.at(code) as two:
        state(two, "playing")
        two.command("leave", seat=2)
        view = turn_of(one, 1)
        assert (view["seats"][1]["name"], view["seats"][1]["bot"]) == ("Ben", "random")
        assert view["last"][0]["by"] == "bot"
        upto(two, view["version"])
        upto(two, two.command("return", seat=2)["version"])
        view = upto(one, one.move()["version"])
        assert view["seats"][1]["bot"] is None
        view = play_out({1: one, 2: two}, Random(6))
        check_end(anna, code, view)


def test_somebody_else_sits_down_in_a_freed_seat_and_sees_its_hand(anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"}, start="BRWB.. 0,0 BR R/K 1 m", setup=QUICK)
    cleo = Visitor(anna.url)
    ben.join(code, "Ben")
    with anna.at(code) as one, ben.at(code) as two, cleo.at(code) as three:
        state(one, "playing")
        one.command("free", seat=2)
        assert two.until(lambda seen: seen["yours"] == [])["hand"] is None
        cleo.join(code, "Cleo")
        view = three.until(lambda seen: seen["yours"] == [2])
        assert [line["colour"] for line in view["hand"]["discs"]] == ["K"]
        assert two.command("move", seat=2, move="B+")["refused"]["code"] == "not_your_seat"
        check_end(cleo, code, play_out({1: one, 2: three}, Random(8)))


# --- Once, in time, and back ------------------------------------------------------------------------------------------


def test_a_move_sent_twice_acts_once_and_a_stale_one_is_answered_with_the_view(anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"}, setup={"first": 1})
    ben.join(code, "Ben")
    with anna.at(code) as one, anna.at(code) as tab:
        seen = state(one, "playing")["version"]
        upto(tab, seen)
        move = one.view["moves"][0]["move"]
        about = {"id": "mine", "version": seen, "seat": 1, "move": move}
        answers = [guest.command("move", **about) for guest in (one, tab, one)]
        assert answers == [{"id": "mine", "version": seen + 1}] * 3
        tab.frames.clear()
        stale = tab.command("move", **{**about, "id": "other"})
        assert stale["refused"] == {"code": "stale", "version": seen + 1}
        assert upto(tab, seen + 1)["turn"] == 2
        assert any("view" in frame for frame in tab.frames)


def test_an_undo_is_asked_for_agreed_to_and_done(anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"}, setup={"first": 1, "black": 0})
    ben.join(code, "Ben")
    with anna.at(code) as one, ben.at(code) as two:
        start = state(one, "playing")["position"]
        assert upto(one, one.move()["version"])["undo"] == [{"seat": 1, "possible": True, "free": True}]
        upto(one, one.command("undo", seat=1)["version"])
        assert one.view["position"] == start
        upto(two, one.move()["version"])
        upto(one, two.move()["version"])
        asked = one.command("undo", seat=1)["version"]
        assert upto(two, asked)["request"] == {"seat": 1, "agreed": []}
        done = two.command("agree", seat=2)["version"]
        assert upto(one, done)["position"] == start
        log = anna.ask("GET", f"/api/tables/{code}/log")["log"]
        assert " ".join(line["kind"] for line in log) == "created seated begun ply undone ply ply asked undone"
        assert not any("move" in line for line in log)


def test_log_and_export_show_the_last_round_until_the_end(anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"}, setup={"first": 1, "black": 0, "discs": 3})
    ben.join(code, "Ben")
    with anna.at(code) as one, ben.at(code) as two:
        moves = []
        for guest in (one, two, one, two, one):
            view = turn_of(guest, 1 if guest is one else 2)
            moves.append(view["moves"][0]["move"])
            guest.move()
        log = ben.ask("GET", f"/api/tables/{code}/log")["log"]
        assert [line["move"] for line in log if "move" in line] == moves[-2:]
        (record,) = parse_records(ben.ask("GET", f"/api/tables/{code}/export"))
        assert (record.plies, record.comments) == ((), {0: (f"last round: {' '.join(moves[-2:])}",)})
        view = play_out({1: one, 2: two}, Random(9))
        log = ben.ask("GET", f"/api/tables/{code}/log")["log"]
        assert [line["move"] for line in log if "move" in line] == list(map(str, export(ben, code).plies))
