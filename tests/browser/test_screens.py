"""Every screen at every size: pictures that one looks at, and nothing that is cut or out of reach."""

from pathlib import Path

import pytest

from browser.conftest import Invite
from browser.people import Person
from browser.screens import SCREENS

SIZES = [(320, 568), (390, 844), (844, 390), (820, 1180), (1280, 760), (1920, 1080)]
TABLES = ("table", "chosen", "five")

_CUT = """() => [...document.querySelectorAll('button, a, h1, h2, h3, p, label, td, th, li, span, small, option')]
  .filter((element) => element.checkVisibility() && element.textContent.trim() && !element.closest('.unseen'))
  .filter((element) => {
    const style = getComputedStyle(element);
    const hides = style.overflowX !== 'visible' && style.overflowX !== 'auto' && style.overflowX !== 'scroll';
    return hides && element.scrollWidth > element.clientWidth + 1 && !element.title;
  })
  .map((element) => element.textContent.trim())"""
_OUTSIDE = "() => document.documentElement.scrollWidth - innerWidth"
_SCROLLS = "() => document.documentElement.scrollHeight - innerHeight"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_screen_fits(invite: Invite, artefacts: Path, width: int, height: int) -> None:
    anna = invite(width, height)
    for name, come in SCREENS.items():
        come(anna)
        anna.page.screenshot(path=artefacts / f"{name}-{width}x{height}.png")
        assert anna.page.evaluate(_OUTSIDE) <= 0, f"{name} is wider than the screen"
        assert anna.page.evaluate(_CUT) == [], f"{name} has text that is cut"
        if name in TABLES:
            assert anna.page.evaluate(_SCROLLS) <= 0, f"{name} scrolls"


def test_on_a_phone_every_place_and_every_button_of_the_table_is_a_target_of_44_pixels(invite: Invite) -> None:
    anna = invite(390, 844)
    SCREENS["chosen"](anna)
    boxes = [target.bounding_box() for target in anna.page.locator("main button").all() if target.is_visible()]
    sizes = [(box["width"], box["height"]) for box in boxes if box]
    assert len(sizes) > 55
    assert min(min(size) for size in sizes) >= 44


@pytest.mark.parametrize("shape", ["snake", "spiral", "line"])
def test_a_path_of_any_shape_is_inside_the_board(anna: Person, shape: str) -> None:
    anna.sit_at(anna.make_table({"name": "Anna"}, {"bot": "level1"}, first=1, shape=shape))
    board = anna.page.get_by_role("group", name="The board").bounding_box()
    assert board
    for spot in ("1", "28", "55", "s0", "s4"):
        box = anna.spot(spot).bounding_box()
        assert box
        assert board["x"] <= box["x"], spot
        assert box["x"] + box["width"] <= board["x"] + board["width"], spot
        assert board["y"] <= box["y"], spot
        assert box["y"] + box["height"] <= board["y"] + board["height"], spot
