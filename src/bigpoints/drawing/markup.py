"""Pieces of SVG text."""

from collections.abc import Iterable
from html import escape

from bigpoints.drawing.layout import Curve, Point


def element(tag: str, *content: str, **attributes: str | float) -> str:
    """An element with its attributes, `stroke_width` being written as stroke-width."""
    pairs = (f' {name.strip("_").replace("_", "-")}="{_value(value)}"' for name, value in attributes.items())
    inside = "".join(content)
    return f"<{tag}{''.join(pairs)}>{inside}</{tag}>" if inside else f"<{tag}{''.join(pairs)}/>"


def words(text: str) -> str:
    """A text as the content of an element."""
    return escape(text, quote=False)


def number(value: float) -> str:
    """A number with two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) >= 0.005 else "0"


def points(*corners: Point | tuple[float, float]) -> str:
    """The corners of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def curves(track: Iterable[Curve]) -> str:
    """The path data of a piece of track."""
    data: list[str] = []
    for begin, *rest in track:
        if not data:
            data.append(f"M{points(begin)}")
        data.append(f"C{points(*rest)}")
    return "".join(data)


def moved(x: float, y: float, scale: float = 1) -> str:
    """A transform: first to a size, then to a place."""
    return f"translate({number(x)} {number(y)})" + (f" scale({scale:.4g})" if scale != 1 else "")


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)
