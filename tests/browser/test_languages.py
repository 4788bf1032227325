"""Every language of the rulebook: chosen from the browser, changed at any time, not cut on the smallest phone."""

import json
import re
from importlib.resources import files

import pytest

from browser.conftest import Invite
from browser.people import Person
from browser.screens import SCREENS
from browser.test_screens import SEEN, misfits

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
