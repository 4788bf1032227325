"""A weakened search: it misremembers discs in other hands and overlooks moves.

`registry` sets how often: `mistakes` and `overlooks` of level4.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

from bigpoints.bots.bot import OWN, Bot, Budget, Choice, Watcher, check_choosable
from bigpoints.bots.recall import recall_hands
from bigpoints.bots.simple import position_rng
from bigpoints.position import Move, Position
from bigpoints.rules import legal_moves, play


class DistractedBot:
    """Wraps a bot: passes it the position with misremembered hands, and drops some of its candidates."""

    def __init__(self, bot: Bot, seed: int, mistakes: float, overlooks: float) -> None:
        self.name = bot.name
        self.bot = bot
        self.seed = seed
        self.mistakes = mistakes
        """Probability of taking a disc in another hand for one of a random colour."""
        self.overlooks = overlooks
        """Probability of overlooking a move."""

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        """Choose the best of the moves that it notices."""
        check_choosable(position)
        rng = position_rng(self.seed, position)
        remembers = replace(position, hands=recall_hands(position, self.mistakes, rng))
        noticed = {move for move in legal_moves(position) if rng.random() >= self.overlooks}

        def restrict(choice: Choice) -> Choice:
            return _restrict(choice, position, noticed)

        return restrict(self.bot.choose(remembers, budget, watcher and (lambda choice: watcher(restrict(choice)))))

    def close(self) -> None:
        """Close the wrapped bot."""
        self.bot.close()


def _restrict(choice: Choice, position: Position, noticed: Container[Move]) -> Choice:
    """A choice among the noticed moves only; nothing is exact, since the hands may be wrong."""
    if not choice.candidates:  # Stopped before it looked at anything.
        return choice
    candidates = tuple(one for one in choice.candidates if one.move in noticed) or choice.candidates
    playable = (replace(one, exact=False, line=tuple(_legal_prefix(position, one.line))) for one in candidates)
    return choice.with_candidates(tuple(playable), exact=False)


def _legal_prefix(position: Position, line: Iterable[Move]) -> Iterator[Move]:
    """The legal beginning of an expected line: a disc mistaken for a black one makes the bot expect extra moves."""
    for move in line:
        if move not in legal_moves(position):
            return
        yield move
        position = play(position, move)
