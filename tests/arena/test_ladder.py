import runpy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

DOCS = Path(__file__).parents[2] / "docs"
LADDER = runpy.run_path(str(DOCS / "ladder.py"))
PLOT = runpy.run_path(str(DOCS / "ladder_plot.py"))
SIZES = LADDER["Sizes"](everybody=2, neighbours=2, four_seats=1, itself=3)
BOTS = ("random", "greedy")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    folder = tmp_path_factory.mktemp("ladder")
    found: dict[str, list[dict[str, Any]]] = LADDER["ladder"](BOTS, SIZES, folder, 1)
    assert LADDER["ladder"](BOTS, SIZES, folder, 1) == found, "kept games are not played again"
    return found


def test_the_ladder_has_every_match_of_the_page(data: dict[str, list[dict[str, Any]]]) -> None:
    assert {kind: [match["games"] for match in matches] for kind, matches in data.items()} == {
        "everybody": [4],
        "neighbours": [4],
        "four_seats": [8],
        "itself": [3, 3],
    }
    assert data["everybody"][0]["standings"][0]["rating"]["value"] == 0, "greedy is the zero"


def test_the_tables_have_a_row_for_each_bot(data: dict[str, list[dict[str, Any]]]) -> None:
    assert [row.split(" | ")[0] for row in PLOT["ladder_table"](data).splitlines()[2:]] == ["| greedy", "| random"]
    (neighbours,) = PLOT["neighbours_table"](data).splitlines()[2:]
    (alone,) = (table for table in data["four_seats"][0]["meetings"] if table["bots"] == ["greedy", *["random"] * 3])
    assert neighbours.startswith("| greedy | random | ")
    assert f" | {alone['win_share']['greedy']['value']:.1%}".replace("%", " %") in neighbours
    assert [row.split(" | ")[0] for row in PLOT["first_table"](data).splitlines()[2:]] == ["| random", "| greedy"]


def test_the_plot_shows_every_bot_with_its_bar() -> None:
    standings = [
        {"bot": "level2", "rating": {"value": 312.4, "low": 280.0, "high": 350.0}},
        {"bot": "random", "rating": {"value": 0.0, "low": None, "high": None}},
    ]
    picture = PLOT["plot"](standings)
    names = [text.text for text in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314
    assert {"level2", "312", "random", "0", "100", "200", "300", "400"} <= set(names)
    assert picture.count("<circle") == 2
    assert picture.count('stroke="#1f6fb5"') == 3, "one bar with two ends"
