"""Validation and normal form of people's names."""

import re
import unicodedata

from bigpoints.contract.constants import BOT_PREFIX, LONGEST_NAME

_UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
_JOINERS = "\u200c\u200d"
"""Emoji and some scripts need these between others."""
_FILLERS = "\u115f\u1160\u3164\uffa0"
"""Letters by their category, but invisible."""


def checked_name(name: str) -> str:
    """A name in its normal form. Raises ValueError if it is invisible, deceptive or too long."""
    name = re.sub(r"\s+", " ", unicodedata.normalize("NFC", name)).strip()
    kinds = {letter: unicodedata.category(letter) for letter in name}
    if not any(_is_seen(letter, kind) for letter, kind in kinds.items()):
        raise ValueError("a name has something to be seen")
    if any(kind in _UNSEEN and letter not in _JOINERS for letter, kind in kinds.items()):
        raise ValueError("a name has letters that can be shown, and none that turn others round")
    if len(name) > LONGEST_NAME:  # Letters that NFC takes apart have become more.
        raise ValueError(f"a name has {LONGEST_NAME} letters at most")
    if name.translate(dict.fromkeys(map(ord, _JOINERS))).lower().startswith(BOT_PREFIX):
        raise ValueError(f"only bots are called {BOT_PREFIX}…")
    return name


def _is_seen(letter: str, kind: str) -> bool:
    return kind[0] in "LNPS" and letter not in _FILLERS
