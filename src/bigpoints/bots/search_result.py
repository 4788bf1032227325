"""What a search has found, read off its trees; also while they still grow."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bigpoints.bots.bot import Candidate, Choice
from bigpoints.kernel.search.tree import DEPTH, EXACT, NODES, Tree
from bigpoints.position import Move, Position
from bigpoints.rules import legal_moves, play

_SURENESS = {2: 1.3, 3: 1.0, 4: 0.75, 5: 0.75}
"""What makes shares of the win come true, by the number of players: seen by docs/calibration.py."""
_TRUSTED_VISITS = 2
"""A ply belongs to the expected line if it was visited at least so often."""


def read_choice(trees: Sequence[Tree], position: Position, seconds: float) -> Choice | None:
    """The choice that trees of one position stand for together; None as long as none has a branch."""
    candidates = _ranked([tree for tree in trees if tree.first_child[0]], position)
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


def _ranked(trees: Sequence[Tree], position: Position) -> tuple[Candidate, ...]:
    """The moves looked at, the one to play first, then the most visited."""
    seat = position.seat - 1
    candidates = sorted(_candidates(trees, position), key=lambda one: (-one.nodes, -one.value[seat]))
    best = _best(candidates, seat)
    return tuple(sorted(candidates, key=lambda one: one is not best))


def _best(candidates: Sequence[Candidate], seat: int) -> Candidate | None:
    """The exact one that is worth most, unless the most visited of the others looks better."""
    exact = max((one for one in candidates if one.exact), key=lambda one: one.value[seat], default=None)
    tried = next((one for one in candidates if not one.exact), None)
    if exact is None or tried is None:
        return exact or tried
    return exact if exact.value[seat] >= tried.value[seat] else tried


def _candidates(trees: Sequence[Tree], position: Position) -> Iterator[Candidate]:
    """What is known of each move that was looked at: from a tree that is sure of it, otherwise from all together."""
    for number, move in enumerate(legal_moves(position) if trees else ()):
        rows = [(tree, int(tree.first_child[0]) + number) for tree in trees]
        exact = next(((tree, row) for tree, row in rows if tree.proven[row] == EXACT), None)
        value, lead = _judgement([exact] if exact else rows, position)
        if not value:
            continue
        visits = sum(int(tree.visits[row]) for tree, row in rows)
        line = tuple(_line(position, move, *max(rows, key=lambda pair: int(pair[0].visits[pair[1]]))))
        yield Candidate(move, value, visits, bool(exact), lead, line)


def _judgement(rows: Sequence[tuple[Tree, int]], position: Position) -> tuple[tuple[float, ...], float | None]:
    """Each seat's share of the win and, of two, the lead of the seat to move; nothing if there was no visit yet."""
    players, visits = position.players, sum(int(tree.visits[row]) for tree, row in rows)
    told = ([float(mean) * int(tree.visits[row]) for mean in tree.means[row]] for tree, row in rows)
    found = list(map(sum, zip(*told, strict=True)))
    total = sum(found[:players])
    if not visits or not total:
        return (), None
    shares = _calibrated([share / total for share in found[:players]])
    if players != 2:
        return shares, None
    lead = found[players] / visits
    return shares, lead if position.seat == 1 else 0.0 - lead


def _calibrated(shares: Sequence[float]) -> tuple[float, ...]:
    """Shares of the win that come true: a search of two may be surer than its network, of many less sure."""
    told = [share ** _SURENESS[len(shares)] for share in shares]
    return tuple(share / sum(told) for share in told)


# A row that is being written may hold anything. So lines are read by the rules: their moves are legal in any case.


def _line(position: Position, move: Move, tree: Tree, row: int) -> Iterator[Move]:
    """A node's move and the play that is expected after it."""
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
    """The choice once a move is proven best: no other move can promise its seat more."""
    others = (_at_most(one, proof, position.seat - 1) for one in choice.candidates if one.move != proof.move)
    return choice.led_by((proof, *others), exact=True)


def _at_most(one: Candidate, proof: Candidate, seat: int) -> Candidate:
    most = proof.value[seat]
    value = one.value if one.value[seat] <= most else proof.value
    margin = one.margin if one.margin is None or proof.margin is None else min(one.margin, proof.margin)
    return replace(one, value=value, margin=margin)
