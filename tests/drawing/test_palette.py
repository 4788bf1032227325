"""The colours: every one is a colour, what is drawn on a face can be seen, and discs can be told apart."""

import re
from itertools import combinations

import pytest

from bigpoints.drawing.palette import DARK, LIGHT, Palette
from bigpoints.position import COLOURS

PALETTES = [pytest.param(LIGHT, id="light"), pytest.param(DARK, id="dark")]


def channels(colour: str) -> list[float]:
    """Red, green and blue of a colour, linear, from 0 to 1."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(colour: str) -> float:
    red, green, blue = channels(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2, from 1 to 21."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("palette", PALETTES)
def test_every_colour_is_written_in_six_digits(palette: Palette) -> None:
    paints = [colour for paint in palette.paints.values() for colour in paint]
    assert [colour for colour in (*paints, *palette[1:]) if not re.fullmatch("#[0-9A-F]{6}", str(colour))] == []


@pytest.mark.parametrize("palette", PALETTES)
def test_every_kind_of_disc_has_paint(palette: Palette) -> None:
    assert set(palette.paints) == set(COLOURS)


@pytest.mark.parametrize("palette", PALETTES)
def test_a_symbol_stands_out_from_its_disc(palette: Palette) -> None:
    assert [colour for colour, paint in palette.paints.items() if contrast(paint.ink, paint.fill) < 4] == []


@pytest.mark.parametrize("palette", PALETTES)
def test_a_rim_stands_out_from_tray_and_track(palette: Palette) -> None:
    for colour, paint in palette.paints.items():
        assert min(contrast(paint.rim, palette.tray), contrast(paint.rim, palette.track)) >= 3, colour


@pytest.mark.parametrize("palette", PALETTES)
def test_words_can_be_read_where_they_stand(palette: Palette) -> None:
    for ground in (palette.page, palette.card):
        assert contrast(palette.text, ground) >= 7
        assert contrast(palette.accent, ground) >= 4.5
    assert contrast(palette.muted, palette.card) >= 4.5
    assert contrast(palette.muted, palette.tray) >= 4.5
    assert contrast(palette.gold, palette.card) >= 4.5
    assert contrast(palette.number, palette.front) >= 3  # Large and bold.


MISSING_CONES = {
    "red": [(0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)],
    "green": [(0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)],
}
"""Matrices on linear RGB that simulate sight without the cones for red or green (Viénot 1999)."""


@pytest.mark.parametrize("cone", MISSING_CONES)
def test_no_two_discs_look_alike_to_somebody_without_a_cone(cone: str) -> None:
    rows = MISSING_CONES[cone]
    seen = {}
    for colour, paint in LIGHT.paints.items():
        linear = channels(paint.fill)
        mixed = [sum(weight * part for weight, part in zip(row, linear, strict=True)) for row in rows]
        seen[colour] = [max(part, 0.0) ** (1 / 2.2) for part in mixed]
    for one, other in combinations(COLOURS, 2):
        apart = sum((a - b) ** 2 for a, b in zip(seen[one], seen[other], strict=True)) ** 0.5
        assert apart > 0.15, (one, other)
