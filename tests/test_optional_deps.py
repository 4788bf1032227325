"""Extras: the table is that of pyproject.toml, and every command says in one line which one it lacks."""

import ast
import json
import pickle
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import cast, get_args

import pytest
from typer.main import get_group

from bigpoints.cli.app import app
from bigpoints.optional_deps import (
    INCLUDES,
    PACKAGES,
    Extra,
    MissingExtra,
    extra_of_command,
    packages_of,
    require_extra,
)

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = cast("tuple[Extra, ...]", get_args(Extra))
BROUGHT_ALONG = {"play": set(), "client": set(), "server": {"pydantic_core"}}
COMES_WITH_TYPER = {"pydantic", "pydantic_core", "typing_extensions"}
START = "BRBR 0,0 BR -/- 1 m"


# --- The table --------------------------------------------------------------------------------------------------------


def required(extra: str) -> list[str]:
    return [re.split(r"[>;]", one)[0] for one in PROJECT["optional-dependencies"][extra]]


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_packages_of_an_extra_are_those_of_the_project_file(extra: Extra) -> None:
    own = {name.partition("[")[0].replace("-", "_") for name in required(extra) if not name.startswith("bigpoints[")}
    assert PACKAGES[extra] - BROUGHT_ALONG[extra] == own


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_extras_inside_an_extra_are_those_of_the_project_file(extra: Extra) -> None:
    inside = [name[len("bigpoints[") : -1].split(",") for name in required(extra) if name.startswith("bigpoints[")]
    assert list(INCLUDES[extra]) == [name for names in inside for name in names]


def test_all_is_every_extra_there_is() -> None:
    assert set(PROJECT["optional-dependencies"]) == {*EXTRAS, "all"}
    assert required("all") == [f"bigpoints[{','.join(sorted(EXTRAS))}]"]
    assert PROJECT["dependencies"] == []


def test_every_package_that_is_imported_somewhere_is_one_of_an_extra() -> None:
    imported = set()
    for file in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add((node.module or "").split(".")[0])
    known = frozenset[str]().union(*PACKAGES.values())
    assert imported - sys.stdlib_module_names - {"bigpoints"} <= known


def test_the_readme_says_how_to_install_every_extra() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "pip install bigpoints`" in readme
    assert set(re.findall(r"pip install 'bigpoints\[([a-z]+)\]'", readme)) == {*EXTRAS, "all"}


# --- The error --------------------------------------------------------------------------------------------------------


def test_a_missing_package_of_an_extra_names_the_extra() -> None:
    with (
        pytest.raises(MissingExtra, match=r"^the club needs more packages: pip install 'bigpoints\[server\]'$"),
        require_extra("server", "the club"),
    ):
        raise ModuleNotFoundError(name="sqlalchemy.engine")


def test_an_extra_answers_for_the_extras_in_it() -> None:
    assert packages_of("server") == PACKAGES["server"] | PACKAGES["client"] | PACKAGES["play"]
    with pytest.raises(MissingExtra), require_extra("server", "the server"):
        raise ModuleNotFoundError(name="numpy")


@pytest.mark.parametrize("name", ["bigpoints.server.nothing", "sqlalchemy", None])
def test_what_no_package_of_the_extra_lacks_is_not_excused(name: str | None) -> None:
    with pytest.raises(ModuleNotFoundError) as caught, require_extra("play", "the arena"):
        raise ModuleNotFoundError(name=name)
    assert not isinstance(caught.value, MissingExtra)


def test_the_innermost_user_is_named() -> None:
    with pytest.raises(MissingExtra, match="the bot level5"), require_extra("server", "the server"):  # noqa: SIM117
        with require_extra("play", "the bot level5"):
            raise ModuleNotFoundError(name="numba")


def test_it_travels_between_processes() -> None:
    error = pickle.loads(pickle.dumps(MissingExtra("play", "the arena")))
    assert (error.extra, str(error)) == ("play", "the arena needs more packages: pip install 'bigpoints[play]'")


# --- Commands ---------------------------------------------------------------------------------------------------------

