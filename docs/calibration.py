"""Measure how well the win shares of the search are calibrated, and write data/calibration.json.

    python docs/calibration.py [PLAYERS …]

A bot plays against itself, and its win share for every seat in every position is compared with the result of the game.
Openings are random, so that no two games are alike. Figures for numbers of players that are not named stay as they are.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from bigpoints.bots.bot import Bot
from bigpoints.bots.registry import make_bot
from bigpoints.rules import legal_moves, play, start, winners

DATA = Path(__file__).parent / "data" / "calibration.json"
GAMES = {2: 200, 3: 100, 4: 100, 5: 100}
"""Games by number of players."""
BOT = "level6@2000n"
OPENING = 6
"""Random plies at the beginning of each game."""


class Forecast(NamedTuple):
    """The win share predicted for a seat, and its actual one."""

    given: float
    came_true: float


def collect_forecasts(bot: Bot, players: int, games: int) -> Iterator[Forecast]:
    """The forecasts of a bot in games against itself; exact values are left out, since they are always right."""
    for game in range(games):
        rng = Random(f"calibration {players} {game}")
        position, values = start(players, rng), []
        for _ in range(OPENING):
            position = play(position, rng.choice(legal_moves(position)))
        while not position.is_over:
            choice = bot.choose(position)
            if not choice.exact:
                values.append(choice.value)
            position = play(position, choice.move)
        won = winners(position)
        shares = [(seat in won) / len(won) for seat in range(1, players + 1)]
        yield from (Forecast(*pair) for value in values for pair in zip(value, shares, strict=True))


def tenths(forecasts: list[Forecast]) -> list[dict[str, float]]:
    """Forecasts by tenths: mean prediction, mean actual share, number of forecasts."""
    rows = []
    for tenth in range(10):
        inside = [one for one in forecasts if min(int(one.given * 10), 9) == tenth]
        if inside:
            given, came_true = (sum(column) / len(inside) for column in zip(*inside, strict=True))
            rows.append({"given": round(given, 4), "came_true": round(came_true, 4), "times": len(inside)})
    return rows


def main() -> None:
    """Play, count and save."""
    bot = make_bot(BOT)
    kept = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {"tenths": {}}
    for players in map(int, sys.argv[1:] or GAMES):
        kept["tenths"][str(players)] = tenths(list(collect_forecasts(bot, players, GAMES[players])))
        print(players, "players:", kept["tenths"][str(players)], flush=True)
        figures = {"bot": BOT, "games": GAMES, "tenths": dict(sorted(kept["tenths"].items()))}
        DATA.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
