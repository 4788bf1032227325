"""R16 to R20: end and scoring."""

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from bigpoints.errors import IllegalMove, NotOver
from bigpoints.notation import parse_position
from bigpoints.position import STAIRCASE, Colour, Hand, Options, Position, ScoreLine
from bigpoints.rules import (
    best,
    legal_moves,
    other_colours,
    play,
    score_bounds,
    score_sheet,
    scores,
    start,
    usual_wires,
    winners,
)
from support.drawn_positions import after, final_scores, legal

GONE_55 = "." * 55

LONGEST_GAME = 130
"""Plies: 55 discs are taken, 5 pawns climb, 5 at most find nothing to take (R7), each with a pass at most."""


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
