"""Trees: their memory, their limits, and what a finished game is worth."""

from random import Random

import numpy as np
import pytest
from hypothesis import given

from bigpoints.kernel.pack import pack
from bigpoints.kernel.search.tree import EXACT, NODES, USED, new_tree, reset_tree, write_final_value
from bigpoints.notation import parse_position
from bigpoints.position import Material
from bigpoints.rules import legal_moves, play, scores, start, winners
from support.networks import grow_tree
from support.strategies import Ply, games

MOST_CHILDREN = 21


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("megabytes", [1, 64])
def test_a_tree_takes_the_memory_it_is_given(players: int, megabytes: int) -> None:
    taken = sum(part.nbytes for part in new_tree(megabytes, players))
    assert 0.98 * megabytes < taken / 2**20 <= megabytes


@pytest.mark.parametrize("players", [2, 5])
def test_a_full_tree_grows_no_more_but_keeps_its_limit_and_goes_on_visiting(players: int) -> None:
    position = start(players, Random(1), first=1)
    tree = grow_tree(position, 5000, tree=new_tree(0, players))
    assert tree.control[USED] <= len(tree.first_child)
    assert 5000 <= tree.control[NODES] < 5000 + MOST_CHILDREN
    assert tree.visits[0] > len(tree.first_child)
    assert tree.visits[1 : 1 + len(legal_moves(position))].sum() > len(tree.first_child)


def test_a_tree_is_planted_anew_without_a_trace_of_what_grew_before() -> None:
    position, other = start(3, Random(1)), parse_position("BRYBRY 0,0,0 BRY -/-/- 2 m")
    used, fresh = new_tree(1, 3), new_tree(1, 3)
    assert EXACT in grow_tree(other, 3000, tree=used).proven
    grow_tree(position, 2000, tree=used)
    grow_tree(position, 2000, tree=fresh)
    rows = int(fresh.control[USED])
    assert np.array_equal(used.control, fresh.control)
    for name in ("first_child", "child_count", "action", "visits", "means", "proven"):
        assert np.array_equal(getattr(used, name)[:rows], getattr(fresh, name)[:rows]), name


def test_a_full_tree_remembers_nothing_of_what_grew_before_either() -> None:
    used, rng = new_tree(0.02, 2), Random(1)
    for _ in range(60):
        position = start(2, rng, material=Material(3, 3, 1, 2))
        for _ in range(rng.randrange(9)):
            position = play(position, rng.choice(legal_moves(position)))
        if position.is_over:
            continue
        fresh = grow_tree(position, 4000, tree=new_tree(0.02, 2))
        rows = int(fresh.control[USED])
        assert np.array_equal(grow_tree(position, 4000, tree=used).proven[:rows], fresh.proven[:rows])


def test_nothing_grows_from_a_finished_game() -> None:
    tree = grow_tree(parse_position(".B.. s1,s0 - B2/R3 1 e"), 100)
    assert (tree.first_child[0], tree.visits[0], tree.control[NODES]) == (0, 0, 0)


def test_a_planted_tree_has_nothing_but_its_root() -> None:
    tree = reset_tree(grow_tree(start(2, Random(1)), 500), 10, 3)
    assert (tree.first_child[0], tree.visits[0], tree.proven[0], tree.means[0].any()) == (0, 0, 0, False)
    assert tree.control.tolist() == [0, 0, 10, 1, 0, 3]


@given(games())
def test_the_win_is_shared_out_among_those_with_the_most_points(plies: list[Ply]) -> None:
    position, shares = plies[-1].after, np.zeros(5, np.float32)
    write_final_value(pack(position), shares, position.players)
    won = winners(position)
    expected = [1 / len(won) if seat in won else 0 for seat in range(1, position.players + 1)]
    assert shares[: position.players] == pytest.approx(expected)
    if position.players == 2:
        points = scores(position)
        assert shares[2] == points[0] - points[1]
