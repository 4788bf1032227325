"""Alpha–beta: exact inside its window, a true bound outside it, and stopped when it is told to."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.kernel import pack
from bigpoints.kernel.solver.alphabeta import (
    NODE_LIMIT,
    NODES,
    STOP,
    Memory,
    new_memory,
    search_margin,
    stored_action,
)
from bigpoints.kernel.solver.transposition import INFINITY
from bigpoints.notation import action_number
from bigpoints.position import Position
from bigpoints.rules import legal_moves, play
from support.perfect_play import margin
from support.small_boards import late, late_positions, small_boards

NO_LIMIT = 1 << 62


def fresh(entries: int = 1 << 12, nodes: int = NO_LIMIT) -> Memory:
    memory = new_memory(entries)
    memory.control[NODE_LIMIT] = nodes
    return memory


@settings(max_examples=60)
@given(small_boards() | late_positions())
def test_a_window_as_wide_as_all_margins_gives_the_exact_one(position: Position) -> None:
    assert search_margin(fresh(), pack(position), -INFINITY, INFINITY) == margin(position)


@settings(max_examples=60)
@given(small_boards() | late_positions(), st.integers(-30, 30), st.integers(1, 20))
def test_a_narrow_window_gives_the_margin_or_a_bound_on_its_side(position: Position, alpha: int, width: int) -> None:
    exact, beta = margin(position), alpha + width
    found = search_margin(fresh(), pack(position), alpha, beta)
    if found <= alpha:
        assert exact <= found
    elif found >= beta:
        assert exact >= found
    else:
        assert exact == found


@settings(max_examples=40)
@given(small_boards() | late_positions())
def test_the_action_stored_for_a_searched_position_is_a_best_one(position: Position) -> None:
    memory = fresh()
    exact = search_margin(memory, pack(position), -INFINITY, INFINITY)
    action = stored_action(memory, pack(position))
    if action is None:  # Bounds settled it without a search.
        return
    after = next(play(position, move) for move in legal_moves(position) if action_number(move) == action)
    assert exact == (margin(after) if after.seat == position.seat else -margin(after))


def test_nothing_is_stored_for_a_position_that_was_not_searched() -> None:
    assert stored_action(fresh(), pack(late(8, seed=1))) is None


def test_a_search_stops_at_its_node_limit() -> None:
    memory = fresh(nodes=500)
    search_margin(memory, pack(late(20, seed=1)), -INFINITY, INFINITY)
    assert memory.control[STOP] == 1
    assert memory.control[NODES] == 500


def test_a_search_that_is_told_to_stop_searches_no_more() -> None:
    memory = fresh()
    memory.control[STOP] = 1
    search_margin(memory, pack(late(20, seed=1)), -INFINITY, INFINITY)
    assert memory.control[NODES] == 1


@pytest.mark.parametrize("seed", range(5))
def test_a_table_saves_nodes_and_changes_no_margin(seed: int) -> None:
    position = pack(late(10, seed))
    large, none = fresh(1 << 16), fresh(2)
    assert search_margin(large, position, -INFINITY, INFINITY) == search_margin(none, position, -INFINITY, INFINITY)
    assert large.control[NODES] < none.control[NODES]


def test_a_second_search_of_a_position_is_read_from_the_table() -> None:
    memory, position = fresh(1 << 16), pack(late(10, seed=3))
    first = search_margin(memory, position, -INFINITY, INFINITY)
    searched = int(memory.control[NODES])
    assert search_margin(memory, position, -INFINITY, INFINITY) == first
    assert memory.control[NODES] == searched + 1
