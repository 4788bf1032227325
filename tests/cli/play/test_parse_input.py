"""What a player types, understood as a move."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigpoints.cli.play.parse_input import parse_typed_move
from bigpoints.errors import BadNotation
from bigpoints.notation import parse_move, parse_position
from bigpoints.position import Position
from bigpoints.rules import legal_moves
from support.strategies import going_on, positions

# Blue on place 5 can go on to 12 or back to 2; red and yellow climb from the start.
EXTRA = parse_position(
    ".B..B....KPBG.......................................... 5,0,0,0,11 BRYGP B3R4Y5G4P4W2K2/B3R5Y4G4P4W3K2 1 x"
)


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
    assert parse_typed_move(EXTRA, text) == parse_move(move)


@pytest.mark.parametrize(
    "text", ["blue", "blue forward", "green yellow", "hello", "", "blue ahead behind", "7", "B^", "no red"]
)
def test_what_is_no_legal_move_or_several_is_refused_with_what_is_accepted(text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        parse_typed_move(EXTRA, text)
    assert "B+" in caught.value.accepted


def test_what_can_mean_several_moves_is_asked_back() -> None:
    with pytest.raises(BadNotation) as caught:
        parse_typed_move(EXTRA, "blue")
    assert caught.value.accepted == "which one, B+ or B-?"


@given(going_on(), st.text())
def test_whatever_is_typed_is_a_legal_move_or_refused(position: Position, text: str) -> None:
    try:
        move = parse_typed_move(position, text)
    except BadNotation:
        return
    assert move in legal_moves(position)


@given(positions())
def test_every_legal_move_is_understood_in_notation(position: Position) -> None:
    moves = legal_moves(position)
    assert [parse_typed_move(position, str(move)) for move in moves] == list(moves)
