import json
import runpy
from pathlib import Path

DOCS = Path(__file__).parents[3] / "docs"
PLOT = runpy.run_path(str(DOCS / "solved_plot.py"))


def test_the_kept_plots_are_what_the_script_draws_now() -> None:
    stale = [file.name for file, text in PLOT["pictures"]().items() if file.read_text(encoding="utf-8") != text]
    assert not stale, "draw them anew: python docs/solved_plot.py"


def test_the_table_of_the_page_is_that_of_the_data() -> None:
    data = json.loads((DOCS / "data" / "solved.json").read_text(encoding="utf-8"))
    assert PLOT["table"](data) in (DOCS / "solved.md").read_text(encoding="utf-8")
