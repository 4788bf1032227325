"""The pieces of a picture: one definition each, a symbol per colour, ids with the prefix of the picture."""

import pytest

from bigpoints.drawing import svg
from bigpoints.drawing.layout import DISC
from bigpoints.drawing.palette import DARK, LIGHT, Palette
from bigpoints.drawing.pieces import PITCH, piece_definitions, symbol
from bigpoints.notation import parse_position
from bigpoints.position import COLOURS, DISCS, PAWNS, Colour
from support.svg_elements import elements, read

MIDDLE = "RB..BRBRBYYY 5,0,0 BRY R/Y 2 m"


def test_each_colour_has_a_symbol_of_its_own_on_discs_and_pawns() -> None:
    defined = {
        group.attrib["id"][9:]: group for group in elements(svg(parse_position(MIDDLE)), "g") if "id" in group.attrib
    }
    symbols = {colour: [path.attrib["d"] for path in elements(defined[f"disc{colour}"], "path")] for colour in COLOURS}
    assert len({symbol for (symbol,) in symbols.values()}) == len(COLOURS)
    for pawn in PAWNS:
        assert symbols[pawn][0] in [path.attrib["d"] for path in elements(defined[f"pawn{pawn}"], "path")]


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_every_definition_has_an_id_of_its_own_with_the_prefix(palette: Palette) -> None:
    defs = read(f'<svg xmlns="http://www.w3.org/2000/svg">{piece_definitions("x1", palette, DISCS)}</svg>')
    ids = [element.attrib["id"] for element in defs.iter() if "id" in element.attrib]
    expected = [f"{kind}{colour}" for colour in COLOURS for kind in ("face", "disc")] + [f"pawn{p}" for p in PAWNS]
    assert sorted(ids) == sorted(f"x1{name}" for name in (*expected, "sheen", "wood", "hole", "slot"))
    used = {use.attrib["href"].removeprefix("#") for use in elements(defs, "use")}
    assert used <= set(ids)


def test_only_the_colours_asked_for_are_defined() -> None:
    text = piece_definitions("x", LIGHT, "BW")
    assert ("xdiscB" in text, "xpawnB" in text, "xdiscW" in text) == (True, True, True)
    assert "xdiscR" not in text
    assert "xpawnW" not in text


def test_a_disc_is_as_large_as_the_layout_takes_it_to_be() -> None:
    text = f'<svg xmlns="http://www.w3.org/2000/svg">{piece_definitions("x", LIGHT, "B")}</svg>'
    (face,) = (group for group in elements(text, "g") if group.attrib.get("id") == "xfaceB")
    assert max(float(circle.attrib["r"]) for circle in elements(face, "circle")) == DISC * PITCH


def test_a_symbol_has_the_ink_and_the_size_asked_for() -> None:
    plain, small = symbol(Colour.RED, "#123456"), symbol(Colour.RED, "#123456", 0.5, -72)
    assert 'fill="#123456"' in plain
    assert "transform" not in plain
    assert 'transform="translate(0 -72) scale(0.5)"' in small
