"""Bots for tests: plain minds that answer what they are told to, and answers without their time."""

from collections.abc import Callable
from dataclasses import replace

from bigpoints.bots.bot import OWN, Budget, Candidate, Choice, Watcher, check_choosable
from bigpoints.position import Position
from bigpoints.rules import legal_moves


class Judge:
    """Calls the first legal move the best, and each further one half as good."""

    name = "judge"

    def __init__(self, *, exact: bool = False) -> None:
        self.exact = exact
        self.is_closed = False

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:  # noqa: ARG002
        check_choosable(position)
        candidates = tuple(self._judged(position, number) for number in range(len(legal_moves(position))))
        return Choice(candidates[0].move, candidates[0].value, candidates=candidates)

    def _judged(self, position: Position, number: int) -> Candidate:
        share = float(number == 0) if self.exact else 0.8 / 2**number
        rest = (1 - share) / (position.players - 1)
        value = tuple(share if seat == position.seat else rest for seat in range(1, position.players + 1))
        margin = 3.25 - number if position.players == 2 else None
        return Candidate(legal_moves(position)[number], value, exact=self.exact, margin=margin)

    def close(self) -> None:
        self.is_closed = True


class Acting:
    """Does what a function does."""

    name = "acting"

    def __init__(self, act: Callable[[Position, Budget], Choice]) -> None:
        self.act = act
        self.is_closed = False

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:  # noqa: ARG002
        return self.act(position, budget)

    def close(self) -> None:
        self.is_closed = True


def first_mover() -> Acting:
    """Always the first legal move."""
    return Acting(lambda position, _: Choice(legal_moves(position)[0]))


def failing(_: Position, __: Budget) -> Choice:
    """Fail like a broken bot."""
    raise ZeroDivisionError("division by zero")


def untimed(choice: Choice) -> Choice:
    """A choice as it is whenever it is made again."""
    return replace(choice, seconds=0.0)
