"""The compiled half of a batch: legal masks, draws and new games, row by row."""

from collections import Counter

import numpy as np
import pytest

from bigpoints.kernel import layout as at
from bigpoints.kernel import pack, seeded, unpack
from bigpoints.kernel.batch import step
from bigpoints.position import COLOURS, Material
from bigpoints.rules import legal_moves, start

MATERIAL = Material(colours=3, discs=2, white=1, black=1)
ORIGIN = pack(start(3, MATERIAL.path))
DECK = np.array([COLOURS.index(disc) for disc in MATERIAL.path], np.int8)


def reset(rows: int, seed: int) -> tuple[step.Rows, step.Flags, step.Seats]:
    games, legal = np.zeros((rows, at.WORDS), np.int64), np.zeros((rows, at.ACTIONS), np.bool_)
    seats = np.zeros(rows, np.int8)
    step.reset_games(games, seeded(seed, rows), legal, seats, ORIGIN, DECK)
    return games, legal, seats


def test_a_reset_game_is_a_start_with_all_discs_and_its_mask_and_seat() -> None:
    games, legal, seats = reset(200, seed=1)
    for game, mask, seat in zip(games, legal, seats, strict=True):
        position = unpack(game)
        assert position == start(3, position.path, first=position.seat)
        assert sorted(position.path) == sorted(MATERIAL.path)
        assert int(mask.sum()) == len(legal_moves(position))
        assert seat == position.seat - 1
    assert set(seats.tolist()) == {0, 1, 2}


@pytest.mark.parametrize(("row", "action"), [(0, -1), (3, at.ACTIONS), (4, at.PASS)])
def test_the_first_illegal_action_is_found(row: int, action: int) -> None:
    _, legal, _ = reset(5, seed=2)
    actions = legal.argmax(axis=1).astype(np.int64)
    assert step.first_illegal(legal, actions) == -1
    actions[row] = action
    assert step.first_illegal(legal, actions) == row


def test_every_legal_action_is_drawn_as_often_as_any_other() -> None:
    rows = 6000
    legal, actions = np.zeros((rows, at.ACTIONS), np.bool_), np.zeros(rows, np.int64)
    legal[:, [1, 8, 20]] = True
    step.draw_actions(legal, seeded(3, rows), actions)
    counts = Counter(actions.tolist())
    assert set(counts) == {1, 8, 20}
    assert all(abs(count - 2000) < 5 * 2000**0.5 for count in counts.values())


def test_a_draw_advances_each_generator_by_itself() -> None:
    legal = np.ones((50, at.ACTIONS), np.bool_)
    rng_states, actions, again = seeded(4, 50), np.zeros(50, np.int64), np.zeros(50, np.int64)
    step.draw_actions(legal, rng_states, actions)
    step.draw_actions(legal[:10], seeded(4, 50)[:10], again[:10])
    assert np.array_equal(actions[:10], again[:10])
    assert not np.array_equal(rng_states, seeded(4, 50))
