import json
import runpy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

DOCS = Path(__file__).parents[2] / "docs"
LADDER = runpy.run_path(str(DOCS / "ladder.py"))
PLOT = runpy.run_path(str(DOCS / "ladder_plot.py"))
SMALL = LADDER["Ladder"](
    quick=("random", "greedy"),
    steps=("random", "level1"),
    slow=(("greedy", "level1"),),
    quick_boards=2,
    step_boards=4,
    slow_boards=2,
    own_boards=3,
    hasty=("greedy",),
)
Data = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Data:
    folder = tmp_path_factory.mktemp("ladder")
    found: Data = LADDER["play_ladder"](SMALL, folder, 1)
    assert LADDER["play_ladder"](SMALL, folder, 1) == found, "kept games are not played again"
    return found


def test_the_ladder_has_every_match_of_the_page(data: Data) -> None:
    games = {kind: [match["games"] for match in data[kind]] for kind in data if kind != "rating"}
    assert games == {"everybody": [4], "itself": [3, 3, 3], "two_players": [8, 4], "four_seats": [8, 4]}


def test_all_matches_make_one_rating(data: Data) -> None:
    seats = {one["bot"]: one["games"] for one in data["rating"]}
    assert seats == {"random": 4 + 8 + 3 * 8, "greedy": 4 + 4 + 4, "level1": 8 + 8 + 4 + 3 * 4}
    assert {one["bot"]: one["rating"]["value"] for one in data["rating"]}["greedy"] == 0, "greedy is the zero"


def test_the_tables_have_a_row_for_each_bot_and_each_step(data: Data) -> None:
    names = ("rating_table", "steps_table", "first_table")
    rating, steps, first = (PLOT[name](data).splitlines()[2:] for name in names)
    assert {row.split(" | ")[0] for row in rating} == {"| random", "| greedy", "| level1"}
    alone = data["four_seats"][0]["meetings"][0]
    assert alone["bots"] == ["level1", "random", "random", "random"]
    assert steps[0].startswith("| level1 | random | ")
    assert f" | {alone['win_share']['level1']['value']:.1%}".replace("%", " %") in steps[0]
    assert [row.split(" | ")[0] for row in first] == ["| random", "| level1", "| greedy"]


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


def test_the_page_shows_what_the_kept_data_says() -> None:
    data, calibration, page = (PLOT[name].read_text(encoding="utf-8") for name in ("DATA", "CALIBRATION", "PAGE"))
    tables = PLOT["tables"](json.loads(data), json.loads(calibration))
    assert PLOT["with_tables"](page, tables) == page, "run docs/ladder_plot.py"
    assert all(table in page for table in tables.values())
    for file, picture in PLOT["pictures"](json.loads(data)).items():
        assert file.read_text(encoding="utf-8") == picture, "run docs/ladder_plot.py"
