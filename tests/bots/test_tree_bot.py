"""Bots that grow trees: they keep their budget, can be watched and stopped, and always answer with a legal move."""

from collections.abc import Callable
from math import inf
from random import Random
from threading import Event, Timer
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.bots.bot import Bot, BotSettings, Budget, Choice, NoChoice
from bigpoints.bots.registry import make_bot
from bigpoints.bots.tree_bot import TreeBot, network_search
from bigpoints.kernel.search.tree import USED, Tree
from bigpoints.notation import parse_position
from bigpoints.position import Position
from bigpoints.rules import legal_moves, play, start
from support.fake_bots import untimed
from support.strategies import played_out, positions

NAMES = ["uct", "level4", "level5", "level6"]
ONE_UNFOLDING = 21
SOON = 0.05
"""Seconds that feel like none."""
START = start(2, Random(1), first=1)


def searcher(threads: int = 1, megabytes: float = 4) -> TreeBot:
    return TreeBot("searcher", [network_search(number) for number in range(threads)], Budget(nodes=500), megabytes)


def check_line(position: Position, choice: Choice) -> None:
    assert choice.line[:1] == (choice.move,)
    for move in choice.line:
        position = play(position, move)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=25)
@given(position=positions(), nodes=st.integers(1, 300))
def test_searching_bots_play_by_every_rule(name: str, position: Position, nodes: int) -> None:
    if position.is_over:
        return
    choice = make_bot(name, BotSettings(hash_megabytes=1)).choose(position, Budget(nodes=nodes))
    assert choice.move in legal_moves(position)
    assert len(choice.value) == position.players
    assert sum(choice.value) == pytest.approx(1)
    assert choice.candidates[0].move == choice.move
    check_line(position, choice)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_that_is_over_leaves_nothing_to_choose(name: str) -> None:
    with pytest.raises(NoChoice, match="the game is over"):
        make_bot(name).choose(played_out(START, Random(1))[-1].after)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_same_seed_and_nodes_give_the_same_answer_whatever_was_asked_before(name: str, players: int) -> None:
    rng = Random(players)
    plies = played_out(start(players, rng), rng)
    bot, budget = make_bot(name, BotSettings(seed=3)), Budget(nodes=3000)
    for ply in plies[10:-2:12]:
        bot.choose(ply.before, budget)
        again = bot.choose(ply.before, budget)
        assert untimed(again) == untimed(make_bot(name, BotSettings(seed=3)).choose(ply.before, budget))


def test_another_seed_plays_other_games_out() -> None:
    one, other = (make_bot("uct", BotSettings(seed)).choose(START, Budget(nodes=2000)) for seed in (1, 2))
    assert one.candidates != other.candidates


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("nodes", [1, 50, 2000])
def test_a_budget_of_nodes_is_kept_but_for_one_unfolding(name: str, nodes: int) -> None:
    for position in (START, start(4, Random(2))):
        assert nodes <= make_bot(name).choose(position, Budget(nodes=nodes)).nodes < nodes + ONE_UNFOLDING


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_share_the_nodes(threads: int) -> None:
    choice = searcher(threads).choose(START, Budget(nodes=3000))
    assert choice.move in legal_moves(START)
    assert 3000 <= choice.nodes < 3000 + threads * ONE_UNFOLDING
    assert sum(one.nodes for one in choice.candidates) > 0


def test_every_thread_has_a_mind_of_its_own() -> None:
    bot = searcher(2)
    bot.choose(START, Budget(nodes=4000))
    one, other = bot._trees[2]
    assert one.visits[1:10].tolist() != other.visits[1:10].tolist()


def test_threads_share_the_memory() -> None:
    def taken(bot: TreeBot) -> int:
        bot.choose(START, Budget(nodes=10))
        return sum(part.nbytes for tree in bot._trees[2] for part in tree)

    assert taken(searcher(3)) == pytest.approx(taken(searcher(1)), rel=0.01)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("depth", [1, 3, 300])
def test_a_budget_of_depth_ends(name: str, depth: int) -> None:
    position = START if depth < 10 else played_out(START, Random(1))[-5].before
    choice = make_bot(name).choose(position, Budget(depth=depth))
    assert choice.move in legal_moves(position)
    assert choice.depth <= depth


class Stop(Event):
    """A request to stop that knows when it was made."""

    asked = inf

    def set(self) -> None:
        self.asked = min(self.asked, perf_counter())
        super().set()


def check_soon(seconds: float, act: Callable[[], float]) -> None:
    """Assert that a call takes less than `seconds`; the best of five tries counts, since a busy machine spoils some."""
    took: list[float] = []
    while min(took, default=inf) >= seconds:
        assert len(took) < 5, f"it took {took} seconds"
        took.append(act())


