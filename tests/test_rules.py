"""The rulebook, rule by rule: each test is a sentence about the game, with a position that shows it.

The small boards (V5) are drawn as the notation has them: `path pawns pile hands seat phase [options]`.
"""

import pickle
from dataclasses import FrozenInstanceError, replace
from itertools import permutations
from random import Random
from typing import NamedTuple

import pytest

from bigpoints.errors import BadSetup, IllegalMove, NotOver
from bigpoints.notation import parse_move, parse_position, position_text, view_text
from bigpoints.position import STAIRCASE, STANDARD, START, Colour, Hand, Material, Options, Phase, Position, ScoreLine
from bigpoints.rules import (
    best,
    effect,
    legal_moves,
    material_in,
    material_of,
    next_step,
    other_colours,
    play,
    score_bounds,
    score_sheet,
    scores,
    start,
    usual_wires,
    view,
    winners,
)

GONE_55 = "." * 55

LONGEST_GAME = 130
"""Plies: 55 discs are taken, 5 pawns climb, 5 at most find nothing to take (R7), each with a pass at most."""


def legal(bpn: str) -> str:
    """The legal moves of a drawn position."""
    return " ".join(map(str, legal_moves(parse_position(bpn))))


def after(bpn: str, *moves: str) -> str:
    """The position after some moves."""
    position = parse_position(bpn)
    for move in moves:
        position = play(position, parse_move(move))
    return position_text(position)


class Deed(NamedTuple):
    """What a move does: where its pawn lands, from which place it takes which disc, which wires it trips."""

    landing: int
    taken: int
    disc: str
    tripped: tuple[int, ...] = ()


def what(bpn: str, move: str) -> Deed:
    """What a move does to the board of a drawn position."""
    did = effect(parse_position(bpn), parse_move(move))
    return Deed(did.landing, did.taken, did.disc, did.tripped)


def final_scores(bpn: str) -> tuple[int, ...]:
    """The scores of a finished game."""
    return scores(parse_position(bpn))


# --- R1 to R3: material and setup -------------------------------------------------------------------------------------


def test_there_are_sixty_discs_of_which_five_lie_in_the_bonus_pile() -> None:
    """R1, R2"""
    position = start(2, Random(1))
    assert {disc: position.path.count(disc) for disc in "BRYGPWK"} == {**dict.fromkeys("BRYGP", 9), "W": 5, "K": 5}
    assert len(position.path) == STANDARD.places == 55
    assert position.pile == "BRYGP"


def test_all_pawns_stand_before_the_first_disc_and_all_hands_are_empty() -> None:
    """R2"""
    position = start(3, Random(1))
    assert position.pawns == (0, 0, 0, 0, 0)
    assert position.hands == (Hand(), Hand(), Hand())
    assert position.phase is Phase.REGULAR
    assert position.options == Options()


def test_the_path_is_shuffled_and_the_same_generator_shuffles_it_the_same() -> None:
    """R2"""
    paths = {start(2, Random(seed)).path for seed in range(20)}
    assert len(paths) == 20
    assert STANDARD.path not in paths
    assert start(2, Random(3)) == start(2, Random(3))


def test_every_disc_can_come_to_lie_first_and_last() -> None:
    """R2"""
    paths = [start(2, Random(seed)).path for seed in range(200)]
    assert {path[0] for path in paths} == {path[-1] for path in paths} == set("BRYGPWK")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_can_play_and_who_begins_is_drawn(players: int) -> None:
    """R3"""
    games = [start(players, Random(seed)) for seed in range(100)]
    assert {game.seat for game in games} == set(range(1, players + 1))
    assert {game.players for game in games} == {players}


def test_who_begins_can_be_told_and_the_path_stays_the_same() -> None:
    """R3"""
    told = [start(3, Random(5), first=seat) for seat in (1, 2, 3)]
    assert [game.seat for game in told] == [1, 2, 3]
    assert len({game.path for game in told}) == 1
    assert start(3, "BRBR", first=2).seat == 2
    assert start(3, "BRBR").seat == 1


def test_play_goes_clockwise_and_comes_round() -> None:
    """R3"""
    position = start(3, "BRYBRYBRY", first=2)
    seats = []
    for _ in range(4):
        seats.append(position.seat)
        position = play(position, legal_moves(position)[0])
    assert seats == [2, 3, 1, 2]


@pytest.mark.parametrize("players", [-1, 0, 1, 6])
def test_one_or_six_cannot_play(players: int) -> None:
    with pytest.raises(BadSetup, match=rf"players: {players} .*2 to 5"):
        start(players, Random(1))


@pytest.mark.parametrize("seat", [-1, 0, 4])
def test_a_seat_that_is_not_at_the_table_cannot_begin(seat: int) -> None:
    with pytest.raises(BadSetup, match=rf"seat: there is no seat {seat}.*1 to 3"):
        start(3, Random(1), first=seat)


