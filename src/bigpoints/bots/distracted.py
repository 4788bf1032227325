"""A searching bot that does not have its mind on the game: it mistakes discs in other hands and overlooks moves."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

from bigpoints.bots.bot import OWN, Bot, Budget, Choice, Watcher, check_choosable
from bigpoints.bots.novice import remembered
from bigpoints.bots.simple import dice
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
        check_choosable(position)
        rng = dice(self.seed, position)
        remembers = replace(position, hands=remembered(position, self.mistakes, rng))
        noticed = {move for move in legal_moves(position) if rng.random() >= self.overlooks}

        def as_seen(choice: Choice) -> Choice:
            return _narrowed(choice, position, noticed)

        return as_seen(self.bot.choose(remembers, budget, watcher and (lambda choice: watcher(as_seen(choice)))))

    def close(self) -> None:
        """Let go of what the bot holds."""
        self.bot.close()


def _narrowed(choice: Choice, position: Position, noticed: Container[Move]) -> Choice:
    """What is left of a choice if only some moves are noticed; nothing is proven to somebody who may be mistaken."""
    if not choice.candidates:  # Stopped before it looked at anything.
        return choice
    candidates = tuple(one for one in choice.candidates if one.move in noticed) or choice.candidates
    playable = (replace(one, exact=False, line=tuple(_possible(position, one.line))) for one in candidates)
    return choice.led_by(tuple(playable), exact=False)


def _possible(position: Position, line: Iterable[Move]) -> Iterator[Move]:
    """Expected play as far as it can be played: who mistakes a disc for a black one expects extra moves."""
    for move in line:
        if move not in legal_moves(position):
            return
        yield move
        position = play(position, move)
