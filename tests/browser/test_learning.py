"""Learning by playing: eight steps to a first game, wrong moves explained, boards of the rules that come alive."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from support.people import Json, Person, Way, by_arrows, by_mouse

_LESSONS = json.loads((Path(__file__).parents[2] / "web/src/learn/lessons.json").read_text(encoding="utf-8"))
LESSONS: list[Json] = _LESSONS["lessons"]
WORDS: Json = json.loads((files("bigpoints.locales") / "en.json").read_text(encoding="utf-8"))["learn"]


def _come_to(person: Person, step: int) -> None:
    """Open a step, or be led there, and wait for its table."""
    person.page.get_by_role("heading", name=WORDS[f"{LESSONS[step - 1]['name']}_title"]).wait_for()
    start = LESSONS[step - 1]["start"].split()[:2]
    person.until(lambda: person.view.get("position", "").split()[:2] == start)


def _do_as_told(person: Person, step: int, way: Way) -> None:
    for wanted in LESSONS[step - 1]["goal"]:
        moves = [move for move in person.view["moves"] if move["move"] != "." and move.get("takes") != move.get("to")]
        person.make(moves[0]["move"] if wanted == "any" else wanted[0], way)
    person.page.get_by_text(WORDS[f"{LESSONS[step - 1]['name']}_done"]).last.wait_for()


def _tables(person: Person) -> list[str]:
    return [str(table["table"]) for table in person.ask("GET", "/api/tables")["tables"]]


def test_the_first_game_is_learned_in_eight_steps_by_mouse(anna: Person) -> None:
    anna.visit()
    anna.page.get_by_role("link", name="New here?").click()
    for step in range(1, len(LESSONS) + 1):
        _come_to(anna, step)
        anna.page.get_by_text(f"Step {step} of 8").wait_for()
        _do_as_told(anna, step, by_mouse)
        if step < len(LESSONS):
            anna.page.get_by_role("link", name="Next").click()
    yours, theirs = anna.view["result"]["scores"]
    anna.page.get_by_text(f"{yours} to {theirs}").wait_for()
    anna.button("Play your first game").click()
    anna.until(lambda: anna.view["state"] == "playing" and anna.view["setup"]["discs"] == 9)
    anna.until(lambda: _tables(anna) == [anna.view["table"]])
    assert anna.complaints == []


def test_a_step_is_done_by_keyboard_and_enter_leads_on(anna: Person) -> None:
    anna.visit("/#/learn/1")
    _come_to(anna, 1)
    _do_as_told(anna, 1, by_arrows)
    anna.page.keyboard.press("Enter")
    _come_to(anna, 2)
    assert anna.page.url.endswith("#/learn/2")


def test_another_move_than_the_lesson_wants_is_explained_and_tried_again(anna: Person) -> None:
    anna.visit("/#/learn/2")
    _come_to(anna, 2)
    anna.make("R-", by_mouse)
    anna.page.get_by_text(WORDS["ahead_wrong"]).last.wait_for()
    assert anna.page.get_by_role("link", name="Next").count() == 0
    anna.button("Try again").click()
    _come_to(anna, 2)
    anna.button("Try again").wait_for(state="detached")
    _do_as_told(anna, 2, by_mouse)


def test_the_pawn_of_a_lesson_is_pointed_at_until_it_is_chosen(anna: Person) -> None:
    anna.visit("/#/learn/4")
    _come_to(anna, 4)
    pointed = anna.page.locator(".pointed")
    pointed.wait_for()
    assert pointed.get_attribute("data-spot") == anna.pawn_spot("B")
    pointed.click()
    pointed.wait_for(state="detached")


def test_the_table_of_a_lesson_is_in_no_list_and_gone_when_one_leaves(anna: Person) -> None:
    anna.visit("/#/learn/1")
    _come_to(anna, 1)
    lesson = anna.view["table"]
    other = anna.make_table({"name": "Anna"}, {"bot": "random"}, first=1)
    assert set(_tables(anna)) == {lesson, other}
    home = anna.page.context.new_page()
    home.goto("/")
    home.locator(f'a[href*="{other}"]').wait_for()
    assert home.locator(f'a[href*="{lesson}"]').count() == 0
    anna.page.get_by_role("link", name="Back").click()
    anna.button("Play").first.wait_for()
    anna.until(lambda: _tables(anna) == [other])


def test_the_table_of_a_tab_that_was_closed_is_cleared_away_with_the_next_lesson(anna: Person) -> None:
    anna.visit("/#/learn/1")
    _come_to(anna, 1)
    left = anna.view["table"]
    assert _tables(anna) == [left]
    anna.visit("/#/learn/2")
    _come_to(anna, 2)
    anna.until(lambda: left not in _tables(anna))


@pytest.mark.parametrize("chapter", ["rules.take", "rules.black"])
def test_a_board_of_the_rules_becomes_a_table_at_which_a_bot_answers(anna: Person, chapter: str) -> None:
    anna.visit("/#/rules")
    section = anna.page.locator(f'section[id="{chapter}"]')
    section.get_by_role("button", name="Try it").click()
    anna.until(lambda: anna.view.get("turn") == 1)
    start = anna.view["position"]
    anna.make("R+", _in(section_id=chapter))
    anna.until(lambda: anna.view["last"][-1]["seat"] == 2 or anna.view["position"].split()[5] == "x")
    assert anna.view["position"] != start
    section.get_by_role("button", name="Start over").click()
    anna.until(lambda: anna.view["position"] == start)
    anna.until(lambda: _tables(anna) == [anna.view["table"]])
    section.get_by_role("button", name="Put it away").click()
    anna.until(lambda: _tables(anna) == [])


def test_the_boards_of_the_rules_are_drawn_when_they_come_into_sight_or_on_paper(anna: Person) -> None:
    anna.visit("/#/rules")
    figures = anna.page.locator("figure")
    figures.first.wait_for()
    far = figures.last.locator("[data-spot]")
    assert far.count() == 0
    figures.last.scroll_into_view_if_needed()
    far.first.wait_for()
    anna.visit("/#/rules")
    figures.first.wait_for()
    assert far.count() == 0
    anna.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    far.first.wait_for()


def _in(section_id: str) -> Way:
    """By mouse, on the board of one chapter: the others have the same places."""

    def way(person: Person, move: Json) -> None:
        board = person.page.locator(f'section[id="{section_id}"]')
        board.locator(f'[data-spot="{person.pawn_spot(move["move"][0])}"]').click()
        board.locator(f'[data-spot="{move["takes"]}"]').click()

    return way
