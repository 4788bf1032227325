"""SVG as text: attributes, escapes, numbers, points, path data and transforms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigpoints.drawing.layout import Curve, Point
from bigpoints.drawing.markup import element, escape_text, format_number, format_points, path_data, transform
from support.svg_elements import read


def test_an_element_has_its_attributes_and_content() -> None:
    assert element("g", "a", "b", stroke_width=2.5, id="x") == '<g stroke-width="2.5" id="x">ab</g>'
    assert element("circle", r=1) == '<circle r="1"/>'


@given(st.text(st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\ufffe\uffff")))
def test_any_text_comes_back_from_content_and_attributes(text: str) -> None:
    found = read(element("text", escape_text(text), name=text))
    assert (found.text or "", found.attrib["name"]) == (text, text)


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (0, "0"),
        (-0.001, "0"),
        (0.004, "0"),
        (0.005, "0.01"),
        (1.5, "1.5"),
        (2.0, "2"),
        (-3.14159, "-3.14"),
        (100, "100"),
    ],
)
def test_numbers_have_two_decimals_at_most_and_no_minus_zero(number: float, written: str) -> None:
    assert format_number(number) == written


@given(st.floats(-1e6, 1e6))
def test_a_number_is_written_to_a_hundredth(number: float) -> None:
    assert float(format_number(number)) == pytest.approx(number, abs=0.0051)


def test_points_are_pairs() -> None:
    assert format_points(Point(1, 2.5), (3, -4)) == "1,2.5 3,-4"


def test_path_data_moves_once_and_then_draws_curve_after_curve() -> None:
    one = Curve(Point(0, 0), Point(1, 0), Point(2, 0), Point(3, 0))
    other = Curve(Point(3, 0), Point(4, 0), Point(5, 0), Point(6, 0))
    assert path_data([one, other]) == "M0,0C1,0 2,0 3,0C4,0 5,0 6,0"
    assert path_data([]) == ""


def test_a_transform_scales_only_if_it_must() -> None:
    assert transform(1, 2) == "translate(1 2)"
    assert transform(1, 2, 0.5) == "translate(1 2) scale(0.5)"
