"""The board of a picture: discs, pawns, steps, wires and the move shown, each once and where it belongs."""

from collections import Counter
from random import Random
from xml.etree.ElementTree import Element

import pytest

from bigpoints.drawing import svg
from bigpoints.drawing.board import BoardDrawing, draw_board, shown_move
from bigpoints.drawing.layout import compute_layout
from bigpoints.drawing.palette import LIGHT
from bigpoints.errors import IllegalMove
from bigpoints.notation import parse_move, parse_position
from bigpoints.position import GONE, PASS, PAWNS, STAIRCASE, START, Colour, Material, Options, Position
from bigpoints.rules import start, view
from support.svg_elements import elements, pieces, read, texts, titles

MIDDLE = "RB..BRBRBYYY 5,0,0 BRY R/Y 2 m"


@pytest.fixture(scope="module")
def drawn(positions: list[Position]) -> list[tuple[Position, Element]]:
    """The conformance positions and their pictures, without hands."""
    return [(position, read(svg(position, hands=False))) for position in positions]


def test_every_disc_of_the_path_is_drawn_once_on_its_place(drawn: list[tuple[Position, Element]]) -> None:
    for position, picture in drawn:
        places = [title.split(":")[0] for title in titles(picture) if title[0].isdigit()]
        assert places == [str(place) for place, disc in enumerate(position.path, start=1) if disc != GONE]


def test_every_disc_shows_its_symbol_unless_its_pawn_does(drawn: list[tuple[Position, Element]]) -> None:
    for position, picture in drawn:
        used = pieces(picture)
        for disc in set(position.path) - {GONE}:
            covered = sum(position.path[place - 1] == disc for place in position.pawns if START < place < STAIRCASE)
            assert used[f"face{disc}"] == covered
            assert used[f"disc{disc}"] == position.path.count(disc) - covered + position.pile.count(disc)
        assert used["hole"] == position.path.count(GONE)


def test_every_pawn_is_drawn_once_wherever_it_stands(drawn: list[tuple[Position, Element]]) -> None:
    for position, picture in drawn:
        pawns = {name: count for name, count in pieces(picture).items() if name.startswith("pawn")}
        assert pawns == {f"pawn{pawn}": 1 for pawn in PAWNS[: len(position.pawns)]}


def test_the_steps_show_what_they_are_worth() -> None:
    position = start(2, Random(1), material=Material(3, 2, 0, 0))
    assert [text for text in texts(svg(position)) if text.isdigit()] == ["0", "1", "2"]


def test_a_wire_is_drawn_for_each_that_lies() -> None:
    position = start(2, Random(1), options=Options(wires=(14, 28, 42)))
    assert [title for title in titles(svg(position)) if title.startswith("wire")] == ["wire 14", "wire 28", "wire 42"]
    assert not any(title.startswith("wire") for title in titles(svg(start(2, Random(1)))))


def test_a_shown_move_has_a_trail_a_ring_and_a_ghost_of_its_pawn() -> None:
    position = parse_position(MIDDLE)
    bare, shown = svg(position), svg(position, move=parse_move("B+"))
    assert pieces(shown) - pieces(bare) == Counter({"pawnB": 1, "faceB": 1})
    assert len(elements(shown, "circle")) == len(elements(bare, "circle")) + 2
    assert len(elements(shown, "path")) == len(elements(bare, "path")) + 1
    assert "Shown: blue goes to place 7, takes red ahead" in shown


def test_passing_shows_nothing_and_an_illegal_move_is_refused() -> None:
    extra = parse_position("KB.RBRBRBYYY.. 5,0,0 BRY R/YK 2 x")
    assert shown_move(extra, None) is None
    assert shown_move(extra, PASS) is None
    with pytest.raises(IllegalMove):
        shown_move(extra, parse_move("B^"))


def test_a_move_on_a_view_has_the_effect_that_it_has_on_the_position() -> None:
    position = parse_position(MIDDLE)
    assert shown_move(view(position, 1), parse_move("B+")) == shown_move(position, parse_move("B+"))
    shown = shown_move(position, parse_move("B+"))
    assert shown is not None
    assert (shown[0], shown[1].landing) == (Colour.BLUE, 7)


def test_pawns_further_down_are_drawn_later_and_cover_those_behind() -> None:
    position = start(2, Random(1))
    layout = compute_layout(900, 600, 55, 5)
    text = draw_board(BoardDrawing(position, None, layout, LIGHT, "x"), 900, 600)
    order = [use.attrib["href"][-1] for use in elements(f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>', "use")]
    feet = {pawn: point.y for pawn, point in zip(PAWNS, layout.waiting, strict=True)}
    assert [feet[Colour(pawn)] for pawn in order[-5:]] == sorted(feet.values())


def test_a_ring_is_round_the_disc_taken_or_the_bonus_disc() -> None:
    position = parse_position("B 0 B -/- 1 m")
    climbing = parse_position("B 1 B -/- 1 m")
    bare, ringed = svg(climbing), svg(climbing, move=parse_move("B^"))
    assert len(elements(ringed, "circle")) == len(elements(bare, "circle")) + 2
    nothing = svg(position, move=parse_move("B="))  # R7: nothing is taken, so there is no ring.
    assert len(elements(nothing, "circle")) == len(elements(svg(position), "circle"))
