"""Wrong links, full tables, old seats, a server that is gone: each has a friendly answer and a way on."""

from pathlib import Path

import pytest

from browser.conftest import Invite
from support.people import SMALL, Person, by_mouse
from support.server_process import serving


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/#/nowhere", "nothing at this address"),
        ("/#/table/ZZZZZZZZ", "no table with this code"),
        ("/#/table/not%20a%20code%21", "no table with this code"),
        ("/#/table", "no such page"),
        ("/#/table/.", "no such page"),
        ("/#/seat/ZZZZZZZZ", "used already or is too old"),
        ("/#/replay/ZZZZZZZZ/1", "no table with this code"),
    ],
)
def test_a_wrong_link_is_explained_and_leads_home(anna: Person, address: str, words: str) -> None:
    anna.visit(address)
    anna.page.get_by_text(words).first.wait_for()
    anna.page.get_by_role("link", name="To the start").first.click()
    anna.button("Play").first.wait_for()


def test_a_page_that_there_is_not_is_answered_by_the_page(anna: Person) -> None:
    anna.visit("/no/such/page")
    anna.page.get_by_text("nothing at this address").first.wait_for()


def test_a_page_whose_texts_do_not_come_says_so(anna: Person) -> None:
    anna.page.route("**/assets/more-*", lambda route: route.abort())
    anna.visit("/#/rules")
    anna.button("Load again").wait_for()
    anna.page.unroute("**/assets/more-*")
    anna.button("Load again").click()
    anna.page.get_by_role("heading", name="The rules").wait_for()


def test_without_any_texts_there_is_a_word_and_a_way_on(anna: Person) -> None:
    anna.page.route("**/assets/_catalogue_*", lambda route: route.abort())
    anna.visit()
    anna.page.get_by_text("could not be loaded").wait_for()
    anna.page.unroute("**/assets/_catalogue_*")
    anna.button("Try again").click()
    anna.button("Play").first.wait_for()


def test_a_code_that_is_none_is_explained_where_it_was_typed(anna: Person) -> None:
    anna.visit()
    anna.page.get_by_label("Join with a code or link").fill("hello!")
    anna.button("Join").click()
    anna.page.get_by_text("A code has eight letters").wait_for()


def test_a_table_that_has_gone_says_so(anna: Person) -> None:
    table = anna.make_table({"name": "Anna"}, {"bot": "level1"}, **SMALL)
    anna.sit_at(table)
    anna.ask("DELETE", f"/api/tables/{table}")
    anna.page.get_by_text("no table with this code").first.wait_for()


def test_two_tabs_of_one_browser_play_the_same_seat(anna: Person) -> None:
    table = anna.make_table({"name": "Anna"}, {"name": "Ben"}, first=1, **SMALL)
    anna.sit_at(table)
    other = Person(anna.page.context.new_page())
    other.sit_at(table)
    anna.make(anna.view["moves"][0]["move"], by_mouse)
    other.until(lambda: other.view["turn"] == 2)
    other.make(other.view["moves"][0]["move"], by_mouse)
    anna.until(lambda: anna.view["turn"] == 1)
    assert [ply["seat"] for ply in anna.view["last"]] == [2]
    assert anna.view["position"] == other.view["position"]


def test_the_back_button_in_mid_game_loses_nothing(anna: Person) -> None:
    anna.visit()
    anna.button("Play").first.click()
    anna.until(lambda: anna.is_to_move)
    table = anna.view["table"]
    anna.page.go_back()
    anna.button("Play").first.wait_for()
    anna.page.go_forward()
    anna.until(lambda: anna.view["table"] == table and anna.is_to_move)
    anna.make(anna.view["moves"][0]["move"], by_mouse)


def test_a_running_table_is_found_again_on_the_start_page(anna: Person) -> None:
    table = anna.make_table({"name": "Anna"}, {"bot": "level1"}, first=1, **SMALL)
    anna.visit()
    anna.page.locator(f'a[href*="{table}"]').first.click()
    anna.until(lambda: anna.view.get("table") == table)
    assert anna.view["yours"] == [1]


def test_a_server_that_is_gone_is_waited_for_and_comes_back_without_a_reload(invite: Invite, tmp_path: Path) -> None:
    with serving(tmp_path / "data") as first:
        anna = invite(url=first.url)
        anna.sit_at(anna.make_table({"name": "Anna"}, {"name": "Ben"}, first=1, **SMALL))
        anna.page.evaluate("window.kept = true")
        first.kill()
        anna.page.get_by_text("Connection lost").wait_for()
        port = int(first.url.rsplit(":", 1)[1])
        with serving(tmp_path / "data", port):
            anna.until(lambda: anna.page.get_by_text("Connection lost").count() == 0)
            anna.make(anna.view["moves"][0]["move"], by_mouse)
            assert anna.page.evaluate("window.kept") is True


def test_a_seat_that_was_handed_over_moves_to_the_other_device_once(invite: Invite) -> None:
    anna, phone, late = invite(), invite(390, 844), invite()
    table = anna.make_table({"name": "Anna"}, {"bot": "level1"}, first=1, **SMALL)
    code = anna.ask("POST", f"/api/tables/{table}/handover", {"seat": 1})["code"]
    phone.visit(f"/#/seat/{code}")
    phone.until(lambda: phone.view.get("yours") == [1])
    late.visit(f"/#/seat/{code}")
    late.page.get_by_text("used already or is too old").wait_for()