@pytest.mark.parametrize(
    ("part", "number"),
    [
        ("colours", 0),
        ("colours", 6),
        ("discs", 0),
        ("discs", 10),
        ("white", -1),
        ("white", 6),
        ("black", -1),
        ("black", 6),
    ],
)
def test_material_that_no_board_has_is_refused(part: str, number: int) -> None:
    """V5"""
    with pytest.raises(BadSetup, match=f"{part}: {number} is not possible"):
        replace(Material(), **{part: number})


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("", id="nothing"),
        pytest.param("WK", id="no coloured disc"),
        pytest.param("BRB", id="a red too few"),
        pytest.param("B.BR", id="a disc is gone"),
        pytest.param("BYBY", id="yellow without red"),
        pytest.param("RR", id="red without blue"),
        pytest.param("BXRB", id="no such disc"),
        pytest.param("brbr", id="small letters"),
        pytest.param("BR BR", id="a space"),
        pytest.param("B" * 10, id="ten of a colour"),
        pytest.param("BR" + "W" * 6, id="six white"),
        pytest.param("BR" + "K" * 6, id="six black"),
    ],
)
def test_a_path_that_is_not_full_is_refused(path: str) -> None:
    """R2, V5"""
    with pytest.raises(BadSetup, match="accepted: "):
        start(2, path)


def test_the_material_of_a_path_is_read_off_it() -> None:
    """V5"""
    assert material_of("KBRWRBK") == Material(colours=2, discs=2, white=1, black=2)
    assert material_of(STANDARD.path) == STANDARD


# --- R4 to R9: a move -------------------------------------------------------------------------------------------------


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


# --- R10 to R15: black discs ------------------------------------------------------------------------------------------


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


# --- R16 to R20: end and scoring --------------------------------------------------------------------------------------


def test_the_game_ends_at_once_when_the_last_pawn_climbs() -> None:
    """R16"""
    assert after("...BR s1,5 R B2K/R 1 m", "R^") == "...BR s1,s0 - B2RK/R 1 e"
    assert legal("...BR s1,s0 - B2RK/R 1 e") == ""


def test_the_game_ends_at_once_also_in_an_extra_move() -> None:
    """R16"""
    assert after("....BR 5,6 BR BRK2/- 1 m", "B^", "R^") == "....BR s1,s0 - B2R2K/- 1 e"


def test_nothing_can_be_played_once_the_game_is_over() -> None:
    """R16"""
    with pytest.raises(IllegalMove, match="the game is over") as refusal:
        after("...BR s1,s0 - B2RK/R 1 e", ".")
    assert refusal.value.legal == ()


def finished(steps: str, *hands: str) -> str:
    """A finished standard game whose path is empty: all discs are in the hands."""
    return f"{GONE_55} {steps} - {'/'.join(hands)} 1 e"


def test_a_coloured_disc_scores_the_step_of_its_pawn() -> None:
    """R17"""
    assert final_scores(finished("s4,s3,s2,s1,s0", "B10", "R10", "Y10", "G10", "P10W5K5")) == (40, 30, 20, 10, 10)


def test_black_discs_score_nothing() -> None:
    """R17"""
    assert final_scores(finished("s4,s3,s2,s1,s0", "K5", "B10R10Y10G10P10W5")) == (0, 40 + 30 + 20 + 10 + 0 + 25)


def test_a_white_disc_scores_the_other_colours_in_the_hand() -> None:
    """R18"""
    assert final_scores(finished("s4,s3,s2,s1,s0", "BRW2", "B9R9Y10G10P10W3K5")) == (4 + 3 + 2 * 2, 36 + 27 + 30 + 18)


def test_black_counts_as_a_colour_and_so_does_a_colour_worth_nothing() -> None:
    """R18"""
    assert final_scores(finished("s4,s3,s2,s1,s0", "PWK", "W", "B10R10Y10G10P9W3K4"))[0] == 2


def test_white_is_no_colour_for_a_white_disc() -> None:
    """R18"""
    assert final_scores(finished("s4,s3,s2,s1,s0", "W5", "B10R10Y10G10P10K5"))[0] == 0


def test_a_white_disc_scores_at_most_six() -> None:
    """R18"""
    assert other_colours(Hand(10, 10, 10, 10, 10, 5, 5, 3)) == 6
    assert other_colours(Hand(white=5)) == 0


