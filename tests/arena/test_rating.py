from collections.abc import Sequence
from itertools import combinations, permutations
from math import log, log10
from random import Random

import numpy as np
import pytest

from bigpoints.arena import rating
from bigpoints.arena.bootstrap import Estimate
from bigpoints.arena.game import GameResult
from bigpoints.arena.rating import choice_stages, rate
from bigpoints.errors import BadSetup
from support.strange_bots import ended

STRENGTHS = {"ann": 6.0, "ben": 3.0, "cid": 1.0}


def luce_game(board: int, table: Sequence[str], dice: Random) -> GameResult:
    """A game in which every choice is made by the model itself."""
    left, scores = list(range(len(table))), [0] * len(table)
    while left:
        (seat,) = dice.choices(left, [STRENGTHS[table[seat]] for seat in left])
        scores[seat] = len(left)
        left.remove(seat)
    return ended(board, table, scores)


def log_likelihood(games: Sequence[GameResult], ratings: dict[str, float]) -> float:
    """Of the model, from its definition: the mean over all orders in which those who tie could have come."""
    return sum(_of_game(game, {bot: 10 ** (rating / 400) for bot, rating in ratings.items()}) for game in games)


def _of_game(game: GameResult, strength: dict[str, float]) -> float:
    seats = range(len(game.bots))
    orders = [order for order in permutations(seats) if [game.places[s] for s in order] == sorted(game.places)]
    total = 0.0
    for order in orders:
        for n, seat in enumerate(order):
            total += log(strength[game.bots[seat]] / sum(strength[game.bots[other]] for other in order[n:]))
    return total / len(orders)


def test_three_wins_to_one_are_so_many_points() -> None:
    games = [ended(board, ("ann", "ben"), (1, 0) if board % 4 else (0, 1)) for board in range(400)]
    ratings = rate(("ann", "ben"), games)
    assert ratings["ann"].value - ratings["ben"].value == pytest.approx(400 * log10(3), abs=0.5)
    assert ratings["ann"].value == pytest.approx(-ratings["ben"].value)


def test_a_tie_is_half_a_win_for_each() -> None:
    tied = [ended(board, ("ann", "ben"), (5, 5)) for board in range(10)]
    assert rate(("ann", "ben"), tied)["ann"].value == pytest.approx(0, abs=1e-3)
    half = [ended(n, ("ann", "ben"), score) for n, score in enumerate([(1, 0), (1, 0), (1, 0), (0, 1)] * 5)]
    tie = [ended(n, ("ann", "ben"), score) for n, score in enumerate([(1, 0), (1, 1)] * 10)]
    assert rate(("ann", "ben"), tie)["ann"].value == pytest.approx(rate(("ann", "ben"), half)["ann"].value, abs=1e-3)


def test_a_bot_that_wins_everything_has_a_finite_rating() -> None:
    games = [ended(board, ("ann", "ben"), (1, 0)) for board in range(100)]
    ratings = rate(("ann", "ben"), games)
    assert 400 < ratings["ann"].value < 800
    assert ratings["ann"].low is None, "boards that all say the same do not tell how sure it is"


@pytest.mark.parametrize(
    "tables",
    [
        [("ann", "ben"), ("ben", "cid"), ("ann", "cid")],
        [("ann", "ben", "cid")],
        [("ann", "ben", "ben", "ben"), ("ben", "cid", "cid", "cid"), ("cid", "ann", "ann", "ann")],
        [("ann", "ben", "cid", "cid", "ann")],
    ],
)
def test_known_strengths_are_found_again(tables: list[tuple[str, ...]]) -> None:
    dice = Random(7)
    games = [luce_game(board, table, dice) for board in range(1500) for table in tables]
    ratings = rate(tuple(STRENGTHS), games)
    mean = sum(map(log10, STRENGTHS.values())) / 3
    for bot, strength in STRENGTHS.items():
        assert ratings[bot].value == pytest.approx(400 * (log10(strength) - mean), abs=20)
        low, high = ratings[bot].low, ratings[bot].high
        assert low is not None
        assert high is not None
        assert low < ratings[bot].value < high < low + 60


def test_no_other_ratings_make_tied_games_with_copies_likelier() -> None:
    dice = Random(3)
    tables = [("ann", "ben", "cid", "ben"), ("ann", "ann", "ben", "cid"), ("cid", "ben", "cid", "ann")]
    games = [ended(n, dice.choice(tables), [dice.randint(0, 2) for _ in range(4)]) for n in range(60)]
    ratings = {bot: rating.value for bot, rating in rate(tuple(STRENGTHS), games).items()}
    best = log_likelihood(games, ratings)
    for bot in STRENGTHS:
        for step in (-5, 5):
            assert log_likelihood(games, {**ratings, bot: ratings[bot] + step}) < best


EIGHT = tuple("abcdefgh")


