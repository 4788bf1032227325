from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.drawing import SVG, svg
from bigpoints.errors import IllegalMove
from bigpoints.notation import parse_move, parse_position
from bigpoints.position import Position
from bigpoints.rules import legal_moves, start, view
from support.svg_elements import NAMESPACE, elements, read, texts, titles

MIDDLE = "RB..BRBRBYYY 5,0,0 BRY R/Y 2 m"
FINISHED = "R...B.BR..Y. s2,s0,s1 - BR3Y/B2Y3 1 e"


def test_every_conformance_position_becomes_a_small_well_formed_picture(positions: list[Position]) -> None:
    for position in positions:
        picture = svg(position)
        assert read(picture).tag == f"{NAMESPACE}svg"
        assert len(picture.encode()) < 60_000


@settings(max_examples=20)
@given(st.integers(0, 2**32), st.integers(2, 5))
def test_what_a_seat_sees_does_not_depend_on_the_hands_of_the_others(seed: int, players: int) -> None:
    position = start(players, Random(seed))
    other = tuple(hand.plus("R") if n else hand for n, hand in enumerate(position.hands))
    swapped = tuple(hand.plus("B") if n else hand for n, hand in enumerate(position.hands))
    pictures = {
        svg(view(Position(position.path, position.pawns, position.pile, hands, 1), 1)) for hands in (other, swapped)
    }
    assert len(pictures) == 1


def test_a_finished_game_shows_scores_and_winners() -> None:
    picture = svg(parse_position(FINISHED), names=["Anna", "Ben"])
    assert {"3 points", "7 points", "wins"} <= set(texts(picture))
    assert titles(picture)[0] == "Big Points: Ben wins"
    assert titles(svg(view(parse_position(FINISHED), None)))[0] == "Big Points: Seat 2 wins"


def test_a_move_can_be_shown_on_a_view_and_must_be_legal() -> None:
    seen = view(parse_position(MIDDLE), 1)
    assert "Shown: blue goes to place 7" in svg(seen, move=parse_move("B+"))
    with pytest.raises(IllegalMove):
        svg(seen, move=parse_move("B^"))


def test_every_legal_move_of_a_position_can_be_shown(positions: list[Position]) -> None:
    for position in positions[::9]:
        for move in legal_moves(position):
            assert "Shown: " in str(elements(svg(position, move=move), "desc")[0].text)


@given(st.lists(st.text(), min_size=2, max_size=2))
def test_no_name_breaks_the_picture(names: list[str]) -> None:
    picture = svg(parse_position(FINISHED), names=names)
    assert titles(picture)[0].endswith("wins")
    assert len(picture) < 60_000


def test_a_name_is_text_and_never_markup() -> None:
    picture = svg(parse_position(MIDDLE), names=["<b>&amp;\x00\x1b\ud800\uffff", "\u202e" + "x" * 9999])
    assert "<b>&amp;" in texts(picture)
    assert not elements(picture, "b")
    assert len(picture) < 60_000


def test_ids_differ_between_two_pictures_and_agree_within_one() -> None:
    pictures = [svg(parse_position(text), dark=dark) for text in (MIDDLE, FINISHED) for dark in (False, True)]
    ids = [[element.attrib["id"] for element in read(p).iter() if "id" in element.attrib] for p in pictures]
    assert len(set().union(*ids)) == sum(map(len, ids))
    for picture, own in zip(pictures, ids, strict=True):
        assert {use.attrib["href"][1:] for use in elements(picture, "use")} <= set(own)


def test_the_same_position_makes_the_same_picture() -> None:
    assert svg(parse_position(MIDDLE)) == svg(parse_position(MIDDLE))


def test_a_notebook_shows_the_picture() -> None:
    picture = svg(parse_position(MIDDLE))
    assert isinstance(picture, SVG)
    assert picture._repr_svg_() == picture
