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
TESTS = ROOT / "tests"

# Each room, and the rooms that it may use. `bigpoints` is the front door.
ROOMS: dict[str, set[str]] = {
    "errors": set(),
    "optional_deps": {"errors"},
    "position": {"errors"},
    "rules": {"errors", "position"},
    "notation": {"errors", "position", "rules"},
    "record": {"errors", "position", "rules", "notation"},
    "bpr": {"errors", "position", "rules", "notation", "record"},
    "series": {"errors", "position", "rules", "notation", "record", "bpr"},
    "locales": {"errors"},
    "words": {"errors", "position", "rules", "locales"},
    "drawing": {"locales", "errors", "position", "rules", "words"},
    "contract": set(),
    "bigpoints": {"errors", "position", "rules", "notation", "record", "bpr", "series", "words", "drawing"},
    "kernel": {"errors", "position", "rules", "notation"},
    "bots": {"contract", "errors", "optional_deps", "position", "rules", "notation", "kernel", "bigpoints"},
    "analysis": {"errors", "position", "rules", "notation", "locales", "words", "bots"},
    "arena": {"contract", "errors", "position", "rules", "notation", "record", "bpr", "series", "bots"},
    "client": {"contract", "errors", "optional_deps", "position", "rules", "notation"},
    "server": {"contract", "errors", "position", "rules", "notation", "record", "bpr", "bots", "analysis", "bigpoints"},
    "cli": {
        *(
            "contract",
            "errors",
            "position",
            "rules",
            "notation",
            "record",
            "bpr",
            "series",
            "locales",
            "words",
            "drawing",
        ),
        *("optional_deps", "kernel", "bots", "analysis", "arena", "server", "bigpoints"),
    },
    "__main__": {"optional_deps", "cli"},
}
LIBRARY = sorted(set(ROOMS) - {"kernel", "bots", "arena", "client", "server", "cli", "__main__"})
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


INSIDE: dict[str, set[str]] = {
    "kernel": set(),
    "kernel.batch": {"kernel"},
    "kernel.search": {"kernel"},
    "kernel.solver": {"kernel"},
    "kernel.benchmark": {"kernel", "kernel.batch"},
    "kernel.__init__": {"kernel", "kernel.batch"},
    "bots": set(),
    "bots.solver": {"bots"},
    "bots.bpi": {"bots", "bots.registry"},
    "bots.bpi.client": {"bots", "bots.bpi"},
    "bots.level6": {"bots", "bots.solver"},
    "bots.registry": {"bots", "bots.bpi.client", "bots.level6"},
    "server.settings": {"server.ops.hosts", "server.storage.address"},
    "server.ops.hosts": set(),
    "server.storage.address": set(),
    "server.table": set(),
    "server.protocol": {"server.table"},
    "server.storage": {"server.storage.address"},
    "server.ops": {"server.table", "server.settings", "server.ops.hosts"},
    "server.workers": {"server.ops"},
    "server.live": {"server.table", "server.protocol", "server.storage", "server.ops", "server.workers"},
    "server.http": {
        *("server.table", "server.protocol", "server.live", "server.storage"),
        *("server.ops", "server.ops.hosts", "server.workers", "server.settings"),
    },
    "server.http.protocols": {"server.ops", "server.table"},
    "server.http.middleware": {
        *("server.http", "server.table", "server.ops", "server.ops.hosts", "server.settings"),
    },
    "server.http.routes": {"server.http", "server.table", "server.protocol", "server.live", "server.ops"},
    "server.chores": {"server.live", "server.http", "server.storage"},
    "server.app": {
        *("server.live", "server.storage", "server.ops", "server.workers"),
        *("server.http", "server.http.middleware", "server.http.routes", "server.chores", "server.settings"),
    },
    "server.worker_process": {"server.settings"},
    "server.supervisor": {"server.ops", "server.storage", "server.settings", "server.worker_process"},
    "server.run": {
        *("server.app", "server.http.protocols", "server.ops", "server.storage", "server.settings"),
        *("server.supervisor", "server.worker_process"),
    },
    "cli": set(),
    "cli.show": {"cli"},
    "cli.play": {"cli", "cli.show"},
    "cli.commands": {"cli", "cli.show", "cli.play"},
    "cli.app": {"cli", "cli.commands"},
}
"""Rooms inside rooms, and the ones of the same house that each may use. A file may be a room of its own."""


def _module_of(file: Path) -> str:
    return ".".join(file.relative_to(SOURCE / "bigpoints").with_suffix("").parts)


MODULES = {_module_of(file): file for file in sorted((SOURCE / "bigpoints").rglob("*.py"))}


