"""level1 to level3: people who learn the game, each with the weaknesses that make them what they are.

The small boards (V5) are drawn as the notation has them: `path pawns pile hands seat phase [options]`.
"""

from collections import Counter
from itertools import count
from random import Random

import pytest
from hypothesis import given

from bigpoints.bots.bot import Bot, BotSettings, NoChoice
from bigpoints.bots.levels_1_to_3 import Beginner, Child, Learner, NoviceBot
from bigpoints.bots.registry import make_bot
from bigpoints.bots.simple import GreedyBot
from bigpoints.notation import parse_move, parse_position
from bigpoints.position import PASS, Colour, Phase, Position
from bigpoints.rules import legal_moves, play, start, winners
from support.perfect_play import margin
from support.strategies import positions, seeds

PEOPLE = (Child, Beginner, Learner)

# Blue stands on 2 already. R- and Y+ win a blue disc, R+ a yellow one, Y- a red one.
BLUE_IS_WORTH_MOST = "RBYRYB s2,1,3 RY B/- 2 m"

# Seat 1 holds two blue discs: if blue climbs, it gets a third, and all count 1. R- puts red in front.
TIME_TO_CLIMB = "R.BR.. 3,1 BR B2/R 1 m"

# Whichever pawn makes the extra move, it wins a disc of the colour behind it: worth nothing as they stand.
WHY_SPEND_A_BLACK = "BRBRBRBRBRBR. 0,0 BR K/- 1 x"


def choices(kind: type[NoviceBot], bpn: str, tries: int = 100) -> Counter[str]:
    """The moves that novices of a kind choose in a drawn position."""
    position = parse_position(bpn)
    return Counter(str(kind(seed).choose(position).move) for seed in range(tries))


def child_who_loves(colour: Colour, position: Position) -> Child:
    return next(child for child in map(Child, count()) if child.favourite(position) is colour)


# --- level1 -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("colour", "moves"), [("RED", {"Y-"}), ("YELLOW", {"R+"}), ("BLUE", {"R-", "Y+"})])
def test_a_child_takes_the_colour_it_loves_although_another_is_worth_more(colour: str, moves: set[str]) -> None:
    position = parse_position(BLUE_IS_WORTH_MOST)
    assert str(child_who_loves(Colour[colour], position).choose(position).move) in moves
    assert str(GreedyBot().choose(position).move) in {"R-", "Y+"}


def test_a_child_likes_to_move_the_pawn_of_the_colour_it_loves() -> None:
    position = parse_position("BRBR 1,2 BR -/- 1 m")
    child = child_who_loves(Colour.BLUE, position)
    ratings = child.rate_moves(position, Random(1))
    assert ratings[parse_move("B+")] == ratings[parse_move("B-")] - 2  # Both move blue; the one behind is blue, too.
    assert ratings[parse_move("B-")] > ratings[parse_move("R-")]


def test_a_child_likes_what_shines_but_less_than_the_colour_it_loves() -> None:
    position = parse_position("WBRWRB 2,3 BR -/- 1 m")
    ratings = child_who_loves(Colour.BLUE, position).rate_moves(position, Random(1))
    plain, white, loved = 1.0, ratings[parse_move("R-")], ratings[parse_move("R+")]
    assert plain < white < loved


def test_a_child_loves_one_colour_all_the_game_and_children_at_a_table_love_different_ones() -> None:
    game = start(5, Random(3), first=1)
    loved = {}
    for _ in range(5):
        loved[game.seat] = Child(0).favourite(game)
        game = play(game, legal_moves(game)[0])
    assert all(Child(0).favourite(game) is loved[game.seat] for game in _turns(game))
    assert len(set(loved.values())) > 1


def _turns(position: Position) -> list[Position]:
    """The rest of a game, one position for each ply."""
    found = []
    while not position.is_over:
        found.append(position)
        position = play(position, legal_moves(position)[-1])
    return found


def test_a_child_sees_two_pawns_at_a_time_not_always_the_same() -> None:
    position = start(2, Random(1))
    noticed = [{move.pawn for move in Child().rate_moves(position, Random(seed))} for seed in range(50)]
    assert {len(pawns) for pawns in noticed} == {2}
    assert len(set().union(*noticed)) == 5


@given(positions(), seeds)
def test_a_child_makes_every_extra_move_for_its_own_sake(position: Position, seed: int) -> None:
    if position.phase is Phase.EXTRA:
        assert Child(seed).choose(position).move != PASS


def test_a_child_thinks_nothing_of_the_staircase() -> None:
    upright = parse_position(BLUE_IS_WORTH_MOST)
    inverted = parse_position("RBYRYB s0,1,3 RY B/- 2 m inverted")
    assert Child().rate_moves(upright, Random(1)) == Child().rate_moves(inverted, Random(1))


# --- level2 -----------------------------------------------------------------------------------------------------------


def test_a_beginner_takes_the_disc_whose_pawn_stands_best() -> None:
    assert set(choices(Beginner, BLUE_IS_WORTH_MOST)) == {"R-", "Y+"}


def test_a_beginner_knows_that_an_inverted_staircase_turns_that_round() -> None:
    assert set(choices(Beginner, "RBYRYB s0,1,3 RY B/- 2 m inverted")) <= {"R+", "Y-"}


def test_a_beginner_overlooks_the_staircase_most_of_the_time() -> None:
    assert 20 < choices(Beginner, TIME_TO_CLIMB)["B^"] < 50


def test_a_beginner_climbs_when_there_is_nothing_else_to_see() -> None:
    assert choices(Beginner, "..BR s1,4 R B2/R 1 m") == {"R^": 100}


