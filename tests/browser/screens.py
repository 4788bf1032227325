"""Every screen of the page, each as somebody comes to it."""

from collections.abc import Callable
from random import Random

from browser.people import SMALL, Person, by_keyboard

MIDDLE = "B.....Y.R..P.YY..BG...K.BB..WP.WR..GKG.Y..YGPKG.R.RGYPY 26,s4,40,38,30 BYGP B3R3GPW/RYG2P3WK/B2R2YPWK 3 m"
FIVE = [{"name": "Anna"}, {"name": "Bartholomew"}, {"bot": "level3"}, {"bot": "level6"}, {"bot": "level1"}]

Screen = Callable[[Person], None]


def _page(address: str) -> Screen:
    def come(person: Person) -> None:
        person.visit(f"/#/{address}")
        person.page.get_by_role("heading").first.wait_for()

    return come


def _table(person: Person) -> None:
    seats = ({"bot": "level2"}, {"bot": "level3"}, {"name": "Anna"})
    person.sit_at(person.make_table(*seats, start=MIDDLE, series=True, hints=True))
    person.spot("1").wait_for()


def _chosen(person: Person) -> None:
    _table(person)
    person.page.keyboard.press("b")
    person.page.locator('[aria-keyshortcuts="1"]').wait_for()


def _five(person: Person) -> None:
    person.sit_at(person.make_table(*FIVE, first=1, bot_delay_ms=10_000))
    person.page.locator('[data-seat="5"]').first.wait_for()


def _lobby(person: Person) -> None:
    person.sit_at(person.make_table({"name": "Anna"}, {"bot": "level2"}, {}))
    person.page.locator("img").first.wait_for()


def _end(person: Person) -> None:
    person.sit_at(person.make_table({"name": "Anna"}, {"bot": "level1"}, first=1, **SMALL))
    person.play_on(by_keyboard, Random(1))
    person.page.get_by_role("dialog").wait_for()


def _replay(person: Person) -> None:
    _end(person)
    person.visit(f"/#/replay/{person.view['table']}/1")
    person.page.get_by_role("slider").wait_for()


SCREENS: dict[str, Screen] = {
    "home": _page(""),
    "new-here": _page("new/here"),
    "new-link": _page("new/link"),
    "lobby": _lobby,
    "table": _table,
    "chosen": _chosen,
    "five": _five,
    "end": _end,
    "replay": _replay,
    "replay-paste": _page("replay"),
    "rules": _page("rules"),
    "learn": _page("learn/1"),
    "settings": _page("settings"),
    "lost": _page("nowhere"),
    "no-such-table": _page("table/ZZZZZZZZ"),
}
