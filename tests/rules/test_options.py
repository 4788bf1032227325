"""V1, V2, V3, V5: options."""

from random import Random

import pytest

from bigpoints.errors import BadSetup
from bigpoints.notation import parse_position
from bigpoints.position import STAIRCASE, Material, Options
from bigpoints.rules import next_step, start, usual_wires, winners
from support.drawn_positions import Deed, after, final_scores, legal, what


def test_with_optional_bonus_the_bonus_disc_may_be_left_and_stays_in_the_pile() -> None:
    """V1"""
    board = "..BR 3,4 BR R/B 1 m optional_bonus"
    assert legal(board) == "B^ B^= R^ R^="
    assert after(board, "B^") == "..BR s1,4 R BR/B 2 m optional_bonus"
    assert after(board, "B^=") == "..BR s1,4 BR R/B 2 m optional_bonus"
    assert after(board, "B^=", "R^") == "..BR s1,s0 B R/BR 2 e optional_bonus"
    assert what(board, "B^=") == Deed(landing=STAIRCASE + 1, taken=0, disc="")


def test_inverted_steps_are_worth_more_the_later_a_pawn_arrives() -> None:
    """V2"""
    three = "BRY 1,2,3 BRY -/-/- 1 m inverted"
    assert after(three, "R^") == "BRY 1,s0,3 BY R/-/- 2 m inverted"
    assert after(three, "R^", "Y^", "B^") == "BRY s2,s0,s1 - R/Y/B 3 e inverted"
    assert final_scores(after(three, "R^", "Y^", "B^")) == (0, 1, 2)


def test_a_pawn_pays_for_each_wire_it_crosses_and_removes_it() -> None:
    """V3"""
    wired = "WBKBR.R 2,0 BR -/W 1 m wires=1:2:3:4"
    assert after(wired, "B+") == "WBKB..R 4,0 BR R!2/W 2 m wires=1:4"
    assert what(wired, "B+").tripped == (2, 3)


def test_a_wire_lies_behind_its_place() -> None:
    """V3: wire n lies between the places n and n + 1."""
    wired = "BRBR 1,0 BR -/- 1 m wires=1:2:3"
    assert what(wired, "B+").tripped == (1, 2)
    assert what(wired, "R+").tripped == (1,)


def test_going_backward_trips_wires_too() -> None:
    """V3"""
    wired = "WBRBRBR. 6,0 BR K/- 1 x wires=3:4:5:6"
    assert what(wired, "B<+").tripped == (4, 5)
    assert after(wired, "B<+") == "WBRB.BR. 4,0 BR R!2/- 2 m wires=3:6"


def test_climbing_crosses_every_wire_from_the_pawns_place_on() -> None:
    """V3"""
    assert what(".RBR 3,0 BR B/- 1 m wires=1:2:3", "B^").tripped == (3,)
    assert what("...R 0,4 BR B2/R 1 m wires=1:2:3", "B^").tripped == (1, 2, 3)
    assert what("...R 0,4 BR B2/R 1 m wires=1:2:3", "R^").tripped == ()


def test_tripping_a_wire_leaves_the_other_options_on() -> None:
    """V1, V2, V3"""
    wired = "BRBR 1,2 BR -/- 1 m optional_bonus,inverted,wires=2"
    assert after(wired, "B-") == ".RBR 3,2 BR B!/- 2 m optional_bonus,inverted"


def test_a_tripped_wire_is_gone_for_the_next_pawn() -> None:
    """V3"""
    assert after("BRBR 1,2 BR -/- 1 m wires=2", "B-") == ".RBR 3,2 BR B!/- 2 m"
    assert after("BRBR 1,2 BR -/- 1 m wires=2", "B-", "R-") == "..BR 3,4 BR B!/R 1 m"


def test_taking_a_disc_beyond_a_wire_costs_nothing() -> None:
    """V3"""
    assert after("BRBR 0,0 BR -/- 1 m wires=1", "B+") == "B.BR 1,0 BR R/- 2 m wires=1"


def test_each_penalty_costs_a_point_and_a_total_may_be_negative() -> None:
    """V3"""
    assert final_scores("..B s0 - BW!3/K 1 e") == (1 - 3, 0)
    assert winners(parse_position("..B s0 - BW!3/K 1 e")) == (2,)


def test_a_penalty_is_no_colour_for_a_white_disc() -> None:
    """V3, R18"""
    assert final_scores("..B s0 - W!3/BK 1 e") == (-3, 0)


def test_the_usual_wires_are_spread_evenly() -> None:
    """V3"""
    assert usual_wires(55) == (14, 28, 42)
    assert usual_wires(4) == (1, 2, 3)
    assert usual_wires(3) == (1, 2)
    assert usual_wires(2) == (1,)
    assert usual_wires(55, 1) == (28,)
    assert usual_wires(55, 54) == tuple(range(1, 55))


@pytest.mark.parametrize(("places", "count"), [(55, 0), (55, 55), (4, -1)])
def test_there_are_no_more_wires_than_gaps_between_discs(places: int, count: int) -> None:
    """V3"""
    with pytest.raises(BadSetup, match=rf"wires: {count} on a path of {places} places .* 1 to {places - 1}"):
        usual_wires(places, count)


@pytest.mark.parametrize("count", [None, 1])
def test_a_path_of_one_place_has_no_room_for_a_wire(count: int | None) -> None:
    """V3"""
    with pytest.raises(BadSetup, match="no room for a wire"):
        usual_wires(1, count)


@pytest.mark.parametrize(
    ("path", "wires"),
    [
        pytest.param("BRBR", (0, 2), id="before the first disc"),
        pytest.param("BRBR", (-1,), id="below zero"),
        pytest.param("BRBR", (4,), id="behind the last disc"),
        pytest.param("BRBR", (2, 1), id="descending"),
        pytest.param("BRBR", (2, 2), id="twice in one place"),
        pytest.param("B", (1,), id="on a path of one place"),
    ],
)
def test_a_wire_lies_between_two_discs(path: str, wires: tuple[int, ...]) -> None:
    """V3"""
    with pytest.raises(BadSetup, match="wires"):
        start(2, path, options=Options(wires=wires))


def test_wires_lie_where_the_setup_put_them() -> None:
    """V3"""
    assert start(2, "BRBR", options=Options(wires=(1, 3))).options.wires == (1, 3)


def test_a_small_board_has_as_many_pawns_steps_and_bonus_discs_as_colours() -> None:
    """V5"""
    position = start(2, Random(4), material=Material(colours=3, discs=2, white=1, black=1))
    assert sorted(position.path) == sorted("BBRRYYWK")
    assert position.pawns == (0, 0, 0)
    assert position.pile == "BRY"
    assert next_step(position) == 2


def test_a_white_disc_on_a_small_board_scores_at_most_one_more_than_there_are_colours() -> None:
    """V5"""
    assert final_scores("..... s0 - B3W2K/- 1 e") == (
        4,
        0,
    )