def test_the_rulebooks_example_scores_18() -> None:
    """R19"""
    position = parse_position(finished("s3,s4,s1,s0,s2", "R2GPW2K", "B10R8Y10G9P9W3K4"))
    assert scores(position)[0] == 18
    assert score_sheet(position, 1) == [
        ScoreLine(Colour.RED, 2, 4),
        ScoreLine(Colour.GREEN, 1, 0),
        ScoreLine(Colour.PURPLE, 1, 2),
        ScoreLine(Colour.WHITE, 2, 4),
        ScoreLine(Colour.BLACK, 1, 0),
    ]
    assert [line.points for line in score_sheet(position, 1)] == [8, 0, 2, 8, 0]


def test_the_score_sheet_of_a_small_board_has_the_white_discs_in_their_place() -> None:
    """R18, V5"""
    sheet = score_sheet(parse_position("...... s1,s0 - B2RWK/BR2 1 e"), 1)
    assert sheet == [
        ScoreLine(Colour.BLUE, 2, 1),
        ScoreLine(Colour.RED, 1, 0),
        ScoreLine(Colour.WHITE, 1, 3),
        ScoreLine(Colour.BLACK, 1, 0),
    ]


def test_the_highest_total_wins() -> None:
    """R20"""
    position = parse_position(finished("s4,s3,s2,s1,s0", "B2", "B3", "B5R10Y10G10P10W5K5"))
    assert winners(position) == (3,)
    assert winners(replace(position, hands=position.hands[:2])) == (2,)


def test_players_who_tie_for_the_highest_total_all_win() -> None:
    """R20: more discs, or more of the best colour, break no tie."""
    position = parse_position(finished("s4,s3,s2,s1,s0", "B3", "R4", "Y6K", "B7R6Y4G10P10W5K4"))
    three = replace(position, hands=position.hands[:3])
    assert scores(three) == (12, 12, 12)
    assert winners(three) == (1, 2, 3)


def test_totals_below_nothing_can_win() -> None:
    """R20, V3"""
    assert best([-3, -1, -2, -1]) == (2, 4)


def test_an_unfinished_game_has_no_scores_and_no_winners() -> None:
    """R17: where the last pawn will stand is not known."""
    position = parse_position("..BR s1,4 R B2/R 1 m")
    with pytest.raises(NotOver):
        scores(position)
    with pytest.raises(NotOver):
        winners(position)
    with pytest.raises(NotOver):
        score_sheet(position, 1)


def bounds_by_trying(position: Position) -> list[tuple[int, int]]:
    """The least and the most that each hand is worth over all orders in which the pawns can fill the free steps."""
    steps = [place - STAIRCASE if place >= STAIRCASE else None for place in position.pawns]
    free = [step for step in range(len(steps)) if step not in steps]
    totals = []
    for order in permutations(free):
        rest = iter(order)
        worth = [next(rest) if step is None else step for step in steps]
        totals.append([points(hand, worth) for hand in position.hands])
    return [(min(seat), max(seat)) for seat in zip(*totals, strict=True)]


def points(hand: Hand, worth: list[int]) -> int:
    """R17, R18, V3 in plain words."""
    coloured = [hand.blue, hand.red, hand.yellow, hand.green, hand.purple]
    others = len([count for count in (*coloured, hand.black) if count > 0])
    return sum(coloured[n] * step for n, step in enumerate(worth)) + hand.white * others - hand.penalties


@pytest.mark.parametrize(
    ("bpn", "bounds"),
    [
        pytest.param("..BR 3,0 BR R/B 1 m", [(0, 1), (0, 1)], id="each colour may come first or last"),
        pytest.param("B.R.Y. 1,s2,5 BY R2/B/Y 2 m", [(4, 4), (0, 1), (0, 1)], id="a pawn that has climbed is settled"),
        pytest.param("..BR s1,4 R B2/R 1 m", [(2, 2), (0, 0)], id="the step of the last pawn is known"),
        pytest.param("..BR s0,4 R B2/R 1 m inverted", [(0, 0), (1, 1)], id="V2 the last pawn stands highest"),
        pytest.param("...... 0,0 BR B2WK/R2!2 1 m", [(2, 4), (-2, 0)], id="white, black and penalties"),
        pytest.param("..BR s1,s0 - B2R/R 1 e", [(2, 2), (0, 0)], id="a finished game"),
    ],
)
def test_what_the_discs_in_hand_can_be_worth(bpn: str, bounds: list[tuple[int, int]]) -> None:
    """R17, R18"""
    assert score_bounds(parse_position(bpn)) == bounds
    assert bounds_by_trying(parse_position(bpn)) == bounds


@pytest.mark.parametrize("seed", range(10))
def test_the_bounds_are_those_of_all_orders_of_arrival_throughout_a_game(seed: int) -> None:
    rng = Random(seed)
    position = start(rng.randint(2, 5), rng, options=Options(inverted=bool(seed % 2), wires=usual_wires(55)))
    for _ in range(LONGEST_GAME):
        if position.is_over:
            break
        position = play(position, rng.choice(legal_moves(position)))
        assert score_bounds(position) == bounds_by_trying(position)
    assert score_bounds(position) == [(total, total) for total in scores(position)]


