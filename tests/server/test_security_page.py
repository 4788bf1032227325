"""The page on security is true: it names every limit with its setting, and every attack with what was measured."""

import json
import re
from pathlib import Path

import pytest

from bigpoints.server.settings import Settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
FINDINGS = json.loads((ROOT / "docs" / "data" / "attacks.json").read_text(encoding="utf-8"))
LIMITS = [name for name in Settings.model_fields if re.search("_per_|_burst$|_bytes$|^stuck_", name)]


@pytest.mark.parametrize("name", LIMITS)
def test_each_limit_has_a_row_with_its_setting_and_its_default(name: str) -> None:
    (row,) = [row for row in PAGE.splitlines() if f"`BIGPOINTS_{name.upper()}`" in row]
    default = Settings.model_fields[name].default
    written = f"{default // 1024} kB" if name.endswith("_bytes") else f"{default:,}"
    assert re.search(rf"\b{written}\b", row)


def test_each_setting_on_the_page_exists() -> None:
    named = set(re.findall(r"BIGPOINTS_([A-Z_]+)", PAGE))
    assert named <= {name.upper() for name in Settings.model_fields}


def test_the_page_has_every_attack_and_all_of_them_held() -> None:
    sources = " ".join(file.read_text(encoding="utf-8") for file in (ROOT / "bench" / "attacks").glob("*.py"))
    attacks = [
        name
        for names in re.findall(r"^ATTACKS = \(([^)]*)\)", sources, re.MULTILINE)
        for name in re.findall(r"\w+", names)
    ]
    assert sorted(attacks) == sorted(FINDINGS)
    for name, (held, measured, promised) in FINDINGS.items():
        assert held, name
        assert re.search(
            rf"^\| `{name}`: .*\. \| {re.escape(measured)} \| {re.escape(promised)} \|$", PAGE, re.MULTILINE
        )
