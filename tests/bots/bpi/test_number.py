"""Numbers of the engine protocol: whole ones within bounds, and nothing else."""

import pytest

from bigpoints.bots.bpi.number import parse_number
from bigpoints.errors import BadNotation


@pytest.mark.parametrize(("text", "number"), [("1", 1), ("007", 7), ("9" * 18, 10**18 - 1)])
def test_a_whole_number_is_read(text: str, number: int) -> None:
    assert parse_number("nodes", text, 1) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", "1.5", "1e3", "ten", " 1", "٣", "9" * 19, "9" * 5000])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        parse_number("nodes", text, 1)
    assert (refusal.value.field, refusal.value.found) == ("nodes", text)


@pytest.mark.parametrize(
    ("text", "accepted"), [("0", "a whole number from 1 to 6"), ("7", "a whole number from 1 to 6")]
)
def test_a_number_out_of_bounds_is_refused_with_its_bounds(text: str, accepted: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        parse_number("level", text, 1, 6)
    assert refusal.value.accepted == accepted


def test_both_bounds_are_accepted() -> None:
    assert [parse_number("level", text, 1, 6) for text in ("1", "6")] == [1, 6]


def test_without_an_upper_bound_only_the_lower_one_is_named() -> None:
    with pytest.raises(BadNotation) as refusal:
        parse_number("nodes", "0", 1)
    assert refusal.value.accepted == "a whole number from 1"
