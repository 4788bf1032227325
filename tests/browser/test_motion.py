"""What moves, sounds, buzzes and notifies: told without delay, only if it is wanted, and only once."""

import pytest

from browser.conftest import Invite
from support.people import SMALL, Json, Person, by_mouse

START = "BRY.BRYWK 1,2,3 BRY -/K 1 m"
_RECORD_MOTION = """(() => {
  window.walks = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    const spots = [...document.querySelectorAll("[data-spot]")].filter((spot) => spot.ariaLabel.includes("blue pawn"));
    const isRunning = document.getAnimations().includes(animation);
    const standing = spots.map((spot) => spot.dataset.spot);
    window.walks.push({ pawn: this.dataset.pawn ?? null, frames, isRunning, standing });
    return animation;
  };
})()"""
_RECORD_SOUND = """(() => {
  window.notes = 0;
  const volume = () => ({ setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} });
  const node = () => ({ gain: volume(), frequency: {}, connect: (to) => to, stop() {}, start: () => window.notes++ });
  window.AudioContext = class {
    state = "running";
    currentTime = 0;
    resume = async () => {};
    createGain = node;
    createOscillator = node;
  };
})()"""
_RECORD_NOTICES = """(() => {
  Object.assign(window, { notices: [], gone: 0, buzzes: [], isAway: false });
  Object.defineProperty(document, "hidden", { get: () => window.isAway });
  navigator.vibrate = (length) => window.buzzes.push(length);
  window.Notification = class {
    static permission = PERMISSION;
    static requestPermission = async () => PERMISSION;
    constructor(title, { body }) { window.notices.push(`${title}: ${body}`); }
    close() { window.gone++; }
  };
})()"""


def _at_a_table(person: Person) -> None:
    person.sit_at(person.make_table({"name": "Anna"}, {"bot": "random"}, start=START, bot_delay_ms=10_000))
    person.page.get_by_text("Choose a pawn").first.wait_for()


# --- Motion -----------------------------------------------------------------------------------------------------------


def _walks(person: Person) -> list[Json]:
    walks: list[Json] = person.page.evaluate("window.walks")
    return walks


def _feet(person: Person) -> tuple[float, float]:
    box = person.page.locator('[data-pawn="B"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"]


def test_a_pawn_walks_along_the_path_while_the_board_is_right_at_once(invite: Invite) -> None:
    anna = invite(reduced_motion="no-preference")
    anna.page.add_init_script(_RECORD_MOTION)
    _at_a_table(anna)
    x, y = _feet(anna)
    anna.make("B+", by_mouse)
    anna.until(lambda: _walks(anna))
    walk = next(walk for walk in _walks(anna) if walk["pawn"] == "B")
    assert walk["isRunning"]
    assert walk["standing"] == ["5"]
    anna.until(lambda: not anna.page.evaluate("document.getAnimations().length"))
    ways = [tuple(float(part.removesuffix("px")) for part in frame["translate"].split()) for frame in walk["frames"]]
    after = _feet(anna)
    assert len(ways) >= 5  # It passes three places on its way.
    assert ways[0] == pytest.approx((x - after[0], y - after[1]), abs=8)
    assert ways[-1] == pytest.approx((0, 0))


def test_a_disc_flies_to_its_seat_and_leaves_nothing_behind(invite: Invite) -> None:
    anna = invite(reduced_motion="no-preference")
    anna.page.add_init_script(_RECORD_MOTION)
    _at_a_table(anna)
    elements = anna.page.locator("body > *").count()
    anna.make("B+", by_mouse)
    anna.until(lambda: [walk["pawn"] for walk in _walks(anna)].count(None) == 1)
    anna.until(lambda: anna.page.locator("body > *").count() == elements)
    assert anna.view["seats"][0]["discs"] == 1


@pytest.mark.parametrize("how", ["device", "settings"])
def test_nothing_moves_for_whoever_wants_no_motion(invite: Invite, how: str) -> None:
    anna = invite(reduced_motion="reduce" if how == "device" else "no-preference")
    anna.page.add_init_script(_RECORD_MOTION)
    if how == "settings":
        anna.visit("/#/settings")
        anna.page.get_by_role("radio", name="None", exact=True).check(force=True)
    _at_a_table(anna)
    anna.make("B+", by_mouse)
    anna.until(lambda: "blue pawn" in (anna.spot("5").get_attribute("aria-label") or ""))
    assert _walks(anna) == []


# --- Sound ------------------------------------------------------------------------------------------------------------


def test_a_move_sounds_if_sound_is_on_and_only_then(anna: Person) -> None:
    anna.page.add_init_script(_RECORD_SOUND)
    _at_a_table(anna)
    anna.make("B+", by_mouse)
    anna.until(lambda: anna.page.evaluate("window.notes") > 0)
    _at_a_table(anna)
    anna.button("Turn sound off").click()
    anna.make("B+", by_mouse)
    anna.until(lambda: "blue pawn" in (anna.spot("5").get_attribute("aria-label") or ""))
    assert anna.page.evaluate("window.notes") == 0


# --- Notices ----------------------------------------------------------------------------------------------------------


def _looking_elsewhere(invite: Invite, wants: bool) -> tuple[Person, Person]:
    """Anna, who is to move, and Ben, who has moved once and looks at another page."""
    anna, ben = invite(), invite(390, 844)
    ben.page.add_init_script(_RECORD_NOTICES.replace("PERMISSION", '"granted"'))
    if wants:
        ben.visit("/#/settings")
        ben.page.get_by_role("switch", name="Tell me when it is my turn").check()
    table = ben.make_table({}, {"name": "Ben"}, first=2, **SMALL)
    ben.sit_at(table)
    anna.ask("POST", f"/api/tables/{table}/seats", {"name": "Anna"})
    anna.sit_at(table)
    ben.until(lambda: ben.is_to_move)
    ben.make(ben.view["moves"][0]["move"], by_mouse)
    ben.page.evaluate("window.isAway = true; window.buzzes.length = 0; window.notices.length = 0")
    anna.until(lambda: anna.is_to_move)
    return anna, ben


@pytest.mark.parametrize("wants", [True, False])
def test_who_looks_elsewhere_is_told_once_of_the_turn_if_that_is_wanted(invite: Invite, *, wants: bool) -> None:
    anna, ben = _looking_elsewhere(invite, wants)
    assert "Your turn" not in ben.page.title()
    anna.make(anna.view["moves"][0]["move"], by_mouse)
    ben.until(lambda: "Your turn" in ben.page.title())
    assert ben.page.evaluate("window.notices") == (["Big Points: Your turn"] if wants else [])
    assert len(ben.page.evaluate("window.buzzes")) == 1
    ben.page.evaluate("window.isAway = false; document.dispatchEvent(new Event('visibilitychange'))")
    assert ben.page.evaluate("window.gone") == int(wants)


def test_a_browser_that_allows_no_notices_is_told_of_and_the_switch_goes_back(anna: Person) -> None:
    anna.page.add_init_script(_RECORD_NOTICES.replace("PERMISSION", '"denied"'))
    anna.visit("/#/settings")
    switch = anna.page.get_by_role("switch", name="Tell me when it is my turn")
    switch.click()
    anna.page.get_by_text("Your browser does not allow it").wait_for()
    assert not switch.is_checked()
