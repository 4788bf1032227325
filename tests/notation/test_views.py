"""Views as text: as much as a seat may see."""

import pytest

from bigpoints.errors import BadNotation
from bigpoints.notation import parse_position, parse_view, view_text
from bigpoints.position import Hand, HiddenHand, View
from support.drawn_positions import refused


@pytest.mark.parametrize(
    "bpn",
    [
        pytest.param("..BR 3,0 BR R/?1 1 m", id="one hidden"),
        pytest.param("..BR 3,0 BR ?1/?1 1 m", id="all hidden, for a spectator"),
        pytest.param("BRBR 0,0 BR ?0/- 1 m", id="hidden and empty"),
        pytest.param("..BR 3,0 BR ?1!/?1!12 1 m", id="penalties are seen"),
        pytest.param(".B.BR 2,0 BR ?2/- 1 x", id="a hidden hand may hold the black of an extra ply"),
        pytest.param("..BR s1,4 BR ?1/R 1 m optional_bonus", id="with options"),
        pytest.param("BR... 1,2 BR ?3/?0 1 m", id="the hidden hand can hold all that is missing"),
        pytest.param("BR... 1,2 BR ?2/- 1 m", id="a missing disc may be a black that was handed in"),
    ],
)
def test_a_view_is_read_and_written_but_is_no_position(bpn: str) -> None:
    """R21"""
    assert view_text(parse_view(bpn)) == bpn
    with pytest.raises(BadNotation, match="not a position to play from") as refusal:
        parse_position(bpn)
    assert refusal.value.field == "hands"
    assert "?" in refusal.value.found


def test_the_hands_of_a_view_are_read_as_far_as_they_are_shown() -> None:
    """R21"""
    assert parse_view("B...R 1,0 BR BK!/?1!2/?0 2 m") == View(
        path="B...R",
        pawns=(1, 0),
        pile="BR",
        hands=(Hand(blue=1, black=1, penalties=1), HiddenHand(1, 2), HiddenHand(0)),
        seat=2,
    )


@pytest.mark.parametrize(
    ("bpn", "field"),
    [
        pytest.param("..BR 3,0 BR R/?2 1 m", "material", id="more hidden than are missing"),
        pytest.param("..BR 3,0 BR R/?0 1 m", "material", id="fewer hidden than are missing"),
        pytest.param("..BR 3,0 BR B2/?1 1 m", "material", id="too many of a colour are seen"),
        pytest.param("BRBR...... 0,0 BR ?0/- 1 m", "material", id="more places than discs"),
        pytest.param("BRBR 0,0 BR ?0/- 1 x", "phase", id="an extra ply of an empty hand"),
        pytest.param(".B.BR 2,0 BR ?1/R 2 x", "phase", id="an extra ply of a hand that shows no black"),
        pytest.param("..BR s1,s0 - ?3/?1 1 e", "hands", id="hidden though the game is over"),
    ],
)
def test_a_view_is_checked_as_far_as_it_shows(bpn: str, field: str) -> None:
    """R21"""
    assert refused(bpn).field == field


def test_an_extra_ply_needs_a_black_that_a_hidden_hand_can_hold() -> None:
    """R10, R21: on this board there is no black disc at all."""
    assert refused("..BR 3,0 BR ?1/B 1 x").field == "phase"
