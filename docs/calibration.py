"""See how true the shares of the win come that the search gives, and keep that in data/calibration.json.

    python docs/calibration.py [PLAYERS …]

A bot plays against itself, and all that it says of every seat in every position is held against what came of the game.
Openings are random, so that no two games are alike. Numbers of players that are not named keep what they have.
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
"""How many, by players."""
BOT = "level6@2000n"
OPENING = 6
"""Plies that are made at random."""


class Said(NamedTuple):
    """A share of the win that was given to a seat, and the one that it had in the end."""

    given: float
    came_true: float


def said(bot: Bot, players: int, games: int) -> Iterator[Said]:
    """What a bot says in its games against itself; what is proven is left out, since that is always true."""
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
        yield from (Said(*pair) for value in values for pair in zip(value, shares, strict=True))


def tenths(told: list[Said]) -> list[dict[str, float]]:
    """The same by tenths: what was given on average, what came true, and how often that was said."""
    rows = []
    for tenth in range(10):
        inside = [one for one in told if min(int(one.given * 10), 9) == tenth]
        if inside:
            given, came_true = (sum(column) / len(inside) for column in zip(*inside, strict=True))
            rows.append({"given": round(given, 4), "came_true": round(came_true, 4), "times": len(inside)})
    return rows


def main() -> None:
    """Play, count and keep."""
    bot = make_bot(BOT)
    kept = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {"tenths": {}}
    for players in map(int, sys.argv[1:] or GAMES):
        kept["tenths"][str(players)] = tenths(list(said(bot, players, GAMES[players])))
        print(players, "players:", kept["tenths"][str(players)], flush=True)
        told = {"bot": BOT, "games": GAMES, "tenths": dict(sorted(kept["tenths"].items()))}
        DATA.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
