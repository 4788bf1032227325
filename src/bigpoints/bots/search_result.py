"""Reading a choice from the trees of a search, finished or still growing."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bigpoints.bots.bot import Candidate, Choice
from bigpoints.kernel.search.tree import DEPTH, EXACT, NODES, Tree
from bigpoints.position import Move, Position
from bigpoints.rules import legal_moves, play

_CALIBRATION = {2: 1.3, 3: 1.0, 4: 0.75, 5: 0.75}
"""Exponent that calibrates win shares, by number of players; docs/calibration.py checks it."""
_TRUSTED_VISITS = 2
"""Fewest visits of a ply in the expected line."""


def read_choice(trees: Sequence[Tree], position: Position, seconds: float) -> Choice | None:
    """The choice of several trees of one position together; None before any root is expanded."""
    candidates = _rank([tree for tree in trees if tree.first_child[0]], position)
    if not candidates:
        return None
    best = candidates[0]
    return Choice(
        best.move,
        best.value,
        best.margin,
        best.exact and any(bool(tree.proven[0] == EXACT) for tree in trees),
        max(int(tree.control[DEPTH]) for tree in trees),
        sum(int(tree.control[NODES]) for tree in trees),
        seconds,
        best.line,
        candidates,
    )


def _rank(trees: Sequence[Tree], position: Position) -> tuple[Candidate, ...]:
    """The moves compared: the one to play first, the others by visits."""
    seat = position.seat - 1
    candidates = sorted(_candidates(trees, position), key=lambda one: (-one.nodes, -one.value[seat]))
    best = _best(candidates, seat)
    return tuple(sorted(candidates, key=lambda one: one is not best))


def _best(candidates: Sequence[Candidate], seat: int) -> Candidate | None:
    """The best exact candidate, unless the most visited of the others has a higher value."""
    exact = max((one for one in candidates if one.exact), key=lambda one: one.value[seat], default=None)
    tried = next((one for one in candidates if not one.exact), None)
    if exact is None or tried is None:
        return exact or tried
    return exact if exact.value[seat] >= tried.value[seat] else tried


def _candidates(trees: Sequence[Tree], position: Position) -> Iterator[Candidate]:
    """A candidate for each move compared: from a tree in which it is exact, otherwise from all trees together."""
    for number, move in enumerate(legal_moves(position) if trees else ()):
        rows = [(tree, int(tree.first_child[0]) + number) for tree in trees]
        exact = next(((tree, row) for tree, row in rows if tree.proven[row] == EXACT), None)
        value, lead = _combine_values([exact] if exact else rows, position)
        if not value:
            continue
        visits = sum(int(tree.visits[row]) for tree, row in rows)
        line = tuple(_line(position, move, *max(rows, key=lambda pair: int(pair[0].visits[pair[1]]))))
        yield Candidate(move, value, visits, bool(exact), lead, line)


def _combine_values(rows: Sequence[tuple[Tree, int]], position: Position) -> tuple[tuple[float, ...], float | None]:
    """Win share of each seat and, with two players, the margin of the seat to move; empty without visits."""
    players, visits = position.players, sum(int(tree.visits[row]) for tree, row in rows)
    told = ([float(mean) * int(tree.visits[row]) for mean in tree.means[row]] for tree, row in rows)
    found = list(map(sum, zip(*told, strict=True)))
    total = sum(found[:players])
    if not visits or not total:
        return (), None
    shares = _calibrate([share / total for share in found[:players]])
    if players != 2:
        return shares, None
    lead = found[players] / visits
    return shares, lead if position.seat == 1 else 0.0 - lead


def _calibrate(shares: Sequence[float]) -> tuple[float, ...]:
    """Calibrate win shares: exponents above 1 sharpen them (two players), below 1 flatten them (four and five)."""
    told = [share ** _CALIBRATION[len(shares)] for share in shares]
    return tuple(share / sum(told) for share in told)


# Another thread may be writing a row that is read here. Lines follow the legal moves of the rules, never the actions in
# the rows, so that they are legal in any case.


def _line(position: Position, move: Move, tree: Tree, row: int) -> Iterator[Move]:
    """A move and the expected line after it: the most visited children."""
    yield move
    while first := int(tree.first_child[row]):
        position = play(position, move)
        moves = legal_moves(position)
        visits = tree.visits[first : first + len(moves)].tolist()
        if max(visits, default=0) < _TRUSTED_VISITS:
            return
        number = visits.index(max(visits))
        move, row = moves[number], first + number
        yield move


def with_proof(choice: Choice, position: Position, proof: Candidate) -> Choice:
    """The choice once a move is proven best: the values of other moves are capped at its value."""
    others = (_at_most(one, proof, position.seat - 1) for one in choice.candidates if one.move != proof.move)
    return choice.with_candidates((proof, *others), exact=True)


def _at_most(one: Candidate, proof: Candidate, seat: int) -> Candidate:
    most = proof.value[seat]
    value = one.value if one.value[seat] <= most else proof.value
    margin = one.margin if one.margin is None or proof.margin is None else min(one.margin, proof.margin)
    return replace(one, value=value, margin=margin)
