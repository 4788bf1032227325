"""Games to fit to: they are games by the rules, with what came of them, and the same seed gives the same ones."""

from itertools import pairwise

import numpy as np
import pytest

from bigpoints.kernel.pack import unpack
from bigpoints.notation import parse_position, position_text
from bigpoints.position import Position
from bigpoints.rules import legal_moves, play, scores
from selfplay import self_play
from support.networks import any_network
from training import Games

NODES = 5


def played(minds: str, seed: int = 3) -> Games:
    return self_play(seed, 2, NODES, any_network(1) if minds == "network" else None)


@pytest.fixture(scope="module", params=["playouts", "network"])
def games(request: pytest.FixtureRequest) -> Games:
    return played(request.param)


def follows(before: Position, after: Position) -> bool:
    return any(play(before, move) == after for move in legal_moves(before))


def ends_with(last: Position, points: list[float]) -> bool:
    """Whether a move from here ends the game with these scores."""
    afterwards = [play(last, move) for move in legal_moves(last)]
    return any(after.is_over and [*scores(after)] == points[: last.players] for after in afterwards)


@pytest.mark.parametrize("minds", ["playouts", "network"])
def test_the_same_seed_gives_the_same_games(minds: str) -> None:
    one, again, other = played(minds), played(minds), played(minds, seed=4)
    assert np.array_equal(one.rows, again.rows)
    assert np.array_equal(one.shares, again.shares)
    assert np.array_equal(one.scores, again.scores)
    assert not np.array_equal(one.rows, other.rows)


def test_every_row_is_a_position_of_the_rules_and_follows_from_the_one_before(games: Games) -> None:
    positions = list(map(unpack, games.rows))
    assert all(parse_position(position_text(position)) == position for position in positions)
    breaks = [n for n, (one, next_one) in enumerate(pairwise(positions)) if not follows(one, next_one)]
    assert len(breaks) == 1, "two games"
    for last in (*breaks, len(positions) - 1):
        assert ends_with(positions[last], games.scores[last].tolist())


def test_who_has_most_points_has_won_and_equals_share_that(games: Games) -> None:
    for row, shares, points in zip(games.rows, games.shares, games.scores, strict=True):
        players = unpack(row).players
        best = points[:players] == points[:players].max()
        assert shares[:players].tolist() == pytest.approx((best / best.sum()).tolist())
        assert shares.sum() == pytest.approx(1)
        assert not shares[players:].any()
