"""The seven catalogues say the same things."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bigpoints.contract.constants import HABITS, LEVELS, VARIANTS
from bigpoints.locales import ENGLISH, LANGUAGES, Message, catalogue

OTHERS = [language for language in LANGUAGES if language != ENGLISH.language]


def keys(language: str) -> dict[str, Message]:
    """Every message of a language under its whole key, in order."""
    sections = catalogue(language).sections
    return {f"{name}.{key}": text for name, section in sections.items() for key, text in section.items()}


def forms(message: Message) -> Iterator[str]:
    yield from message.values() if isinstance(message, dict) else (message,)


def placeholders(message: Message) -> set[str]:
    """The placeholders of a message; the number that chooses a form may be missing."""
    return {name for text in forms(message) for name in re.findall(r"{(\w*)}", text)} - {"n"}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_sections_of_english_in_their_order(language: str) -> None:
    assert list(catalogue(language).sections) == list(ENGLISH.sections)


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_untranslated_and_nothing_is_said_in_one_language_alone(language: str) -> None:
    ours, english = keys(language), keys("en")
    assert [key for key in english if key not in ours] == [], "not translated"
    assert [key for key in ours if key not in english] == [], "unknown in English"
    assert list(ours) == list(english), "in another order"


def test_the_page_speaks_the_languages_of_the_package() -> None:
    source = (Path(__file__).parents[2] / "web/src/lib/i18n/i18n.svelte.ts").read_text(encoding="utf-8")
    assert set(re.findall(r'"catalogue:(\w+)"', source)) == set(LANGUAGES)


@pytest.mark.parametrize(
    ("section", "names"), [("levels", LEVELS), ("options", HABITS + VARIANTS)], ids=["levels", "options"]
)
def test_every_level_and_every_option_has_a_name_and_a_description(section: str, names: tuple[str, ...]) -> None:
    wanted = [f"{section}.{name}{suffix}" for name in names for suffix in ("", "_about")]
    assert [key for key in wanted if key not in keys("en")] == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_translation_has_the_forms_and_placeholders_of_the_english_message(language: str) -> None:
    ours, english = keys(language), keys("en")
    for key in ours.keys() & english.keys():
        assert isinstance(ours[key], dict) == isinstance(english[key], dict), key
        assert placeholders(ours[key]) == placeholders(english[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_a_text_that_can_be_filled_in(language: str) -> None:
    for key, message in keys(language).items():
        assert not isinstance(message, dict) or list(message) == ["one", "other"], key
        for text in forms(message):
            assert text, key
            assert not re.sub(r"{\w+}", "", text).count("{"), key
            assert not re.search(r"  |!!|\s$", text), f"{key}: {text!r}"


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_is_not_left_in_english(language: str) -> None:
    """A word may be the same in two languages; four in a row are not."""
    ours, english = keys(language), keys("en")
    same = [key for key in ours.keys() & english.keys() if ours[key] == english[key]]
    assert not [key for key in same if any(text.count(" ") > 2 for text in forms(english[key]))]
