"""Moves in words, and words understood as moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigpoints.errors import BadNotation
from bigpoints.notation import parse_move, parse_position
from bigpoints.position import Options, Position
from bigpoints.rules import legal_moves
from bigpoints.terminal.words import describe, options_words, understand
from strategies import positions

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


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("B+", "B+"),
        ("b+", "B+"),
        (" b + ", "B+"),
        ("blue ahead", "B+"),
        ("Blue takes green", "B+"),
        ("blue behind", "B-"),
        ("blue takes the black disc", "B-"),
        ("blue back", "B<+"),
        ("blue takes blue", "B<+"),
        ("blue backwards", "B<+"),
        ("b <", "B<+"),
        ("red", "R^"),
        ("red climbs", "R^"),
        ("violet", "P^"),
        ("pass", "."),
        ("end turn", "."),
        (".", "."),
    ],
)
def test_players_may_say_it_in_many_ways(text: str, move: str) -> None:
    assert understand(EXTRA, text) == parse_move(move)


@pytest.mark.parametrize(
    "text", ["blue", "blue forward", "green yellow", "hello", "", "blue ahead behind", "7", "B^", "no red"]
)
def test_what_is_no_legal_move_or_several_is_refused_with_what_is_accepted(text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        understand(EXTRA, text)
    assert "B+" in caught.value.accepted


@given(positions().filter(lambda position: not position.is_over), st.text())
def test_whatever_is_typed_is_a_legal_move_or_refused(position: Position, text: str) -> None:
    try:
        move = understand(position, text)
    except BadNotation:
        return
    assert move in legal_moves(position)


@given(positions())
def test_every_legal_move_is_understood_in_notation_and_described_differently(position: Position) -> None:
    moves = legal_moves(position)
    assert [understand(position, str(move)) for move in moves] == list(moves)
    assert len({describe(position, move) for move in moves}) == len(moves)


def test_the_options_that_are_on_are_named() -> None:
    assert options_words(Options()) == ""
    assert options_words(Options(True, True, (3, 7))) == (
        "bonus discs may be left; the first pawn up stands on 0; wires after places 3, 7"
    )
