"""Several people around one screen: the device is passed on, and a hand is shown while it is held (R21)."""

import pytest

from browser.people import SMALL, Person, by_mouse


@pytest.fixture
def together(anna: Person) -> Person:
    """A browser with two seats and hidden hands, in which each has a disc."""
    anna.sit_at(anna.make_table({"name": "Anna"}, {"name": "Ben"}, first=1, **SMALL))
    for _ in range(2):
        anna.make(anna.view["moves"][0]["move"], by_mouse)
    return anna


def test_the_device_is_passed_and_no_hand_is_shown_until_it_is_held(together: Person) -> None:
    together.page.get_by_text("Pass the device to Anna").wait_for()
    assert together.view["hand"] is None
    hold = together.button("Hold to see your hand")
    hold.hover()
    together.page.mouse.down()
    together.until(lambda: together.view["seat"] == 1)
    together.page.get_by_text("×1").first.wait_for()
    together.page.mouse.up()
    together.until(lambda: together.view["seat"] is None)
    together.page.get_by_text("×1").wait_for(state="detached")


def test_whoever_cannot_hold_a_button_shows_the_hand_for_the_turn(together: Person) -> None:
    together.button("Show the hand of Anna").click()
    together.until(lambda: together.view["seat"] == 1)
    together.make(together.view["moves"][0]["move"], by_mouse)
    together.until(lambda: together.view["turn"] == 2)
    assert together.view["seat"] is None
    together.page.get_by_text("Pass the device to Ben").wait_for()


def test_a_table_for_people_around_this_screen_is_made_on_the_page(anna: Person) -> None:
    anna.visit()
    anna.page.get_by_role("link", name="Around this screen").click()
    anna.page.get_by_label("Name of player 1").fill("Grandma")
    anna.page.get_by_label("Name of player 2").fill("Emil")
    anna.button("Begin").click()
    anna.until(lambda: anna.view.get("state") == "playing")
    assert [seat["name"] for seat in anna.view["seats"]] == ["Grandma", "Emil"]
    assert anna.view["yours"] == [1, 2]
