"""Games of a batch go the way each would go alone, and start again when they end."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from bigpoints import rules
from bigpoints.errors import BadSetup, IllegalMove
from bigpoints.kernel import Batch, legal_actions, played, random_actions, seeded, start_batch, step_batch, unpack
from bigpoints.notation import parse_action, parse_position, position_text
from bigpoints.position import STANDARD, Material, Options

SMALL = Material(colours=2, discs=2, white=1, black=2)
EVERY_OPTION = Options(optional_bonus=True, inverted=True, wires=(2, 4))


def batches() -> list[Batch]:
    return [
        start_batch(20, 2, seed=1),
        start_batch(20, 5, seed=2, options=Options(wires=(14, 28, 42))),
        start_batch(20, 3, seed=3, material=SMALL, options=EVERY_OPTION),
    ]


def same(one: Batch, other: Batch) -> bool:
    arrays = ("games", "rng_states", "legal", "seats", "over", "scores")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in arrays)


@pytest.mark.parametrize("batch", batches())
def test_a_step_is_what_it_is_in_each_game_alone(batch: Batch) -> None:
    rng_states = seeded(5, len(batch))
    for _ in range(60):
        before = batch.games.copy()
        actions = random_actions(batch, rng_states)
        step_batch(batch, actions)
        for row, (game, action) in enumerate(zip(before, actions, strict=True)):
            position = unpack(game)
            after = rules.play(position, parse_action(position, int(action)))
            assert batch.over[row] == after.is_over
            if after.is_over:
                assert tuple(batch.scores[row]) == rules.scores(after)
            else:
                assert unpack(batch.games[row]) == after
                assert not batch.scores[row].any()
            assert list(np.flatnonzero(batch.legal[row])) == legal_actions(batch.games[row])
            assert batch.seats[row] == unpack(batch.games[row]).seat - 1


@pytest.mark.parametrize(("material", "options"), [(STANDARD, Options()), (SMALL, EVERY_OPTION)])
def test_a_game_that_ends_begins_anew_on_a_new_path(material: Material, options: Options) -> None:
    batch = start_batch(8, 3, seed=1, material=material, options=options)
    rng_states = seeded(1, len(batch))
    paths, starts = [], set()
    for _ in range(400):
        step_batch(batch, random_actions(batch, rng_states))
        for row in np.flatnonzero(batch.over):
            position = unpack(batch.games[row])
            assert position == rules.start(3, position.path, first=position.seat, options=options)
            assert sorted(position.path) == sorted(material.path)
            assert parse_position(position_text(position)) == position
            paths.append(position.path)
            starts.add(position.seat)
    assert starts == {1, 2, 3}
    assert len(set(paths)) > min(len(paths), 100) * 0.8


def test_every_order_of_the_path_and_every_first_seat_is_as_likely() -> None:
    batch = start_batch(12_000, 2, seed=1, material=Material(2, 2, 0, 0))
    found = Counter((position.path, position.seat) for position in map(unpack, batch.games))
    assert len(found) == 12  # 6 orders of BBRR, 2 seats.
    assert all(abs(count - 1000) < 5 * 1000**0.5 for count in found.values())


def test_a_seed_gives_the_same_games_again() -> None:
    one, same_seed, other = start_batch(50, 2, seed=1), start_batch(50, 2, seed=1), start_batch(50, 2, seed=2)
    for batch in (one, same_seed, other):
        rng_states = seeded(9, 50)
        for _ in range(100):
            step_batch(batch, random_actions(batch, rng_states))
    assert same(one, same_seed)
    assert not same(one, other)


def test_parts_in_threads_play_what_the_whole_plays() -> None:
    whole, cut = start_batch(101, 4, seed=1), start_batch(101, 4, seed=1)

    def played_on(batch: Batch, rng_states: np.typing.NDArray[np.uint64]) -> None:
        for _ in range(100):
            step_batch(batch, random_actions(batch, rng_states))

    played_on(whole, seeded(9, 101))
    parts = list(cut.parts(3))
    assert sum(map(len, parts)) == 101
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(played_on, parts, np.split(seeded(9, 101), np.cumsum([len(part) for part in parts[:-1]]))))
    assert same(whole, cut)


def test_nothing_is_played_if_an_action_is_illegal() -> None:
    batch = start_batch(10, 2, seed=1)
    before = batch.games.copy()
    actions = random_actions(batch, seeded(1, 10))
    for illegal in (20, 21, -1, 2**40):
        actions[7] = illegal
        with pytest.raises(IllegalMove, match=f"action {illegal} in game 7"):
            step_batch(batch, actions)
    assert np.array_equal(batch.games, before)


@pytest.mark.parametrize("actions", [[0], [[0] * 10], []])
def test_there_must_be_an_action_for_every_game(actions: list[int]) -> None:
    with pytest.raises(BadSetup, match="actions: found an array of shape"):
        step_batch(start_batch(10, 2, seed=1), actions)


def test_actions_can_be_any_whole_numbers() -> None:
    batch = start_batch(2, 2, seed=1)
    expected = [played(game, int(row.argmax())) for game, row in zip(batch.games, batch.legal, strict=True)]
    step_batch(batch, batch.legal.argmax(axis=1).astype(np.int8))
    assert np.array_equal(batch.games, expected)
