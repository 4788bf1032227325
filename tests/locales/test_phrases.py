"""Moves and reasons in words, kept in a file that the browser's tests read as well."""

from typing import get_args

import pytest

from bigpoints.analysis.reasons import Reason
from bigpoints.analysis.sentences import reason_words
from bigpoints.locales import LANGUAGES, Catalogue
from bigpoints.words import describe
from support import phrases


class Listening(Catalogue):
    """A catalogue that remembers what was asked of it."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        self.asked: set[str] = set()

    def text(self, key: str, /, **values: object) -> str:
        self.asked.add(key)
        return super().text(key, **values)


def test_the_file_holds_what_is_said_now() -> None:
    assert phrases.FILE.read_text(encoding="utf-8") == phrases.written(), "run tests/support/phrases.py"


def test_the_file_has_every_kind_of_reason() -> None:
    assert {type(reason) for reason in phrases.REASONS} == set(get_args(Reason))


def test_the_file_has_every_message_about_moves_and_reasons() -> None:
    heard = Listening("es")
    for position, move in phrases.moves():
        describe(position, move, heard)
        phrases.told(position, move, heard)
    for reason in phrases.REASONS:
        reason_words(reason, phrases.NAMES, heard)
    forms = {f"colours.{key}" for key in heard.sections["colours"] if key.endswith(("_mover", "_prize"))}
    messages = {f"{section}.{key}" for section in ("moves", "reasons") for key in heard.sections[section]}
    assert forms | messages <= heard.asked


@pytest.mark.parametrize("language", LANGUAGES)
def test_different_moves_and_reasons_are_said_differently_in_every_language(language: str) -> None:
    reasons = [case["words"][language] for case in phrases.all_phrases()["reasons"]]
    assert len(set(reasons)) == len(reasons)
    for position in phrases.POSITIONS:
        said = [case["words"][language] for case in _moves_of(position)]
        assert len(set(said)) == len(said)


def _moves_of(position: object) -> list[phrases.Case]:
    cases = zip(phrases.moves(), phrases.all_phrases()["moves"], strict=True)
    return [case for (one, _), case in cases if one is position]