def test_a_beginner_has_forgotten_what_the_others_took() -> None:
    red_next, red_last = (parse_position(f"R.BR.. 3,1 BR {hands} 1 m") for hands in ("B2/R/-", "B2/-/R"))
    assert Beginner().rate_moves(red_next, Random(1)) == Beginner().rate_moves(red_last, Random(1))


def test_a_beginner_spends_no_black_disc_for_nothing() -> None:
    assert choices(Beginner, WHY_SPEND_A_BLACK) == {".": 100}


def test_a_beginner_shuns_the_trip_wires() -> None:
    # V3: red would cross the wire, yellow stands behind it; both can win a blue disc.
    assert choices(Beginner, f"{BLUE_IS_WORTH_MOST} wires=2") == {"Y+": 100}


# --- level3 -----------------------------------------------------------------------------------------------------------


def test_a_learner_sees_the_staircase() -> None:
    assert choices(Learner, TIME_TO_CLIMB) == {"B^": 100}


# Both pawns can climb, which is as good for seat 1 either way; seat 2 holds two discs of one of the colours.
RED_IS_THEIRS = "BBB....R 3,8 BR BR/R2 1 m"
BLUE_IS_THEIRS = "B....RRR 1,8 BR BR/B2 1 m"


def test_a_learner_grudges_the_others_their_points() -> None:
    assert choices(Learner, RED_IS_THEIRS)["B^"] > 75
    assert choices(Learner, BLUE_IS_THEIRS)["R^"] > 75


def test_a_beginner_does_not_care_about_the_others() -> None:
    assert 30 < choices(Beginner, RED_IS_THEIRS)["B^"] < 70


def test_a_learner_counts_moves_where_a_beginner_sees_who_is_in_front() -> None:
    # Y+ wins a blue disc, Y- a red one. Blue is in front and has three moves to go, red has one.
    position = parse_position("RYBRBBB..... 5,4,0 BRY -/R2Y3 1 m")
    beginner, learner = (kind().rate_moves(position, Random(1)) for kind in (Beginner, Learner))
    blue, red = parse_move("Y+"), parse_move("Y-")
    assert beginner[blue] > beginner[red]
    assert learner[blue] < learner[red]


def test_a_learner_keeps_a_black_disc_for_something_better_while_the_road_is_long() -> None:
    assert choices(Learner, WHY_SPEND_A_BLACK) == {".": 100}


def test_a_learner_spends_a_black_disc_for_a_point_near_the_end() -> None:
    assert choices(Learner, "..R.RB. s1,3 R K/B3R 1 x") == {"R+": 100}


def test_a_learner_expects_no_reply() -> None:
    """Y- wins a blue disc, worth 1, and lets the other player win a red one, worth 2; Y+ would have ended that."""
    position = parse_position(".BYY.R s1,s2,0 Y R2/B2 1 m")
    assert choices(Learner, ".BYY.R s1,s2,0 Y R2/B2 1 m") == {"Y-": 100}
    blue, end = (-margin(play(position, parse_move(move))) for move in ("Y-", "Y+"))
    assert (blue, end) == (1, 2)


@given(positions(), seeds)
def test_a_learner_says_how_everybody_seems_to_stand(position: Position, seed: int) -> None:
    if not position.is_over:
        value = Learner(seed).choose(position).value
        assert len(value) == position.players
        assert sum(value) == pytest.approx(1)


# --- all of them ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PEOPLE)
@given(position=positions(), seed=seeds)
def test_people_play_by_every_rule_and_the_same_way_with_the_same_seed(
    kind: type[NoviceBot], position: Position, seed: int
) -> None:
    if position.is_over:
        return
    choice = kind(seed).choose(position)
    assert choice.move in legal_moves(position)
    assert 1 <= choice.nodes <= len(legal_moves(position))
    assert kind(seed).choose(position) == choice


@pytest.mark.parametrize("kind", PEOPLE)
def test_people_with_other_seeds_play_other_games(kind: type[NoviceBot]) -> None:
    assert len({_moves(start(2, Random(1), first=1), kind(seed)) for seed in range(5)}) == 5


def _moves(position: Position, bot: Bot) -> tuple[str, ...]:
    """A game of a bot with itself."""
    moves = []
    while not position.is_over:
        moves.append(bot.choose(position).move)
        position = play(position, moves[-1])
    return tuple(map(str, moves))


@pytest.mark.parametrize("kind", PEOPLE)
def test_people_have_nothing_to_choose_once_the_game_is_over(kind: type[NoviceBot]) -> None:
    with pytest.raises(NoChoice, match="the game is over"):
        kind().choose(parse_position(".... s1,s0 - B3/R3 1 e"))


def wins(name: str, other: str, boards: int) -> float:
    """The games that a bot wins in two games on each of some boards, once in each seat; a tie is half a win."""
    return sum(
        _share(start(2, Random(board), first=first), name, other, board) for board in range(boards) for first in (1, 2)
    )


def _share(position: Position, name: str, other: str, seed: int) -> float:
    bots = (make_bot(name, BotSettings(seed)), make_bot(other, BotSettings(seed + 1)))
    while not position.is_over:
        position = play(position, bots[position.seat - 1].choose(position).move)
    return (1 in winners(position)) / len(winners(position))


@pytest.mark.parametrize(("name", "below"), [("level1", "random"), ("level2", "level1"), ("level3", "level2")])
def test_each_level_beats_the_one_below_but_not_always(name: str, below: str) -> None:
    assert 65 <= wins(name, below, boards=50) <= 97
