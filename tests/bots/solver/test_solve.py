from random import Random
from threading import Event, Thread
from time import perf_counter, sleep

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.bots.bot import BadBudget, Budget
from bigpoints.bots.solver.solve import (
    UNKNOWN,
    NotSolvable,
    Solution,
    compile_solver,
    fixed_search,
    solve,
    solve_outcome,
)
from bigpoints.kernel.solver.alphabeta import new_memory
from bigpoints.notation import parse_position
from bigpoints.position import Position
from bigpoints.rules import play, scores, start
from support.perfect_play import margin
from support.small_boards import late, late_positions, small_boards
from support.strategies import played_out

FEW_ENTRIES = 1 << 12
START = parse_position("GYRYWGBGPYKRBRKGYPKWRWPWRPGBYGKRBPPPRWYGBBRGKPYBGBBPYRY 0,0,0,0,0 BRYGP -/- 1 m")


def line_margin(position: Position, solution: Solution) -> int:
    """The final margin of a solution's line, for the seat to move now."""
    after = position
    for move in solution.line:
        after = play(after, move)
    points = scores(after)
    return points[position.seat - 1] - points[2 - position.seat]


@settings(max_examples=80)
@given(small_boards())
def test_a_small_board_is_worth_what_plain_minimax_finds(board: Position) -> None:
    solution = solve(board, memory=new_memory(FEW_ENTRIES))
    assert solution.exact
    assert solution.margin == margin(board) == line_margin(board, solution)


@settings(max_examples=25)
@given(late_positions())
def test_the_end_of_a_standard_game_is_worth_what_plain_minimax_finds(position: Position) -> None:
    solution = solve(position, memory=new_memory(FEW_ENTRIES))
    assert solution.exact
    assert solution.margin == margin(position) == line_margin(position, solution)


@settings(max_examples=40)
@given(small_boards() | late_positions())
def test_the_outcome_is_the_sign_of_the_margin_and_its_line_keeps_it(position: Position) -> None:
    worth = margin(position)
    sign = (worth > 0) - (worth < 0)
    solution = solve(position, outcome=True, memory=new_memory(FEW_ENTRIES))
    assert solution.exact
    assert solution.outcome == sign == solve_outcome(position, new_memory(FEW_ENTRIES))
    led_to = line_margin(position, solution)
    assert (led_to > 0) - (led_to < 0) == sign


@settings(max_examples=15)
@given(st.lists(small_boards(), min_size=2, max_size=5))
def test_boards_that_share_a_table_do_not_disturb_each_other(boards: list[Position]) -> None:
    memory = new_memory(FEW_ENTRIES)
    for board in boards:
        assert solve(board, memory=memory).margin == margin(board)


def test_a_table_of_two_entries_still_gives_the_exact_margin() -> None:
    position = late(8, seed=3)
    assert solve(position, memory=new_memory(2)).margin == solve(position).margin


def test_a_fixed_search_visits_a_fixed_number_of_nodes() -> None:
    # The signature of the search: it changes when the search does, and then this number and the commit say so.
    assert fixed_search() == 79_889


def test_a_search_that_runs_out_of_nodes_says_that_it_is_not_exact() -> None:
    solution = solve(START, limits=Budget(nodes=5000))
    assert (solution.exact, solution.margin, solution.nodes, solution.line) == (False, None, 5000, ())


def test_bounds_proven_before_the_end_of_the_time_are_kept() -> None:
    position = late(10, seed=1)
    exact = solve(position)
    nodes = 1
    while (known := solve(position, limits=Budget(nodes=nodes))).margin is None:
        nodes *= 2
    assert -UNKNOWN <= known.low <= (exact.margin or 0) <= known.high <= UNKNOWN


@pytest.mark.alone
def test_a_search_ends_in_time() -> None:
    compile_solver()  # Loading compiled code is not searching.
    began = perf_counter()
    assert not solve(START, limits=Budget(seconds=0.2)).exact
    assert perf_counter() - began < 0.2 + 0.2


@pytest.mark.alone
def test_a_stopped_search_returns_at_once() -> None:
    stop, stopped_at = Event(), []

    def ask_to_stop() -> None:
        sleep(0.1)
        stopped_at.append(perf_counter())
        stop.set()

    Thread(target=ask_to_stop).start()
    solve(START, limits=Budget(stop=stop))
    assert perf_counter() - stopped_at[0] < 0.25  # 0.05 on a machine with nothing else to do.


def test_whoever_watches_a_search_hears_of_its_nodes() -> None:
    heard: list[Solution] = []
    solve(START, limits=Budget(seconds=0.3), watcher=heard.append)
    assert len(heard) > 3
    assert heard[0].nodes < heard[-1].nodes


def test_three_players_are_not_for_the_solver() -> None:
    with pytest.raises(NotSolvable, match="two players; this position has 3"):
        solve(start(3, Random(1)))


def test_a_game_that_is_over_cannot_be_solved() -> None:
    with pytest.raises(NotSolvable, match="the game is over"):
        solve(played_out(START, Random(1))[-1].after)


@pytest.mark.parametrize("limits", [{"nodes": 0}, {"nodes": -5}, {"seconds": 0.0}, {"seconds": float("nan")}])
def test_a_limit_that_leaves_nothing_is_refused(limits: dict[str, float]) -> None:
    with pytest.raises(BadBudget, match="accepted: more than 0"):
        Budget(**limits)  # type: ignore[arg-type]


def test_penalties_of_any_size_are_counted() -> None:
    plain = solve(parse_position("BRRB 0,0 BR -/- 1 m")).margin
    assert plain is not None
    assert solve(parse_position("BRRB 0,0 BR !20000/- 1 m")).margin == plain - 20_000
    assert solve(parse_position("BRRB 0,0 BR -/!3 1 m")).margin == plain + 3
    assert solve(parse_position("BRRB 0,0 BR !20000/- 1 m"), outcome=True).outcome == -1
    assert solve(parse_position("BRRB 0,0 BR !7/!20000 1 m"), outcome=True).outcome == 1
