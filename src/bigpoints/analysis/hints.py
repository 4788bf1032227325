"""Hints: the best moves by a bot's evaluation, with reasons that follow from the rules."""

from dataclasses import dataclass

from bigpoints.analysis.finders import reasons
from bigpoints.analysis.reasons import Reason
from bigpoints.bots.ask import ask
from bigpoints.bots.bot import OWN, Bot, Budget, Candidate, Choice
from bigpoints.position import Move, Position
from bigpoints.rules import legal_moves


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move with its evaluation and reasons."""

    move: Move
    value: float | None
    """The mover's win share; None if the bot does not evaluate."""
    margin: float | None
    """Two players: expected final margin of the mover in points, if the bot gives one."""
    exact: bool
    """Whether the value is proven."""
    reasons: tuple[Reason, ...]


def hints(
    position: Position, bot: Bot, budget: Budget = OWN, count: int = 3, *, open_hands: bool = True
) -> tuple[Hint, ...]:
    """The best moves of a position: the bot's own first, the others by value; a bot without candidates gives one.

    The `count` moves that the bot searched most are taken. With hidden hands no hint reveals what others hold (R21).
    """
    choice = ask(bot, position, budget)
    legal = legal_moves(position)
    compared = [candidate for candidate in choice.candidates if candidate.move in legal]
    best, *others = compared[:count] or [_alone(choice)]
    others.sort(key=lambda one: -(_share(position, one) or 0))
    return tuple(_hint(position, candidate, open_hands) for candidate in (best, *others))


def _alone(choice: Choice) -> Candidate:
    return Candidate(choice.move, choice.value, choice.nodes, choice.exact, choice.margin)


def _share(position: Position, candidate: Candidate) -> float | None:
    return candidate.value[position.seat - 1] if candidate.value else None


def _hint(position: Position, candidate: Candidate, open_hands: bool) -> Hint:
    # R21: the margin would reveal the other hand, since the own points can be subtracted from it.
    margin = candidate.margin if open_hands else None
    why = reasons(position, candidate.move, open_hands=open_hands)
    return Hint(candidate.move, _share(position, candidate), margin, candidate.exact, why)
