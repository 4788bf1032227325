"""The simple bots: `random`, and `greedy`, which takes what is worth most at once."""

from random import Random

from bigpoints.bots.bot import OWN, Budget, Choice, Watcher, check_choosable
from bigpoints.notation import position_text
from bigpoints.position import Position
from bigpoints.rules import legal_moves, play, score_bounds


def position_rng(seed: int, position: Position) -> Random:
    """A random generator that depends on a seed and a position alone, so that a bot needs no state."""
    return Random(f"{seed} {position_text(position)}")


class RandomBot:
    """Plays a random legal move, each equally likely."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:  # noqa: ARG002
        """A move at random."""
        check_choosable(position)
        return Choice(position_rng(self.seed, position).choice(legal_moves(position)), nodes=1)

    def close(self) -> None:
        """Nothing to release."""


class GreedyBot:
    """Plays the move with the highest sum of least and greatest worth of its own discs afterwards."""

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:  # noqa: ARG002
        """Choose the move that looks best now; ties are broken at random."""
        check_choosable(position)
        worth = {move: sum(score_bounds(play(position, move))[position.seat - 1]) for move in legal_moves(position)}
        best = [move for move in worth if worth[move] == max(worth.values())]
        return Choice(position_rng(self.seed, position).choice(best), nodes=len(worth))

    def close(self) -> None:
        """Nothing to release."""
