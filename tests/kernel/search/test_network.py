"""The network: it computes what its description says, shares sum to 1, and it judges alike what is alike."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.kernel.pack import pack
from bigpoints.kernel.search.features import extract_features, new_features
from bigpoints.kernel.search.network import WIDTH, Network, empty_network, forward, new_activations, softmax
from bigpoints.position import Position
from support.networks import Evaluation, any_network, evaluate_plainly
from support.strategies import going_on, seeds
from support.symmetry import renamed, rotated


def judged(network: Network, position: Position) -> Evaluation:
    """Each seat's share of the win, and its score."""
    features, activations, shares = new_features(), new_activations(), np.zeros(5, np.float32)
    extract_features(pack(position), features)
    forward(network, features, activations, position.players, len(position.pawns))
    softmax(activations.logits, position.players, shares)
    return shares[: position.players], activations.scores[: position.players]


@given(going_on(), seeds)
def test_the_network_computes_what_its_description_says(position: Position, seed: int) -> None:
    network = any_network(seed)
    for found, said in zip(judged(network, position), evaluate_plainly(network, position), strict=True):
        assert found == pytest.approx(said, rel=1e-3, abs=1e-3)


@given(going_on(), seeds)
def test_shares_of_the_win_sum_to_one(position: Position, seed: int) -> None:
    shares, _ = judged(any_network(seed), position)
    assert shares.sum() == pytest.approx(1, abs=1e-5)
    assert shares.min() >= 0


@given(going_on())
def test_a_network_that_knows_nothing_gives_everybody_the_same_share(position: Position) -> None:
    shares, _ = judged(empty_network(), position)
    assert shares == pytest.approx([1 / position.players] * position.players)


@settings(max_examples=100)
@given(going_on(), st.randoms(), st.integers(1, 4))
def test_other_names_for_colours_and_seats_change_no_judgement(position: Position, rng: Random, by: int) -> None:
    network, players = any_network(1), position.players
    order = rng.sample(range(len(position.pawns)), len(position.pawns))
    shares, scores = judged(network, position)
    other_shares, other_scores = judged(network, rotated(renamed(position, order), by))
    seats = [(seat + by) % players for seat in range(players)]
    assert other_shares[seats] == pytest.approx(shares, abs=1e-4)
    assert other_scores[seats] == pytest.approx(scores, abs=1e-2)


def test_far_apart_logits_leave_a_share_for_nobody_else() -> None:
    shares = np.zeros(5, np.float32)
    softmax(np.array([-1e30, 1e30, 0, 0, 0], np.float32), 3, shares)
    assert shares[:3] == pytest.approx([0, 1, 0], abs=1e-6)


def test_a_network_is_as_wide_as_it_says() -> None:
    assert {part.shape[-1] for part in empty_network()} == {WIDTH}
