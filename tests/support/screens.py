"""Every screen of the page, each as somebody comes to it."""

from collections.abc import Callable

from support.people import SMALL, Person

MIDDLE = "B.....Y.R..P.YY..BG...K.BB..WP.WR..GKG.Y..YGPKG.R.RGYPY 26,s4,40,38,30 BYGP B3R3GPW/RYG2P3WK/B2R2YPWK 3 m"
LAST = "B.....Y.R..P.YY..BG...K.BB..WP.WR..GKG....Y.PKG...RG.P. s3,s4,43,s1,s2 Y B3R4YGPW/BRY2G3P3W/B2R2Y2GP2W 3 m"
THREE = ({"bot": "level2"}, {"bot": "level3"}, {"name": "Anna"})
FIVE = ({"name": "Anna"}, {"name": "Bartholomew"}, {"bot": "level3"}, {"bot": "level6"}, {"bot": "level1"})

Screen = Callable[[Person], None]


def _go(person: Person, address: str) -> None:
    """Go there within the page, as its links do, and wait until what was there is gone."""
    person.page.evaluate("() => (window.left = document.querySelector('main'))")
    person.page.goto(f"/#/{address}")
    person.page.wait_for_function("() => !window.left?.isConnected && document.querySelector('h1')")


def _page(address: str) -> Screen:
    return lambda person: _go(person, address)


def _sit_at(person: Person, table: str) -> None:
    person.view = {}
    _go(person, f"table/{table}")
    person.until(lambda: person.view.get("table") == table)
    person.wait_for_board()


def _table(person: Person) -> None:
    _sit_at(person, person.make_table(*THREE, start=MIDDLE, series=True, hints=True))


def _opened(key: str, sign: str) -> Screen:
    """The table, and what a key brings there."""

    def come(person: Person) -> None:
        _table(person)
        person.page.keyboard.press(key)
        person.page.locator(sign).first.wait_for()

    return come


def _menu(person: Person) -> None:
    _table(person)
    person.page.locator("header button").last.click()
    person.page.get_by_role("dialog").wait_for()


def _five(person: Person) -> None:
    _sit_at(person, person.make_table(*FIVE, first=1, bot_delay_ms=10_000))
    person.page.locator('[data-seat="5"]').first.wait_for()


def _hand_shown(person: Person) -> None:
    """Two people at one screen, one of whom looks at their hand."""
    _sit_at(
        person,
        person.make_table({"name": "Anna"}, {"name": "Bartholomew"}, {"bot": "level2"}, start=MIDDLE[:-3] + "1 m"),
    )
    person.page.locator(".hand button").last.click()
    person.until(lambda: person.view["seat"] == 1)
    person.page.get_by_text("×3").first.wait_for()


def _lesson(person: Person) -> None:
    _page("learn/1")(person)
    person.spot("1").wait_for()


def _lobby(person: Person) -> None:
    _sit_at(person, person.make_table({"name": "Anna"}, {"bot": "level2"}, {}))
    person.page.locator("img").first.wait_for()


def _end(person: Person) -> None:
    _sit_at(person, person.make_table(*THREE, start=LAST, series=True))
    person.page.keyboard.press("y")
    person.page.keyboard.press("1")
    person.page.get_by_role("dialog").wait_for()


def _replay(person: Person) -> None:
    _sit_at(person, person.make_table({"bot": "level1"}, {"bot": "level1"}, {"bot": "level1"}, **SMALL))
    person.until(lambda: person.is_over)
    _go(person, f"replay/{person.view['table']}/1")
    person.page.get_by_role("slider").wait_for()


SCREENS: dict[str, Screen] = {
    "home": _page(""),
    "new-here": _page("new/here"),
    "new-link": _page("new/link"),
    "lobby": _lobby,
    "table": _table,
    "chosen": _opened("b", '[aria-keyshortcuts="1"]'),
    "hint": _opened("h", ".notes .main"),
    "log": _opened("l", "dialog, section[aria-labelledby='log']"),
    "shortcuts": _opened("?", "dialog"),
    "menu": _menu,
    "five": _five,
    "hand-shown": _hand_shown,
    "end": _end,
    "replay": _replay,
    "replay-paste": _page("replay"),
    "rules": _page("rules"),
    "learn": _lesson,
    "settings": _page("settings"),
    "lost": _page("nowhere"),
    "no-such-table": _page("table/ZZZZZZZZ"),
}
TABLES = ("table", "chosen", "hint", "five", "hand-shown")
"""Those where the game is played: they never scroll."""
