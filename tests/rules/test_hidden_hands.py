"""R21: hidden hands."""

import pytest

from bigpoints.notation import parse_position, view_text
from bigpoints.rules import view


def test_a_seat_sees_its_own_hand_and_how_many_discs_the_others_hold() -> None:
    """R21"""
    position = parse_position("B...R 1,0 BR BK/R/- 2 m")
    assert view_text(view(position, 1)) == "B...R 1,0 BR BK/?1/?0 2 m"
    assert view_text(view(position, 2)) == "B...R 1,0 BR ?2/R/?0 2 m"


def test_a_spectator_sees_no_hand() -> None:
    """R21"""
    assert view_text(view(parse_position("B...R 1,0 BR BK/R/- 2 m"), None)) == "B...R 1,0 BR ?2/?1/?0 2 m"


def test_wire_penalties_are_seen_by_all() -> None:
    """R21, V3"""
    assert view_text(view(parse_position("..BR 3,0 BR R!/B!2 1 m"), 1)) == "..BR 3,0 BR R!/?1!2 1 m"


@pytest.mark.parametrize("seat", [1, 2, None])
def test_all_hands_are_shown_when_the_game_is_over(seat: int | None) -> None:
    """R21"""
    assert view_text(view(parse_position("..BR s1,s0 - B2R/R 1 e"), seat)) == "..BR s1,s0 - B2R/R 1 e"
