"""The yardstick: UCB1 with c = 1.4 on the share of wins, nothing more and nothing less."""

from math import log, sqrt
from random import Random

import numpy as np
import pytest

from bigpoints.kernel.pack import pack
from bigpoints.kernel.search.tree import DEPTH, NO_LIMIT, NODE_LIMIT, NODES, USED, Tree, new_tree, reset_tree
from bigpoints.kernel.search.uct import search_uct
from bigpoints.notation import parse_position
from bigpoints.position import Position
from bigpoints.rules import legal_moves, start

MIDDLE = parse_position("..GP...RR..BP.GG....B.YR.PG.RBPBR..KWGR.PY.GPRBRPGBYBRB 21,33,42,16,4 BRYGP BG2PW3K2/Y6PW 2 m")
SEED = np.uint64(1)


def grown(position: Position, playouts: int, megabytes: float = 4) -> Tree:
    tree = reset_tree(new_tree(megabytes, position.players), playouts, NO_LIMIT)
    search_uct(tree, pack(position), SEED)
    return tree


def test_every_move_is_tried_once_before_any_is_tried_twice() -> None:
    moves = len(legal_moves(MIDDLE))
    assert grown(MIDDLE, moves).visits[1 : 1 + moves].tolist() == [1] * moves


def test_then_always_the_one_with_the_highest_upper_confidence_bound() -> None:
    rows, seat = range(1, 1 + len(legal_moves(MIDDLE))), MIDDLE.seat - 1
    tree, rng_state = reset_tree(new_tree(4, 2), len(rows), NO_LIMIT), SEED
    for _ in range(300):
        rng_state = np.uint64(search_uct(tree, pack(MIDDLE), rng_state))
        visits, means = tree.visits[rows].tolist(), tree.means[rows, seat].tolist()
        bounds = [mean + 1.4 * sqrt(log(tree.visits[0]) / n) for mean, n in zip(means, visits, strict=True)]
        tree.control[NODE_LIMIT] += 1
        rng_state = np.uint64(search_uct(tree, pack(MIDDLE), rng_state))
        (picked,) = np.flatnonzero(tree.visits[rows] - visits)
        assert bounds[picked] == pytest.approx(max(bounds), abs=1e-5)
        tree.control[NODE_LIMIT] += 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_playout_is_counted_once_on_its_way_up(players: int) -> None:
    position = start(players, Random(1))
    tree, rows = grown(position, 2000), slice(1, 1 + len(legal_moves(position)))
    assert tree.control[NODES] == tree.visits[0] == tree.visits[rows].sum() == 2000
    assert tree.means[0, :players].sum() == pytest.approx(1, rel=1e-5)
    assert tree.visits[rows] @ tree.means[rows] / 2000 == pytest.approx(tree.means[0], rel=1e-3)


def test_a_full_tree_plays_out_from_where_it_ends() -> None:
    tree = grown(MIDDLE, 3000, megabytes=0)
    assert tree.control[USED] <= len(tree.first_child)
    assert tree.visits[0] == 3000


@pytest.mark.parametrize(("position", "megabytes"), [(MIDDLE, 0), (parse_position("BRRB 0,0 BR -/- 1 m"), 4)])
def test_a_depth_beyond_the_memory_or_the_end_of_the_game_ends_all_the_same(position: Position, megabytes: int) -> None:
    tree = reset_tree(new_tree(megabytes, 2), NO_LIMIT, 100)
    search_uct(tree, pack(position), SEED)
    assert 0 < tree.control[DEPTH] < 100


def test_the_same_chance_grows_the_same_tree() -> None:
    one, other = grown(MIDDLE, 1000), grown(MIDDLE, 1000)
    assert np.array_equal(one.visits, other.visits)
    assert np.array_equal(one.means, other.means)
