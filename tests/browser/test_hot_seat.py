"""Several people around one screen: the device is passed on, and a hand is shown while it is held (R21)."""

import json
from typing import Any

import pytest

from bigpoints.contract.unpack import whole_view
from support.people import SMALL, Person, by_mouse


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
    hand = together.page.get_by_role("region", name="Your hand")
    together.button("Hold to see your hand").hover()
    together.page.mouse.down()
    together.until(lambda: together.view["seat"] == 1)
    hand.wait_for()
    together.page.mouse.up()
    together.until(lambda: together.view["seat"] is None)
    hand.wait_for(state="detached")


def test_whoever_cannot_hold_a_button_shows_the_hand_for_the_turn(together: Person) -> None:
    together.button("Show the hand of Anna").click()
    together.until(lambda: together.view["seat"] == 1)
    together.make(together.view["moves"][0]["move"], by_mouse)
    together.until(lambda: together.view["turn"] == 2)
    assert together.view["seat"] is None
    together.page.get_by_text("Pass the device to Ben").wait_for()


def test_the_hand_of_the_next_player_is_in_no_frame_of_any_tab_before_it_is_looked_at(together: Person) -> None:
    tab = Person(together.page.context.new_page())
    tab.sit_at(together.view["table"])
    together.button("Show the hand of Anna").click()
    together.until(lambda: together.view["seat"] == 1)
    together.make(together.view["moves"][0]["move"], by_mouse)
    together.until(lambda: together.view["turn"] == 2)
    tab.until(lambda: tab.view["turn"] == 2)
    assert _hands_seen(together) == {1}
    assert _hands_seen(tab) == set()
    together.button("Show the hand of Ben").click()
    together.until(lambda: _hands_seen(together) == {1, 2})
    assert _hands_seen(tab) == set()


def _hands_seen(person: Person) -> set[int]:
    """The seats of two whose hands are in any frame, or in the position of any."""
    packed = [view for frame in person.frames if (view := json.loads(frame).get("view"))]
    views: list[Any] = [view for view in map(whole_view, packed) if view["state"] == "playing"]
    told = {view["hand"]["seat"] for view in views if view["hand"]}
    hands = [view["position"].split()[3].split("/") for view in views]
    return told | {seat for held in hands for seat in (1, 2) if held[seat - 1].strip("-?0123456789")}


def test_any_turn_made_at_this_screen_is_taken_back_there_without_asking(together: Person) -> None:
    for turn in (2, 1):
        together.button("Undo").click()
        together.until(lambda turn=turn: together.view["turn"] == turn)  # type: ignore[misc]
    assert together.view["last"] == []
    together.make(together.view["moves"][0]["move"], by_mouse)


def test_a_table_for_people_around_this_screen_is_made_on_the_page(anna: Person) -> None:
    anna.visit()
    anna.page.get_by_role("link", name="Around this screen").click()
    anna.page.get_by_label("Name of player 1").fill("Grandma")
    anna.page.get_by_label("Name of player 2").fill("Emil")
    anna.button("Begin").click()
    anna.until(lambda: anna.view.get("state") == "playing")
    assert [seat["name"] for seat in anna.view["seats"]] == ["Grandma", "Emil"]
    assert anna.view["yours"] == [1, 2]
