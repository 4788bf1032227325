"""Play the matches of the page opponents.md, and write their figures to data/ladder.json.

    python docs/ladder.py [JOBS]

Every finished game is saved, so a run can be interrupted at any time and resumed.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from bigpoints.arena.executor import make_executor, run_match
from bigpoints.arena.game import GameResult
from bigpoints.arena.match import Match
from bigpoints.arena.report import make_report
from bigpoints.arena.results_file import ResultsFile

DATA = Path(__file__).parent / "data" / "ladder.json"
GAMES = Path(__file__).parent / "games"
ANCHOR = "greedy"
"""The bot with rating 0. It both wins and loses; ratings relative to `random`, which hardly ever wins, would vary."""


class Ladder(NamedTuple):
    """The pairings of the ladder, and their numbers of boards."""

    quick: tuple[str, ...] = ("random", "greedy", "level1", "level2", "level3", "level4", "level5", "uct@10000n")
    """Round robin: two players, two games a board."""
    steps: tuple[str, ...] = ("random", "level1", "level2", "level3", "level4", "level5")
    """Each plays the one before it: two players, and alone against three at four seats."""
    slow: tuple[tuple[str, str], ...] = (("level6", "level5"), ("level6", "uct@100000n"))
    """Pairs as in `steps`, on fewer boards, since level6 takes one second a move."""
    hasty: tuple[str, ...] = ("level6@5000n",)
    """Bots with a reduced budget that only play against themselves."""
    quick_boards: int = 20
    step_boards: int = 100
    slow_boards: int = 30
    own_boards: int = 200
    """Boards of each bot against itself, two players, one game each."""

    @property
    def bots(self) -> tuple[str, ...]:
        """All bots of the ladder."""
        return tuple(dict.fromkeys((*self.quick, *self.steps, *(bot for pair in self.slow for bot in pair))))

    def matches(self) -> Iterator[tuple[str, Match]]:
        """Every match with its kind, the quick ones first."""
        yield "everybody", Match(self.quick, 2, self.quick_boards, seed=1)
        for bot in (*self.steps, *self.hasty):
            yield "itself", Match((bot,), 2, self.own_boards, seed=4)
        for weaker, bot in pairwise(self.steps):
            yield "two_players", Match((bot, weaker), 2, self.step_boards, seed=2)
            yield "four_seats", Match((bot, weaker), 4, self.step_boards // 2, seed=3, alone=True)
        for pair in self.slow:
            yield "two_players", Match(pair, 2, self.slow_boards, seed=2)
            yield "four_seats", Match(pair, 4, self.slow_boards // 2, seed=3, alone=True)


def play_ladder(ladder: Ladder, folder: Path, jobs: int) -> dict[str, list[dict[str, Any]]]:
    """Play what is not saved yet; the figures of every match by kind, and the ratings of all bots."""
    found: dict[str, list[dict[str, Any]]] = {}
    played: dict[Match, Sequence[GameResult]] = {}
    with make_executor(jobs) as pool:
        for kind, match in ladder.matches():
            kept = ResultsFile(match, folder / f"{kind}-{'-'.join(match.bots)}.jsonl")
            run_match(match, pool, jobs, kept.keep, tuple(kept.games))
            played[match] = kept.in_order()
            found.setdefault(kind, []).append(make_report(match, played[match]).figures())
            print(kind, *match.bots, flush=True)
    found["rating"] = rate_all(ladder.bots, played)
    return found


def rate_all(bots: tuple[str, ...], played: Mapping[Match, Sequence[GameResult]]) -> list[dict[str, Any]]:
    """One rating over the games of all matches, of two players and of four."""
    boards: dict[tuple[int, int, int], int] = {}
    games: list[GameResult] = []
    for match in played:
        for game in played[match]:
            if len(set(game.bots)) > 1:
                # Matches with one seed and as many players are played on the same boards.
                board = boards.setdefault((match.players, match.seed, game.board), len(boards))
                games.append(replace(game, board=board))
    standings: list[dict[str, Any]] = make_report(Match(bots), games, ANCHOR).figures()["standings"]
    return standings


def main() -> None:
    """Play the ladder and write its figures."""
    GAMES.mkdir(exist_ok=True)
    found = play_ladder(Ladder(), GAMES, int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    DATA.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
