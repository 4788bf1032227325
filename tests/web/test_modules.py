"""The modules of the page: which folder may import which, no cycles, and names that are nouns."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "web" / "src"
FLOORS = (
    "board/layout",
    "board",
    "lib/api",
    "lib/i18n",
    "lib/state",
    "lib/feedback",
    "lib/ui",
    "table/people",
    "table/lobby",
    "table/play",
    "table/end",
    "table",
    "learn",
    "pages",
    "pages/replay",
    "",
)
"""Every folder, from the ground up: each imports from itself and from those before it."""
BOARD_FOR_LIB = {"board/context.ts", "board/notation.ts", "board/PawnIcon.svelte"}
"""What lib/ uses of the board: the page's boards get their words there, and moves are read to be said."""

_IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*["'](\.[^"'?]*)""")


def modules() -> list[Path]:
    return sorted(file for file in SRC.rglob("*") if file.suffix in (".ts", ".svelte"))


@cache
def imports(file: Path) -> frozenset[Path]:
    """The modules in src/ that a module imports, at once or later."""
    names = _IMPORT.findall(file.read_text(encoding="utf-8"))
    found = {resolved(file.parent / name) for name in names}
    return frozenset(module for module in found if module is not None)


def resolved(path: Path) -> Path | None:
    """The module of that name in src/; None for what is elsewhere, or no module."""
    for ending in ("", ".ts", ".svelte.ts"):
        file = Path(f"{path.resolve()}{ending}")
        if file.is_file():
            return file if file.is_relative_to(SRC) and file.suffix in (".ts", ".svelte") else None
    raise AssertionError(f"{path} is imported, and there is no such module")


def at_once(file: Path) -> frozenset[Path]:
    """What a module imports when it is loaded; `import()` waits until it is called."""
    later = re.findall(r"""import\(\s*["'](\.[^"'?]*)""", file.read_text(encoding="utf-8"))
    return imports(file) - {resolved(file.parent / name) for name in later}


def shown(file: Path) -> str:
    return file.relative_to(SRC).as_posix()


def folder(file: Path) -> str:
    return shown(file).rpartition("/")[0]


def test_every_folder_has_its_floor() -> None:
    assert {folder(file) for file in modules()} == set(FLOORS)


@pytest.mark.parametrize("file", modules(), ids=shown)
def test_a_module_imports_from_its_own_folder_and_those_below(file: Path) -> None:
    floor = FLOORS.index(folder(file))
    assert [shown(module) for module in imports(file) if FLOORS.index(folder(module)) > floor] == []


def test_lib_uses_of_the_board_only_what_is_written_down() -> None:
    used = {shown(module) for file in modules() if shown(file).startswith("lib/") for module in imports(file)}
    assert {name for name in used if name.startswith("board/")} == BOARD_FOR_LIB


def cycle_from(file: Path, way: tuple[Path, ...], done: set[Path]) -> Iterator[tuple[Path, ...]]:
    """The ways through imports that come back to where they began."""
    if file in way:
        yield (*way[way.index(file) :], file)
    elif file not in done:
        for module in sorted(at_once(file)):
            yield from cycle_from(module, (*way, file), done)
        done.add(file)


def test_no_module_imports_itself_by_way_of_others() -> None:
    done: set[Path] = set()
    cycles = [cycle for file in modules() for cycle in cycle_from(file, (), done)]
    assert [" → ".join(map(shown, cycle)) for cycle in cycles] == []


@pytest.mark.parametrize("file", modules(), ids=shown)
def test_no_module_is_named_by_a_gerund(file: Path) -> None:
    *_, last = re.findall(r"[A-Z]?[a-z\d]+", file.name.partition(".")[0])
    assert not last.lower().endswith("ing")
