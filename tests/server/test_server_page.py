"""The page about the server is true: its settings and its metrics are those of today."""

from pathlib import Path

import pytest

from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.settings import Settings

DOCS = Path(__file__).parents[2] / "docs"
OF_THE_MACHINE = {
    "data": "the user's data folder",
    "database": "none",
    "workers_for_bots": "processors - 1",
    "open_browser": "on a terminal",
}


def setting_rows() -> list[str]:
    """A row of the table for each setting, as the class of settings knows it."""
    rows = []
    for name, field in Settings.model_fields.items():
        default = OF_THE_MACHINE.get(name) or _written(field.default)
        rows.append(f"| `BIGPOINTS_{name.upper()}` | {default} | {field.description} |")
    return rows


def _written(default: object) -> str:
    return "none" if default in (None, ()) else f"`{default}`"


def metric_rows() -> list[str]:
    """A row of the table for each number of ours."""
    metrics = Metrics()
    helps = [line.split(" ", 3)[2:] for line in metrics.text().decode().splitlines() if line.startswith("# HELP big")]
    return [f"| `{name}` | {words} |" for name, words in helps if not name.endswith("_created")]


@pytest.mark.parametrize("rows", [setting_rows(), metric_rows()], ids=["settings", "metrics"])
def test_the_page_has_a_row_for_each(rows: list[str]) -> None:
    page = (DOCS / "server.md").read_text(encoding="utf-8")
    assert rows
    assert "\n".join(rows) in page
