"""Asking a catalogue for a text, and finding out which language is wanted."""

import pytest

from bigpoints.errors import BigPointsError
from bigpoints.locales import LANGUAGES, Catalogue, UnknownLanguage, catalogue, preferred_language


@pytest.fixture
def counting() -> Catalogue:
    """A catalogue of one message with two forms."""
    return spoken("en")


def spoken(language: str) -> Catalogue:
    made = Catalogue(language)
    made.sections = {"hand": {"discs": {"one": "{n} disc", "other": "{n} discs"}, "of": "{name}’s hand"}}
    return made


def test_placeholders_are_filled_in(counting: Catalogue) -> None:
    assert counting.text("hand.of", name="{Anna}") == "{Anna}’s hand"


@pytest.mark.parametrize(
    ("n", "text"), [(0, "0 discs"), (1, "1 disc"), (-1, "-1 disc"), (1.5, "1.5 discs"), (2, "2 discs")]
)
def test_a_number_chooses_the_form(counting: Catalogue, n: float, text: str) -> None:
    assert counting.text("hand.discs", n=n) == text


@pytest.mark.parametrize("language", ["fr", "pt"])
def test_in_french_and_portuguese_nought_is_singular(language: str) -> None:
    french = spoken(language)
    assert [french.text("hand.discs", n=n) for n in (0, 1, 1.5, 2)] == ["0 disc", "1 disc", "1.5 disc", "2 discs"]


def test_a_language_without_a_catalogue_is_refused_with_those_that_have_one() -> None:
    with pytest.raises(UnknownLanguage) as caught:
        catalogue("xx")
    assert str(caught.value) == "language: there is no 'xx'; accepted: en, de, fr, it, es, nl, pt"
    assert isinstance(caught.value, BigPointsError)


def test_each_catalogue_is_read_once() -> None:
    assert all(catalogue(language) is catalogue(language) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "pt-BR"}, "pt"),
        ({"LANG": "FR_fr.ISO-8859-1@euro"}, "fr"),
        ({"LANG": "it@euro"}, "it"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "nl_NL.UTF-8"}, "nl"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "nl_NL.UTF-8", "LC_ALL": "es_ES"}, "es"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
    ],
)
def test_the_environment_says_which_language_is_wanted(environ: dict[str, str], language: str) -> None:
    assert preferred_language(environ) == language
