"""Random games per second of the plain rules, beside the last kept result.

Machines differ and are noisy, so a calibration loop runs between the games, and what is compared is the ratio of the
two: games per million calibration steps. Run with --keep to keep this result.
"""

import argparse
import json
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from bigpoints import legal_moves, play, start

KEPT = Path(__file__).with_name("rules.json")
ROUNDS = 9
ROUND_SECONDS = 0.6
CALIBRATION_STEPS = 20_000
PLAYERS = range(2, 6)


def random_game(players: int, rng: Random) -> None:
    """Play one game at random, to its end."""
    position = start(players, rng)
    while not position.is_over:
        position = play(position, rng.choice(legal_moves(position)))


def calibrate() -> None:
    """Do a fixed piece of plain Python work, similar to that of the rules."""
    places = (3, 14, 25, 36, 47)
    word = "BRYGPWK" * 8
    for step in range(CALIBRATION_STEPS):
        place = word.find("K", step % 50)
        places = (*places[1:], place)
        if place in places:
            word = word[:place] + word[place:]


def rate(work: Callable[[], None]) -> float:
    """Runs of a piece of work per second."""
    runs, begin = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - begin) < ROUND_SECONDS or not runs:
        work()
        runs += 1
    return runs / elapsed


def measure(players: int) -> tuple[float, float]:
    """The best games per second, and the median of games per million calibration steps, over alternating rounds."""
    rng = Random(players)
    games, ratios = [], []
    for _ in range(ROUNDS):
        steps = rate(calibrate) * CALIBRATION_STEPS
        games.append(rate(lambda: random_game(players, rng)))
        ratios.append(games[-1] / steps * 1e6)
    return max(games), statistics.median(ratios)


def main() -> None:
    """Measure, print and compare; keep the result if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", action="store_true", help="keep this result for later comparisons")
    keep = parser.parse_args().keep
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    now: dict[str, dict[str, float]] = {}
    print(f"Random games with the plain rules, one core, Python {platform.python_version()}")
    print("per Mstep: games in the time of a million calibration steps, which is what is compared")
    print(f"{'players':>7}  {'games/s':>8}  {'per Mstep':>11}  {'kept':>8}  {'now/kept':>8}")
    for players in PLAYERS:
        games, ratio = measure(players)
        now[str(players)] = {"games_per_s": round(games), "games_per_million_steps": round(ratio, 1)}
        before = kept.get(str(players), {}).get("games_per_million_steps")
        compared = f"{before:>8.1f}  {ratio / before:>8.2f}" if before else f"{'-':>8}  {'-':>8}"
        print(f"{players:>7}  {games:>8.0f}  {ratio:>11.1f}  {compared}", flush=True)
    if keep:
        KEPT.write_text(json.dumps(now, indent=2) + "\n")
        print(f"kept in {KEPT.name}")


if __name__ == "__main__":
    main()
