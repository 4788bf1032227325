"""Estimated worths of colours, hands and leads before the pawns have climbed."""

import pytest
from hypothesis import given

from bigpoints.bots.heuristics import (
    Race,
    by_moves_left,
    by_place,
    expected_points,
    expected_worths,
    moves_left,
    win_shares,
)
from bigpoints.notation import parse_position
from bigpoints.position import Position
from bigpoints.rules import scores
from support.strategies import Ply, games, positions

# Blue is in front of red and has three moves to go; red has one.
BLUE_AHEAD = "RBB..B 2,1 BR -/R2 1 m"


def test_a_pawn_needs_a_move_for_each_disc_of_its_colour_ahead_and_one_to_climb() -> None:
    position = parse_position(BLUE_AHEAD)
    assert [moves_left(position, number) for number in (0, 1)] == [3, 1]
    assert moves_left(parse_position("..BR s1,4 R B2/R 1 m"), 0) == 0


def test_by_place_the_pawn_in_front_gets_the_higher_step() -> None:
    assert expected_worths(parse_position(BLUE_AHEAD), by_place) == [1, 0]


def test_by_moves_the_pawn_with_fewer_to_go_gets_the_higher_step_wherever_it_stands() -> None:
    blue, red = expected_worths(parse_position(BLUE_AHEAD), by_moves_left)
    assert red > 0.7
    assert blue < 0.3


def test_pawns_side_by_side_share_their_steps() -> None:
    assert expected_worths(parse_position("BRYBRY 0,0,0 BRY -/- 1 m"), by_place) == [1, 1, 1]


def test_on_an_inverted_staircase_the_pawn_in_front_gets_the_lower_step() -> None:
    assert expected_worths(parse_position(f"{BLUE_AHEAD} inverted"), by_place) == [0, 1]


def test_a_colour_whose_pawn_has_climbed_is_worth_its_step() -> None:
    assert expected_worths(parse_position("RBYRYB s2,1,3 RY B/- 2 m"), by_place) == [2, 0, 1]


@pytest.mark.parametrize("race", [by_place, by_moves_left])
@given(position=positions())
def test_no_step_is_shared_out_twice(race: Race, position: Position) -> None:
    steps = range(len(position.pawns))
    assert sum(expected_worths(position, race)) == pytest.approx(sum(steps))


@given(games())
def test_when_all_pawns_have_climbed_a_hand_seems_worth_what_it_scores(plies: list[Ply]) -> None:
    end = plies[-1].after
    assert tuple(expected_points(hand, expected_worths(end, by_moves_left)) for hand in end.hands) == scores(end)


def test_the_shares_of_all_seats_make_one_win() -> None:
    assert sum(win_shares([30, 28.5, -2], 12)) == pytest.approx(1)


def test_a_lead_means_more_the_nearer_the_end() -> None:
    assert 0.5 < win_shares([32, 30], 40)[0] < win_shares([32, 30], 0)[0] < 1
