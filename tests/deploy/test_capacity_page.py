"""The page on capacity is true: its tables are what the script computes from the figures that were kept."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "capacity.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "bench" / "capacity.py"))


def test_the_tables_are_those_of_the_kept_figures(script: dict[str, Any]) -> None:
    assert script["written"](PAGE) == PAGE, "write them anew: .venv/bin/python bench/capacity.py --page"


def test_every_table_has_its_place_on_the_page(script: dict[str, Any]) -> None:
    assert re.findall(r"<!-- (\w+) -->\n\n\|", PAGE) == list(script["tables"]())


def test_twice_the_players_need_twice_as_much_of_everything_but_spare_workers(script: dict[str, Any]) -> None:
    found = script["measured"]()
    one, two = (script["needs"](script["Assumptions"](players=players), found) for players in (10**10, 2 * 10**10))
    assert list(two) == pytest.approx([2 * each for each in one], rel=0.01)


def test_every_assumption_says_what_it_is(script: dict[str, Any]) -> None:
    rows = script["assumed_rows"](script["Assumptions"]())
    assert [row.what for row in rows if f"`{row.what}`" == row.how] == []


def test_every_figure_names_a_script_that_exists(script: dict[str, Any]) -> None:
    for row in script["measured_rows"](script["measured"]()):
        (name,) = re.findall(r"`(bench/\w+\.py)`", row.how)
        assert (ROOT / name).is_file()
