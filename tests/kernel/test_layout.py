"""The bit layout: no two fields share a bit, and each is as wide as the largest value that it must hold."""

from itertools import combinations

import pytest

from bigpoints.kernel import layout as at
from bigpoints.notation import ACTIONS, action_number
from bigpoints.position import COLOURS, PASS, PAWN_MOVES, PAWNS, STANDARD

TURN = {
    **{f"pawn {n}": at.PAWN_MASK << n * at.PAWN_BITS for n in range(len(PAWNS))},
    "seat": at.SEAT_MASK << at.SEAT,
    "extra": 1 << at.EXTRA,
    "waiting": at.WAITING_MASK << at.WAITING,
    "pile": at.WAITING_MASK << at.PILE,
}
HAND = {
    **{f"disc {n}": at.DISC_MASK << n * at.DISC_BITS for n in range(len(COLOURS))},
    "penalties": (1 << 30) - 1 << at.PENALTIES,
}
SETUP = {
    "places": at.PLACES_MASK,
    "colours": at.COLOURS_MASK << at.COLOURS,
    "players": at.PLAYERS_MASK << at.PLAYERS,
    "optional bonus": 1 << at.OPTIONAL_BONUS,
    "inverted": 1 << at.INVERTED,
}


@pytest.mark.parametrize("word", [TURN, HAND, SETUP])
def test_no_two_fields_of_a_word_share_a_bit_and_none_is_the_sign(word: dict[str, int]) -> None:
    assert [(one, other) for one, other in combinations(word, 2) if word[one] & word[other]] == []
    assert all(0 < field < 1 << 63 for field in word.values())


def test_every_field_holds_its_largest_value() -> None:
    assert len(PAWNS).bit_length() <= at.SEAT_MASK.bit_length()  # Seats count from 0 to 4.
    assert STANDARD.discs < at.DISC_MASK
    assert max(STANDARD.places, at.ABSENT) <= at.PAWN_MASK
    assert STANDARD.places <= at.PLACES_MASK
    assert len(PAWNS) <= min(at.COLOURS_MASK, at.PLAYERS_MASK)
    assert (1 << len(PAWNS)) - 1 == at.WAITING_MASK


def test_a_place_is_on_the_path_or_on_a_step_or_absent_and_a_bit_of_a_word() -> None:
    steps = range(at.STEPS, at.STEPS + len(PAWNS))
    assert STANDARD.places < steps[0] <= steps[-1] < at.ABSENT < 64


def test_the_words_of_a_position_follow_one_another_without_a_gap() -> None:
    words = [at.FREE, at.TURN, at.WIRES, *range(at.HANDS, at.HANDS + 5), *range(at.PLANES, at.PLANES + 3), at.SETUP]
    assert words == list(range(at.WORDS))


def test_actions_are_numbered_as_in_the_notation() -> None:
    assert (ACTIONS, action_number(PASS)) == (at.ACTIONS, at.PASS)
    for number, its in enumerate(PAWN_MOVES):
        moves = (its.ahead, its.behind, its.back_ahead, its.back_behind)
        assert [action_number(move) for move in moves] == [number * 4 + n for n in range(4)]


def test_colours_are_numbered_as_in_the_notation() -> None:
    assert [COLOURS[number].name for number in (at.WHITE, at.BLACK)] == ["WHITE", "BLACK"]
