"""Captions: names, notes, tallies, the headline and the description."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigpoints.drawing import svg
from bigpoints.drawing.captions import as_position, description, headline, seat_captions, shorten
from bigpoints.locales import LANGUAGES, catalogue
from bigpoints.notation import parse_move, parse_position
from bigpoints.position import Hand, HiddenHand
from bigpoints.rules import legal_moves, view
from support.svg_elements import elements, read, titles

MIDDLE = "RB..BRBRBYYY 5,0,0 BRY R/Y 2 m"
FINISHED = "R...B.BR..Y. s2,s0,s1 - BR3Y/B2Y3 1 e"


def test_a_picture_has_words_for_those_who_cannot_see_it() -> None:
    picture = svg(parse_position("KB.RBRBRBYYY.. 5,0,0 BRY R/YK 2 x"), names=["A", "B"])
    (description,) = elements(picture, "desc")
    assert "blue on place 5, red at the start" in str(description.text)
    assert "B: 2 discs (1 yellow, 1 black)" in str(description.text)
    assert titles(picture)[0] == "Big Points: B may make an extra move"
    assert read(picture).attrib["role"] == "img"


def test_winners_who_tie_share_the_win() -> None:
    picture = svg(parse_position("BR.. s1,s0 - BR/BR 1 e"), names=["Anna", "Ben"])
    assert titles(picture)[0] == "Big Points: Anna and Ben share the win"


def test_seats_have_their_names_or_else_their_numbers() -> None:
    position = parse_position("BRYBRY 0,0,0 BRY -/-/- 2 m")
    assert [seat.name for seat in seat_captions(position, ["Anna", ""])] == ["Anna", "Seat 2", "Seat 3"]


def test_the_seat_to_move_and_the_winner_have_a_note() -> None:
    assert [seat.note for seat in seat_captions(parse_position(MIDDLE))] == ["", "to move"]
    over = seat_captions(parse_position(FINISHED))
    assert [(seat.note, seat.score, seat.tally) for seat in over] == [("", 3, "3 points"), ("wins", 7, "7 points")]


def test_a_hidden_hand_has_a_size_and_no_discs() -> None:
    own, other = seat_captions(view(parse_position(MIDDLE), 1))
    assert (own.is_hidden, own.discs) == (False, [("R", 1)])
    assert (other.is_hidden, other.discs, other.tally) == (True, [], "1 disc")


def test_the_position_behind_a_view_has_the_same_moves() -> None:
    position = parse_position(MIDDLE)
    seen = view(position, 1)
    assert isinstance(seen.hands[1], HiddenHand)
    assert as_position(seen).hands[1] == Hand()
    assert legal_moves(as_position(seen)) == legal_moves(position)
    assert as_position(position) is position


@given(st.text(max_size=30), st.integers(1, 20))
def test_a_text_is_cut_only_if_it_is_too_long_and_then_it_says_so(text: str, room: int) -> None:
    cut = shorten(text, room, len)
    assert len(cut) <= room
    assert cut == text if len(text) <= room else cut.endswith("…") and text.startswith(cut[:-1])


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        pytest.param("  Anna \t\n Bell ", "Anna Bell", id="white space"),
        pytest.param("A\x00\x1b[31mB", "A [31mB", id="control characters"),
        pytest.param("\u202eannA", "annA", id="a change of direction"),
        pytest.param("x" * 99, "x" * 60, id="a long name"),
        pytest.param("\x00", "Seat 1", id="nothing left"),
    ],
)
def test_a_name_is_one_line_that_upsets_no_terminal(name: str, shown: str) -> None:
    assert seat_captions(parse_position(MIDDLE), [name, "Ben"])[0].name == shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_headline_names_the_seat_in_every_language(language: str) -> None:
    words = catalogue(language)
    captions = seat_captions(parse_position(MIDDLE), ["Anna", "Ben"], words)
    assert headline(captions, words) == f"Ben {words.text('terminal.board_to_move')}"


def test_a_description_tells_of_wires_penalties_and_the_move() -> None:
    position = parse_position("RB..BRBRBYYY 5,0,0 BRY R/Y! 2 m wires=6:9")
    text = description(position, seat_captions(position), parse_move("B+"))
    assert "A path of 12 places with 10 discs left." in text
    assert "1 wire penalty" in text
    assert "Shown: blue goes to place 7" in text