# --- R21: hidden hands ------------------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_and_how_many_discs_the_others_hold() -> None:
    """R21"""
    position = parse_position("B...R 1,0 BR BK/R/- 2 m")
    assert view_text(view(position, 1)) == "B...R 1,0 BR BK/?1/?0 2 m"
    assert view_text(view(position, 2)) == "B...R 1,0 BR ?2/R/?0 2 m"


def test_a_spectator_sees_no_hand() -> None:
    """R21"""
    assert view_text(view(parse_position("B...R 1,0 BR BK/R/- 2 m"), None)) == "B...R 1,0 BR ?2/?1/?0 2 m"


def test_wire_penalties_are_seen_by_all() -> None:
    """R21, V3"""
    assert view_text(view(parse_position("..BR 3,0 BR R!/B!2 1 m"), 1)) == "..BR 3,0 BR R!/?1!2 1 m"


@pytest.mark.parametrize("seat", [1, 2, None])
def test_all_hands_are_shown_when_the_game_is_over(seat: int | None) -> None:
    """R21"""
    assert view_text(view(parse_position("..BR s1,s0 - B2R/R 1 e"), seat)) == "..BR s1,s0 - B2R/R 1 e"


# --- V1, V2, V3, V5: options ------------------------------------------------------------------------------------------


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


# --- What every caller can rely on ------------------------------------------------------------------------------------


def test_an_illegal_move_is_refused_with_the_legal_ones() -> None:
    position = parse_position("..BR 3,0 BR R/B 1 m")
    for ask in (play, effect):
        with pytest.raises(IllegalMove, match=r"R\+ cannot be played; legal: B\^ R=") as refusal:
            ask(position, parse_move("R+"))
        assert refusal.value.move == "R+"
        assert refusal.value.legal == ("B^", "R=")


def test_a_pawn_that_is_not_on_the_board_cannot_be_moved() -> None:
    """V5"""
    with pytest.raises(IllegalMove):
        after("..BR 3,0 BR R/B 1 m", "Y+")


def test_playing_a_move_leaves_the_position_before_it_as_it_was() -> None:
    bpn = ".BRBR 0,0 BR K/- 1 m wires=1:2"
    position = parse_position(bpn)
    for move in legal_moves(position):
        play(position, move)
    assert position_text(position) == bpn
    assert position == parse_position(bpn)


def test_a_position_cannot_be_changed() -> None:
    position = parse_position("..BR 3,0 BR R/B 1 m")
    with pytest.raises(FrozenInstanceError):
        position.seat = 2  # type: ignore[misc]


def test_equal_positions_have_equal_hashes_whether_their_moves_were_asked_for_or_not() -> None:
    fresh, asked = parse_position("..BR 3,0 BR R/B 1 m"), parse_position("..BR 3,0 BR R/B 1 m")
    legal_moves(asked)
    assert fresh == asked
    assert len({fresh, asked}) == 1
    assert fresh != parse_position("..BR 3,0 BR R/B 2 m")


def test_a_copy_of_a_position_has_its_own_legal_moves() -> None:
    """Moves are found once per position: a changed copy must not inherit them."""
    position = parse_position("WBRBRBR. 6,0 BR K/- 1 m")
    assert len(legal_moves(position)) == 3
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert legal_moves(copy) == legal_moves(position)
    assert len(legal_moves(replace(position, phase=Phase.EXTRA))) == 6


def test_a_seat_that_is_not_at_the_table_sees_and_scores_nothing() -> None:
    position = parse_position("..BR s1,s0 - BR/BR 1 e")
    for seat in (0, 3):
        with pytest.raises(BadSetup, match=rf"there is no seat {seat}.*1 to 2"):
            view(position, seat)
        with pytest.raises(BadSetup, match=rf"there is no seat {seat}.*1 to 2"):
            score_sheet(position, seat)


def test_a_given_path_and_given_material_must_agree() -> None:
    assert start(2, "BRBR", material=Material(2, 2, 0, 0)).path == "BRBR"
    with pytest.raises(BadSetup, match="BRBR is not made of the material given"):
        start(2, "BRBR", material=Material(2, 2, 1, 0))


def test_a_text_is_not_a_move() -> None:
    with pytest.raises(TypeError, match="'R\\+' is not a Move"):
        play(start(2, "BRBR"), "R+")  # type: ignore[arg-type]


def test_the_material_of_a_game_follows_from_any_of_its_positions() -> None:
    rng = Random(3)
    position = start(3, rng, material=Material(3, 4, 2, 1))
    while not position.is_over:
        assert material_in(position) == Material(3, 4, 2, 1)
        position = play(position, rng.choice(legal_moves(position)))
