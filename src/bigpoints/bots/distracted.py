"""A searching bot that does not have its mind on the game: it mistakes discs in other hands and overlooks moves."""

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
        looked_at = tuple(replace(one, line=_playable(position, one.line)) for one in choice.candidates)
        candidates = tuple(one for one in looked_at if rng.random() >= self.overlooks) or looked_at
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


def _playable(position: Position, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """As much of a line as can be played: hands that are mistaken allow extra moves that there are not."""
    for number, move in enumerate(line):
        if move not in legal_moves(position):
            return line[:number]
        position = play(position, move)
    return line
