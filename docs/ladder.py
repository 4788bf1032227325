"""Play the matches that the page ladder.md tells of, and keep what they show in data/ladder.json.

    python docs/ladder.py [JOBS]

Every finished game is kept in a folder, so a run can be interrupted at any time and taken up again.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from bigpoints.arena.keeping import Kept
from bigpoints.arena.match import Match
from bigpoints.arena.report import report_on
from bigpoints.arena.running import run_match, workers

DATA = Path(__file__).parent / "data" / "ladder.json"
GAMES = Path(__file__).parent / "games"
BOTS = ("random", "greedy", "level1", "level2", "level3", "level4", "level5", "level6", "uct@10000n")
"""From the weakest to the strongest, as far as that is known before."""
ANCHOR = "greedy"
"""The bot whose rating is 0: one that both wins and loses, since how often nobody loses to `random` is never sure."""


class Sizes(NamedTuple):
    """How many boards the matches have."""

    everybody: int = 20
    """Two players, every bot against every other: two games a board for each pair."""
    neighbours: int = 50
    """Two players, each bot against the next one: two games a board."""
    four_seats: int = 25
    """Four seats, each bot against the next one: eight games a board."""
    itself: int = 100
    """Two players, each bot against itself: one game a board."""


def matches(bots: Sequence[str], sizes: Sizes) -> Iterator[tuple[str, Match]]:
    """Everything that the page tells of, each with its kind."""
    yield "everybody", Match(tuple(bots), 2, sizes.everybody, seed=1)
    for pair in pairwise(bots):
        yield "neighbours", Match(pair, 2, sizes.neighbours, seed=2)
        yield "four_seats", Match(pair, 4, sizes.four_seats, seed=3)
    for bot in bots:
        yield "itself", Match((bot,), 2, sizes.itself, seed=4)


def file_of(kind: str, match: Match, folder: Path) -> Path:
    """Where the games of a match are kept."""
    bots = "-".join(match.bots) if kind != "everybody" else "all"
    return folder / f"{kind}-{bots.replace('/', '_')}.jsonl"


def ladder(bots: Sequence[str], sizes: Sizes, folder: Path, jobs: int) -> dict[str, list[dict[str, Any]]]:
    """Play what is not kept yet, and give the figures of every match by kind."""
    found: dict[str, list[dict[str, Any]]] = {}
    with workers(jobs) as pool:
        for kind, match in matches(bots, sizes):
            kept = Kept(match, file_of(kind, match, folder))
            run_match(match, pool, jobs, kept.keep, tuple(kept.games))
            anchor = ANCHOR if kind == "everybody" else None
            found.setdefault(kind, []).append(report_on(match, kept.in_order(), anchor).figures())
            print(kind, *match.bots, flush=True)
    return found


def main() -> None:
    """Play all of it."""
    GAMES.mkdir(exist_ok=True)
    found = ladder(BOTS, Sizes(), GAMES, int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    DATA.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
