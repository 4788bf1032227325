"""The nouns of the game: material, moves, hands and positions as values."""

import pickle
from random import Random

import pytest

from bigpoints.errors import BadSetup
from bigpoints.position import PASS, PAWN_MOVES, PAWNS, Hand, Material
from bigpoints.rules import start


def test_the_material_of_the_box_fills_55_places() -> None:
    """R1."""
    assert Material().places == 55
    assert {letter: Material().path.count(letter) for letter in "BRYGPWK"} == {
        **dict.fromkeys("BRYGP", 9),
        **dict.fromkeys("WK", 5),
    }


@pytest.mark.parametrize(
    "numbers", [(0, 9, 5, 5), (6, 9, 5, 5), (5, 0, 5, 5), (5, 10, 5, 5), (5, 9, 6, 5), (5, 9, 5, 6)]
)
def test_material_that_is_not_in_the_box_is_refused(numbers: tuple[int, int, int, int]) -> None:
    with pytest.raises(BadSetup):
        Material(*numbers)


def test_every_pawn_has_seven_moves_each_with_a_text_of_its_own() -> None:
    texts = [str(move) for moves in PAWN_MOVES for move in moves[1:]]
    assert [moves.pawn for moves in PAWN_MOVES] == list(PAWNS)
    assert len(set(texts)) == len(texts) == 35
    assert texts[:7] == ["B+", "B-", "B=", "B^", "B^=", "B<+", "B<-"]
    assert str(PASS) == "."


def test_a_hand_grows_by_discs_and_penalties_and_stays_a_value() -> None:
    hand = Hand()
    more = hand.plus("R").plus("K", 2).fined(1)
    assert (more.red, more.black, more.penalties, more.size) == (1, 2, 1, 3)
    assert hand == Hand()


def test_a_position_survives_pickling() -> None:
    position = start(3, Random(1))
    assert pickle.loads(pickle.dumps(position)) == position
