"""A searching bot that does not have its mind on the game: it mistakes discs in other hands and overlooks moves."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bigpoints.bots.bot import OWN, Bot, Budget, Choice, Watcher
from bigpoints.bots.people import remembered
from bigpoints.bots.plain import dice
from bigpoints.position import Move, Position
from bigpoints.rules import legal_moves, play


class Distracted:
    """Thinks as another bot does, about a position as it remembers it."""

    def __init__(self, bot: Bot, seed: int, mistakes: float, overlooks: float) -> None:
        self.name = bot.name
        self.bot = bot
        self.seed = seed
        self.mistakes = mistakes
        """How often it takes a disc in another hand for one of any colour."""
        self.overlooks = overlooks
        """How often it does not see a move."""

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        """The best of the moves that it sees."""
        rng = dice(self.seed, position)
        seen = replace(position, hands=remembered(position, self.mistakes, rng))
        choice = self.bot.choose(seen, budget, watcher)
        if not choice.candidates:  # Stopped before it looked at anything.
            return choice
        noticed = tuple(one for one in choice.candidates if rng.random() >= self.overlooks) or choice.candidates
        candidates = tuple(replace(one, exact=False, line=tuple(_possible(position, one.line))) for one in noticed)
        best = candidates[0]
        return replace(
            choice,
            move=best.move,
            value=best.value,
            margin=best.margin,
            exact=False,
            line=best.line,
            candidates=candidates,
        )

    def close(self) -> None:
        """Let go of what the bot holds."""
        self.bot.close()


def _possible(position: Position, line: Iterable[Move]) -> Iterator[Move]:
    """Expected play as far as it can be played: who mistakes a disc for a black one expects extra moves."""
    for move in line:
        if move not in legal_moves(position):
            return
        yield move
        position = play(position, move)
