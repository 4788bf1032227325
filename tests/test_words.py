"""Moves in words."""

import pytest
from hypothesis import given

from bigpoints.notation import parse_move, parse_position
from bigpoints.position import Options, Position
from bigpoints.rules import legal_moves
from bigpoints.words import describe, options_words
from support.strategies import positions

# Blue on place 5 can go on to 12 or back to 2; red and yellow climb from the start.
EXTRA = parse_position(
    ".B..B....KPBG.......................................... 5,0,0,0,11 BRYGP B3R4Y5G4P4W2K2/B3R5Y4G4P4W3K2 1 x"
)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("B+", "blue goes to place 12, takes green ahead (place 13)"),
        ("B-", "blue goes to place 12, takes black behind (place 10)"),
        ("B<+", "blue goes back to place 2, takes blue ahead (place 5)"),
        ("R^", "red climbs to step 4, takes its bonus disc"),
        (".", "no extra move"),
    ],
)
def test_a_move_says_where_its_pawn_goes_and_what_it_takes(move: str, words: str) -> None:
    assert describe(EXTRA, parse_move(move)) == words


def test_a_move_says_which_wires_it_trips_and_what_is_left() -> None:
    wired = parse_position("BWB 0 B -/- 1 m optional_bonus,wires=1:2")
    assert describe(wired, parse_move("B+")) == "blue goes to place 1, takes white ahead (place 2)"
    last = parse_position("BW. 1 B B/- 2 m optional_bonus,wires=1:2")
    assert describe(last, parse_move("B^=")) == "blue climbs to step 0, leaves its bonus disc, trips 2 wires"
    lonely = parse_position("B 0 B -/- 1 m")
    assert describe(lonely, parse_move("B=")) == "blue goes to place 1, nothing to take"


@given(positions())
def test_every_legal_move_is_described_differently(position: Position) -> None:
    moves = legal_moves(position)
    assert len({describe(position, move) for move in moves}) == len(moves)


def test_the_options_that_are_on_are_named() -> None:
    assert options_words(Options()) == ""
    assert options_words(Options(True, True, (3, 7))) == (
        "bonus discs may be left; the first pawn up stands on 0; wires after places 3, 7"
    )
