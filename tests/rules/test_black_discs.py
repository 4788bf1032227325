"""R10 to R15: black discs."""

from bigpoints.position import START
from support.drawn_positions import Deed, after, final_scores, legal, what


def test_who_began_the_turn_with_a_black_may_make_an_extra_move() -> None:
    """R10"""
    assert after(".BRBR 0,0 BR K/- 1 m", "B+") == ".B.BR 2,0 BR RK/- 1 x"


def test_who_began_the_turn_without_a_black_may_not() -> None:
    """R10: it is the black of the seat to move that counts, not another's."""
    assert after(".BRBR 0,0 BR -/K 1 m", "B+") == ".B.BR 2,0 BR R/K 2 m"


def test_a_black_won_this_turn_cannot_be_spent_in_it() -> None:
    """R10"""
    assert after("BKRBR 0,0 BR -/- 1 m", "B+") == "B.RBR 1,0 BR K/- 2 m"


def test_an_older_black_serves_though_one_was_won_this_turn() -> None:
    """R10"""
    assert after(".BKRBR 0,0 BR K/- 1 m", "B+") == ".B.RBR 2,0 BR K2/- 1 x"


def test_a_black_won_in_one_turn_serves_in_the_next() -> None:
    """R10"""
    assert after("BKRBR 0,0 BR -/- 1 m", "B+", "R+", "B^") == "B.R.R s1,3 R BK/B 1 x"


def test_the_extra_move_can_be_declined_and_keeps_the_black() -> None:
    """R10"""
    assert legal(".B.BR 2,0 BR RK/- 1 x").split()[-1] == "."
    assert after(".B.BR 2,0 BR RK/- 1 x", ".") == ".B.BR 2,0 BR RK/- 2 m"
    assert what(".B.BR 2,0 BR RK/- 1 x", ".") == Deed(landing=START, taken=0, disc="")


def test_only_one_black_is_spent_per_turn() -> None:
    """R11"""
    assert after(".BKRBR 0,0 BR K/- 1 m", "B+", "R+") == ".B.R.R 2,4 BR BK/- 2 m"


def test_a_black_won_in_the_extra_move_waits_for_the_next_turn() -> None:
    """R11"""
    assert after(".BWBKRR 2,0 BR K/- 1 x", "B+") == ".BWB.RR 4,0 BR K/- 2 m"


def test_the_extra_move_may_use_the_pawn_just_moved() -> None:
    """R12"""
    assert after(".BRBR 0,0 BR K/- 1 m", "B+", "B-") == "...BR 4,0 BR BR/- 2 m"


def test_the_extra_move_may_take_any_disc_also_white_and_black() -> None:
    """R12"""
    assert what(".BWBKRR 2,0 BR K/- 1 x", "B-").disc == "W"
    assert what(".BWBKRR 2,0 BR K/- 1 x", "B+").disc == "K"
    assert what(".BWBKRR 2,0 BR K/- 1 x", "R-").disc == "K"


BACK = "WBRBRBR. 6,0 BR K/- 1 x"
"""Blue has passed two of its discs; the seat to move may spend a black."""


def test_backward_goes_to_the_nearest_disc_of_the_colour_behind() -> None:
    """R13"""
    assert after(BACK, "B<+") == "WBRB.BR. 4,0 BR R/- 2 m"
    assert after(BACK, "B<-") == "WB.BRBR. 4,0 BR R/- 2 m"


def test_after_a_backward_move_the_discs_behind_the_nearest_are_behind() -> None:
    """R13, R5: blue lands on place 3, so what lies before it can be taken, its own first disc too."""
    assert legal("BRBRBR. 5,0 BR K/- 1 x") == "B^ B<+ B<- R+ R- ."
    assert after("BRBRBR. 5,0 BR K/- 1 x", "B<-") == "B.BRBR. 3,0 BR R/- 2 m"


def test_a_pawn_goes_backward_only_in_an_extra_move() -> None:
    """R13"""
    assert legal(BACK) == "B^ B<+ B<- R+ R- ."
    assert legal(BACK.replace("1 x", "1 m")) == "B^ R+ R-"


def test_a_pawn_at_the_start_or_without_a_disc_of_its_colour_behind_cannot_go_backward() -> None:
    """R13: so it never comes back to the start."""
    assert legal("WBRBR. 2,0 BR K/- 1 x") == "B+ B- R+ R- ."


def test_a_pawn_does_not_go_backward_to_a_disc_that_is_gone() -> None:
    """R13"""
    assert legal("W.RBR. 4,0 BR BK/- 1 x") == "B^ R+ R- ."


def test_a_pawn_never_leaves_the_staircase() -> None:
    """R13"""
    assert legal("BRBR. s1,2 R BK/- 1 x") == "R- ."


def test_after_a_backward_move_the_disc_just_left_can_be_taken_ahead() -> None:
    """R13"""
    assert after("BB... 2,0 BR R2K/- 1 x", "B<+") == "B.... 1,0 BR BR2/- 2 m"
    assert legal("BB... 2,0 BR R2K/- 1 x") == "B^ B<+ R^ ."


def test_a_black_handed_in_is_in_nobodys_hand_and_nowhere_else() -> None:
    """R14"""
    assert after("...BRBR 0,0 BR K2/K 1 m", "B+", "B-") == ".....BR 6,0 BR BRK/K 2 m"


def test_the_black_that_ends_the_game_no_longer_counts_for_a_white() -> None:
    """R14, R18"""
    assert final_scores(after("..B 3 B WK/- 1 x", "B^")) == (1, 0)
    assert final_scores(after("..B 3 B WK/- 1 m", "B^")) == (2, 0)


def test_the_extra_move_may_climb_also_when_the_regular_move_did() -> None:
    """R15"""
    assert after(".BRY 2,3,4 BRY K/- 1 m", "B^", "R^") == ".BRY s2,s1,4 Y BR/- 2 m"
