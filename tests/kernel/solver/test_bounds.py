"""Bounds: the exact margin lies between them in every position, and they are worth having."""

from random import Random
from statistics import mean

from hypothesis import given, settings

from bigpoints.kernel.solver.bounds import margin_bounds, reachable_discs
from bigpoints.position import Go, Material, Position
from bigpoints.rules import effect, legal_moves, play, start
from support.perfect_play import margin
from support.small_boards import late, late_positions, positions_of, small_boards
from support.solver_words import solver_words
from support.strategies import played_out


def bounds_of(position: Position) -> tuple[int, int]:
    words = solver_words(position)
    low, high = margin_bounds(*words)
    return low, high


@settings(max_examples=25)
@given(small_boards())
def test_the_margin_of_every_position_of_a_small_board_is_within_its_bounds(board: Position) -> None:
    known: dict[Position, int] = {}
    for position in positions_of(board):
        if not position.is_over:
            low, high = bounds_of(position)
            assert low <= margin(position, known) <= high


@settings(max_examples=60)
@given(late_positions())
def test_the_margin_of_the_end_of_a_standard_game_is_within_its_bounds(position: Position) -> None:
    low, high = bounds_of(position)
    assert low <= margin(position) <= high


def test_bounds_close_as_a_game_goes_on() -> None:
    widths = []
    for plies in (1, 2, 6, 12, 24):
        found = [bounds_of(late(plies, seed)) for seed in range(40)]
        widths.append(mean(high - low for low, high in found))
    assert widths == sorted(widths)
    assert widths[0] < 12  # Points, of about 170 in the middle of a game.


def test_bounds_alone_settle_who_wins_in_most_last_plies() -> None:
    found = [bounds_of(late(1, seed)) for seed in range(100)]
    assert sum(low > 0 or high < 0 or low == high for low, high in found) > 50


def test_no_ply_without_a_backward_move_takes_a_disc_out_of_reach() -> None:
    rng = Random(1)
    for _ in range(60):
        position = start(2, rng, material=Material(3, 4, 2, 0))
        position = rng.choice(played_out(position, rng)).before
        words, taken, plies = solver_words(position), set[int](), 0
        while not position.is_over:
            moves = [move for move in legal_moves(position) if move.go is not Go.BACKWARD]
            move = rng.choice(moves)
            taken.add(effect(position, move).taken)
            position, plies = play(position, move), plies + 1
            reach = reachable_discs(words.planes, words.free, words.turn, plies)
            assert all(reach >> place & 1 for place in taken - {0})
