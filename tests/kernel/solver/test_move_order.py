"""Move ordering: the move tried first is among the best far more often than chance would have it."""

import pytest

from bigpoints.kernel.solver.move_order import POINT, disc_worths, score_move
from bigpoints.notation import action_number, parse_position
from bigpoints.position import PASS, Move, Position
from bigpoints.rules import legal_moves, play
from support.perfect_play import margin
from support.small_boards import late
from support.solver_words import solver_words

LANE = 8


def worths_of(position: Position) -> list[int]:
    """The estimated worth of a disc of each of the seven colours, in eighths of a point."""
    words = solver_words(position)
    lanes = disc_worths(words.planes, words.setup, words.free, words.turn, words.mine)
    return [lanes >> n * LANE & 255 for n in range(7)]


def scores_of(position: Position) -> dict[Move, int]:
    words = solver_words(position)
    worths = disc_worths(words.planes, words.setup, words.free, words.turn, words.mine)
    return {move: _score(position, move, worths) for move in legal_moves(position)}


def _score(position: Position, move: Move, worths: int) -> int:
    words, after = solver_words(position), solver_words(play(position, move))
    hand = after.mine if play(position, move).seat == position.seat else after.theirs
    return score_move(words.setup, words.turn, words.mine, words.theirs, worths, action_number(move), after.turn, hand)


def test_the_move_tried_first_is_among_the_best_far_more_often_than_by_chance() -> None:
    hits, expected, cases = 0, 0.0, 0
    for seed in range(150):
        position = late(4, seed)
        known: dict[Position, int] = {}
        gains = {}
        for move in legal_moves(position):
            after = play(position, move)
            gains[move] = margin(after, known) if after.seat == position.seat else -margin(after, known)
        best = {move for move, gain in gains.items() if gain == max(gains.values())}
        if len(best) == len(gains):
            continue
        scores = scores_of(position)
        hits += max(scores, key=lambda move: scores[move]) in best
        expected += len(best) / len(gains)
        cases += 1
    assert cases > 50
    assert hits > 1.4 * expected


def test_a_climbed_colour_is_worth_its_step_and_white_the_colours_in_hand() -> None:
    worths = worths_of(parse_position("RY.W s2,0,0 RY B2/- 1 m"))
    assert worths[0] == 2 * POINT
    assert worths[5] == POINT


def test_the_pawn_with_fewer_discs_to_visit_is_expected_first() -> None:
    blue, red, *_ = worths_of(parse_position("B.RR 0,0 BR B/- 1 m"))
    assert blue > red
    blue, red, *_ = worths_of(parse_position("B.RR 0,0 BR B/- 1 m inverted"))
    assert blue < red


def test_pawns_as_far_as_each_other_share_the_steps() -> None:
    assert worths_of(parse_position("BRBR 0,0 BR -/- 1 m"))[:2] == [POINT // 2] * 2


@pytest.mark.parametrize("bpn", ["WBKRBR 0,0 BR -/- 1 m", "RWKBBR 0,0 BR -/- 1 m"])
def test_a_black_disc_is_tried_before_any_other(bpn: str) -> None:
    position = parse_position(bpn)
    scores = scores_of(position)
    first = max(scores, key=lambda move: scores[move])
    assert play(position, first).hands[0].black == 1


def test_passing_has_a_score_of_its_own() -> None:
    position = parse_position("BRRB. 1,0 BR K/- 1 x")
    assert 0 < scores_of(position)[PASS] < 2 * POINT
