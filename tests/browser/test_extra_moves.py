"""Black discs in a browser: the offer of an extra move, backward too, and a black disc won this turn (R10–R14)."""

import pytest

from support.people import Person, by_mouse

WITH_BLACK = "BRY.BRYWK 5,2,3 BRY K/- 1 m"
"""Blue is before the staircase; seat 1 has a black disc, and another one lies at the end of the path."""


@pytest.fixture
def at_black(anna: Person) -> Person:
    """Anna, who has a black disc and is to move against a bot."""
    anna.sit_at(anna.make_table({"name": "Anna"}, {"bot": "random"}, start=WITH_BLACK, bot_delay_ms=0))
    return anna


def test_with_a_black_disc_an_extra_move_is_offered_and_can_be_declined(at_black: Person) -> None:
    at_black.make("R+", by_mouse)
    at_black.page.get_by_role("heading", name="Extra move: spend a black disc?").wait_for()
    at_black.button("End turn").click()
    at_black.until(lambda: at_black.view["last"][-1]["seat"] == 2)
    assert at_black.view["hand"]["discs"][-1] == {"colour": "K", "count": 1, "now": 0, "least": 0, "most": 0}


def test_an_extra_move_goes_backward_to_a_landing_that_is_shown(anna: Person) -> None:
    anna.sit_at(anna.make_table({"name": "Anna"}, {"bot": "random"}, start=WITH_BLACK, bot_delay_ms=10_000))
    anna.make("R+", by_mouse)
    anna.spot("6").click()
    assert "lands here, going back" in (anna.spot("2").get_attribute("aria-label") or "")
    backward = [move for move in anna.view["moves"] if move["move"].startswith("R<")]
    assert backward
    anna.page.keyboard.press("Escape")
    anna.make(backward[0]["move"], by_mouse)
    assert anna.view["position"].split()[1].split(",")[1] == "2"


def test_without_a_black_disc_the_turn_passes_at_once(anna: Person) -> None:
    start = WITH_BLACK.replace("K/-", "-/K")
    anna.sit_at(anna.make_table({"name": "Anna"}, {"bot": "random"}, start=start, bot_delay_ms=10_000))
    anna.make("R+", by_mouse)
    assert anna.view["turn"] == 2
    assert anna.page.get_by_role("heading", name="Extra move").count() == 0


def test_a_black_disc_won_this_turn_is_for_the_next_one(anna: Person) -> None:
    start = "BRYWBKRY. 1,2,3 BRY K/- 1 m"
    anna.sit_at(anna.make_table({"name": "Anna"}, {"bot": "random"}, start=start, bot_delay_ms=10_000))
    anna.make("R-", by_mouse)
    assert anna.view["last"][-1]["disc"] == "K"
    anna.page.get_by_text("next turn").first.wait_for()
