"""Every language of the rulebook: chosen from the browser, changed at any time, not cut on the smallest phone."""

import json
import re
import time
from importlib.resources import files

import pytest
from playwright.sync_api import Route

from browser.conftest import Invite
from browser.test_screens import SEEN, misfits
from support.people import Person
from support.screens import SCREENS

LANGUAGES = ["de", "en", "es", "fr", "it", "nl", "pt"]
_KEY = re.compile(r"[a-z]+\.[a-z_]+")
"""How a text looks that a catalogue does not have."""


def _said(language: str, section: str, key: str) -> str:
    catalogue = json.loads((files("bigpoints.locales") / f"{language}.json").read_text(encoding="utf-8"))
    return str(catalogue[section][key])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_the_language_of_the_browser_and_fits_on_the_smallest_phone(
    invite: Invite, language: str
) -> None:
    anna = invite(320, 568, locale=language)
    faults: list[str] = []
    for name, come in SCREENS.items():
        come(anna)
        faults += misfits(anna, name)
        faults += [f"{name} says {text}" for text in anna.page.evaluate(SEEN) if _KEY.fullmatch(text)]
    assert faults == []
    SCREENS["home"](anna)
    assert anna.page.get_by_role("button", name=_said(language, "home", "play")).first.is_visible()
    assert anna.page.locator("html").get_attribute("lang") == language


def test_what_was_wanted_last_is_spoken_however_long_each_language_takes(anna: Person) -> None:
    def late(route: Route) -> None:
        time.sleep(1)
        route.continue_()

    anna.page.route("**/assets/_catalogue_de-*", late)
    anna.visit()
    anna.page.get_by_label("Language").first.select_option("de")
    anna.page.evaluate("location.hash = '#/settings'")
    anna.page.get_by_role("heading", name=_said("de", "app", "settings")).wait_for()
    assert [text for text in anna.page.evaluate(SEEN) if _KEY.fullmatch(text)] == []


def test_a_language_that_does_not_come_is_not_chosen(anna: Person) -> None:
    anna.page.route("**/assets/_catalogue_fr-*", lambda route: route.abort())
    anna.visit()
    anna.page.get_by_label("Language").first.select_option("fr")
    anna.page.get_by_role("alert").filter(has_text=_said("en", "refusals", "unreachable")).wait_for()
    assert anna.page.get_by_label("Language").first.input_value() == "en"
    anna.page.reload()
    anna.button(_said("en", "home", "play")).first.wait_for()


def test_the_language_is_changed_on_the_page_and_kept(anna: Person) -> None:
    anna.visit()
    anna.page.get_by_label("Language").first.select_option("fr")
    anna.page.get_by_role("button", name=_said("fr", "home", "play")).first.wait_for()
    anna.visit()
    anna.page.get_by_role("button", name=_said("fr", "home", "play")).first.wait_for()


def test_a_language_that_there_is_not_is_answered_in_english(invite: Invite) -> None:
    anna = invite(locale="fi-FI")
    anna.visit()
    anna.button("Play").first.wait_for()
