"""Compiled code is kept where it can be, and where it cannot the kernel works all the same."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import bigpoints
from bigpoints.kernel import cache

PACKAGE = Path(bigpoints.__file__).parent
USE = "from bigpoints.kernel import *; from bigpoints import *; print(legal_actions(pack(parse_position('{}'))))"
PROGRAM = USE.format("BRRB 0,0 BR -/- 1 m")
LEGAL = "[0, 4, 5]\n"


def use(site: Path, home: Path, **settings: str) -> None:
    """Use the kernel of a copy of the package in a process of its own."""
    clean = {name: value for name, value in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")}
    environment = {**clean, "PYTHONPATH": str(site), "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1", **settings}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == (LEGAL, "")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with a copy of the package in it, nothing compiled yet."""
    copytree(PACKAGE, tmp_path / "site" / "bigpoints", ignore=ignore_patterns("__pycache__"))
    return tmp_path / "site"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def make_read_only(site: Path) -> None:
    """Nothing can be written into a folder that is a file; unlike a permission, that holds for root too."""
    (site / "bigpoints" / "kernel" / "__pycache__").write_text("")


def kept(folder: Path) -> list[Path]:
    return list(folder.rglob("*.nbi"))


def test_code_is_kept_beside_the_sources(site: Path, home: Path) -> None:
    use(site, home)
    assert kept(site / "bigpoints" / "kernel" / "__pycache__")
    assert not kept(home)


def test_a_read_only_install_keeps_it_in_the_folder_of_the_user(site: Path, home: Path) -> None:
    make_read_only(site)
    use(site, home)
    assert kept(home)
    assert not kept(site)


def test_with_no_folder_to_write_in_it_works_without_keeping_anything(site: Path, tmp_path: Path) -> None:
    make_read_only(site)
    nowhere = tmp_path / "nowhere"
    nowhere.write_text("")
    use(site, nowhere)
    assert not kept(tmp_path)


def test_the_user_can_say_where(site: Path, home: Path, tmp_path: Path) -> None:
    use(site, home, NUMBA_CACHE_DIR=str(tmp_path / "said"))
    assert kept(tmp_path / "said")
    assert not kept(site)


def test_a_change_of_any_source_asks_for_new_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_KERNEL", tmp_path)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    (tmp_path / "moves.py").write_text("one")
    folder = cache.folder_for(tmp_path / "perft.py")
    assert folder
    assert folder.is_relative_to(tmp_path)
    cache._folder.cache_clear()
    assert cache.folder_for(tmp_path / "perft.py") == folder
    (tmp_path / "moves.py").write_text("two")
    cache._folder.cache_clear()
    assert cache.folder_for(tmp_path / "perft.py") != folder


def test_a_user_without_a_home_gets_no_folder_named_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "user_cache_path", lambda _name: Path("~/.cache"))
    assert all(place.is_absolute() for place in cache._places(tmp_path))


def test_the_rest_of_the_package_does_not_load_the_compiler() -> None:
    program = "import sys, bigpoints, bigpoints.cli.app; print({'numba', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
