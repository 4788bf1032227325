"""Fitting: the gradient is that of the loss, a fit lowers it, and the calibration tells what came true."""

from random import Random

import numpy as np
import pytest

import training
from bigpoints.kernel.pack import pack
from bigpoints.kernel.search.network import Network, empty_network
from bigpoints.position import Options, Position
from bigpoints.rules import start
from selfplay import self_play
from support.networks import Weights, any_network, evaluate_plainly
from support.strategies import played_out
from training import Games, add_gradients, calibration, fit_network, new_workspace, predict_all

STEP = 1e-6
FEW = self_play(1, 6, 2, None)


def some_positions() -> list[Position]:
    """Moments of games of every number of players, with and without options."""
    begun = [start(players, Random(players)) for players in (2, 3, 4, 5)]
    begun.append(start(3, Random(6), options=Options(True, True, (5, 9))))
    return [ply.before for position in begun for ply in played_out(position, Random(7))[::9]]


def with_any_end(positions: list[Position]) -> Games:
    """These positions, as if games of any scores had come of them."""
    rng = np.random.default_rng(1)
    seats = np.array([[seat < position.players for seat in range(5)] for position in positions])
    shares, scores = rng.random(seats.shape) * seats, rng.integers(0, 40, seats.shape) * seats
    shares /= shares.sum(axis=1, keepdims=True)
    return Games(np.array(list(map(pack, positions))), shares.astype(np.float32), scores.astype(np.float32))


def loss(weights: Weights, positions: list[Position], games: Games) -> float:
    """The loss of a fit in double precision: cross-entropy, and a little of the scores' squared error."""
    total = 0.0
    for position, won, reached in zip(positions, games.shares, games.scores, strict=True):
        shares, scores = evaluate_plainly(weights, position)
        off = (scores - reached[: position.players]) / 10
        total -= won[: position.players] @ np.log(shares)
        total += float(training._SCORE_WEIGHT) / 2 * off @ off
    return total


def total_loss(network: Network, games: Games) -> float:
    entropy, error = add_gradients(network, games, np.arange(len(games.rows)), empty_network(), new_workspace())
    return entropy + float(training._SCORE_WEIGHT) / 200 * error


@pytest.mark.parametrize("part", Network._fields)
def test_a_step_in_any_direction_changes_the_loss_as_the_gradient_says(part: str) -> None:
    network, gradient, positions = any_network(1), empty_network(), some_positions()
    games = with_any_end(positions)
    add_gradients(network, games, np.arange(len(positions)), gradient, new_workspace())
    number, rng = Network._fields.index(part), np.random.default_rng(2)
    for _ in range(5):
        weights = [one.astype(float) for one in network]
        way = rng.normal(0, 1, weights[number].shape)
        weights[number] += STEP * way
        ahead = loss(weights, positions, games)
        weights[number] -= 2 * STEP * way
        slope = (ahead - loss(weights, positions, games)) / (2 * STEP)
        assert (gradient[number] * way).sum() == pytest.approx(slope, rel=1e-3, abs=1e-2)


def test_the_losses_are_those_of_the_description() -> None:
    positions = some_positions()
    games = with_any_end(positions)
    for position, row in zip(positions, range(len(positions)), strict=True):
        one = Games(games.rows[row : row + 1], games.shares[row : row + 1], games.scores[row : row + 1])
        entropy, error = add_gradients(any_network(1), one, np.arange(1), empty_network(), new_workspace())
        said = entropy + float(training._SCORE_WEIGHT) / 200 * error * position.players
        assert said == pytest.approx(loss(any_network(1), [position], one), rel=1e-4)


def test_a_fit_lowers_the_loss(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(training, "_BATCH", 32)
    before, after = (total_loss(fit_network(FEW, passes), FEW) for passes in (0, 10))
    assert after < 0.8 * before
    assert capsys.readouterr().out.count(f"fitted to {len(FEW.rows)} positions; held out: ") == 2


def test_the_same_games_give_the_same_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "_BATCH", 64)
    for one, other in zip(fit_network(FEW, 1), fit_network(FEW, 1), strict=True):
        assert np.array_equal(one, other)


# --- Calibration ------------------------------------------------------------------------------------------------------


def test_who_knows_nothing_says_one_half_of_two_players_and_is_right() -> None:
    positions = [ply.before for ply in played_out(start(2, Random(1)), Random(1))]
    ((given, came_true, count),) = calibration(empty_network(), with_any_end(positions))
    assert (given, came_true) == pytest.approx((0.5, 0.5))
    assert count == 2 * (len(positions) - int(len(positions) * 0.95))


def test_who_is_always_right_is_seen_to_be() -> None:
    network, rows = any_network(1), np.repeat(FEW.rows, 5, axis=0)
    shares = np.zeros((len(rows), 5), np.float32)
    games = Games(rows, shares, shares)
    for index in range(len(rows)):
        given, _ = predict_all(network, games, np.array([index]), new_workspace())
        shares[index, : len(given)] = given
    found = list(calibration(network, games))
    assert [came_true for _, came_true, _ in found] == pytest.approx([given for given, _, _ in found])
    tenths = [int(given * 10) for given, _, _ in found]
    assert tenths == sorted(set(tenths))
    assert len(tenths) > 1


def test_nothing_is_fitted_to_the_last_games() -> None:
    learned, held_out = training._split_held_out(FEW)
    assert 0.9 * len(FEW.rows) < len(learned) < len(FEW.rows)
    assert [*learned, *held_out] == list(range(len(FEW.rows)))