def ladder_games(boards: int) -> list[GameResult]:
    """Every two of eight bots on each board, the later in the alphabet winning more and more often; some games tie."""
    dice = Random(5)
    pairs = [pair for _ in range(boards) for pair in combinations(EIGHT, 2)]
    won = [dice.random() < 1 - 0.3 ** (EIGHT.index(two) - EIGHT.index(one)) for one, two in pairs]
    tied = [dice.random() < 0.1 for _ in pairs]
    return [ended(n // 28, pairs[n], (1, 1 if tied[n] else 2 * won[n])) for n in range(len(pairs))]


def minorized(bots: Sequence[str], games: Sequence[GameResult], rounds: int) -> dict[str, float]:
    """The same fit in another way: Hunter's MM algorithm, slow and simple."""
    choices = [found for game in games for found in choice_stages(game.bots, game.places)]
    choices += [((one, (one, other)), 0.05) for one, other in permutations(bots, 2)]
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(rounds):
        chosen, held_against = dict.fromkeys(bots, 0.0), dict.fromkeys(bots, 0.0)
        for (bot, there), weight in choices:
            chosen[bot] += weight
            total = sum(map(strength.__getitem__, there))
            for other in there:
                held_against[other] += weight / total
        strength = {bot: chosen[bot] / held_against[bot] for bot in bots}
    mean = sum(map(log10, strength.values())) / len(bots)
    return {bot: 400 * (log10(strength[bot]) - mean) for bot in bots}


def test_hunters_algorithm_finds_the_same_ratings() -> None:
    pairs = ladder_games(2)
    tables = [ended(n, ("a", "b", "b", "c"), scores) for n, scores in enumerate([(3, 1, 2, 2), (0, 0, 1, 0)] * 3)]
    for bots, games in ((EIGHT, pairs), (("a", "b", "c"), tables)):
        found = {bot: rating.value for bot, rating in rate(bots, games).items()}
        assert found == pytest.approx(minorized(bots, games, 800), abs=0.01)


def test_a_few_steps_rate_eight_bots_that_differ_much(monkeypatch: pytest.MonkeyPatch) -> None:
    games = ladder_games(10)
    patient = rate(EIGHT, games)
    monkeypatch.setattr(rating, "_MOST_STEPS", 20)
    hasty = rate(EIGHT, games)
    for bot in EIGHT:
        assert hasty[bot] == pytest.approx(patient[bot], abs=1e-6)


def test_a_fit_finds_its_way_back_from_far_away() -> None:
    """From where one bot seemed to win always, a whole step would go beyond all numbers."""
    fit = rating._Fit(("ann", "ben"), [ended(n, ("ann", "ben"), (1, 0)) for n in range(5000)])
    ann, ben = fit.strengths(np.array([1.0, 1.0, 3.0]))
    assert ann - ben == pytest.approx(log(2 / 3), abs=1e-9)


def test_choices_between_copies_tell_nothing() -> None:
    assert list(choice_stages(("ann", "ann"), (0, 1))) == []
    assert list(choice_stages(("ann", "ben", "ben"), (0, 1, 2))) == [(("ann", ("ann", "ben", "ben")), 1)]


def test_the_choices_of_a_game_weigh_as_many_as_its_places() -> None:
    assert sum(weight for _, weight in choice_stages(("a", "b", "c", "d"), (0, 1, 1, 1))) == pytest.approx(3)
    assert sum(weight for _, weight in choice_stages(("a", "b", "c", "d"), (0, 0, 0, 0))) == pytest.approx(3)


def test_a_named_bot_can_be_the_zero() -> None:
    games = [ended(board, ("ann", "ben"), (1, 0) if board % 4 else (0, 1)) for board in range(400)]
    ratings = rate(("ann", "ben"), games, anchor="ben")
    assert ratings["ben"] == Estimate(0, None, None)
    assert ratings["ann"].value == pytest.approx(400 * log10(3), abs=0.5)
    with pytest.raises(BadSetup, match="anchor: cid does not play; accepted: ann, ben"):
        rate(("ann", "ben"), games, anchor="cid")


def test_boards_are_drawn_again_as_a_whole() -> None:
    """Games of one board that always end alike prove no more than one game of it would."""
    alike = [ended(board, ("ann", "ben"), (board % 2, 0)) for board in range(40)]
    once, often = rate(("ann", "ben"), alike)["ann"], rate(("ann", "ben"), alike * 20)["ann"]
    assert once.low is not None
    assert often.low is not None
    assert often.value - often.low == pytest.approx(once.value - once.low, rel=0.1)


def test_more_boards_are_surer_and_the_same_games_give_the_same_bars() -> None:
    dice = Random(1)
    games = [luce_game(board, ("ann", "ben"), dice) for board in range(800)]
    few, many = rate(("ann", "ben"), games[:50])["ann"], rate(("ann", "ben"), games)["ann"]
    assert few == rate(("ann", "ben"), games[:50])["ann"]
    assert few.low is not None
    assert many.low is not None
    assert many.value - many.low < (few.value - few.low) / 2


def test_a_single_board_does_not_tell_how_sure_it_is() -> None:
    assert rate(("ann", "ben"), [ended(0, ("ann", "ben"), (1, 0))])["ann"].low is None
