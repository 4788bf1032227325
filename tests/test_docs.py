"""The documentation is true: its pictures, its examples, its links and its maps are those of today."""

import re
import runpy
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
from typer.main import get_group

from bigpoints.cli.app import app
from bigpoints.contract.constants import LEVELS

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(DOCS.glob("*.md"))]
COLUMNS = 100
FILES = {"bigpoints.service"}
"""Files that are named like a module of the library."""
RULES = [*(f"R{n}" for n in range(1, 23)), *(f"V{n}" for n in range(1, 6))]


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def script(name: str) -> dict[str, Any]:
    return runpy.run_path(str(DOCS / name))


def test_the_kept_pictures_are_what_the_script_draws_now() -> None:
    drawn = dict(script("pictures.py")["pictures"]())
    kept = {file.name: read(file) for file in (DOCS / "assets").glob("*.svg")}
    assert sorted(kept) == sorted(drawn)
    stale = [name for name, picture in drawn.items() if kept[name] != picture]
    assert not stale, "draw them anew: make pictures"


def test_no_picture_lies_about_unused() -> None:
    text = "".join(map(read, [*PAGES, ROOT / "mkdocs.yml"]))
    names = {file.stem.removesuffix("-dark") for file in (DOCS / "assets").glob("*.svg")}
    assert [name for name in sorted(names) if f"assets/{name}" not in text] == []


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_one_anchor_named_after_its_number(rule: str) -> None:
    assert read(DOCS / "rules.md").count(f'<a id="{rule.lower()}" href="#{rule.lower()}">{rule}</a>') == 1


def test_rules_are_cited_by_numbers_that_exist() -> None:
    source = "".join(map(read, (ROOT / "src").rglob("*.py")))
    assert set(re.findall(r"\b[RV][1-9][0-9]?\b", source)) <= set(RULES)


def test_every_level_has_a_row_on_the_page_of_opponents() -> None:
    assert [level for level in LEVELS if f"\n| `{level}` | " not in read(DOCS / "opponents.md")] == []


@pytest.mark.parametrize("command", sorted(get_group(app).commands))
def test_every_command_is_described_with_its_options(command: str) -> None:
    page = read(DOCS / "command-line.md")
    assert f"\n## bigpoints {command}\n" in page
    assert f"<!-- options of bigpoints {command} -->" in page


@pytest.mark.parametrize("page", [ROOT / "README.md", DOCS / "command-line.md"], ids=lambda page: page.name)
def test_examples_and_screens_show_what_the_commands_print_now(page: Path, tmp_path: Path) -> None:
    assert script("transcripts.py")["rerun"](read(page), tmp_path) == read(page), "run them anew: make pictures"


def test_the_readme_names_the_two_commands_to_start_with() -> None:
    assert "\nmake play\nmake test\n" in read(ROOT / "README.md")


def test_the_game_in_the_readme_has_ten_lines_or_fewer() -> None:
    (example,) = re.findall(r"```pycon\n(.*?)```", read(ROOT / "README.md"), re.DOTALL)
    assert len(example.split("\n")) - 2 <= 10


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_relative_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r'\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"', read(page))
    files = [link.split("#")[0] for pair in links for link in pair if link and "://" not in link]
    assert [file for file in files if not (page.parent / file).exists()] == []


def prose(page: Path) -> list[str]:
    """The lines of a page that can be wrapped: not code, headings, tables, pictures or tags on a line of their own."""
    text = re.sub(r"^```.*?^```$", "", read(page), flags=re.DOTALL | re.MULTILINE)
    return [line for line in text.splitlines() if not re.match(r"#|\||!\[|<(?!a )", line)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_prose_is_wrapped_at_100_columns(page: Path) -> None:
    assert [line for line in prose(page) if len(line) > COLUMNS] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_names_of_the_library_exist(page: Path) -> None:
    """A line of the changelog may name what was there before: only the name behind its arrow must exist."""
    lines = (line.rpartition("→")[2] for line in read(page).splitlines())
    names = {name for line in lines for name in re.findall(r"\bbigpoints(?:\.[A-Za-z_]\w*)+", line)}
    assert [name for name in sorted(names - FILES) if not exists(name)] == []


def exists(name: str) -> bool:
    try:
        return resolve_name(name) is not None
    except (AttributeError, ImportError):
        return False


def test_every_room_of_the_package_is_on_the_map() -> None:
    house = read(ROOT / "CONTRIBUTING.md")
    rooms = {file.parent.name for file in (ROOT / "src" / "bigpoints").rglob("__init__.py")} - {"bigpoints"}
    assert [room for room in sorted(rooms) if f" {room}/" not in house] == []


def test_the_recipes_name_files_that_exist() -> None:
    recipes = read(ROOT / "CONTRIBUTING.md").split("\n## Recipes\n")[1].split("\n## ")[0]
    names = set(re.findall(r"(?<![\w./])(?:[\w*-]+/)+[\w.*-]*", recipes)) - {"src/bigpoints/locales/xx.json"}
    assert len(names) > 30
    folders = (ROOT, ROOT / "src" / "bigpoints")
    assert [name for name in sorted(names) if not any(any(folder.glob(name.strip("/"))) for folder in folders)] == []


def test_every_verb_of_the_makefile_is_in_the_guide() -> None:
    verbs = re.findall(r"^([a-z]+):.*## ", read(ROOT / "Makefile"), re.MULTILINE)
    guide = read(ROOT / "CONTRIBUTING.md")
    assert [verb for verb in verbs if f"`make {verb}`" not in guide] == []
