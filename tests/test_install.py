"""The wheel in an empty environment: the core works without any package, and commands name the extra they need."""

import json
import os
import re
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

import pytest

from support import core_program

ROOT = Path(__file__).parents[1]
PROGRAM = ROOT / "tests" / "support" / "core_program.py"
BIN = "Scripts" if os.name == "nt" else "bin"
PLAY = "bigpoints: the command line needs more packages: pip install 'bigpoints[play]'\n"
SERVER = "bigpoints: the server needs more packages: pip install 'bigpoints[server]'\n"


def run(*command: object, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    words = [str(word) for word in command]
    return subprocess.run(words, cwd=ROOT, env=environment | more, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the wheel in it and nothing else, not even pip."""
    place = tmp_path_factory.mktemp("install")
    # The page is a server's, and tests/web/test_build.py builds it: without the hook this takes a second.
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", place / "dist"]
    built = run(*build, HATCH_BUILD_NO_HOOKS="true")
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = (place / "dist").iterdir()
    venv.create(place / "venv", with_pip=False)
    python = place / "venv" / BIN / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
    done = run(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel)
    assert done.returncode == 0, done.stdout + done.stderr
    return python.parent


def test_the_core_requires_no_package(empty: Path) -> None:
    program = "import json; from importlib.metadata import requires; print(json.dumps(requires('bigpoints')))"
    required = json.loads(run(empty / "python", "-c", program).stdout)
    assert len(required) > 15
    assert [one for one in required if not re.search(r"extra == '[a-z]+'$", one)] == []


def test_the_core_alone_plays_a_game_draws_it_keeps_it_and_explains_a_move(empty: Path) -> None:
    done = run(empty / "python", "-I", "-W", "error", PROGRAM)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["outcome"] == core_program.outcome()
    assert said["packages"] == []


def test_a_strong_bot_names_its_extra_without_the_compiler(empty: Path) -> None:
    said = json.loads(run(empty / "python", "-I", PROGRAM).stdout)["refusals"]
    needs = "needs more packages: pip install 'bigpoints[play]'"
    assert said == {name: f"the bot {name.partition('@')[0]} {needs}" for name in core_program.STRONG}


@pytest.mark.parametrize(
    ("args", "line"),
    [
        ([], PLAY),
        (["play"], PLAY),
        (["--version"], PLAY),
        (["solve", "--boards", "2x2"], PLAY),
        (["engine"], PLAY),
        (["serve"], SERVER),
        (["serve", "--port", "0"], SERVER),
        (["admin", "list"], SERVER),
    ],
    ids=lambda value: " ".join(value) or "nothing" if isinstance(value, list) else "",
)
def test_a_command_without_its_extra_is_one_line_and_exit_code_1(empty: Path, args: Sequence[str], line: str) -> None:
    for command in ([empty / "bigpoints"], [empty / "python", "-m", "bigpoints"]):
        done = run(*command, *args)
        assert (done.returncode, done.stdout, done.stderr) == (1, "", line)


def test_the_client_names_its_extra(empty: Path) -> None:
    done = run(empty / "python", "-c", "import bigpoints.client")
    assert done.stderr.splitlines()[-1].endswith("the client needs more packages: pip install 'bigpoints[client]'")
