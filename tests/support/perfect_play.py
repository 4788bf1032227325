"""Perfect play by the plain rules, without a trick: what the solver is checked against."""

from bigpoints.position import Position
from bigpoints.rules import legal_moves, play, scores


def margin(position: Position, known: dict[Position, int] | None = None) -> int:
    """The final score of the seat to move less the other's when both play perfectly."""
    known = {} if known is None else known
    if position.is_over:
        points = scores(position)
        return points[position.seat - 1] - points[2 - position.seat]
    if position not in known:
        known[position] = max(_after(position, play(position, move), known) for move in legal_moves(position))
    return known[position]


def _after(before: Position, after: Position, known: dict[Position, int]) -> int:
    value = margin(after, known)
    return value if after.seat == before.seat else -value
