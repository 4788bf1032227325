"""R4 to R9: a move."""

import pytest

from bigpoints.errors import IllegalMove
from bigpoints.notation import parse_position
from bigpoints.position import STAIRCASE
from bigpoints.rules import next_step
from support.drawn_positions import Deed, after, legal, what


def test_a_pawn_moves_forward_to_the_next_disc_of_its_colour() -> None:
    """R4"""
    assert what("BRBR 0,0 BR -/- 1 m", "B+").landing == 1
    assert what("BRBR 0,0 BR -/- 1 m", "R+").landing == 2
    assert what("B.BR 1,0 BR R/- 2 m", "B-").landing == 3


def test_a_pawn_walks_past_discs_that_are_gone_or_of_another_colour() -> None:
    """R4"""
    assert what(".RBRYKY 0,0,0 BRY B/- 2 m", "B+").landing == 3
    assert what("WKRBRB 0,0 BR -/- 1 m", "B+").landing == 4


def test_nobody_owns_a_pawn() -> None:
    """R4"""
    assert legal("BRBR 1,2 BR -/- 1 m") == legal("BRBR 1,2 BR -/- 2 m") == "B+ B- R-"


def test_a_pawn_on_the_staircase_moves_no_more() -> None:
    """R4"""
    assert legal("..BR s1,4 R B2/R 1 m") == "R^"


def test_the_regular_move_cannot_be_passed() -> None:
    """R4"""
    holding_a_black = ".BRBR 0,0 BR K/- 1 m"
    assert legal(holding_a_black) == "B+ R+ R-"
    with pytest.raises(IllegalMove):
        after(holding_a_black, ".")


def test_the_first_free_disc_ahead_or_the_first_behind_is_taken() -> None:
    """R5"""
    between = "WR.B.KR 0,0 BR BW/- 1 m"
    assert after(between, "B+") == "WR.B..R 4,0 BR BWK/- 2 m"
    assert after(between, "B-") == "W..B.KR 4,0 BR BRW/- 2 m"


def test_the_rulebooks_example_green_ahead_of_blue_or_black_behind_purple() -> None:
    """R5"""
    example = "B.KPBG.RYGPRY 1,0,0,0,4 BRYGP W2/- 1 m"
    assert what(example, "B+") == Deed(landing=5, taken=6, disc="G")
    assert what(example, "B-") == Deed(landing=5, taken=3, disc="K")


def test_discs_with_pawns_on_them_are_skipped_ahead() -> None:
    """R5"""
    assert after("BRYK 0,2,3 BRY -/- 1 m", "B+") == "BRY. 1,2,3 BRY K/- 2 m"


def test_discs_with_pawns_on_them_are_skipped_behind() -> None:
    """R5"""
    assert after("KBRY 2,3,0 BRY -/- 1 m", "Y-") == ".BRY 2,3,4 BRY K/- 2 m"


def test_the_disc_just_left_is_free_again() -> None:
    """R5"""
    assert after("BRBR 1,2 BR -/- 1 m", "B-") == ".RBR 3,2 BR B/- 2 m"


def test_the_disc_under_the_pawn_itself_is_not_taken() -> None:
    """R5"""
    assert what("BRBR 0,0 BR -/- 1 m", "B+").taken == 2
    assert what("BRBR 0,0 BR -/- 1 m", "R-").taken == 1


def test_ahead_is_towards_the_staircase_also_after_a_backward_move() -> None:
    """R5"""
    back = "KRBWRBW. 6,0 BR K/- 1 x"
    assert what(back, "B<+") == Deed(landing=3, taken=4, disc="W")
    assert what(back, "B<-") == Deed(landing=3, taken=2, disc="R")


def test_near_the_start_only_the_disc_ahead_can_be_taken() -> None:
    """R6"""
    assert legal("BRBR 0,0 BR -/- 1 m") == "B+ R+ R-"


def test_near_the_staircase_only_the_disc_behind_can_be_taken() -> None:
    """R6"""
    assert legal("RBBR 2,1 BR -/- 1 m") == "B+ B- R-"


def test_where_the_discs_of_one_side_are_gone_or_occupied_the_other_must_be_taken() -> None:
    """R6"""
    assert legal(".BRBR. 2,0 BR W2/- 1 m") == "B+ B- R+"
    assert legal("KBR 2,0 BR -/- 1 m") == "B^ R-"


def test_from_the_start_a_pawn_may_find_nothing_to_take() -> None:
    """R7"""
    lonely = "..BR 3,0 BR R/B 1 m"
    assert legal(lonely) == "B^ R="
    assert after(lonely, "R=") == "..BR 3,4 BR R/B 2 m"
    assert what(lonely, "R=") == Deed(landing=4, taken=0, disc="")


def test_nothing_to_take_is_no_choice_while_there_is_something() -> None:
    """R7"""
    with pytest.raises(IllegalMove):
        after(".BBR 3,0 BR R/- 1 m", "R=")


def test_a_pawn_with_no_disc_of_its_colour_ahead_climbs_and_wins_its_bonus_disc() -> None:
    """R8"""
    assert after("..BR 3,0 BR R/B 1 m", "B^") == "..BR s1,0 R BR/B 2 m"


def test_a_climbing_pawn_takes_no_disc_from_the_path() -> None:
    """R8"""
    assert what("RBWK 2,1 BR -/- 1 m", "B^") == Deed(landing=STAIRCASE + 1, taken=0, disc="B")
    assert after("RBWK 2,1 BR -/- 1 m", "B^") == "RBWK s1,1 R B/- 2 m"


def test_a_pawn_climbs_straight_from_the_start_if_its_discs_are_gone() -> None:
    """R8"""
    assert legal("...R 0,4 BR B2/R 1 m") == "B^ R^"
    assert after("...R 0,4 BR B2/R 1 m", "B^") == "...R s1,4 R B3/R 2 m"


def test_a_pawn_does_not_climb_past_a_disc_of_its_colour() -> None:
    """R8"""
    assert legal("B.BR 1,0 BR R/- 1 m") == "B+ B- R-"


def test_each_climbing_pawn_gets_the_highest_free_step() -> None:
    """R8"""
    three = "BRY 1,2,3 BRY -/-/- 1 m"
    assert after(three, "R^") == "BRY 1,s2,3 BY R/-/- 2 m"
    assert after(three, "R^", "Y^") == "BRY 1,s2,s1 B R/Y/- 3 m"
    assert after(three, "R^", "Y^", "B^") == "BRY s0,s2,s1 - R/Y/B 3 e"
    assert next_step(parse_position("BRY 1,s2,s1 B R/Y/- 3 m")) == 0


def test_the_bonus_disc_cannot_be_left_in_the_standard_game() -> None:
    """R8"""
    with pytest.raises(IllegalMove):
        after("..BR 3,0 BR R/B 1 m", "B^=")


def test_no_pawn_ever_lands_on_a_disc_that_is_not_its_own() -> None:
    """R9"""
    path = "WKRBRBK"
    board = f"{path} 0,0 BR -/- 1 m"
    assert {path[what(board, move).landing - 1] for move in ("B+", "B-")} == {"B"}
    assert {path[what(board, move).landing - 1] for move in ("R+", "R-")} == {"R"}
