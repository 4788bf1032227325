"""The judging search: what it calls exact is what perfect play gives, whatever its network says."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.kernel.search.tree import DEPTH, EXACT, NO_LIMIT, NODES, USED, Tree, new_tree
from bigpoints.notation import parse_position
from bigpoints.position import Material, Position
from bigpoints.rules import legal_moves, play, start, winners
from support.networks import grow_tree
from support.perfect_play import margin
from support.strategies import options_on, played_out, seeds

ENOUGH = 300_000
Value = tuple[float, ...]


@st.composite
def small_boards(draw: st.DrawFn) -> Position:
    """The start of a game for two to four that plain rules can search to the end, of any mix of options."""
    colours = draw(st.integers(1, 3))
    discs = draw(st.integers(1, (4, 2, 1)[colours - 1]))
    room = max(0, 5 - colours * discs)
    white = draw(st.integers(0, min(2, room)))
    material = Material(colours, discs, white, draw(st.integers(0, min(2, room - white))))
    return start(
        draw(st.integers(2, 4)), Random(draw(seeds)), material=material, options=draw(options_on(material.places))
    )


@st.composite
def late_positions(draw: st.DrawFn) -> Position:
    """A standard game some plies before its end, of any mix of options."""
    begin = start(draw(st.integers(2, 5)), Random(draw(seeds)), options=draw(options_on(55)))
    return played_out(begin, Random(draw(seeds)))[-draw(st.integers(1, 4))].before


def perfect_values(position: Position, known: dict[Position, frozenset[Value]]) -> frozenset[Value]:
    """Each value that max^n can give: everybody takes the best share for itself, any of those that are equal."""
    if position.is_over:
        won = winners(position)
        return frozenset({tuple(1 / len(won) * (seat in won) for seat in range(1, position.players + 1))})
    if position not in known:
        branches = [perfect_values(play(position, move), known) for move in legal_moves(position)]
        seat = position.seat - 1
        sure = max(min(value[seat] for value in branch) for branch in branches)
        known[position] = frozenset(value for branch in branches for value in branch if value[seat] >= sure)
    return known[position]


def nodes_of(tree: Tree, position: Position, row: int = 0) -> Iterator[tuple[Position, int]]:
    """Every position in a tree with its row."""
    yield position, row
    if first := int(tree.first_child[row]):
        for number, move in enumerate(legal_moves(position)):
            yield from nodes_of(tree, play(position, move), first + number)


def value_of(tree: Tree, row: int, players: int) -> Value:
    return tuple(tree.means[row, :players].tolist())


def is_among(value: Value, values: frozenset[Value]) -> bool:
    return any(value == pytest.approx(one, abs=1e-5) for one in values)


@settings(max_examples=60)
@given(small_boards() | late_positions(), seeds)
def test_a_search_to_the_end_finds_what_perfect_play_gives(position: Position, seed: int) -> None:
    tree = grow_tree(position, ENOUGH, seed=seed)
    assert tree.proven[0] == EXACT
    assert is_among(value_of(tree, 0, position.players), perfect_values(position, {}))
    if position.players == 2:
        worth = margin(position)
        mover = (1 + (worth > 0) - (worth < 0)) / 2
        assert value_of(tree, 0, 2)[position.seat - 1] == pytest.approx(mover, abs=1e-5)


@settings(max_examples=60)
@given(small_boards() | late_positions(), st.integers(1, 400), seeds)
def test_whatever_a_search_calls_exact_is_so_whenever_it_is_asked(position: Position, nodes: int, seed: int) -> None:
    tree, known = grow_tree(position, nodes, seed=seed), dict[Position, frozenset[Value]]()
    exact = [(at, row) for at, row in nodes_of(tree, position) if tree.proven[row] == EXACT]
    for at, row in exact:
        assert is_among(value_of(tree, row, position.players), perfect_values(at, known))


@settings(max_examples=60)
@given(small_boards() | late_positions(), st.integers(1, 400))
def test_shares_sum_to_one_in_every_node_and_first_promises_among_siblings(position: Position, nodes: int) -> None:
    tree, players = grow_tree(position, nodes), position.players
    for at, row in nodes_of(tree, position):
        if row:
            assert sum(value_of(tree, row, players)) == pytest.approx(1, abs=1e-4)
        if first := int(tree.first_child[row]):
            promises = tree.prior[first : first + len(legal_moves(at))]
            assert promises.sum() == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("nodes", [1, 10, 1000])
def test_the_limit_of_nodes_is_passed_by_less_than_one_unfolding(players: int, nodes: int) -> None:
    tree = grow_tree(start(players, Random(1)), nodes)
    assert nodes <= tree.control[NODES] < nodes + 21
    assert tree.control[USED] == tree.control[NODES] + 1


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_a_search_ends_at_its_depth(depth: int) -> None:
    assert grow_tree(start(3, Random(1)), NO_LIMIT, depth=depth).control[DEPTH] == depth


def test_a_depth_beyond_the_memory_ends_all_the_same() -> None:
    tree = grow_tree(start(2, Random(1)), NO_LIMIT, depth=100, tree=new_tree(0, 2))
    assert tree.control[DEPTH] < 100


def test_a_depth_beyond_the_end_of_the_game_ends_with_a_proof() -> None:
    tree = grow_tree(parse_position("BRRB 0,0 BR -/- 1 m"), NO_LIMIT, depth=100)
    assert tree.proven[0] == EXACT


def test_a_search_ends_once_everything_is_proven() -> None:
    tree = grow_tree(parse_position("BRYBRY 0,0,0 BRY -/-/- 2 m"), ENOUGH)
    assert tree.proven[0] == EXACT
    assert tree.control[NODES] < ENOUGH
