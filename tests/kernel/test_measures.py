"""Measures of a position, against what the plain rules say."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bigpoints import rules
from bigpoints.kernel import layout as at
from bigpoints.kernel import pack
from bigpoints.kernel.layout import Planes
from bigpoints.kernel.measures import discs_ahead, held_colours, lead_in, other_colours, plies_left, white_points
from bigpoints.kernel.pack import Packed
from bigpoints.position import PAWNS, STAIRCASE, Go, Hand, Position
from bigpoints.rules import legal_moves, play
from support.strategies import going_on, positions


def planes_of(packed: Packed) -> Planes:
    low, middle, high = packed[at.PLANES : at.SETUP].tolist()
    return low, middle, high


@given(positions())
def test_the_colours_of_a_hand_and_what_its_whites_are_worth(position: Position) -> None:
    packed = pack(position)
    for seat, hand in enumerate(position.hands):
        word = int(packed[at.HANDS + seat])
        assert held_colours(word) == sum(1 << n for n in range(5) if hand[n])
        assert other_colours(word) == rules.other_colours(hand)
        assert white_points(word) == hand.white * rules.other_colours(hand)


@given(positions())
def test_a_lead_is_the_difference_of_two_hands(position: Position) -> None:
    packed, (one, other, *_) = pack(position), position.hands
    words = int(packed[at.HANDS]), int(packed[at.HANDS + 1])
    assert [lead_in(*words, pawn) for pawn in range(5)] == [one[pawn] - other[pawn] for pawn in range(5)]


@given(going_on())
def test_the_discs_ahead_of_a_pawn_are_those_of_its_colour_beyond_its_place(position: Position) -> None:
    packed = pack(position)
    for number, place in enumerate(position.pawns):
        if place < STAIRCASE:
            found = discs_ahead(planes_of(packed), int(packed[at.FREE]), int(packed[at.TURN]), number)
            assert found == position.path.count(PAWNS[number], place)


@given(going_on(), st.randoms())
def test_no_game_without_backward_moves_lasts_longer_than_the_plies_left(position: Position, rng: Random) -> None:
    packed, plies = pack(position), 0
    limit = plies_left(planes_of(packed), int(packed[at.FREE]), int(packed[at.TURN]))
    while not position.is_over:
        forward = [move for move in legal_moves(position) if move.go is not Go.BACKWARD]
        move = rng.choice(forward)
        position, plies = play(position, move), plies + (move.pawn is not None)
    assert plies <= limit


def test_the_plies_left_are_reached_where_no_disc_is_taken_from_a_pawn() -> None:
    # Every ply takes the disc behind, beginning with the white one, so the pawn visits all four discs and then climbs.
    packed = pack(position := Position("WBBBB", (0,), "B", (Hand(), Hand()), 1))
    limit, plies = plies_left(planes_of(packed), int(packed[at.FREE]), int(packed[at.TURN])), 0
    while not position.is_over:
        position, plies = play(position, legal_moves(position)[-1]), plies + 1
    assert plies == limit == 5
