from itertools import combinations, pairwise
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigpoints.drawing.layout import DISC, TRACK, Layout, Side, compute_layout

SIZES = ((936, 606), (358, 620), (788, 828), (820, 366), (300, 300))


def every_board(width: float, height: float) -> list[Layout]:
    return [
        compute_layout(width, height, places, steps, side)
        for places in range(1, 56)
        for steps in (1, 5)
        for side in Side
    ]


@pytest.mark.parametrize("size", SIZES)
def test_no_two_discs_of_a_path_overlap(size: tuple[int, int]) -> None:
    for found in every_board(*size):
        middles = [found.place(place) for place in range(1, len(found.stops) - 1)]
        apart = 2 * DISC * found.pitch
        assert all(dist(one, other) > apart for one, other in combinations(middles, 2))


@pytest.mark.parametrize("size", SIZES)
def test_everything_lies_inside_the_tray(size: tuple[int, int]) -> None:
    width, height = size
    for found in every_board(*size):
        edge = TRACK * found.pitch
        for curve in found.track(0, len(found.stops) - 1):
            x, y = curve.middle
            assert edge <= x <= width - edge
            assert edge <= y <= height - edge
        for x, y in (*found.waiting, *found.pile, found.staircase.corner(len(found.pile) - 1)):
            assert 0 < x < width
            assert 0 < y < height


@pytest.mark.parametrize("size", SIZES)
def test_a_path_goes_on_beside_or_below_but_never_jumps(size: tuple[int, int]) -> None:
    for found in every_board(*size):
        middles = [found.place(place) for place in range(1, len(found.stops) - 1)]
        assert all(dist(one, other) < 1.05 * found.pitch for one, other in pairwise(middles))


@pytest.mark.parametrize("size", SIZES)
def test_pawns_at_the_start_stand_apart_and_on_no_disc(size: tuple[int, int]) -> None:
    for found in every_board(*size):
        middles = [found.place(place) for place in range(1, len(found.stops) - 1)]
        for feet in found.waiting:
            assert all(dist(feet, middle) > DISC * found.pitch for middle in middles)
        assert all(dist(one, other) > 0.3 * found.pitch for one, other in combinations(found.waiting, 2))


@pytest.mark.parametrize(
    ("width", "height", "side", "columns", "rows"),
    [
        (373, 610, Side.TOP, 7, 8),  # a phone
        (788, 828, Side.TOP, 8, 7),  # a tablet
        (936, 606, Side.RIGHT, 8, 7),  # a desktop
    ],
)
def test_a_full_path_has_the_columns_of_the_design(
    width: int, height: int, side: Side, columns: int, rows: int
) -> None:
    found = compute_layout(width, height, 55, 5, side)
    assert (found.columns, found.rows) == (columns, rows)


@given(st.integers(300, 2000), st.integers(300, 2000), st.integers(1, 55), st.integers(1, 5), st.sampled_from(Side))
def test_twice_the_room_makes_everything_twice_as_large(w: int, h: int, places: int, steps: int, side: Side) -> None:
    one, two = compute_layout(w, h, places, steps, side), compute_layout(2 * w, 2 * h, places, steps, side)
    assert two.pitch == pytest.approx(2 * one.pitch)
    assert two.place(places) == pytest.approx([2 * length for length in one.place(places)])


def test_a_climbing_pawn_stands_higher_with_each_step() -> None:
    stairs = compute_layout(936, 606, 55, 5).staircase
    assert [stairs.standing(step).y for step in range(5)] == sorted(
        (stairs.standing(n).y for n in range(5)), reverse=True
    )


def test_the_path_ends_at_the_staircase() -> None:
    for side in Side:
        found = compute_layout(936, 606, 55, 5, side)
        x, y, *_ = found.stops[-1]
        assert found.staircase.left <= x <= found.staircase.left + found.staircase.tread
        assert y <= found.staircase.base + 1
