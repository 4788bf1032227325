"""The words of the game in seven languages: one catalogue for each, which the browser reads as well.

A catalogue is a JSON file of sections, keys and messages. A message is a text with {placeholders}, or it has two forms,
`one` and `other`, chosen by the number `n`. Imports the errors only.
"""

import json
import re
from collections.abc import Mapping
from functools import cache, cached_property
from importlib.resources import files
from typing import cast

from bigpoints.errors import BigPointsError

LANGUAGES = ("en", "de", "fr", "it", "es", "nl", "pt")
_BELOW_TWO = ("fr", "pt")
"""Languages with the singular below two: `0 disque`, but `0 discs`."""

Message = str | dict[str, str]


class UnknownLanguage(BigPointsError):
    """A language that has no catalogue."""


class Catalogue:
    """The messages of one language; its file is read for the first of them."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise UnknownLanguage(f"language: there is no {language!r}; accepted: {', '.join(LANGUAGES)}")
        self.language = language

    @cached_property
    def sections(self) -> dict[str, dict[str, Message]]:
        """Every message by its section and its key."""
        text = files(__name__).joinpath(f"{self.language}.json").read_text(encoding="utf-8")
        return cast("dict[str, dict[str, Message]]", json.loads(text))

    def text(self, key: str, /, **values: object) -> str:
        """The message of a key such as `moves.pass`, its placeholders filled in."""
        section, name = key.split(".")
        message = self.sections[section][name]
        if isinstance(message, dict):
            message = message[self._form(values["n"])]
        return message.format(**values)

    def _form(self, n: object) -> str:
        """The form of a message for a number."""
        size = abs(cast("float", n))
        return "one" if size == 1 or (size < 2 and self.language in _BELOW_TWO) else "other"


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language, read once."""
    return Catalogue(language)


ENGLISH = catalogue("en")


def preferred_language(environ: Mapping[str, str]) -> str:
    """The language of an environment, German for `de_AT.UTF-8`; English if there is no catalogue for it."""
    asked = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    language = re.split("[-_.@]", asked.lower())[0]
    return language if language in LANGUAGES else ENGLISH.language
