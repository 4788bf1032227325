"""The plain bots: one that plays at random, and one that takes what is worth most at once."""

from random import Random

from bigpoints.bots.bot import OWN, Budget, Choice, Watcher, check_choosable
from bigpoints.notation import position_text
from bigpoints.position import Position
from bigpoints.rules import legal_moves, play, score_bounds


def dice(seed: int, position: Position) -> Random:
    """Chance that depends on a seed and a position alone, so that a bot needs no memory of its own."""
    return Random(f"{seed} {position_text(position)}")


class RandomBot:
    """Any legal move, all being equally likely."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:  # noqa: ARG002
        """A move at random."""
        check_choosable(position)
        return Choice(dice(self.seed, position).choice(legal_moves(position)), nodes=1)

    def close(self) -> None:
        """There is nothing to let go of."""


class GreedyBot:
    """The move after which its own discs are worth most, on average over all ways the pawns can climb."""

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:  # noqa: ARG002
        """The move that looks best right now, chance deciding between equals."""
        check_choosable(position)
        worth = {move: sum(score_bounds(play(position, move))[position.seat - 1]) for move in legal_moves(position)}
        best = [move for move in worth if worth[move] == max(worth.values())]
        return Choice(dice(self.seed, position).choice(best), nodes=len(worth))

    def close(self) -> None:
        """There is nothing to let go of."""
