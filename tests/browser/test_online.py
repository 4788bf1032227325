"""Friends far away from each other: browsers at one table, a line that is cut, a bot that stands in, a clock."""

from random import Random
from typing import Any

import pytest

from browser.conftest import Invite
from support.cuttable_line import Line, line_to
from support.people import SMALL, Json, Person, by_mouse
from support.server_process import Server


def _table_for_two(invite: Invite, **setup: Any) -> tuple[Person, Person]:
    """Anna, who makes a table, and Ben, who comes by its link."""
    anna, ben = invite(), invite(390, 844)
    _seat(anna, ben, anna.make_table({"name": "Anna"}, {}, **SMALL, **setup))
    return anna, ben


def _seat(anna: Person, ben: Person, table: str) -> None:
    anna.sit_at(table)
    anna.page.get_by_text("Waiting for players").first.wait_for()
    ben.visit(f"/#/table/{table}")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Sit down").first.click()
    for person in (anna, ben):
        person.until(lambda person=person: person.view.get("state") == "playing")  # type: ignore[misc]


def _play_to_the_end(chance: Random, *people: Person) -> None:
    while not all(person.is_over for person in people):
        for person in people:
            person.page.wait_for_timeout(10)
            if person.is_to_move:
                person.make(chance.choice(person.view["moves"])["move"], by_mouse)


def _plies(person: Person, seat: int) -> int:
    """How many plies a seat has made, by the log of the table."""
    log = person.ask("GET", f"/api/tables/{person.view['table']}/log")["log"]
    return sum(event["kind"] == "ply" and event["seat"] == seat for event in log)


def _is_lost(person: Person) -> bool:
    return person.page.get_by_text("Connection lost").count() > 0


def _play(person: Person, seat: int) -> None:
    person.until(lambda: person.view["turn"] == seat)
    person.make(person.view["moves"][0]["move"], by_mouse)


@pytest.mark.parametrize("is_heard", [False, True], ids=["unheard", "unanswered"])
def test_with_a_line_that_is_cut_nothing_is_lost_and_nothing_happens_twice(
    invite: Invite, server: Server, *, is_heard: bool
) -> None:
    with line_to(server.url) as line:
        anna, ben = invite(), invite(390, 844, url=line.url)
        seats: list[Json] = [{"name": "Anna"}, {}, {"name": "Clara"}]
        _seat(anna, ben, anna.make_table(*seats, first=3, **SMALL))
        ben.page.evaluate("window.kept = true")
        _others_play_unseen(line, anna, ben)
        _say_something_on_a_bad_line(line, anna, ben, is_heard=is_heard)
        _play_to_the_end(Random(4), anna, ben)
        assert anna.view["result"] == ben.view["result"]
        assert ben.page.evaluate("window.kept") is True


def _others_play_unseen(line: Line, anna: Person, ben: Person) -> None:
    """Two turns are made while Ben is cut off; he sees both as soon as the line holds again."""
    line.cut()
    ben.until(lambda: _is_lost(ben))
    for seat in (3, 1):
        _play(anna, seat)
    assert ben.view["turn"] == 3
    line.mend()
    ben.until(lambda: ben.is_to_move and not _is_lost(ben))
    ben.page.get_by_text("Connected again").wait_for()
    ben.button("Moves").click()
    for name in ("Anna", "Clara"):
        ben.page.get_by_role("dialog").get_by_text(name).first.wait_for()
    ben.page.keyboard.press("Escape")


def _say_something_on_a_bad_line(line: Line, anna: Person, ben: Person, *, is_heard: bool) -> None:
    """Ben moves while nothing comes through, or while only the answer does not: either way he has moved once."""
    move = ben.view["moves"][0]
    if is_heard:
        line.deafen()
    else:
        line.cut()
        ben.until(lambda: _is_lost(ben))
    by_mouse(ben, move)
    if is_heard:
        anna.until(lambda: anna.view["last"][0]["seat"] == 2)
        assert ben.is_to_move
        line.cut()
        ben.until(lambda: _is_lost(ben))
    line.mend()
    ben.until(lambda: ben.view["last"][0]["seat"] == 2)
    assert (ben.view["last"][0]["move"], _plies(anna, 2)) == (move["move"], 1)
    assert ben.page.locator(".refused").count() == 0


def test_who_comes_to_a_full_table_watches_and_sees_no_hand(invite: Invite) -> None:
    anna, ben = _table_for_two(invite, first=1)
    anna.make(anna.view["moves"][0]["move"], by_mouse)
    carl = invite()
    carl.sit_at(anna.view["table"])
    carl.page.get_by_text("You are watching").first.wait_for()
    assert carl.view["hand"] is None
    assert "?" in carl.view["position"]
    assert ben.view["yours"] == [2]


