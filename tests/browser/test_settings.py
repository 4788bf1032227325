"""What somebody chooses on a device: seen at once, and kept there."""

import pytest

from support.people import SMALL, Person


def _choose(person: Person, name: str) -> None:
    person.page.get_by_role("radio", name=name, exact=True).check(force=True)


def _switch(person: Person, name: str) -> None:
    person.page.get_by_role("switch", name=name).check()


def _table(person: Person, **setup: int) -> None:
    person.sit_at(person.make_table({"name": "Anna"}, {"bot": "random"}, first=1, shape="snake", **SMALL | setup))
    person.spot("1").wait_for()


def _html(person: Person, name: str) -> str | None:
    return person.page.locator("html").get_attribute(name)


def test_the_language_is_chosen_in_the_settings_and_kept(anna: Person) -> None:
    anna.visit("/#/settings")
    anna.page.get_by_label("Language").select_option("it")
    anna.page.get_by_role("heading", name="Impostazioni").wait_for()
    anna.page.reload()
    anna.page.get_by_role("heading", name="Impostazioni").wait_for()
    assert _html(anna, "lang") == "it"


@pytest.mark.parametrize("theme", ["Dark", "Light"])
def test_the_brightness_is_chosen_against_that_of_the_device_and_kept(anna: Person, theme: str) -> None:
    anna.page.emulate_media(color_scheme="light" if theme == "Dark" else "dark")
    anna.visit("/#/settings")
    before = _background(anna)
    _choose(anna, theme)
    anna.until(lambda: _html(anna, "data-theme") == theme.lower())
    after = _background(anna)
    assert before != after
    anna.page.reload()
    anna.page.get_by_role("heading").first.wait_for()
    assert _background(anna) == after


def _background(person: Person) -> str:
    person.page.get_by_role("heading").first.wait_for()
    return str(person.page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_letters_stand_on_the_discs_of_the_board_if_one_likes(anna: Person) -> None:
    _table(anna)
    letters = anna.page.get_by_role("group", name="The board").locator("svg text").filter(has_text="W")
    assert letters.count() == 0
    anna.visit("/#/settings")
    _switch(anna, "Letters on the discs")
    _table(anna)
    letters.first.wait_for()


def test_large_text_is_larger_on_every_page_and_kept(anna: Person) -> None:
    anna.visit("/#/settings")
    anna.page.get_by_role("heading").first.wait_for()
    size = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    usual = anna.page.evaluate(size)
    _switch(anna, "Large text")
    anna.until(lambda: anna.page.evaluate(size) > usual)
    _table(anna)
    assert anna.page.evaluate(size) > usual


def test_the_shape_of_the_path_is_ones_own_whatever_the_table_has(anna: Person) -> None:
    _table(anna, discs=9)
    snake = _places(anna)
    anna.visit("/#/settings")
    _choose(anna, "Spiral")
    _table(anna, discs=9)
    assert _places(anna) != snake
    anna.visit("/#/settings")
    _choose(anna, "As the table")
    _table(anna, discs=9)
    assert _places(anna) == snake


def _places(person: Person) -> list[tuple[float, float]]:
    boxes = [person.spot(str(place)).bounding_box() for place in range(1, 8)]
    return [(box["x"], box["y"]) for box in boxes if box]


def test_the_movement_and_the_name_and_the_question_before_a_move_are_kept(anna: Person) -> None:
    anna.visit("/#/settings")
    _choose(anna, "None")
    _switch(anna, "Ask before each move")
    anna.page.get_by_label("Your name").fill("Änne")
    anna.page.reload()
    assert anna.page.get_by_role("radio", name="None", exact=True).is_checked()
    assert anna.page.get_by_role("switch", name="Ask before each move").is_checked()
    assert anna.page.get_by_label("Your name").input_value() == "Änne"


def test_sound_goes_off_with_one_tap_at_the_table_and_stays_off(anna: Person) -> None:
    _table(anna)
    anna.button("Turn sound off").click()
    anna.button("Turn sound on").wait_for()
    anna.page.reload()
    anna.button("Turn sound on").wait_for()
    anna.visit("/#/settings")
    assert not anna.page.get_by_role("switch", name="Sound").is_checked()


def test_the_settings_lead_back_to_the_table_that_one_came_from(anna: Person) -> None:
    _table(anna)
    table = anna.view["table"]
    anna.page.get_by_role("link", name="Settings").click()
    anna.page.get_by_role("link", name="Back").click()
    anna.spot("1").wait_for()
    assert table in anna.page.url
