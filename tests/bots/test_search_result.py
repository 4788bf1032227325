"""Choices read from trees, also while they grow, whatever half-written rows hold."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.bots.bot import Candidate, Choice
from bigpoints.bots.search_result import read_choice, with_proof
from bigpoints.kernel.pack import pack
from bigpoints.kernel.search.tree import EXACT, NO_LIMIT, Tree, new_tree, reset_tree
from bigpoints.kernel.search.uct import search_uct
from bigpoints.notation import parse_position
from bigpoints.position import Position
from bigpoints.rules import legal_moves, play, start
from support.networks import grow_tree
from support.strategies import positions, seeds

START = start(2, Random(1), first=1)


def check_is_playable(position: Position, choice: Choice) -> None:
    """Every move that is told of can be played, and all values are shares."""
    moves = [one.move for one in choice.candidates]
    assert choice.move == moves[0]
    assert len(set(moves)) == len(moves)
    for one in choice.candidates:
        assert sum(one.value) == pytest.approx(1)
        assert (one.margin is None) == (position.players != 2)
        assert one.line[0] == one.move
        after = position
        for move in one.line:
            after = play(after, move)


def by_hand(position: Position, rows: Sequence[tuple[int, float, bool]]) -> Tree:
    """A tree of one ply: for each move its visits, the share of the seat to move, and whether that is exact."""
    tree = reset_tree(new_tree(0, position.players), 1, 1)
    tree.first_child[0], tree.child_count[0] = 1, len(rows)
    for row, (visits, share, exact) in enumerate(rows, start=1):
        tree.visits[row], tree.proven[row] = visits, exact * EXACT
        tree.means[row, :2] = 1 - share
        tree.means[row, position.seat - 1] = share
    return tree


def test_nothing_is_read_off_a_tree_without_a_branch() -> None:
    assert read_choice([reset_tree(new_tree(0, 2), 1, 1)], START, 0.0) is None


@settings(max_examples=60)
@given(positions(), st.integers(1, 300), st.integers(1, 3))
def test_what_trees_found_can_be_played(position: Position, nodes: int, threads: int) -> None:
    if position.is_over:
        return
    choice = read_choice([grow_tree(position, nodes, seed=number) for number in range(threads)], position, 0.5)
    assert choice is not None
    check_is_playable(position, choice)
    assert {one.move for one in choice.candidates} == set(legal_moves(position))
    assert choice.nodes >= nodes or choice.exact
    assert choice.seconds == 0.5


@pytest.mark.parametrize("playouts", [1, 3, 40])
@pytest.mark.parametrize("players", [2, 3])
def test_moves_that_were_never_tried_are_not_told_of(playouts: int, players: int) -> None:
    position = start(players, Random(1))
    tree = reset_tree(new_tree(1, players), playouts, NO_LIMIT)
    search_uct(tree, pack(position), np.uint64(1))
    choice = read_choice([tree], position, 0.0)
    assert choice is not None
    check_is_playable(position, choice)
    assert len(choice.candidates) == min(playouts, len(legal_moves(position)))
    assert sum(one.nodes for one in choice.candidates) == playouts


@settings(max_examples=100)
@given(positions(), seeds)
def test_rows_that_are_being_written_may_hold_anything(position: Position, seed: int) -> None:
    """A watcher reads while another thread writes: it may be told nonsense, but never of a move that is not legal."""
    if position.is_over:
        return
    rng, tree = np.random.default_rng(seed), new_tree(0, position.players)
    rows = len(tree.first_child)
    tree.first_child[:], tree.child_count[:] = rng.integers(0, rows, rows), rng.integers(0, 22, rows)
    tree.action[:], tree.proven[:] = rng.integers(0, 21, rows), rng.integers(0, 3, rows)
    tree.visits[:], tree.means[:] = rng.integers(0, 5, rows), rng.integers(0, 3, tree.means.shape)
    tree.first_child[0] = 1
    if choice := read_choice([tree], position, 0.0):
        check_is_playable(position, choice)


def test_the_most_visited_move_is_played() -> None:
    open_rows = [(n, 0.9 - n / 100, False) for n in range(1, 1 + len(legal_moves(START)))]
    choice = read_choice([by_hand(START, open_rows)], START, 0.0)
    assert choice is not None
    assert choice.move == legal_moves(START)[-1]
    assert [one.nodes for one in choice.candidates] == sorted((one.nodes for one in choice.candidates), reverse=True)


@pytest.mark.parametrize(
    ("rows", "best"),
    [
        pytest.param([(900, 0.0, True), (5, 0.3, False), (9, 0.2, False)], 2, id="a proven loss is not played"),
        pytest.param([(900, 0.4, False), (5, 0.5, True), (9, 0.2, False)], 1, id="a proven tie beats less"),
        pytest.param([(900, 0.6, False), (5, 0.5, True), (9, 0.2, False)], 0, id="and not more"),
        pytest.param([(900, 0.99, False), (5, 1.0, True), (9, 0.0, True)], 1, id="a proven win is played"),
        pytest.param([(900, 0.0, True), (5, 0.5, True), (9, 0.0, True)], 1, id="the best of all that are proven"),
    ],
)
def test_what_is_proven_counts_more_than_visits(rows: list[tuple[int, float, bool]], best: int) -> None:
    position = parse_position("BRRB 0,0 BR -/- 1 m")
    assert len(legal_moves(position)) == len(rows)
    choice = read_choice([by_hand(position, rows)], position, 0.0)
    assert choice is not None
    assert choice.move == legal_moves(position)[best]
    assert choice.candidates[0].exact == rows[best][2]


def test_with_four_players_it_is_less_sure_and_all_shares_still_sum_to_one() -> None:
    position = start(4, Random(1))
    tree = reset_tree(new_tree(0, 4), 1, 1)
    tree.first_child[0], tree.child_count[0] = 1, len(legal_moves(position))
    tree.visits[1:30], tree.means[1:30] = 9, (0.7, 0.1, 0.1, 0.1)
    choice = read_choice([tree], position, 0.0)
    assert choice is not None
    assert choice.value == pytest.approx((0.589, 0.137, 0.137, 0.137), abs=0.002)


@pytest.mark.parametrize(("found", "told"), [(0.0, 0.0), (0.3, 0.25), (0.5, 0.5), (0.7, 0.75), (1.0, 1.0)])
def test_with_two_players_a_search_is_surer_than_its_network_but_of_what_is_even_or_certain(
    found: float, told: float
) -> None:
    position = parse_position("BRRB 0,0 BR -/- 1 m")
    choice = read_choice([by_hand(position, [(9, found, False)] * 3)], position, 0.0)
    assert choice is not None
    assert choice.value == pytest.approx((told, 1 - told), abs=0.01)


def test_a_tree_that_is_sure_of_a_move_speaks_for_all() -> None:
    position = parse_position("BRRB 0,0 BR -/- 1 m")
    unsure = by_hand(position, [(50, 0.9, False), (5, 0.4, False), (9, 0.2, False)])
    sure = by_hand(position, [(10, 0.0, True), (5, 0.4, False), (9, 0.2, False)])
    choice = read_choice([unsure, sure], position, 0.0)
    assert choice is not None
    told = {one.move: one for one in choice.candidates}[legal_moves(position)[0]]
    assert (told.value, told.exact, told.nodes) == ((0.0, 1.0), True, 60)


@pytest.mark.parametrize(("bpn", "lead"), [("BRRB 0,0 BR -/- 1 m", 2.0), ("BRRB 0,0 BR -/- 2 m", -2.0)])
def test_the_margin_is_that_of_the_seat_to_move(bpn: str, lead: float) -> None:
    position = parse_position(bpn)
    tree = by_hand(position, [(10, 0.5, False)] * 3)
    tree.means[1:4, 2] = 2
    choice = read_choice([tree], position, 0.0)
    assert choice is not None
    assert choice.margin == lead


def test_no_move_promises_more_than_the_one_that_is_proven_best() -> None:
    moves = legal_moves(START)
    found = tuple(Candidate(move, (0.1 * n, 1 - 0.1 * n), margin=float(n)) for n, move in enumerate(moves))
    proof = Candidate(moves[2], (0.5, 0.5), 100, exact=True, margin=0.0, line=(moves[2],))
    choice = with_proof(Choice(moves[-1], (0.9, 0.1), candidates=found), START, proof)
    assert (choice.move, choice.value, choice.margin, choice.exact) == (moves[2], (0.5, 0.5), 0.0, True)
    assert choice.candidates[0] == proof
    assert {one.move for one in choice.candidates} == set(moves)
    assert all(one.value[0] <= 0.5 and (one.margin or 0) <= 0 for one in choice.candidates)
