"""Options as text, and positions in addresses."""

import pytest

from bigpoints.errors import BadNotation
from bigpoints.notation import (
    options_text,
    parse_options,
    parse_position,
    parse_position_url,
    position_text,
    position_url,
    view_text,
)
from bigpoints.position import Options
from bigpoints.rules import view


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("-", Options()),
        ("optional_bonus", Options(optional_bonus=True)),
        ("inverted", Options(inverted=True)),
        ("wires=14:28:42", Options(wires=(14, 28, 42))),
        ("optional_bonus,inverted,wires=1:54", Options(optional_bonus=True, inverted=True, wires=(1, 54))),
        ("wires=" + ":".join(map(str, range(1, 55))), Options(wires=tuple(range(1, 55)))),
    ],
)
def test_options_are_read_and_written(text: str, options: Options) -> None:
    """V1, V2, V3"""
    assert parse_options(text, 55) == options
    assert options_text(options) == text


@pytest.mark.parametrize("text", ["", "--", "- ", "none", "wires", "wires=55", "wires=1:1", "inverted inverted"])
def test_what_are_no_options_is_refused(text: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        parse_options(text, 55)
    assert (refusal.value.field, refusal.value.found) == ("options", text)


@pytest.mark.parametrize(
    ("bpn", "url"),
    [
        ("..BR 3,0 BR R/B 1 m", "..BR_3,0_BR_R%2FB_1_m"),
        ("..BR s1,4 BR B!/R 1 m optional_bonus,wires=1:2", "..BR_s1,4_BR_B!%2FR_1_m_optional_bonus,wires=1:2"),
    ],
)
def test_a_position_in_a_url_has_low_lines_for_spaces(bpn: str, url: str) -> None:
    assert position_url(parse_position(bpn)) == url
    assert position_text(parse_position_url(url)) == bpn


def test_a_url_may_encode_more_than_it_must() -> None:
    assert position_text(parse_position_url("%2E.BR_3%2C0_BR_R/B_1_m")) == "..BR 3,0 BR R/B 1 m"


@pytest.mark.parametrize("url", ["", "%", "%zz", "%ff", "..BR_3,0_BR_R%2FB_1", "..BR_3,0_BR_R%252FB_1_m", "_", "%00"])
def test_a_url_that_holds_no_position_is_refused(url: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        parse_position_url(url)
    assert refusal.value.field in ("fields", "hands")


def test_a_view_in_a_url_is_no_position() -> None:
    """R21"""
    spectator = view_text(view(parse_position("..BR 3,0 BR R/B 1 m"), None))
    with pytest.raises(BadNotation, match="not a position to play from"):
        parse_position_url(spectator.replace(" ", "_"))
