"""Properties of the rules that every caller relies on."""

import pickle
from dataclasses import FrozenInstanceError, replace
from random import Random

import pytest

from bigpoints.errors import BadSetup, IllegalMove
from bigpoints.notation import parse_move, parse_position, position_text
from bigpoints.position import Material, Phase
from bigpoints.rules import effect, legal_moves, material_in, play, score_sheet, start, view
from support.drawn_positions import after


def test_an_illegal_move_is_refused_with_the_legal_ones() -> None:
    position = parse_position("..BR 3,0 BR R/B 1 m")
    for ask in (play, effect):
        with pytest.raises(IllegalMove, match=r"R\+ cannot be played; legal: B\^ R=") as refusal:
            ask(position, parse_move("R+"))
        assert refusal.value.move == "R+"
        assert refusal.value.legal == ("B^", "R=")


def test_a_pawn_that_is_not_on_the_board_cannot_be_moved() -> None:
    """V5"""
    with pytest.raises(IllegalMove):
        after("..BR 3,0 BR R/B 1 m", "Y+")


def test_playing_a_move_leaves_the_position_before_it_as_it_was() -> None:
    bpn = ".BRBR 0,0 BR K/- 1 m wires=1:2"
    position = parse_position(bpn)
    for move in legal_moves(position):
        play(position, move)
    assert position_text(position) == bpn
    assert position == parse_position(bpn)


def test_a_position_cannot_be_changed() -> None:
    position = parse_position("..BR 3,0 BR R/B 1 m")
    with pytest.raises(FrozenInstanceError):
        position.seat = 2  # type: ignore[misc]


def test_equal_positions_have_equal_hashes_whether_their_moves_were_asked_for_or_not() -> None:
    fresh, asked = parse_position("..BR 3,0 BR R/B 1 m"), parse_position("..BR 3,0 BR R/B 1 m")
    legal_moves(asked)
    assert fresh == asked
    assert len({fresh, asked}) == 1
    assert fresh != parse_position("..BR 3,0 BR R/B 2 m")


def test_a_copy_of_a_position_has_its_own_legal_moves() -> None:
    """Moves are found once per position: a changed copy must not inherit them."""
    position = parse_position("WBRBRBR. 6,0 BR K/- 1 m")
    assert len(legal_moves(position)) == 3
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert legal_moves(copy) == legal_moves(position)
    assert len(legal_moves(replace(position, phase=Phase.EXTRA))) == 6


def test_a_seat_that_is_not_at_the_table_sees_and_scores_nothing() -> None:
    position = parse_position("..BR s1,s0 - BR/BR 1 e")
    for seat in (0, 3):
        with pytest.raises(BadSetup, match=rf"there is no seat {seat}.*1 to 2"):
            view(position, seat)
        with pytest.raises(BadSetup, match=rf"there is no seat {seat}.*1 to 2"):
            score_sheet(position, seat)


def test_a_given_path_and_given_material_must_agree() -> None:
    assert start(2, "BRBR", material=Material(2, 2, 0, 0)).path == "BRBR"
    with pytest.raises(BadSetup, match="BRBR is not made of the material given"):
        start(2, "BRBR", material=Material(2, 2, 1, 0))


def test_a_text_is_not_a_move() -> None:
    with pytest.raises(TypeError, match="'R\\+' is not a Move"):
        play(start(2, "BRBR"), "R+")  # type: ignore[arg-type]


def test_the_material_of_a_game_follows_from_any_of_its_positions() -> None:
    rng = Random(3)
    position = start(3, rng, material=Material(3, 4, 2, 1))
    while not position.is_over:
        assert material_in(position) == Material(3, 4, 2, 1)
        position = play(position, rng.choice(legal_moves(position)))
