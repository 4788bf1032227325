"""Packed positions in compiled code: the same legal actions and the same play as the plain rules."""

from hypothesis import given

from bigpoints.kernel import layout as at
from bigpoints.kernel import pack, unpack
from bigpoints.kernel.packed_moves import packed_legal_mask, packed_planes, play_in_place
from bigpoints.notation import action_number
from bigpoints.position import COLOURS, GONE, Position
from bigpoints.rules import legal_moves
from support.strategies import Ply, games, positions


@given(positions())
def test_the_mask_has_a_bit_for_each_legal_move_and_no_other(position: Position) -> None:
    assert packed_legal_mask(pack(position)) == sum(1 << action_number(move) for move in legal_moves(position))


@given(games())
def test_playing_in_place_overwrites_the_position_with_the_next_one(plies: list[Ply]) -> None:
    packed = pack(plies[0].before)
    for _, move, after in plies:
        play_in_place(packed, action_number(move))
        assert unpack(packed) == after


@given(positions())
def test_the_planes_spell_the_colour_of_each_disc_and_are_those_of_the_position(position: Position) -> None:
    packed = pack(position)
    planes = packed_planes(packed)
    assert planes == tuple(packed[at.PLANES : at.SETUP].tolist())
    for place, disc in enumerate(position.path, start=1):
        if disc != GONE:
            assert COLOURS[sum((plane >> place & 1) << bit for bit, plane in enumerate(planes))] == disc
