"""The map of the house: no arrow points back, the library stands on the standard library alone, and so on."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import bigpoints

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"

# Each room, and the rooms that it may use. `bigpoints` is the front door.
ROOMS: dict[str, set[str]] = {
    "errors": set(),
    "position": {"errors"},
    "rules": {"errors", "position"},
    "notation": {"errors", "position", "rules"},
    "record": {"errors", "position", "rules", "notation"},
    "bpr": {"errors", "position", "rules", "notation", "record"},
    "series": {"errors", "position", "rules", "notation", "record", "bpr"},
    "locales": {"errors"},
    "words": {"errors", "position", "rules", "locales"},
    "drawing": {"locales", "errors", "position", "rules", "words"},
    "bigpoints": {"errors", "position", "rules", "notation", "record", "bpr", "series", "words", "drawing"},
    "kernel": {"errors", "position", "rules", "notation"},
    "bots": {"errors", "position", "rules", "notation", "kernel"},
    "analysis": {"errors", "position", "rules", "notation", "locales", "words", "bots"},
    "arena": {"errors", "position", "rules", "notation", "record", "bpr", "series", "kernel", "bots"},
    "client": {"errors", "position", "rules", "notation"},
    "server": {"errors", "position", "rules", "notation", "record", "bpr", "bots", "analysis", "bigpoints"},
    "terminal": {
        *("errors", "position", "rules", "notation", "record", "bpr", "series", "locales", "words", "drawing"),
        *("kernel", "bots", "analysis", "arena", "server", "bigpoints"),
    },
    "__main__": {"terminal"},
}
LIBRARY = sorted(set(ROOMS) - {"kernel", "bots", "arena", "client", "server", "terminal", "__main__"})
"""What stands on the standard library alone."""


def files_of(room: str) -> list[Path]:
    if room == "bigpoints":
        return [SOURCE / "bigpoints" / "__init__.py"]
    folder = SOURCE / "bigpoints" / room
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]


def imports_of(room: str) -> set[str]:
    """Every module that a room imports, wherever in its files the import stands."""
    names = set()
    for file in files_of(room):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{file}: imports are written in full"
                names |= _imported_from(node)
    return names


def _imported_from(node: ast.ImportFrom) -> set[str]:
    """`from bigpoints import rules` names a room; `from bigpoints import start` knocks at the front door."""
    module = node.module or ""
    if module != "bigpoints":
        return {module}
    return {f"bigpoints.{alias.name}" if alias.name in ROOMS else "bigpoints" for alias in node.names}


def rooms_used(room: str) -> set[str]:
    used = {name for name in imports_of(room) if name.split(".")[0] == "bigpoints"}
    return {name.split(".")[1] if "." in name else "bigpoints" for name in used} - {room}


def test_every_room_is_on_the_map() -> None:
    found = {path.stem for path in (SOURCE / "bigpoints").iterdir() if path.suffix == ".py" or path.is_dir()}
    assert found - {"__init__", "__pycache__"} == set(ROOMS) - {"bigpoints"}


@pytest.mark.parametrize("room", ROOMS)
def test_no_arrow_points_back(room: str) -> None:
    assert rooms_used(room) <= ROOMS[room]


def test_the_map_has_no_circle() -> None:
    reached: list[str] = []
    while len(reached) < len(ROOMS):
        ready = [room for room, below in ROOMS.items() if room not in reached and below <= set(reached)]
        assert ready, f"a circle among {set(ROOMS) - set(reached)}"
        reached += ready


@pytest.mark.parametrize("room", LIBRARY)
def test_the_library_imports_the_standard_library_only(room: str) -> None:
    outside = {name.split(".")[0] for name in imports_of(room)} - {"bigpoints"}
    assert outside <= sys.stdlib_module_names


def test_importing_bigpoints_pulls_in_no_dependency() -> None:
    program = (
        "import json, sys; before = set(sys.modules); import bigpoints; "
        "print(json.dumps(sorted({name.split('.')[0] for name in set(sys.modules) - before})))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    pulled_in = set(json.loads(done.stdout))
    assert "bigpoints" in pulled_in
    assert pulled_in - {"bigpoints"} <= sys.stdlib_module_names


def test_the_front_door_lists_its_names_in_order_and_all_of_them() -> None:
    public = {
        name
        for name, thing in vars(bigpoints).items()
        if not name.startswith("_") and not isinstance(thing, ModuleType)
    }
    assert bigpoints.__all__ == sorted(bigpoints.__all__)
    assert set(bigpoints.__all__) == public


@pytest.mark.parametrize("lock", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda path: str(path.name))
def test_no_lock_file_names_a_host(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "--hash=sha256:" in text
    for word in ("http:", "https:", "://", "index-url", "find-links", "file:", " @ "):
        assert word not in text


def test_nor_does_the_one_of_the_page() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: about for name, about in lock["packages"].items() if name}
    assert all("integrity" in about for about in packages.values())
    assert [name for name, about in packages.items() if "resolved" in about] == []
    assert "omit-lockfile-registry-resolved=true" in (ROOT / "web" / ".npmrc").read_text(encoding="utf-8")


def test_the_page_imports_nothing_from_the_package_but_its_words() -> None:
    """The two speak by text alone; they share the catalogues."""
    web, words = ROOT / "web" / "src", SOURCE / "bigpoints" / "locales"
    for file in {*web.rglob("*.ts"), *web.rglob("*.svelte")} - {*web.rglob("*.test.ts")}:
        for name in re.findall(r"""(?:from|import)\s*\(?["'](\.[^"']*)""", file.read_text(encoding="utf-8")):
            imported = (file.parent / name).resolve()
            assert imported.is_relative_to(web) or imported.parent == words, f"{file} imports {name}"


def test_there_are_lock_files_for_running_and_for_working() -> None:
    assert {path.name for path in (ROOT / "requirements").glob("*.txt")} >= {"run.txt", "dev.txt"}


SKIPPING = """
import pytest

def test_that_is_skipped():
    pytest.skip("no reason")

@pytest.mark.skipif(True, reason="never")
def test_that_is_marked():
    pass

@pytest.mark.xfail(reason="known", strict=True)
def test_that_is_expected_to_fail():
    assert False
"""


@pytest.mark.parametrize(
    ("ci", "processes", "outcome"),
    [
        ("", 0, "3 skipped, 1 xfailed"),
        ("true", 0, "1 failed, 1 xfailed, 2 errors"),
        ("true", 2, "1 failed, 1 xfailed, 2 errors"),
    ],
)
def test_whatever_is_skipped_fails_on_ci_and_only_there(tmp_path: Path, ci: str, processes: int, outcome: str) -> None:
    """A test, a marked test (an error, since it does not get as far as its call) and a whole file."""
    (tmp_path / "test_skipping.py").write_text(SKIPPING, encoding="utf-8")
    (tmp_path / "test_whole.py").write_text('import pytest\npytest.importorskip("no_such_module")\n', encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -q --continue-on-collection-errors\n", encoding="utf-8")
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    run = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", str(processes), str(tmp_path)]
    done = subprocess.run(run, cwd=tmp_path, env={**os.environ, "CI": ci}, capture_output=True, text=True, check=False)
    assert outcome in done.stdout.splitlines()[-1]
