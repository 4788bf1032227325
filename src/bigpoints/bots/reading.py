"""What a search has found, read off its trees; also while they still grow."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bigpoints.bots.bot import Candidate, Choice
from bigpoints.kernel.trees import DEPTH, EXACT, NODES, Tree
from bigpoints.notation import parse_action
from bigpoints.position import Move, Position
from bigpoints.rules import play

_TRUSTED_VISITS = 2
"""A ply belongs to the expected line if it was visited at least so often."""


def read_choice(trees: Sequence[Tree], position: Position, seconds: float) -> Choice | None:
    """The choice that trees of one position stand for together; None as long as none has a branch."""
    grown = [tree for tree in trees if tree.first[0]]
    if not grown:
        return None
    candidates = _ranked(grown, position)
    best = candidates[0]
    return Choice(
        best.move,
        best.value,
        best.margin,
        bool(any(tree.proven[0] == EXACT for tree in grown)),
        max(int(tree.control[DEPTH]) for tree in trees),
        sum(int(tree.control[NODES]) for tree in trees),
        seconds,
        best.line,
        candidates,
    )


def _ranked(trees: Sequence[Tree], position: Position) -> tuple[Candidate, ...]:
    """All moves, the one to play first: an exact one that nothing beats, otherwise the most visited."""
    seat = position.seat - 1
    candidates = sorted(_candidates(trees, position), key=lambda one: (-one.nodes, -one.value[seat]))
    exact = max((one for one in candidates if one.exact), key=lambda one: one.value[seat], default=None)
    if exact and exact.value[seat] >= candidates[0].value[seat]:
        candidates.sort(key=lambda one: one is not exact)
    return tuple(candidates)


def _candidates(trees: Sequence[Tree], position: Position) -> Iterator[Candidate]:
    players = position.players
    for number in range(int(trees[0].children[0])):
        rows = [(tree, int(tree.first[0]) + number) for tree in trees]
        exact = next(((tree, row) for tree, row in rows if tree.proven[row] == EXACT), None)
        read = [exact] if exact else rows
        visits = sum(int(tree.visits[row]) for tree, row in rows)
        found = sum((tree.sums[row].astype(float) for tree, row in read), np.zeros(trees[0].sums.shape[1]))
        shares = found[:players] / found[:players].sum()
        told = sum(int(tree.visits[row]) for tree, row in read)
        lead = float(found[players]) / told * (1 if position.seat == 1 else -1) if players == 2 else None
        line = tuple(_line(position, *max(rows, key=lambda pair: int(pair[0].visits[pair[1]]))))
        yield Candidate(line[0], tuple(map(float, shares)), visits, bool(exact), lead, line)


def _line(position: Position, tree: Tree, row: int) -> Iterator[Move]:
    """A node's move and the play that is expected after it."""
    while True:
        move = parse_action(position, int(tree.action[row]))
        yield move
        if not tree.first[row]:
            return
        visits = _children(tree, row)
        if visits.max() < _TRUSTED_VISITS:
            return
        position, row = play(position, move), int(tree.first[row]) + int(np.argmax(visits))


def _children(tree: Tree, row: int) -> NDArray[np.int32]:
    first = int(tree.first[row])
    return tree.visits[first : first + int(tree.children[row])]


def with_proof(choice: Choice, position: Position, proof: Candidate) -> Choice:
    """The choice once a move is proven best: no other move can promise its seat more."""
    others = (_at_most(one, proof, position.seat - 1) for one in choice.candidates if one.move != proof.move)
    candidates = (proof, *others)
    return replace(
        choice,
        move=proof.move,
        value=proof.value,
        margin=proof.margin,
        exact=True,
        line=proof.line,
        candidates=candidates,
    )


def _at_most(one: Candidate, proof: Candidate, seat: int) -> Candidate:
    most = proof.value[seat]
    value = one.value if one.value[seat] <= most else proof.value
    margin = one.margin if one.margin is None or proof.margin is None else min(one.margin, proof.margin)
    return replace(one, value=value, margin=margin)