def test_who_leaves_is_played_for_by_a_bot_and_takes_the_seat_back(invite: Invite) -> None:
    anna, ben = _table_for_two(invite, first=1)
    ben.button("Table and seats").click()
    ben.button("Leave the table").click()
    ben.button("Yes, leave").click()
    anna.until(lambda: anna.view["seats"][1]["bot"])
    ben.button("Play").first.wait_for()
    ben.sit_at(anna.view["table"])
    ben.button("Take my seat back").first.click()
    anna.until(lambda: not anna.view["seats"][1]["bot"])
    assert ben.view["yours"] == [2]


def test_an_undo_that_concerns_another_person_is_asked_for(invite: Invite) -> None:
    anna, ben = _table_for_two(invite, first=1)
    before = anna.view["position"]
    anna.make(anna.view["moves"][0]["move"], by_mouse)
    ben.until(lambda: ben.is_to_move)
    ben.make(ben.view["moves"][0]["move"], by_mouse)
    anna.until(lambda: anna.is_to_move)
    anna.button("Ask to undo").click()
    ben.until(lambda: ben.view["request"])
    assert anna.view["position"] != before, "nothing is taken back before Ben agrees"
    ben.button("Agree").first.click()
    anna.until(lambda: anna.view["position"] == before)


def test_a_move_of_the_other_is_heard_in_words_and_the_title_says_whose_turn_it_is(invite: Invite) -> None:
    anna, ben = _table_for_two(invite, first=1)
    ben.until(lambda: ben.view.get("turn") == 1)
    anna.make(anna.view["moves"][0]["move"], by_mouse)
    ben.until(lambda: "Anna: blue goes to place" in ben.page.locator("[role=status][aria-live]").first.inner_text())
    ben.until(lambda: "Your turn" in ben.page.title())
    assert "Your turn" not in anna.page.title()


def test_who_was_invited_begins_the_rematch_for_both(invite: Invite) -> None:
    anna, ben = _table_for_two(invite, first=1)
    _play_to_the_end(Random(5), anna, ben)
    anna.page.get_by_role("dialog").wait_for()
    ben.button("Rematch").click()
    for person in (anna, ben):
        person.until(lambda person=person: person.view["game"] == 2 and person.view["state"] == "playing")  # type: ignore[misc]
    ben.page.get_by_role("dialog").wait_for(state="detached")
    sheet = anna.page.get_by_role("dialog")
    sheet.get_by_text("The next game has begun").wait_for()
    sheet.get_by_role("button", name="Play").click()
    sheet.wait_for(state="detached")
    anna.wait_for_board()


def test_who_watches_takes_a_seat_that_becomes_free(invite: Invite) -> None:
    anna, ben = _table_for_two(invite, first=1)
    carl = invite()
    carl.sit_at(anna.view["table"])
    carl.page.get_by_text("You are watching").first.wait_for()
    anna.button("Table and seats").click()
    anna.button("Free the seat of Ben").click()
    carl.button("Take a seat").click()
    carl.page.get_by_label("Your name").fill("Carl")
    carl.button("Sit down").click()
    anna.until(lambda: anna.view["seats"][1]["name"] == "Carl" and anna.view["seats"][1]["bot"] is None)
    carl.until(lambda: carl.view["yours"] == [2])
    ben.until(lambda: ben.view["yours"] == [])
    anna.page.keyboard.press("Escape")
    _play(anna, 1)
    _play(carl, 2)


def test_a_clock_counts_down_and_a_bot_plays_when_it_has_run_out(anna: Person) -> None:
    anna.sit_at(anna.make_table({"name": "Anna"}, {"name": "Ben"}, first=1, turn_seconds=9, stand_in="random", **SMALL))
    first = _seconds_left(anna)
    assert first <= 9
    anna.until(lambda: _seconds_left(anna) < first)
    assert anna.view["last"] == []
    anna.until(lambda: anna.view["last"])
    assert {(ply["seat"], ply["by"]) for ply in anna.view["last"]} == {(1, "clock")}
    anna.until(lambda: _seconds_left(anna) > 5)


def _seconds_left(person: Person) -> int:
    return int(person.page.get_by_role("timer").first.inner_text().removeprefix("0:"))


def test_options_that_are_tapped_through_are_sent_in_few_changes_and_the_last_one_counts(anna: Person) -> None:
    anna.sit_at(anna.make_table({"name": "Anna"}, {}, **SMALL))
    anna.page.get_by_text("Waiting for players").first.wait_for()
    tap_and_start = """() => {
        const [series] = document.querySelectorAll(".options input");
        for (let taps = 0; taps < 31; taps++) series.click();
        document.querySelector(".lobby .main").click();
    }"""
    anna.page.evaluate(tap_and_start)
    anna.until(lambda: anna.view.get("state") == "playing")
    assert anna.view["setup"]["series"] is True
    log = anna.ask("GET", f"/api/tables/{anna.view['table']}/log")["log"]
    assert [event["kind"] for event in log].count("changed") <= 2
