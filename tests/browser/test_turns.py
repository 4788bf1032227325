"""A turn at the table: what lights up, changing one's mind, undo, confirmation, hints, words for what is forced."""

from collections.abc import Callable

import pytest

from support.people import Person, by_mouse

FORCED = "BRY.BRYWK 5,2,3 BRY K/- 1 m"


@pytest.fixture
def at_table(anna: Person) -> Person:
    """Anna in the middle of a game on a short path."""
    anna.sit_at(anna.make_table({"name": "Anna"}, {"bot": "random"}, start=FORCED, bot_delay_ms=0, hints=True))
    return anna


def _label(person: Person, spot: str) -> str:
    return person.spot(spot).get_attribute("aria-label") or ""


def test_a_pawn_that_is_tapped_shows_where_it_lands_and_what_it_can_take(at_table: Person) -> None:
    at_table.spot("2").click()
    assert "chosen" in _label(at_table, "2")
    assert "lands here" in _label(at_table, "6")
    taken = {str(move["takes"]) for move in at_table.view["moves"] if move["move"].startswith("R")}
    lit = {spot for spot in map(str, range(1, 10)) if "can be taken" in _label(at_table, spot)}
    assert lit == taken


def test_tapping_elsewhere_and_escape_change_ones_mind(at_table: Person) -> None:
    changes: list[Callable[[], None]] = [
        lambda: at_table.spot("1").click(force=True),
        lambda: at_table.page.keyboard.press("Escape"),
    ]
    for change in changes:
        at_table.spot("2").click()
        assert "chosen" in _label(at_table, "2")
        change()
        assert "chosen" not in _label(at_table, "2")
    assert at_table.view["last"] == []


def test_a_climb_is_said_to_be_forced(at_table: Person) -> None:
    at_table.spot("5").click()
    at_table.page.get_by_text("it climbs").first.wait_for()


def test_a_disc_just_left_is_taken_by_tapping_it_but_not_by_a_double_tap(anna: Person) -> None:
    anna.sit_at(
        anna.make_table({"name": "Anna"}, {"bot": "random"}, start="BRYBRYWK. 1,2,3 BRY -/K 1 m", bot_delay_ms=0)
    )
    own = next(
        move for move in anna.view["moves"] if move["takes"] and str(move["takes"]) == anna.pawn_spot(move["move"][0])
    )
    anna.spot(str(own["takes"])).dblclick()
    anna.page.wait_for_timeout(500)
    assert anna.view["last"] == []
    assert "chosen" in _label(anna, str(own["takes"]))
    anna.spot(str(own["takes"])).click()
    anna.until(lambda: anna.view["last"])
    log = anna.ask("GET", f"/api/tables/{anna.view['table']}/log")["log"]
    assert next(event["move"] for event in log if event["kind"] == "ply") == own["move"]


def test_a_double_tap_chooses_a_pawn_on_the_path_and_one_that_waits(anna: Person) -> None:
    anna.sit_at(anna.make_table({"name": "Anna"}, {"bot": "random"}, start="BRYBRYWK. 4,0,3 BRY -/K 1 m"))
    for pawn in "BR":
        anna.spot(anna.pawn_spot(pawn)).dblclick()
        anna.page.locator('[aria-keyshortcuts="1"]').wait_for()
        assert "chosen" in _label(anna, anna.pawn_spot(pawn))


def test_a_turn_against_bots_is_taken_back(at_table: Person) -> None:
    before = at_table.view["position"]
    at_table.make("B^", by_mouse)
    at_table.until(lambda: at_table.is_to_move)
    assert at_table.view["position"] != before
    at_table.button("Undo").click()
    at_table.until(lambda: at_table.view["position"] == before)


def test_with_confirmation_a_move_is_made_on_the_second_tap(anna: Person) -> None:
    anna.visit("/#/settings")
    anna.page.get_by_label("Ask before each move").check()
    anna.sit_at(anna.make_table({"name": "Anna"}, {"bot": "random"}, start=FORCED, bot_delay_ms=0))
    anna.spot("2").click()
    anna.spot("7").click()
    anna.page.get_by_text("Play this move?").wait_for()
    assert anna.view["last"] == []
    anna.button("Yes, play").click()
    anna.until(lambda: anna.view["last"])


def test_a_hint_says_a_legal_move_and_why(at_table: Person) -> None:
    at_table.button("Hint").first.click()
    at_table.button("Show it on the board").wait_for(timeout=120_000)
    hint = at_table.page.locator("main").inner_text()
    assert "step 2" in hint or "goes to place" in hint
    at_table.button("Show it on the board").click()
    assert at_table.page.locator('[data-spot][aria-label*="chosen"]').count() == 1


def test_no_hint_is_offered_at_a_table_without_hints(anna: Person) -> None:
    anna.sit_at(anna.make_table({"name": "Anna"}, {"bot": "random"}, start=FORCED, bot_delay_ms=0))
    anna.page.get_by_text("Choose a pawn").first.wait_for()
    assert anna.button("Hint").count() == 0


def test_the_keys_are_shown_on_a_question_mark(at_table: Person) -> None:
    at_table.page.keyboard.press("?")
    at_table.page.get_by_role("dialog").get_by_text("Change your mind").wait_for()
    at_table.page.keyboard.press("Escape")
    at_table.page.get_by_role("dialog").wait_for(state="detached")