@pytest.mark.alone
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("seconds", "most"), [(1e-9, SOON), (0.2, 0.22)])
def test_a_budget_of_time_is_kept(name: str, seconds: float, most: float) -> None:
    bot: Bot = make_bot(name)
    bot.choose(START, Budget(nodes=1))  # What has to be compiled is compiled here.

    def used() -> float:
        began = perf_counter()
        choice = bot.choose(START, Budget(seconds=seconds))
        assert choice.move in legal_moves(START)
        assert choice.seconds >= seconds
        return perf_counter() - began

    check_soon(most, used)


@pytest.mark.alone
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("delay", [0, 0.1])
def test_a_search_ends_as_soon_as_it_is_stopped(name: str, delay: float) -> None:
    bot: Bot = make_bot(name)
    bot.choose(START, Budget(nodes=1))

    def stopping() -> float:
        stop = Stop()
        asking = Timer(delay, stop.set)
        asking.start()
        choice = bot.choose(START, Budget(seconds=1000, stop=stop))
        ended = perf_counter()
        asking.join()
        assert choice.move in legal_moves(START)
        return ended - stop.asked

    check_soon(SOON, stopping)


@pytest.mark.parametrize("name", NAMES)
def test_a_search_that_is_stopped_before_it_begins_has_a_legal_move(name: str) -> None:
    stop = Event()
    stop.set()
    bot = make_bot(name)
    bot.choose(START, Budget(nodes=1))
    assert bot.choose(START, Budget(seconds=1000, stop=stop)).move in legal_moves(START)


@pytest.mark.parametrize("threads", [1, 2])
def test_whoever_watches_a_search_hears_more_and_more(threads: int) -> None:
    told: list[Choice] = []
    searcher(threads, megabytes=64).choose(START, Budget(seconds=0.5), told.append)
    assert len(told) > 1
    assert told[0].nodes < told[-1].nodes
    for choice in told:
        check_line(START, choice)
        assert {one.move for one in choice.candidates} == set(legal_moves(START))


@pytest.mark.alone
def test_a_watcher_may_stop_the_search() -> None:
    bot = searcher(megabytes=64)

    def stopping() -> float:
        stop = Stop()
        bot.choose(START, Budget(seconds=1000, stop=stop), lambda _: stop.set())
        return perf_counter() - stop.asked

    check_soon(SOON, stopping)


def test_a_watcher_that_fails_ends_the_search() -> None:
    def fail(_choice: Choice) -> None:
        raise RuntimeError("no more of this")

    with pytest.raises(RuntimeError, match="no more of this"):
        searcher().choose(START, Budget(seconds=1000), fail)


def test_a_search_that_fails_says_so() -> None:
    def failing(_tree: Tree, _root: object, _position: Position) -> None:
        raise MemoryError("none left")

    with pytest.raises(MemoryError, match="none left"):
        TreeBot("failing", [failing], Budget(nodes=5), 1).choose(START)


def test_a_search_stopped_before_its_first_branch_plays_any_legal_move() -> None:
    bot = TreeBot("idle", [lambda _tree, _root, _position: None], Budget(nodes=5), 1)
    choice = bot.choose(START)
    assert choice.move in legal_moves(START)
    assert choice.value == ()


@pytest.mark.parametrize("name", ["level5", "level6", "uct"])
def test_a_forced_move_needs_little_thought(name: str) -> None:
    position = parse_position("B......... 0 B B8/- 1 m")
    assert len(legal_moves(position)) == 1
    assert make_bot(name).choose(position).nodes <= 1000


@pytest.mark.parametrize("name", ["level4", "level5", "uct"])
def test_a_level_has_a_number_of_nodes_and_no_clock(name: str) -> None:
    bot: Any = make_bot(name)
    own: Budget = getattr(bot, "bot", bot).own
    assert own == Budget(nodes=own.nodes)
    assert own.nodes is not None
    assert own.nodes <= bot.choose(START).nodes < own.nodes + ONE_UNFOLDING


def test_a_bot_without_its_trees_grows_new_ones() -> None:
    bot = searcher()
    before = bot.choose(START)
    bot.close()
    assert not bot._trees
    assert untimed(bot.choose(START)) == untimed(before)


def test_a_bot_keeps_trees_for_one_number_of_players_only() -> None:
    bot = searcher()
    for players in (2, 5, 3):
        bot.choose(start(players, Random(1)))
        assert list(bot._trees) == [players]


def test_a_bot_whose_memory_is_full_goes_on() -> None:
    bot = searcher(megabytes=0)
    choice = bot.choose(START, Budget(nodes=20_000))
    (tree,) = bot._trees[2]
    assert tree.control[USED] <= len(tree.first_child)
    assert choice.move in legal_moves(START)
    assert 20_000 <= choice.nodes < 20_000 + ONE_UNFOLDING
