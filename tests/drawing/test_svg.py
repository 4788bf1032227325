from collections import Counter
from random import Random
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.drawing import SVG, svg
from bigpoints.errors import IllegalMove
from bigpoints.notation import parse_move, parse_position, parse_view
from bigpoints.position import COLOURS, GONE, PAWNS, STAIRCASE, START, Material, Options, Position, View
from bigpoints.rules import legal_moves, start, view

NAMESPACE = "{http://www.w3.org/2000/svg}"
MIDDLE = "RB..BRBRBYYY 5,0,0 BRY R/Y 2 m"
FINISHED = "R...B.BR..Y. s2,s0,s1 - BR3Y/B2Y3 1 e"


def read(picture: str) -> Element:
    return fromstring(picture.encode())  # noqa: S314 – our own text.


def elements(picture: str | Element, tag: str) -> list[Element]:
    return list((read(picture) if isinstance(picture, str) else picture).iter(NAMESPACE + tag))


def titles(picture: str | Element) -> list[str]:
    return [element.text or "" for element in elements(picture, "title")]


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in elements(picture, "text")]


def pieces(picture: str | Element) -> Counter[str]:
    """The pieces used in a picture by name, without the prefix of its ids, and not counting those in definitions."""
    inside = Counter(use.attrib["href"][10:] for defs in elements(picture, "defs") for use in elements(defs, "use"))
    return Counter(use.attrib["href"][10:] for use in elements(picture, "use")) - inside


@pytest.fixture(scope="module")
def drawn(positions: list[Position]) -> list[tuple[Position, Element]]:
    """The conformance positions and their pictures, without hands."""
    return [(position, read(svg(position, hands=False))) for position in positions]


def test_every_conformance_position_becomes_a_small_well_formed_picture(positions: list[Position]) -> None:
    for position in positions:
        picture = svg(position)
        assert read(picture).tag == f"{NAMESPACE}svg"
        assert len(picture.encode()) < 60_000


def test_every_disc_of_the_path_is_drawn_once_on_its_place(drawn: list[tuple[Position, Element]]) -> None:
    for position, picture in drawn:
        places = [title.split(":")[0] for title in titles(picture) if title[0].isdigit()]
        assert places == [str(place) for place, disc in enumerate(position.path, start=1) if disc != GONE]


def test_each_colour_has_a_symbol_of_its_own_on_discs_and_pawns() -> None:
    defined = {
        group.attrib["id"][9:]: group for group in elements(svg(parse_position(MIDDLE)), "g") if "id" in group.attrib
    }
    symbols = {colour: [path.attrib["d"] for path in elements(defined[f"disc{colour}"], "path")] for colour in COLOURS}
    assert len({symbol for (symbol,) in symbols.values()}) == len(COLOURS)
    for pawn in PAWNS:
        assert symbols[pawn][0] in [path.attrib["d"] for path in elements(defined[f"pawn{pawn}"], "path")]


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


def test_a_hand_is_shown_with_its_number_of_discs_of_each_colour() -> None:
    picture = svg(parse_position(MIDDLE), names=["Anna", "Ben"])
    assert {"Anna", "Ben", "1 disc", "×1", "to move"} <= set(texts(picture))
    assert "Anna" not in "".join(texts(svg(parse_position(MIDDLE), names=["Anna", "Ben"], hands=False)))


def test_a_hidden_hand_shows_only_how_many_discs_it_has() -> None:
    shown = parse_view("RB..BRBRBYYY 5,0,0 BRY R/?1 2 m")
    open_board, hidden = svg(shown, hands=False), svg(shown)
    assert pieces(hidden) - pieces(open_board) == Counter({"discR": 1})
    assert texts(hidden).count("1 disc") == 2


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


def test_winners_who_tie_share_the_win() -> None:
    picture = svg(parse_position("BR.. s1,s0 - BR/BR 1 e"), names=["Anna", "Ben"])
    assert titles(picture)[0] == "Big Points: Anna and Ben share the win"


def test_the_steps_show_what_they_are_worth() -> None:
    position = start(2, Random(1), material=Material(3, 2, 0, 0))
    assert [text for text in texts(svg(position)) if text.isdigit()] == ["0", "1", "2"]


def test_a_wire_is_drawn_for_each_that_lies() -> None:
    position = start(2, Random(1), options=Options(wires=(14, 28, 42)))
    assert [title for title in titles(svg(position)) if title.startswith("wire")] == ["wire 14", "wire 28", "wire 42"]
    assert not any(title.startswith("wire") for title in titles(svg(start(2, Random(1)))))


def test_wire_penalties_stand_on_the_card() -> None:
    assert "−2" in texts(svg(parse_view("RB..BRBRBYYY 5,0,0 BRY R/?1!2 2 m inverted")))


def test_a_shown_move_has_a_trail_a_ring_and_a_ghost_of_its_pawn() -> None:
    position = parse_position(MIDDLE)
    bare, shown = svg(position), svg(position, move=parse_move("B+"))
    assert pieces(shown) - pieces(bare) == Counter({"pawnB": 1, "faceB": 1})
    assert len(elements(shown, "circle")) == len(elements(bare, "circle")) + 2
    assert len(elements(shown, "path")) == len(elements(bare, "path")) + 1
    assert "Shown: blue goes to place 7, takes red ahead" in shown


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


def test_a_picture_has_words_for_those_who_cannot_see_it() -> None:
    picture = svg(parse_position("KB.RBRBRBYYY.. 5,0,0 BRY R/YK 2 x"), names=["A", "B"])
    (description,) = elements(picture, "desc")
    assert "blue on place 5, red at the start" in str(description.text)
    assert "B: 2 discs (1 yellow, 1 black)" in str(description.text)
    assert titles(picture)[0] == "Big Points: B may make an extra move"
    assert read(picture).attrib["role"] == "img"


def test_a_notebook_shows_the_picture() -> None:
    picture = svg(parse_position(MIDDLE))
    assert isinstance(picture, SVG)
    assert picture._repr_svg_() == picture


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
