"""The colours of the pictures, for light and for dark backgrounds.

The fills of the discs are told apart under every kind of colour blindness; each rim stands out from tray and track.
"""

from typing import NamedTuple

from bigpoints.position import Colour

_WHITE, _INK = "#FFFFFF", "#1D1A17"


class Paint(NamedTuple):
    """The colours of one kind of disc: its face, its symbol and its rim."""

    fill: str
    ink: str
    rim: str


class Palette(NamedTuple):
    """Every colour of a picture."""

    paints: dict[Colour, Paint]
    page: str
    card: str
    line: str
    text: str
    muted: str
    accent: str
    tray: str
    track: str
    groove: str
    dimple: str
    lip: str
    outline: str
    halo: str
    wire: str
    tread: str
    front: str
    foot: str
    flank: str
    edge: str
    number: str
    gold: str


LIGHT = Palette(
    paints={
        Colour.BLUE: Paint("#2E65E2", _WHITE, "#2A59C3"),
        Colour.RED: Paint("#DB3E1E", _WHITE, "#BD381D"),
        Colour.YELLOW: Paint("#F9C32D", _INK, "#876C21"),
        Colour.GREEN: Paint("#52BF8D", _INK, "#397B5D"),
        Colour.PURPLE: Paint("#690E76", _WHITE, "#5C0F67"),
        Colour.WHITE: Paint("#FBF8F1", _INK, "#716F6D"),
        Colour.BLACK: Paint("#22201E", _WHITE, "#201E1D"),
    },
    page="#FAF6EE",
    card="#FFFDF8",
    line="#DCCFB6",
    text="#23211E",
    muted="#6B6257",
    accent="#0B6E75",
    tray="#EFE6D6",
    track="#E2D5BD",
    groove="#D8C9AD",
    dimple="#D2C3A8",
    lip="#EFE6D6",
    outline=_INK,
    halo=_WHITE,
    wire="#4A4540",
    tread="#DDB47D",
    front="#D5AC76",
    foot="#B98547",
    flank="#B58244",
    edge="#AD7A3C",
    number=_INK,
    gold="#8A6A10",
)

_DARK_RIMS = {
    Colour.BLUE: "#4C7BE5",
    Colour.RED: "#DF5A3F",
    Colour.YELLOW: "#F9CB4B",
    Colour.GREEN: "#6BC79D",
    Colour.PURPLE: "#A26BAA",
    Colour.WHITE: "#FAF8F2",
    Colour.BLACK: "#828180",
}

DARK = Palette(
    paints={colour: LIGHT.paints[colour]._replace(rim=rim) for colour, rim in _DARK_RIMS.items()},
    page="#12161A",
    card="#1B2026",
    line="#343D47",
    text="#F1EDE6",
    muted="#A9ABAD",
    accent="#60D0D8",
    tray="#1B2026",
    track="#262D35",
    groove="#20262D",
    dimple="#1B2128",
    lip="#343D47",
    outline="#F4EFE6",
    halo="#0E1114",
    wire="#D5D9DD",
    tread="#A57B47",
    front="#9C7441",
    foot="#6F4E28",
    flank="#664722",
    edge="#5C401F",
    number="#F4EFE6",
    gold="#F9CB4B",
)
