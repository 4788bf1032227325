"""Features: rows within their tables for every position, and the same whatever colours and seats are called."""

from itertools import pairwise
from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bigpoints.kernel.pack import pack
from bigpoints.kernel.search import features as rows
from bigpoints.kernel.search.features import Features, extract_features, new_features
from bigpoints.notation import parse_position
from bigpoints.position import Position
from support.strategies import going_on
from support.symmetry import renamed, rotated

OF_COLOURS = (
    *(rows.WAY, rows.LYING, rows.GAP, rows.WORTH_OWN, rows.OWN_OTHER, rows.WORTH_OTHERS, rows.NEAR),
    rows.COLOUR_ROWS,
)
OF_SEATS = (
    *(rows.TURN, rows.WHITES, rows.BLACKS, rows.WHITES_LYING, rows.PLIES, rows.LEAD, rows.TEMPO, rows.WIRES),
    *(rows.NEAR_SPECIALS, rows.SEAT_ROWS),
)


def seen(position: Position) -> Features:
    features = new_features()
    extract_features(pack(position), features)
    return features


@given(going_on())
def test_every_feature_stays_in_its_part_of_the_table(position: Position) -> None:
    features, players, colours = seen(position), position.players, len(position.pawns)
    for number, (first, end) in enumerate(pairwise(OF_COLOURS)):
        part = features.colours[:players, :colours, number]
        assert first <= part.min() <= part.max() < end
    for number, (first, end) in enumerate(pairwise(OF_SEATS)):
        part = features.seats[:players, number]
        assert first <= part.min() <= part.max() < end


def test_penalties_of_any_size_stay_in_the_table() -> None:
    features = seen(parse_position("BRRB 0,0 BR !20000/-/!2 1 m wires=1:2"))
    assert features.seats[:3, 5].min() >= rows.LEAD
    assert features.seats[:3, 5].max() < rows.TEMPO


@given(going_on(), st.randoms())
def test_no_colour_is_known_by_its_name(position: Position, rng: Random) -> None:
    order = rng.sample(range(len(position.pawns)), len(position.pawns))
    before, after = seen(position), seen(renamed(position, order))
    assert np.array_equal(before.seats, after.seats)
    assert np.array_equal(before.points, after.points)
    assert np.array_equal(before.colours[:, : len(order)], after.colours[:, order])


@given(going_on(), st.integers(1, 4))
def test_no_seat_is_known_by_its_number(position: Position, by: int) -> None:
    players = position.players
    before, after = seen(position), seen(rotated(position, by))
    seats = [(seat + by) % players for seat in range(players)]
    assert np.array_equal(before.seats[:players], after.seats[seats])
    assert np.array_equal(before.points[:players], after.points[seats])
    assert np.array_equal(before.colours[:players], after.colours[seats])


def test_the_worth_of_a_colour_that_has_climbed_is_its_step_in_half_points() -> None:
    features = seen(parse_position("..BR s1,0 R B2R/- 1 m"))
    assert features.worths[0, :2].tolist() == [2, 0]
    assert features.points[:2].tolist() == [4, 0]
