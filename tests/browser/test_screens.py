"""Every screen at every size: pictures that one looks at, and nothing that is cut or out of reach."""

from pathlib import Path

import pytest

from browser.conftest import Invite
from support.people import Person
from support.screens import SCREENS, TABLES

SIZES = [(320, 568), (390, 844), (844, 390), (820, 1180), (1280, 760), (1920, 1080)]
THUMB = 44

_TEXTS = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  const isUnseen = (element) => element.closest('option, .unseen') || getComputedStyle(element).clipPath !== 'none';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === '' || !element.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    let isSeen = true;
    for (let around = element; around && isSeen; around = around.parentElement) isSeen = !isUnseen(around);
    if (isSeen) found.push([node, element, range.getBoundingClientRect()]);
  }
  return found;
}"""
"""The texts that one sees, each with its element and its box; not those that are for the ear alone."""

CUT = f"""() => ({_TEXTS})().filter(([, element, box]) => {{
    if (box.left < -1 || box.right > innerWidth + 1) return true;
    for (let around = element; around; around = around.parentElement) {{
      const {{ overflowX, overflowY, textOverflow }} = getComputedStyle(around);
      if (textOverflow === 'ellipsis' && around.closest('[title]')?.title === around.textContent) return false;
      const edge = around.getBoundingClientRect();
      if (overflowX === 'hidden' && (box.left < edge.left - 1 || box.right > edge.right + 1)) return true;
      if (overflowY === 'hidden' && (box.top < edge.top - 2 || box.bottom > edge.bottom + 2)) return true;
    }}
    return false;
  }}).map(([node]) => node.data.trim())"""
"""Texts that reach beyond the screen, or beyond what hides the rest of them; not names that end in “…” and are told."""

BURST = f"""() => {{
  const isWithin = (inner, outer) =>
    inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;
  const texts = ({_TEXTS})().flatMap(([node, element, box]) => {{
    const around = element.closest('button, .button, .chip');
    return around && !isWithin(box, around.getBoundingClientRect()) ? [node.data.trim()] : [];
  }});
  const chosen = [...document.querySelectorAll('select')].flatMap((select) => {{
    const alone = select.cloneNode();
    const text = select.selectedOptions[0].text;
    alone.add(new Option(text));
    alone.style.cssText = 'position: absolute; width: max-content; max-width: none';
    select.after(alone);
    const isCut = alone.offsetWidth > select.offsetWidth;
    alone.remove();
    return isCut ? [text] : [];
  }});
  return [...texts, ...chosen];
}}"""
"""Texts that reach beyond the button or the chip that they are on, and what is chosen but cut."""

SEEN = f"() => ({_TEXTS})().map(([node]) => node.data.trim())"
OUTSIDE = "() => document.documentElement.scrollWidth - innerWidth"
_USUAL = "localStorage.setItem('bigpoints', '{}')"
_LARGE = "localStorage.setItem('bigpoints', '{\"largeText\": true}')"
_SCROLLS = "() => document.documentElement.scrollHeight - innerHeight"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_screen_fits(invite: Invite, artefacts: Path, width: int, height: int) -> None:
    anna = invite(width, height)
    faults: list[str] = []
    for name, come in SCREENS.items():
        come(anna)
        anna.page.screenshot(path=artefacts / f"{name}-{width}x{height}.png")
        faults += misfits(anna, name)
    assert faults == []


def misfits(person: Person, name: str) -> list[str]:
    """What does not fit on the screen of that name, on which somebody is."""
    faults = [f"{name} cuts “{text}”" for text in person.page.evaluate(CUT)]
    if person.page.evaluate(OUTSIDE) > 0:
        faults.append(f"{name} is wider than the screen")
    if name in TABLES and person.page.evaluate(_SCROLLS) > 0:
        faults.append(f"{name} scrolls")
    return faults


@pytest.mark.parametrize("language", ["de", "fr"])
def test_on_the_smallest_phone_large_text_stays_on_its_buttons(invite: Invite, language: str) -> None:
    anna = invite(320, 568, locale=language)
    anna.page.add_init_script(_LARGE)
    faults: list[str] = []
    for name in ("table", "chosen", "five", "end", "lobby", "new-here", "rules", "learn"):
        SCREENS[name](anna)
        assert anna.page.locator("html").get_attribute("data-text") == "large"
        faults += misfits(anna, name)
        faults += bursts(anna, name)
    SCREENS["table"](anna)
    for pawn in "bygp":
        choose(anna, pawn)
        faults += bursts(anna, f"the choice of {pawn}")
    assert faults == []


def bursts(person: Person, name: str) -> list[str]:
    """What does not fit on its own button there."""
    return [f"{name} bursts with “{text}”" for text in person.page.evaluate(BURST)]


def choose(person: Person, pawn: str) -> None:
    """Choose a pawn by its key."""
    person.page.keyboard.press(pawn)
    person.page.locator('[aria-keyshortcuts="1"]').wait_for()


@pytest.mark.parametrize("name", ["chosen", "five", "hint", "hand-shown"])
def test_on_a_phone_every_place_and_every_button_of_the_table_is_a_target_of_44_pixels(
    invite: Invite, name: str
) -> None:
    anna = invite(390, 844)
    SCREENS[name](anna)
    targets = {str(target): target.bounding_box() for target in anna.page.locator("main :is(button, a)").all()}
    sizes = {target: (box["width"], box["height"]) for target, box in targets.items() if box}
    assert len(sizes) > 55
    assert {target: size for target, size in sizes.items() if min(size) < THUMB} == {}


@pytest.mark.parametrize(("width", "height"), [(320, 568), (844, 390)])
def test_on_small_phones_the_buttons_of_the_table_are_targets_of_44_pixels(
    invite: Invite, width: int, height: int
) -> None:
    anna = invite(width, height)
    SCREENS["table"](anna)
    boxes = [target.bounding_box() for target in anna.page.locator("header :is(button, a), .bar button").all()]
    assert min(min(box["width"], box["height"]) for box in boxes if box) >= THUMB


@pytest.mark.parametrize("settings", [_USUAL, _LARGE])
@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (820, 1180), (1280, 760)])
def test_a_choice_of_another_pawn_does_not_move_the_board(
    invite: Invite, width: int, height: int, settings: str
) -> None:
    anna = invite(width, height, locale="de")
    anna.page.add_init_script(settings)
    SCREENS["table"](anna)
    before = anna.spot("1").bounding_box()
    for pawn in "bygp":
        choose(anna, pawn)
        assert anna.spot("1").bounding_box() == before


@pytest.mark.parametrize("settings", [_USUAL, _LARGE])
@pytest.mark.parametrize("width", [320, 390])
def test_a_look_at_the_hand_does_not_move_the_board(invite: Invite, width: int, settings: str) -> None:
    anna = invite(width, 700, locale="de")
    anna.page.add_init_script(settings)
    SCREENS["hand-shown"](anna)
    shown = anna.spot("1").bounding_box()
    anna.page.locator(".hand button").last.click()
    anna.page.locator(".hold").wait_for()
    assert anna.spot("1").bounding_box() == shown


def test_a_window_without_room_for_the_board_is_no_fault_and_a_larger_one_shows_it(invite: Invite) -> None:
    anna = invite(160, 240)
    anna.visit(f"/#/table/{anna.make_table({'name': 'Anna'}, {'bot': 'level1'}, first=1)}")
    anna.page.get_by_text("Choose a pawn").first.wait_for()
    anna.page.wait_for_timeout(300)
    anna.page.set_viewport_size({"width": 390, "height": 844})
    anna.spot("55").wait_for()
    assert anna.complaints == []


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
