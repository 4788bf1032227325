"""Games shown again: a finished one by its link, one that is pasted, one that is dropped, and nonsense."""

from pathlib import Path
from random import Random

import pytest

from browser.conftest import Invite
from support.people import SMALL, Person, by_keyboard
from support.screens import SCREENS

POSITION = "BRY.BRYWK 5,2,3 BRY K/- 1 m"


@pytest.fixture
def after_a_game(anna: Person) -> Person:
    """Anna, who has just played."""
    anna.sit_at(anna.make_table({"name": "Anna"}, {"bot": "level1"}, first=1, **SMALL))
    anna.play_on(by_keyboard, Random(1))
    return anna


def _shown(person: Person) -> str:
    return person.page.get_by_role("slider").get_attribute("aria-valuetext") or ""


def test_a_finished_game_is_stepped_through_from_the_score_sheet(after_a_game: Person) -> None:
    anna = after_a_game
    anna.page.get_by_role("dialog").get_by_role("link", name="Replay").click()
    slider = anna.page.get_by_role("slider")
    slider.wait_for()
    last = int(slider.get_attribute("max") or 0)
    assert last > 3
    assert slider.input_value() == "0"
    anna.button("One move on").click()
    assert slider.input_value() == "1"
    assert " goes to place " in _shown(anna)
    anna.page.keyboard.press("ArrowRight")
    anna.until(lambda: slider.input_value() == "2")
    anna.button("To the end").click()
    assert slider.input_value() == str(last)
    anna.button("To the start").click()
    assert slider.input_value() == "0"


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (844, 390)])
def test_the_first_hand_is_in_sight_and_nothing_moves_from_move_to_move(
    invite: Invite, width: int, height: int
) -> None:
    anna = invite(width, height)
    SCREENS["replay"](anna)
    on, hand = anna.button("One move on"), anna.page.locator('li[data-seat="1"]')

    def middles() -> list[float]:
        boxes = [on.bounding_box(), hand.bounding_box()]
        return [box["y"] + box["height"] / 2 for box in boxes if box]

    before = middles()
    assert max(before) < height
    on.click()
    anna.until(lambda: " goes to place " in _shown(anna))
    assert middles() == before


def test_ones_own_games_are_listed_to_be_shown_again(after_a_game: Person) -> None:
    anna = after_a_game
    table = anna.view["table"]
    anna.make_table({"name": "Anna"}, {"bot": "random"}, **SMALL)
    anna.visit("/#/replay")
    games = anna.page.get_by_role("region", name="Your games").get_by_role("link")
    games.first.wait_for()
    anna.page.wait_for_load_state("networkidle")
    assert [game.get_attribute("href") for game in games.all()] == [f"#/replay/{table}/1"]
    games.click()
    anna.page.get_by_role("slider").wait_for()
    anna.page.get_by_role("link", name="Back").click()
    games.first.wait_for()


def test_a_game_that_was_downloaded_is_the_game_that_is_dropped(after_a_game: Person) -> None:
    anna = after_a_game
    with anna.page.expect_download() as download:
        anna.page.get_by_role("dialog").get_by_role("link", name="Download").click()
    record = Path(download.value.path()).read_text(encoding="utf-8")
    anna.visit("/#/replay")
    dropped = """(text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "game.bpr"));
      const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
      document.querySelector("textarea").dispatchEvent(drop);
    }"""
    anna.page.locator("textarea").wait_for()
    anna.page.evaluate(dropped, record)
    anna.page.get_by_role("slider").wait_for()
    assert "Anna" in anna.text


def test_a_position_that_is_pasted_is_shown_and_played_on(anna: Person) -> None:
    anna.visit("/#/replay")
    anna.page.locator("textarea").fill(POSITION)
    anna.button("Show").click()
    anna.button("Play on from here").click()
    anna.until(lambda: anna.view.get("state") == "playing")
    assert anna.view["position"].startswith("BRY.BRYWK 5,2,3 BRY K/")


def test_a_position_has_a_link(anna: Person) -> None:
    anna.visit("/#/replay/bpn/" + POSITION.replace(" ", "_"))
    anna.spot("9").wait_for()


@pytest.mark.parametrize(
    ("nonsense", "words"),
    [
        ("hello", "cannot be read"),
        ("", "nothing here yet"),
        ('[Seat1 "A"]\n[Seat2 "B"]\n[Path "BRYBRY"]\n[First "1"]\n\nB+ X+\n', "X+"),
        ('[Seat1 "A"]\n[Seat2 "B"]\n[Start "BRY.BRYWK 5,2,3 BRY K/- 1 m"]\n\nB+\n', "cannot be played"),
    ],
    ids=["no game", "nothing", "no move", "no legal move"],
)
def test_nonsense_is_answered_kindly_and_stays_to_be_mended(anna: Person, nonsense: str, words: str) -> None:
    anna.visit("/#/replay")
    anna.page.locator("textarea").fill(nonsense)
    anna.button("Show").click()
    anna.page.get_by_role("alert").get_by_text(words).wait_for()
    assert anna.page.locator("textarea").input_value() == nonsense
