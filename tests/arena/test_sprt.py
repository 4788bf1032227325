from random import Random

import pytest

from bigpoints.arena.game import GameResult
from bigpoints.arena.match import Match
from bigpoints.arena.sprt import (
    ACCEPTED,
    REJECTED,
    UNDECIDED,
    Hypotheses,
    SequentialTest,
    judge,
    log_likelihood_ratio,
    parse_hypotheses,
)
from bigpoints.errors import BadNotation, BadSetup
from support.strange_bots import ended

MATCH = Match(("new", "old"), 2, 1000)


def pair(board: int, points: float) -> list[GameResult]:
    """The two games of a board in which the first bot scores `points` points."""
    wins = {0: ((0, 1), (0, 1)), 0.5: ((0, 1), (1, 1)), 1: ((1, 0), (0, 1)), 1.5: ((1, 0), (1, 1)), 2: ((1, 0), (1, 0))}
    first, (new, old) = wins[points]
    return [ended(board, ("new", "old"), first, 2 * board), ended(board, ("old", "new"), (old, new), 2 * board + 1)]


@pytest.mark.parametrize("pairs", [(10, 60, 200, 75, 15), (3, 100, 300, 90, 9), (40, 20, 90, 25, 60)])
def test_the_ratio_is_close_to_its_normal_approximation(pairs: tuple[int, ...]) -> None:
    """For small differences it is n (s1 − s0)(2 mean − s0 − s1) / (2 variance)."""
    s0, s1 = (1 / (1 + 10 ** (-elo / 400)) for elo in (0, 10))
    n = sum(pairs)
    mean = sum(count * result / 4 for result, count in enumerate(pairs)) / n
    variance = sum(count * (result / 4 - mean) ** 2 for result, count in enumerate(pairs)) / n
    expected = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert log_likelihood_ratio(Hypotheses(0, 10), pairs) == pytest.approx(expected, rel=0.03, abs=0.02)


def test_boards_won_twice_and_lost_twice_weigh_alike() -> None:
    test = Hypotheses(-10, 10)
    assert log_likelihood_ratio(test, (1, 5, 30, 5, 1)) == pytest.approx(0, abs=1e-9)
    won = log_likelihood_ratio(test, (1, 5, 30, 9, 4))
    assert won == pytest.approx(-log_likelihood_ratio(test, (4, 9, 30, 5, 1)))
    assert won > 0


def test_a_test_accepts_and_rejects_at_its_bounds() -> None:
    test = Hypotheses(0, 50)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert judge(test, (0, 0, 10, 0, 0)).word == UNDECIDED
    assert judge(test, (5, 20, 100, 60, 40)).word == ACCEPTED
    assert judge(test, (20, 30, 100, 20, 10)).word == REJECTED


@pytest.mark.parametrize(("elo", "right"), [(0, REJECTED), (100, ACCEPTED)])
def test_a_test_is_seldom_wrong(elo: float, right: str) -> None:
    chance, dice, words = 1 / (1 + 10 ** (-elo / 400)), Random(4), []
    for _ in range(60):
        test, board = SequentialTest(MATCH, Hypotheses(0, 100)), 0
        while not test.is_over:
            for game in pair(board, (dice.random() < chance) + (dice.random() < chance)):
                test.add_game(game)
            board += 1
        words.append(test.verdict.word)
    assert words.count(right) >= 52


def test_the_order_in_which_games_end_does_not_matter() -> None:
    dice = Random(2)
    games = [game for board in range(200) for game in pair(board, dice.choice([0.5, 1, 1.5, 2, 2]))]
    ordered = SequentialTest(MATCH, Hypotheses(0, 20))
    for game in games:
        ordered.add_game(game)
    assert ordered.verdict.word == ACCEPTED
    assert ordered.verdict.boards < 200
    shuffled = SequentialTest(MATCH, Hypotheses(0, 20))
    for game in dice.sample(games, len(games)):
        shuffled.add_game(game)
    assert shuffled.verdict == ordered.verdict
    assert len(shuffled.filter_counted(games)) == 2 * ordered.verdict.boards


def test_half_a_board_says_nothing_yet() -> None:
    test = SequentialTest(MATCH, Hypotheses(0, 20))
    test.add_game(pair(0, 2)[0])
    assert test.verdict.boards == 0
    test.add_game(pair(0, 2)[1])
    assert test.verdict.pairs == (0, 0, 0, 0, 1)


@pytest.mark.parametrize("text", ["", "20", "0,20,40", "20,0", "5,5", "a,b", "nan,20", "0,inf", "0,1001", "0;20"])
def test_hypotheses_that_cannot_be_tested_are_refused(text: str) -> None:
    with pytest.raises(BadNotation, match=r"--sprt: .*such as 0,20"):
        parse_hypotheses(text)


def test_hypotheses_are_two_numbers() -> None:
    assert parse_hypotheses("-2.5,2.5") == Hypotheses(-2.5, 2.5)


@pytest.mark.parametrize("match", [Match(("new", "old"), 3), Match(("new", "old", "other"))])
def test_only_two_bots_and_two_players_make_pairs(match: Match) -> None:
    with pytest.raises(BadSetup, match="accepted: two bots and two players"):
        SequentialTest(match, Hypotheses(0, 20))