def _files_imported(file: Path) -> set[str]:
    """The modules of the package that a file imports, wherever the import stands; a package is its __init__."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if _known(name.removeprefix("bigpoints.")) else node.module or "" for name in inside]
        else:
            continue
        found |= {_known(name.removeprefix("bigpoints.")) for name in names if name.startswith("bigpoints.")}
    return found - {"", _module_of(file)}


def _known(name: str) -> str:
    return next((module for module in (name, f"{name}.__init__") if module in MODULES), "")


IMPORTS = {module: _files_imported(file) for module, file in MODULES.items()}


def _room_inside(module: str) -> str | None:
    """The innermost room on the map that a module stands in."""
    parts = module.split(".")
    return next((name for n in range(len(parts), 0, -1) if (name := ".".join(parts[:n])) in INSIDE), None)


@pytest.mark.parametrize("room", INSIDE)
def test_no_arrow_points_back_between_rooms_inside_rooms(room: str) -> None:
    house = room.split(".")[0]
    mine = [module for module in MODULES if _room_inside(module) == room]
    assert mine, f"{room} is on the map, but nothing stands there"
    for module in mine:
        near = {name for name in IMPORTS[module] if name.startswith(f"{house}.")}
        back = {name for name in near if _room_inside(name) not in INSIDE[room] | {room}}
        assert not back, f"{module} imports {', '.join(sorted(back))}"


FRONT_DOORS = {"server.__init__"}
"""Modules that stand in no room inside: nothing of their own house imports them."""


def test_every_module_of_a_house_with_rooms_stands_in_one() -> None:
    houses = {room.split(".")[0] for room in INSIDE}
    homeless = {module for module in MODULES if module.split(".")[0] in houses and _room_inside(module) is None}
    assert homeless == FRONT_DOORS


def test_every_room_inside_a_room_is_on_the_map() -> None:
    packages = {module.removesuffix(".__init__") for module in MODULES if module.endswith(".__init__")}
    deep = {name for name in packages if "." in name}
    assert [name for name in sorted(deep) if _room_inside(f"{name}.x") in (None, name.split(".")[0])] == []


def test_no_files_import_each_other_in_a_circle() -> None:
    left = dict(IMPORTS)
    while ready := [module for module, used in left.items() if not used & left.keys()]:
        for module in ready:
            del left[module]
    assert not left, f"a circle among {sorted(left)}"


NO_GERUNDS = {"drawing", "rating"}
"""Nouns that end like one."""


def test_no_module_is_named_by_a_gerund() -> None:
    names = {part for module in MODULES for part in module.split(".")}
    assert sorted(name for name in names if re.search("ing(_|$)", name) and name not in NO_GERUNDS) == []


MIRRORED = ("kernel", "bots", "arena", "analysis", "drawing", "client", "server", "cli")
"""Packages each of whose modules has a test file of its name, in the same folder below tests/."""
TESTED_ELSEWHERE = {
    "server.http.context",
    "server.storage.directory",
    "server.storage.migrations.env",
    "server.storage.migrations.versions.v0001_tables",
    "server.storage.migrations.versions.v0002_snapshots",
    "server.storage.migrations.versions.v0003_trash",
    "server.storage.migrations.versions.v0004_workers",
}
"""What has no behaviour of its own: services, which every route's test uses, and what a directory says; and what tests
of `migrate` run."""


@pytest.mark.parametrize("package", MIRRORED)
def test_every_module_has_a_test_file_of_its_name(package: str) -> None:
    inside = {name for name in MODULES if name.startswith(f"{package}.") and not name.endswith("__init__")}
    modules = sorted(inside - TESTED_ELSEWHERE)
    assert modules
    tests = {name: name.replace(".", "/").rpartition("/") for name in modules}
    missing = [name for name, (room, _, stem) in tests.items() if not (TESTS / room / f"test_{stem}.py").exists()]
    assert missing == []


@pytest.mark.parametrize("package", sorted(name for name in MODULES if name.endswith(".__init__")))
def test_every_package_says_what_it_imports(package: str) -> None:
    text = ast.get_docstring(ast.parse(MODULES[package].read_text(encoding="utf-8"))) or ""
    assert re.search(r"\b[Ii]mports \w", text), f"the docstring of {package} does not say what it imports"


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


PURE = ("server.table", "server.protocol", "server.live.registry")
"""Rooms inside the server that run where no library of anybody else's is installed."""
EDGE = ("server.protocol.adapters", "server.protocol.requests")
"""Where pydantic reads what clients send."""
BARE = """
import importlib, importlib.abc, sys

class Nothing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] not in {"bigpoints"} | sys.stdlib_module_names:
            raise ModuleNotFoundError(f"there is no {name} here")

sys.meta_path.insert(0, Nothing())
for module in sys.argv[1:]:
    importlib.import_module(module)
"""


def test_the_pure_rooms_of_the_server_import_the_standard_library_only() -> None:
    """Also by way of what they import."""
    pure = [module for module in MODULES if module.startswith(PURE) and not module.startswith(EDGE)]
    names = [f"bigpoints.{module.removesuffix('.__init__')}" for module in pure]
    assert len(names) > 12
    done = subprocess.run([sys.executable, "-c", BARE, *names], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr.splitlines()[-1]


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
