"""SVG markup: elements, numbers, points, path data and transforms as text."""

from collections.abc import Iterable
from html import escape

from bigpoints.drawing.layout import Curve, Point


def element(tag: str, *content: str, **attributes: str | float) -> str:
    """An element with its content and attributes; `stroke_width=2` becomes stroke-width="2"."""
    pairs = (f' {name.strip("_").replace("_", "-")}="{_value(value)}"' for name, value in attributes.items())
    inside = "".join(content)
    return f"<{tag}{''.join(pairs)}>{inside}</{tag}>" if inside else f"<{tag}{''.join(pairs)}/>"


def escape_text(text: str) -> str:
    """A text with its markup characters escaped, as content of an element."""
    return escape(text, quote=False)


def format_number(value: float) -> str:
    """A number with two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) >= 0.005 else "0"


def format_points(*corners: Point | tuple[float, float]) -> str:
    """The corners of a polygon."""
    return " ".join(f"{format_number(x)},{format_number(y)}" for x, y in corners)


def path_data(track: Iterable[Curve]) -> str:
    """The path data of a piece of track."""
    data: list[str] = []
    for begin, *rest in track:
        if not data:
            data.append(f"M{format_points(begin)}")
        data.append(f"C{format_points(*rest)}")
    return "".join(data)


def transform(x: float, y: float, scale: float = 1) -> str:
    """The value of a transform that scales and then moves."""
    return f"translate({format_number(x)} {format_number(y)})" + (f" scale({scale:.4g})" if scale != 1 else "")


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else format_number(value)
