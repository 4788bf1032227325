"""The cards of the hands: what stands on them, and that they fit into their box."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from bigpoints.drawing import svg
from bigpoints.drawing.captions import SeatCaption, seat_captions
from bigpoints.drawing.hands import Box, CardStyle, draw_column, draw_strip, strip_height
from bigpoints.drawing.palette import LIGHT
from bigpoints.notation import parse_position, parse_view
from bigpoints.position import View
from bigpoints.rules import start
from support.svg_elements import NAMESPACE, elements, pieces, read, texts

MIDDLE = "RB..BRBRBYYY 5,0,0 BRY R/Y 2 m"


def test_a_hand_is_shown_with_its_number_of_discs_of_each_colour() -> None:
    picture = svg(parse_position(MIDDLE), names=["Anna", "Ben"])
    assert {"Anna", "Ben", "1 disc", "×1", "to move"} <= set(texts(picture))
    assert "Anna" not in "".join(texts(svg(parse_position(MIDDLE), names=["Anna", "Ben"], hands=False)))


def test_a_hidden_hand_shows_only_how_many_discs_it_has() -> None:
    shown = parse_view("RB..BRBRBYYY 5,0,0 BRY R/?1 2 m")
    open_board, hidden = svg(shown, hands=False), svg(shown)
    assert pieces(hidden) - pieces(open_board) == Counter({"discR": 1})
    assert texts(hidden).count("1 disc") == 2


def test_wire_penalties_stand_on_the_card() -> None:
    assert "−2" in texts(svg(parse_view("RB..BRBRBYYY 5,0,0 BRY R/?1!2 2 m inverted")))


@pytest.mark.parametrize("size", [(1280, 640), (820, 1100), (390, 844), (844, 390), (120, 90), (300, 3000)])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_cards_lie_inside_the_picture(size: tuple[int, int], players: int) -> None:
    position = start(players, Random(1))
    full = tuple(
        hand._replace(blue=9, red=1, yellow=1, green=1, purple=1, white=1, black=1, penalties=1)
        for hand in position.hands
    )
    crowded = View(position.path, position.pawns, position.pile, full, 1)
    picture = svg(crowded, width=size[0], height=size[1])
    _, _, width, height = map(float, read(picture).attrib["viewBox"].split())
    for group in elements(picture, "g"):
        card = group.find(f"{NAMESPACE}rect")
        if card is None or "translate" not in group.attrib.get("transform", ""):
            continue
        x, y = map(float, group.attrib["transform"].removeprefix("translate(").removesuffix(")").split())
        assert 0 < x < x + float(card.attrib["width"]) < width
        assert 0 < y < y + float(card.attrib["height"]) < height


STYLE = CardStyle(LIGHT, "x", 16.0)


def full_hands(players: int) -> list[SeatCaption]:
    position = start(players, Random(1))
    hands = tuple(hand._replace(blue=9, red=1, yellow=1, white=1, black=1, penalties=1) for hand in position.hands)
    return seat_captions(View(position.path, position.pawns, position.pile, hands, 1))


def cards(text: str) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of every card."""
    found = []
    for group in read(f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>').findall(f"{NAMESPACE}g"):
        x, y = map(float, group.attrib["transform"].removeprefix("translate(").removesuffix(")").split())
        card = group.find(f"{NAMESPACE}rect")
        assert card is not None
        found.append((x, y, x + float(card.attrib["width"]), y + float(card.attrib["height"])))
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("height", [900.0, 300.0, 120.0])
def test_a_column_fits_into_its_box_and_no_card_covers_another(players: int, height: float) -> None:
    found = cards(draw_column(full_hands(players), STYLE, Box(10, 20, 300, height)))
    assert len(found) == players
    assert all(
        left >= 10 and right <= 310.01 and top >= 20 and bottom <= 20.5 + height for left, top, right, bottom in found
    )
    assert all(upper[3] < lower[1] for upper, lower in pairwise(found))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("width", [1200.0, 500.0, 250.0])
def test_a_strip_is_as_high_as_it_says_and_as_wide_as_it_may_be(players: int, width: float) -> None:
    captions = full_hands(players)
    height = strip_height(captions, STYLE.unit, width)
    found = cards(draw_strip(captions, STYLE, Box(0, 0, width, height)))
    assert max(bottom for *_, bottom in found) == pytest.approx(height, abs=0.1)
    assert max(right for _, _, right, _ in found) <= width + 0.1
    assert len({(left, top) for left, top, *_ in found}) == players


def test_a_strip_with_less_room_has_smaller_letters() -> None:
    captions = full_hands(4)
    height = strip_height(captions, STYLE.unit, 600)
    large, small = (draw_strip(captions, STYLE, Box(0, 0, 600, part * height)) for part in (1, 0.5))
    sizes = [
        {
            float(t.attrib["font-size"])
            for t in elements(f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>', "text")
        }
        for text in (large, small)
    ]
    assert max(sizes[1]) == pytest.approx(max(sizes[0]) / 2, rel=0.01)
    assert max(bottom for *_, bottom in cards(small)) <= 0.5 * height + 0.1
