"""Discs and pawns in SVG: defined once per picture, at a pitch of 100, and used by name."""

from math import cos, pi, sin

from bigpoints.drawing.markup import element, format_number, format_points, transform
from bigpoints.drawing.palette import Paint, Palette
from bigpoints.position import PAWNS, Colour

PITCH = 100
"""The pitch at which the pieces are drawn."""

_BODY = "M-11-54C-11-34-20-20-27-9C-31-2-28 4-21 5Q0 9 21 5C28 4 31-2 27-9C20-20 11-34 11-54Z"
_LIGHT_ON_BODY = "M-7-44C-8-30-13-18-19-8"
_HEAD = -72


def _ball(x: float, y: float, radius: float) -> str:
    """The path data of a circle: two half arcs, to the right and back."""
    left, r, across = format_number(x - radius), format_number(radius), format_number(2 * radius)
    return f"M{left} {format_number(y)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 {format_number(-2 * radius)} 0z"


def _around(count: int, radius: float, turn: float = 0) -> list[tuple[float, float]]:
    angles = ((n + turn) * 2 * pi / count - pi / 2 for n in range(count))
    return [(radius * cos(angle), radius * sin(angle)) for angle in angles]


def _star() -> str:
    corners = (c for pair in zip(_around(5, 19), _around(5, 8.2, 0.5), strict=True) for c in pair)
    return f"M{format_points(*corners)}Z"


_SYMBOLS = {
    Colour.BLUE: "M0-20C4-11 13-3 13 6.5A13 13 0 0 1-13 6.5C-13-3-4-11 0-20Z",
    Colour.RED: "M0 17C-20 4-20-13-9.5-14.5C-4-15-1-12 0-8C1-12 4-15 9.5-14.5C20-13 20 4 0 17Z",
    Colour.YELLOW: _star(),
    Colour.GREEN: _ball(0, -9.5, 8.8) + _ball(-9, 3.5, 8.8) + _ball(9, 3.5, 8.8) + "M-2-3L-3.5 18H3.5L2-3Z",
    Colour.PURPLE: "M0-20L14.5 0L0 20L-14.5 0Z",
    Colour.WHITE: "".join(_ball(x, y, 5) for x, y in _around(5, 13)),
    Colour.BLACK: "M-15-14H-7L3 0L-7 14H-15L-5 0ZM2-14H10L20 0L10 14H2L12 0Z",
}


def piece_definitions(prefix: str, palette: Palette, colours: str) -> str:
    """The definitions of a picture: `face`, `disc` and `pawn` with their letter, `hole`, `slot`, `sheen`, `wood`."""
    parts = [_gradients(prefix, palette), _hole(prefix, palette)]
    for colour in map(Colour, colours):
        parts.append(_disc(prefix, colour, palette.paints[colour]))
        if colour in PAWNS:
            parts.append(_pawn(prefix, colour, palette))
    return element("defs", *parts)


def symbol(colour: Colour, ink: str, scale: float = 1, y: float = 0) -> str:
    """The sign of a colour: drop, heart, star, clover, diamond, five dots, »."""
    attributes: dict[str, str | float] = {"d": _SYMBOLS[colour], "fill": ink}
    if scale != 1:
        attributes["transform"] = transform(0, y, scale)
    return element("path", **attributes)


def _gradients(prefix: str, palette: Palette) -> str:
    sheen = (("0", "#FFF", 0.34), ("0.55", "#FFF", 0), ("0.75", "#000", 0), ("1", "#000", 0.16))
    wood = (("0", palette.front, 1), ("1", palette.foot, 1))
    return element("radialGradient", *_stops(sheen), id=f"{prefix}sheen", cx="0.32", cy="0.24", r="0.85") + element(
        "linearGradient", *_stops(wood), id=f"{prefix}wood", x1="0", y1="0", x2="0", y2="1"
    )


def _stops(stops: tuple[tuple[str, str, float], ...]) -> list[str]:
    return [element("stop", offset=at, stop_color=colour, stop_opacity=opacity) for at, colour, opacity in stops]


def _hole(prefix: str, palette: Palette) -> str:
    return element(
        "g",
        element("circle", cy=2, r=10, fill=palette.lip),
        element("circle", r=10, fill=palette.dimple),
        id=f"{prefix}hole",
    ) + element(
        "circle", r=36, fill="none", stroke=palette.line, stroke_width=3, stroke_dasharray="8 6", id=f"{prefix}slot"
    )


def _disc(prefix: str, colour: Colour, paint: Paint) -> str:
    face = element(
        "g",
        element("circle", cx=3, cy=5, r=38, opacity=0.17),
        element("circle", r=38, fill=paint.rim),
        element("circle", r=35, fill=paint.fill),
        element("circle", r=35, fill=f"url(#{prefix}sheen)"),
        element("circle", r=28.5, fill="none", stroke=paint.ink, stroke_width=1.4, opacity=0.22),
        id=f"{prefix}face{colour}",
    )
    sign = symbol(colour, paint.ink)
    return face + element("g", element("use", href=f"#{prefix}face{colour}"), sign, id=f"{prefix}disc{colour}")


def _pawn(prefix: str, colour: Colour, palette: Palette) -> str:
    paint = palette.paints[colour]
    shape = element("path", d=_BODY) + element("circle", cy=_HEAD, r=21.5)
    return element(
        "g",
        element("ellipse", cx=4, cy=4, rx=33, ry=9, opacity=0.17),
        element("g", shape, stroke=palette.halo, stroke_width=11, stroke_linejoin="round"),
        element("g", shape, fill=paint.fill, stroke=palette.outline, stroke_width=4, stroke_linejoin="round"),
        element(
            "path", d=_LIGHT_ON_BODY, fill="none", stroke="#FFF", stroke_width=4, stroke_linecap="round", opacity=0.4
        ),
        element("circle", cy=_HEAD, r=19.5, fill=f"url(#{prefix}sheen)"),
        symbol(colour, paint.ink, 0.62, _HEAD),
        id=f"{prefix}pawn{colour}",
    )
