"""Hints: what a bot thinks best, the reasons beside it, and nothing of what others hold (R21)."""

import pytest

from bigpoints.analysis.finders import reasons
from bigpoints.analysis.hints import Hint, hints
from bigpoints.bots.bot import Budget, Candidate, Choice, NoChoice
from bigpoints.bots.simple import GreedyBot
from bigpoints.notation import parse_position
from bigpoints.position import PASS
from bigpoints.rules import legal_moves
from support.fake_bots import Acting, Judge

POSITION = parse_position("RYGRYG.... s4,0,0,0,0 RYGP B3/P2 2 m")


def test_the_best_moves_come_first_with_the_movers_share_and_why() -> None:
    first, second = hints(POSITION, Judge(), count=2)
    moves = legal_moves(POSITION)
    assert first == Hint(moves[0], 0.8, 3.25, False, reasons(POSITION, moves[0]))
    assert (second.move, second.value, second.margin) == (moves[1], 0.4, 2.25)


def test_after_the_bots_own_move_those_it_thought_about_most_are_shown_by_their_value() -> None:
    moves = legal_moves(POSITION)
    shares = (0.6, 0.2, 0.5, 0.9)
    candidates = tuple(Candidate(move, (1 - share, share)) for move, share in zip(moves, shares, strict=False))
    bot = Acting(lambda *_: Choice(moves[0], candidates=candidates))
    assert [hint.value for hint in hints(POSITION, bot, count=3)] == [0.6, 0.5, 0.2]


def test_candidates_without_a_value_are_hints_all_the_same() -> None:
    moves = legal_moves(POSITION)
    bot = Acting(lambda *_: Choice(moves[0], candidates=tuple(Candidate(move, ()) for move in moves)))
    assert [(hint.move, hint.value) for hint in hints(POSITION, bot, count=2)] == [(moves[0], None), (moves[1], None)]


def test_there_are_no_more_hints_than_moves() -> None:
    assert len(hints(POSITION, Judge(), count=99)) == len(legal_moves(POSITION))


def test_a_bot_that_does_not_compare_gives_its_own_move_without_a_value() -> None:
    (hint,) = hints(POSITION, GreedyBot())
    assert (hint.value, hint.margin, hint.exact) == (None, None, False)
    assert hint.reasons


def test_a_candidate_that_cannot_be_played_is_no_hint() -> None:
    move = legal_moves(POSITION)[0]
    candidates = (Candidate(PASS, (0.1, 0.9)), Candidate(move, (0.2, 0.8)))
    bot = Acting(lambda *_: Choice(move, candidates=candidates))
    assert [hint.move for hint in hints(POSITION, bot)] == [move]


def test_with_hidden_hands_there_is_no_margin_to_reckon_the_other_hand_from() -> None:
    for hint in hints(POSITION, Judge(), open_hands=False):
        assert hint.margin is None
        assert hint.value is not None
        assert hint.reasons == reasons(POSITION, hint.move, open_hands=False)


def test_the_bot_gets_the_budget() -> None:
    seen: list[Budget] = []

    def act(*asked: object) -> Choice:
        seen.extend(part for part in asked if isinstance(part, Budget))
        return Choice(legal_moves(POSITION)[0])

    hints(POSITION, Acting(act), Budget(nodes=7))
    assert seen == [Budget(nodes=7)]


def test_a_game_that_is_over_has_no_hints() -> None:
    with pytest.raises(NoChoice, match="the game is over"):
        hints(parse_position("B s0 - B/- 1 e"), Judge())
