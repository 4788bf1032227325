"""The canonical form: positions with the same key have the same margin but for the constant part."""

from collections import defaultdict

import pytest
from hypothesis import given, settings

from bigpoints.kernel.solver.canonical import canonicalise, steps_left
from bigpoints.notation import parse_position
from bigpoints.position import STAIRCASE, Position
from bigpoints.rules import free_steps
from support.perfect_play import margin
from support.small_boards import positions_of, small_boards
from support.solver_words import solver_words
from support.strategies import going_on

Key = tuple[int, int, int, int]


def constant_and_key(position: Position) -> tuple[int, Key]:
    words = solver_words(position)
    constant, board, hands = canonicalise(words.planes, words.setup, words.free, words.turn, words.mine, words.theirs)
    return constant, (words.free, words.wires, board, hands)


@settings(max_examples=25)
@given(small_boards())
def test_equal_keys_have_equal_margins_but_for_the_constant(board: Position) -> None:
    known: dict[Position, int] = {}
    rests: dict[Key, set[int]] = defaultdict(set)
    for position in positions_of(board):
        if not position.is_over:
            constant, key = constant_and_key(position)
            rests[key].add(margin(position, known) - constant)
    assert [key for key, found in rests.items() if len(found) > 1] == []


@pytest.mark.parametrize("path", ["BRYGBRYG", "BRBRBRBR", "BBRRYYRYB"])
def test_a_board_has_fewer_keys_than_positions(path: str) -> None:
    letters = "BRYG"[: len(set(path) - {"W", "K"})]
    start = parse_position(f"{path} {','.join('0' * len(letters))} {letters} -/- 1 m")
    positions = [position for position in positions_of(start) if not position.is_over]
    keys = {constant_and_key(position)[1] for position in positions}
    assert len(keys) < 0.9 * len(positions)


def test_discs_of_a_climbed_colour_move_from_the_key_to_the_constant() -> None:
    one = parse_position("..RR s1,0 R B3/- 1 m")
    other = parse_position("..RR s1,0 R B2/B 1 m")
    (constant, key), (less, same) = constant_and_key(one), constant_and_key(other)
    assert key == same
    assert constant == less + 2


def test_penalties_are_part_of_the_constant() -> None:
    plain, fined = (parse_position(f"BRRB 0,0 BR {hand}/- 1 m wires=2") for hand in ("-", "!3"))
    (constant, key), (less, same) = constant_and_key(plain), constant_and_key(fined)
    assert (key, constant) == (same, less + 3)


def test_the_seat_to_move_is_no_part_of_the_key() -> None:
    one, other = parse_position("B..B 1,0 BR R2/- 1 m"), parse_position("B..B 1,0 BR -/R2 2 m")
    assert constant_and_key(one) == constant_and_key(other)


@given(going_on())
def test_the_steps_left_are_the_free_ones_of_the_rules(position: Position) -> None:
    waits = sum(1 << n for n, place in enumerate(position.pawns) if place < STAIRCASE)
    words = solver_words(position) if position.players == 2 else None
    if words is not None:
        assert steps_left(words.setup, waits) == sum(free_steps(position))
