"""Milliseconds from a tap to the first frame of the reaction, at full and at quarter speed: `python bench/taps.py`.

Pawns are tapped on a phone's screen one after the other; a script in the page times the next painted frame.
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from support.chromium import CHROMIUM, FLAGS
from support.people import Person
from support.server_process import serving

AIM_MS = 100
_WATCH = """() => {
  window.taps = [];
  addEventListener("pointerdown", (event) => {
    const began = event.timeStamp;
    const painted = () => taps.push(performance.now() - began);
    addEventListener("click", () => requestAnimationFrame(() => setTimeout(painted)), { once: true });
  }, true);
}"""


def measure_taps(person: Person, taps: int) -> list[float]:
    """Milliseconds from each tap on a pawn to the painted frame."""
    pawns = [move["move"][0] for move in person.view["moves"]]
    person.page.evaluate(_WATCH)
    for number in range(taps):
        person.spot(person.pawn_spot(pawns[number % len(pawns)])).tap()
        person.page.wait_for_timeout(100)
    return [float(tap) for tap in person.page.evaluate("taps")]


def main() -> int:
    """Measure at full and at quarter processor speed; exit code 1 if the aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--taps", type=int, default=60)
    taps = parser.parse_args().taps
    high = 0.0
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "data") as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = browser.new_context(viewport={"width": 390, "height": 844}, base_url=server.url, has_touch=True)
        anna = Person(context.new_page())
        anna.sit_at(anna.make_table({"name": "Anna"}, {"bot": "level1"}, first=1))
        anna.page.wait_for_timeout(1000)
        session = context.new_cdp_session(anna.page)
        for rate in (1, 4):
            session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
            waits = sorted(measure_taps(anna, taps))
            median, high = statistics.median(waits), waits[int(len(waits) * 0.95)]
            print(f"processor {rate} times slower: median {median:5.1f} ms, 95 % within {high:5.1f} ms", flush=True)
        browser.close()
    return int(high > AIM_MS)


if __name__ == "__main__":
    sys.exit(main())