NEED_THE_SERVER = [["serve"], ["serve", "--port", "0"], ["admin", "list"], ["admin", "backup", "x"]]
NEED_THE_COMPILER = {
    "the solver": [["solve", START], ["solve", "--boards", "2x2"]],
    "the arena": [["arena", "random", "greedy", "--games", "2"]],
    "the benchmark": [["bench"]],
    "the bot level4": [["hint", START, "--level", "4"]],
    "the bot level6": [["hint", START]],
}
NEED_THE_COMMAND_LINE = [
    *(["new", "--players", "2"], ["show", START], ["legal", START], ["perft", START, "2"]),
    *(["replay", "-"], ["score", "-"], ["check", "-"], ["hint", START, "--level", "3"], ["engine"], ["--version"]),
    ["play", "--seat", "bot:level3", "--seat", "bot:level1", "--colours", "2", "--discs", "2", "--file", "game.bpr"],
]
GAME = '[Seat1 "Anna"]\n[Seat2 "Ben"]\n[Path "BRBR"]\n[First "1"]\n\nB+ R-\n'

Outcome = tuple[int, str, str]


def without(
    packages: Iterable[str], lines: Sequence[Sequence[str]], folder: Path, given: str = GAME
) -> dict[str, Outcome]:
    """What command lines come to where packages are missing; all are run in one process."""
    asked = json.dumps({"packages": sorted(packages), "lines": lines, "given": given})
    program = [sys.executable, str(ROOT / "tests" / "support" / "without_packages.py")]
    done = subprocess.run(program, input=asked, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {" ".join(line): tuple(outcome) for line, outcome in zip(lines, json.loads(done.stdout), strict=True)}


def line(user: str, extra: str) -> Outcome:
    return 1, "", f"bigpoints: {user} needs more packages: pip install 'bigpoints[{extra}]'\n"


def test_every_command_stands_in_the_lists_below() -> None:
    lists = [*NEED_THE_SERVER, *NEED_THE_COMMAND_LINE, *(one for many in NEED_THE_COMPILER.values() for one in many)]
    assert {words[0] for words in lists} - {"--version"} == set(get_group(app).commands)


@pytest.mark.parametrize("package", sorted(PACKAGES["play"] - {"numba", "numpy"}))
def test_without_a_package_of_the_command_line_every_command_names_its_extra(package: str, tmp_path: Path) -> None:
    lines = [*NEED_THE_COMMAND_LINE, *(one for many in NEED_THE_COMPILER.values() for one in many)]
    said = without([package], [*lines, *NEED_THE_SERVER], tmp_path)
    for words in lines:
        assert said[" ".join(words)] == line("the command line", "play")
    for words in NEED_THE_SERVER:
        assert said[" ".join(words)] == line("the server", "server")


def test_without_the_compiler_those_that_need_it_name_their_extra_and_the_others_work(tmp_path: Path) -> None:
    lines = [*NEED_THE_COMMAND_LINE, *(one for many in NEED_THE_COMPILER.values() for one in many)]
    said = without(["numba", "numpy"], lines, tmp_path)
    for words in NEED_THE_COMMAND_LINE:
        assert said[" ".join(words)][0] == 0, said[" ".join(words)]
    for user, many in NEED_THE_COMPILER.items():
        for words in many:
            assert said[" ".join(words)] == line(user, "play")


def test_without_the_packages_of_the_server_only_its_commands_complain(tmp_path: Path) -> None:
    lacks = packages_of("server") - packages_of("play") - COMES_WITH_TYPER
    said = without(lacks, [*NEED_THE_COMMAND_LINE, *NEED_THE_SERVER], tmp_path)
    for words in NEED_THE_COMMAND_LINE:
        assert said[" ".join(words)][0] == 0, said[" ".join(words)]
    for words in NEED_THE_SERVER:
        assert said[" ".join(words)] == line("the server", "server")


def test_a_game_with_a_strong_bot_does_not_begin_without_the_compiler(tmp_path: Path) -> None:
    words = ["play", "--seat", "bot:level5", "--seat", "Anna", "--file", "game.bpr"]
    assert without(["numba", "numpy"], [words], tmp_path)[" ".join(words)] == line("the bot level5", "play")
    assert list(tmp_path.iterdir()) == []


def test_the_engine_says_so_in_its_protocol_and_still_plays_weakly(tmp_path: Path) -> None:
    for go, answer in (
        ("go", "error the bot level6 needs more packages: pip install 'bigpoints[play]'"),
        ("go level 3", "bestmove"),
    ):
        said = without(["numba", "numpy"], [["engine"]], tmp_path, f"position {START}\n{go}\n")
        code, out, err = said["engine"]
        assert (code, err) == (0, "")
        assert out.splitlines()[-1].startswith(answer)


@pytest.mark.parametrize(
    ("words", "extra"),
    [([], "play"), (["--help"], "play"), (["serve"], "server"), (["admin", "list"], "server"), (["solve"], "play")],
)
def test_a_command_line_is_known_by_its_first_word(words: list[str], extra: str) -> None:
    assert extra_of_command(words)[0] == extra
