"""The strongest bot: exact at the end of a game for two, a search everywhere else."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.bots.bot import HASH_MEGABYTES, BotSettings, Budget
from bigpoints.bots.level6 import MasterBot, estimate_nodes
from bigpoints.bots.registry import make_bot
from bigpoints.bots.solver.solve import solve
from bigpoints.kernel.search.tree import Tree
from bigpoints.kernel.solver.alphabeta import new_memory
from bigpoints.notation import parse_position
from bigpoints.position import Position
from bigpoints.rules import legal_moves, play, scores, start
from support.fake_bots import untimed
from support.strategies import options_on, played_out, seeds

START = start(2, Random(1), first=1)
LATE = parse_position(
    "G..G..PRR..P....YR...Y....YR..G.B..R.YYYYB..RY.RB.P.WP. s2,s1,27,s3,s4 Y B3R2YG2P3W3/B4RG5P3W 1 m"
)


def master(megabytes: int = HASH_MEGABYTES) -> MasterBot:
    bot = make_bot("level6", BotSettings(hash_megabytes=megabytes))
    assert isinstance(bot, MasterBot)
    return bot


@st.composite
def ends(draw: st.DrawFn) -> Position:
    """A two-player game some plies before its end, of any mix of options."""
    begin = start(2, Random(draw(seeds)), options=draw(options_on(55)))
    return played_out(begin, Random(draw(seeds)))[-draw(st.integers(1, 5))].before


def margin_for(seat: int, position: Position) -> int | None:
    """The win share of a seat under perfect play."""
    if position.is_over:
        points = scores(position)
        return points[seat - 1] - points[2 - seat]
    margin = solve(position, memory=new_memory(1 << 16)).margin
    return margin if margin is None or position.seat == seat else -margin


@settings(max_examples=20)
@given(ends())
def test_the_end_of_a_game_for_two_is_played_perfectly(position: Position) -> None:
    solution = solve(position, memory=new_memory(1 << 16))
    choice = master(2).choose(position, Budget(nodes=200_000))
    assert choice.exact
    assert choice.margin == solution.margin
    assert choice.value[position.seat - 1] == (1 + (solution.outcome or 0)) / 2
    assert margin_for(position.seat, play(position, choice.move)) == solution.margin


@settings(max_examples=20)
@given(ends())
def test_no_candidate_promises_more_than_the_proven_one(position: Position) -> None:
    choice = master(2).choose(position, Budget(nodes=100_000))
    best, seat = choice.candidates[0], position.seat - 1
    if not choice.exact:
        return
    assert {one.move for one in choice.candidates} == set(legal_moves(position))
    assert all(one.value[seat] <= best.value[seat] + 1e-6 for one in choice.candidates)
    assert all((one.margin or 0.0) <= (best.margin or 0.0) for one in choice.candidates)


def test_solver_and_search_share_the_nodes_also_after_a_proof() -> None:
    """The solver needs about 600 here, and the search could use thousands more."""
    position = parse_position(
        ".PKW..B......BW.PG.WR.P....P.G.Y..YW.G.Y..R.Y.PYP.KP.RY 7,43,45,38,s4 BRYG B2R3YG5PW/B5R3Y2GP2 2 m"
    )
    choice = master(2).choose(position, Budget(nodes=3000))
    assert choice.exact
    assert choice.nodes < 3000 + 21


def test_the_solver_is_not_asked_when_it_is_not_likely_to_finish_or_not_for_it() -> None:
    for position, budget in (
        (START, Budget(nodes=5000)),
        (LATE, Budget(depth=2)),
        (start(3, Random(1)), Budget(nodes=5000)),
    ):
        bot = master()
        bot.choose(position, budget)
        assert bot._memory is None


def test_a_search_goes_on_when_the_solver_does_not_finish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bigpoints.bots.level6.estimate_nodes", lambda _position: 0)
    choice = master().choose(START, Budget(nodes=5000))
    assert (choice.exact, choice.move in legal_moves(START)) == (False, True)
    assert 5000 <= choice.nodes < 5021


def test_the_further_the_pawns_have_to_go_the_longer_the_solver_is_likely_to_take() -> None:
    plies = played_out(START, Random(3))
    likely = [estimate_nodes(ply.before) for ply in plies if ply.before.phase.value == "m"]
    assert likely[0] > 1e6 > likely[-1]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_trees_and_table_take_64_megabytes_unless_more_is_asked_for(players: int) -> None:
    bot, position = master(), LATE if players == 2 else start(players, Random(1))
    bot.choose(position, Budget(nodes=2000))
    trees = sum(part.nbytes for tree in bot.bot._trees[players] for part in tree)
    table = bot._memory.table.nbytes if bot._memory else 0
    assert (players == 2) == (table > 0)
    assert trees + table <= HASH_MEGABYTES * 2**20


@pytest.mark.parametrize("name", ["level4", "level5", "uct"])
def test_the_other_searches_take_no_more(name: str) -> None:
    bot: Any = make_bot(name)
    bot.choose(START, Budget(nodes=10))
    trees: list[Tree] = getattr(bot, "bot", bot)._trees[2]
    assert sum(part.nbytes for tree in trees for part in tree) <= HASH_MEGABYTES * 2**20


def test_what_was_solved_in_time_is_remembered_for_the_next_move() -> None:
    bot = master()
    bot.choose(LATE, Budget(seconds=20.0))
    before = bot._memory
    bot.choose(LATE, Budget(seconds=20.0))
    assert before is not None
    assert bot._memory is before


def test_nothing_is_held_after_closing() -> None:
    bot = master()
    first = bot.choose(LATE, Budget(nodes=2000))
    bot.close()
    assert bot._memory is None
    assert not bot.bot._trees
    assert untimed(bot.choose(LATE, Budget(nodes=2000))) == untimed(first)


def test_the_strongest_has_a_second() -> None:
    assert master().bot.own == Budget(seconds=1.0)
