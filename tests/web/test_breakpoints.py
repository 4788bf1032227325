"""Screens have names: styles tell them apart by those of breakpoints.ts alone."""

import re
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"
DEFINED = WEB / "src" / "lib" / "ui" / "breakpoints.ts"
BUILT = WEB.parent / "src" / "bigpoints" / "server" / "page"
MOST = 9

_QUERY = re.compile(r"@media\s+([^{]+)\{")
_NAME = re.compile(r"^\s*\"?([\w-]+)\"?: (?:\"\(|DESK\b)", re.MULTILINE)
_ASKED = re.compile(r"(?:matchMedia|MediaQuery)\(\s*([^)]+)")
_NO_SIZE = re.compile(r"\((?:orientation|prefers-[\w-]+|forced-colors): [\w-]+\)")
"""Features that have no limits which could be drawn here or there."""


def sources(*endings: str) -> list[Path]:
    return [file for file in sorted((WEB / "src").rglob("*")) if file.suffix in endings and file != DEFINED]


def queries() -> dict[str, list[str]]:
    """What styles ask of the screen, by file."""
    texts = {file: file.read_text(encoding="utf-8") for file in sources(".svelte", ".css")}
    return {file.name: _QUERY.findall(text) for file, text in texts.items()}


def names() -> list[str]:
    return _NAME.findall(DEFINED.read_text(encoding="utf-8"))


def test_there_are_few_screens() -> None:
    assert 0 < len(names()) <= MOST
    assert len(set(names())) == len(names())


def test_styles_ask_for_screens_by_name() -> None:
    known = re.compile("|".join(rf"\(--{name}\)" for name in names()))
    rest = {
        (file, re.sub(r"\band\b|[\s,]", "", _NO_SIZE.sub("", known.sub("", query))))
        for file, found in queries().items()
        for query in found
    }
    assert sorted((file, query) for file, query in rest if query) == []


def test_every_screen_that_has_a_name_is_asked_for() -> None:
    asked = " ".join(query for found in queries().values() for query in found)
    assert [name for name in names() if f"(--{name})" not in asked] == []


def test_scripts_ask_for_no_size_of_their_own() -> None:
    asked = [word for file in sources(".svelte", ".ts") for word in _ASKED.findall(file.read_text(encoding="utf-8"))]
    assert asked
    assert [word for word in asked if "width" in word or "height" in word] == []


def test_the_built_styles_have_conditions_in_place_of_names() -> None:
    styles = [file.read_text(encoding="utf-8") for file in BUILT.glob("assets/*.css")]
    built = [query for style in styles for query in _QUERY.findall(style)]
    assert any("max-width:559px" in query for query in built)
    assert [query for query in built if "--" in query] == []
