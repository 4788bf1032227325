"""The plain bots: random and greedy."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given

from bigpoints.bots.bot import NoChoice
from bigpoints.bots.simple import GreedyBot, RandomBot, position_rng
from bigpoints.notation import parse_position
from bigpoints.position import Position
from bigpoints.rules import legal_moves, play, score_bounds, start
from support.strategies import positions, seeds


@pytest.mark.parametrize("bot", [RandomBot, GreedyBot])
@given(position=positions(), seed=seeds)
def test_plain_bots_play_by_every_rule_and_the_same_way_with_the_same_seed(
    bot: type[RandomBot] | type[GreedyBot], position: Position, seed: int
) -> None:
    if position.is_over:
        return
    choice = bot(seed).choose(position)
    assert choice.move in legal_moves(position)
    assert bot(seed).choose(position) == choice


def test_a_random_bot_makes_every_move_equally_often() -> None:
    position = start(2, Random(1), first=1)
    made = Counter(RandomBot(seed).choose(position).move for seed in range(900))
    assert set(made) == set(legal_moves(position))
    assert all(0.6 < times * len(made) / 900 < 1.4 for times in made.values())


@given(positions())
def test_no_move_gives_a_greedy_bot_more_at_once_than_the_one_it_makes(position: Position) -> None:
    if position.is_over:
        return
    worth = {move: sum(score_bounds(play(position, move))[position.seat - 1]) for move in legal_moves(position)}
    assert worth[GreedyBot().choose(position).move] == max(worth.values())


def test_a_greedy_bot_takes_the_disc_that_is_worth_most() -> None:
    # Blue stands on 2 already: R- and Y+ win a blue disc, R+ a yellow one, Y- a red one.
    position = parse_position("RBYRYB s2,1,3 RY B/- 2 m")
    assert {str(GreedyBot(seed).choose(position).move) for seed in range(20)} == {"R-", "Y+"}


def test_dice_fall_by_seed_and_position_alone() -> None:
    one, other = start(2, Random(1)), start(2, Random(2))
    assert position_rng(1, one).random() == position_rng(1, one).random()
    assert len({position_rng(1, one).random(), position_rng(2, one).random(), position_rng(1, other).random()}) == 3


@pytest.mark.parametrize("bot", [RandomBot(), GreedyBot()])
def test_plain_bots_have_nothing_to_choose_once_the_game_is_over(bot: RandomBot | GreedyBot) -> None:
    with pytest.raises(NoChoice, match="the game is over"):
        bot.choose(parse_position(".... s1,s0 - B3/R3 1 e"))
