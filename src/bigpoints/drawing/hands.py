"""The hands in SVG, one card per seat. Lengths on a card are in units of its font size."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple
from unicodedata import combining, east_asian_width

from bigpoints.drawing.captions import SeatCaption, shorten
from bigpoints.drawing.markup import element, escape_text, transform
from bigpoints.drawing.palette import Palette
from bigpoints.drawing.pieces import PITCH
from bigpoints.position import Colour

GAP = 0.6
"""The distance between two cards."""
_NARROWEST = 13
_PAD, _HEAD, _NOTE, _ROW, _ITEM, _DISC = 0.85, 1.4, 1.35, 1.9, 3.5, 2.1
_CROWN = "M-6 4L-7-4L-3-1L0-6L3-1L7-4L6 4Z"
_ARROW = "M-4-5L5 0L-4 5Z"


class CardStyle(NamedTuple):
    """Colours, id prefix and font size of the cards."""

    palette: Palette
    prefix: str
    unit: float


class Box(NamedTuple):
    """A rectangle of the picture, in pixels."""

    x: float
    y: float
    width: float
    height: float


def draw_column(seats: Sequence[SeatCaption], style: CardStyle, box: Box) -> str:
    """Draw the cards one below the other, smaller if they do not fit."""
    total = sum(_card_height(seat, style.unit, box.width) for seat in seats) + GAP * style.unit * (len(seats) - 1)
    style = style._replace(unit=style.unit * min(1, box.height / total))
    cards, y = [], box.y
    for seat in seats:
        height = _card_height(seat, style.unit, box.width)
        cards.append(_card(seat, style, Box(box.x, y, box.width, height)))
        y += height + GAP * style.unit
    return "".join(cards)


def draw_strip(seats: Sequence[SeatCaption], style: CardStyle, box: Box) -> str:
    """Draw the cards side by side, in up to three rows, smaller if they do not fit."""
    style = style._replace(unit=style.unit * min(1, box.height / strip_height(seats, style.unit, box.width)))
    gap = GAP * style.unit
    across, width, height = _strip_grid(seats, style.unit, box.width)
    cards = []
    for n, seat in enumerate(seats):
        corner = Box(box.x + n % across * (width + gap), box.y + n // across * (height + gap), width, height)
        cards.append(_card(seat, style, corner))
    return "".join(cards)


def strip_height(seats: Sequence[SeatCaption], unit: float, width: float) -> float:
    """The height that a strip of cards needs."""
    across, _, height = _strip_grid(seats, unit, width)
    rows = ceil(len(seats) / across)
    return rows * height + (rows - 1) * GAP * unit


def _strip_grid(seats: Sequence[SeatCaption], unit: float, width: float) -> tuple[int, float, float]:
    """Cards per row of a strip, and the width and height of each."""
    rows = next((r for r in (1, 2) if width / ceil(len(seats) / r) >= _NARROWEST * unit), 3)
    across = ceil(len(seats) / rows)
    wide = (width - GAP * unit * (across - 1)) / across
    return across, wide, max(_card_height(seat, unit, wide) for seat in seats)


def _card_height(seat: SeatCaption, unit: float, width: float) -> float:
    """The height that the card of a seat needs."""
    rows = ceil(len(_items(seat)) / _items_per_row(width / unit))
    return (2 * _PAD + _HEAD + (_NOTE if seat.note else 0) + _ROW * rows) * unit


def _items_per_row(width: float) -> int:
    return max(1, int((width - 2 * _PAD + 0.4) / _ITEM))


def _items(seat: SeatCaption) -> list[tuple[Colour | None, str]]:
    """The discs of a hand with their number, and its wire penalties."""
    items: list[tuple[Colour | None, str]] = [(colour, f"×{count}") for colour, count in seat.discs]
    return [*items, (None, f"−{seat.hand.penalties}")] if seat.hand.penalties else items


def _card(seat: SeatCaption, style: CardStyle, box: Box) -> str:
    palette, unit = style.palette, style.unit
    edge = palette.accent if seat.note else palette.line
    frame = element(
        "rect",
        width=box.width,
        height=box.height,
        rx=0.8 * unit,
        fill=palette.card,
        stroke=edge,
        stroke_width=3 if seat.note else 1.2,
    )
    body = (_head(seat, style, box.width), _note(seat, style) if seat.note else "", _hand(seat, style, box.width))
    return element("g", frame, *body, transform=transform(box.x, box.y))


def _head(seat: SeatCaption, style: CardStyle, width: float) -> str:
    """The name, cut short if need be, and the tally at the right."""
    unit, palette = style.unit, style.palette
    room = width - (2 * _PAD + 0.6 + 0.9 * _width(seat.tally)) * unit
    y = (_PAD + 0.95) * unit
    fitting = shorten(seat.name, room / unit, _width)
    name = element("text", escape_text(fitting), y=1.2 * unit, font_size=unit, font_weight="bold", fill=palette.text)
    return element("svg", name, x=_PAD * unit, y=y - 1.2 * unit, width=max(room, 1), height=1.7 * unit) + element(
        "text",
        escape_text(seat.tally),
        x=width - _PAD * unit,
        y=y,
        text_anchor="end",
        font_size=0.88 * unit,
        font_weight="bold" if seat.score is not None else "normal",
        fill=palette.text if seat.score is not None else palette.muted,
    )


def _note(seat: SeatCaption, style: CardStyle) -> str:
    unit, palette = style.unit, style.palette
    y = (_PAD + _HEAD + 0.75) * unit
    won = seat.score is not None
    sign = element(
        "path",
        d=_CROWN if won else _ARROW,
        fill=palette.gold if won else palette.accent,
        transform=transform((_PAD + 0.45) * unit, y - 0.3 * unit, unit / 16),
    )
    text = element("text", seat.note, x=(_PAD + 1.25) * unit, y=y, font_size=0.88 * unit, fill=palette.accent)
    return sign + text


def _hand(seat: SeatCaption, style: CardStyle, width: float) -> str:
    unit = style.unit
    top = _PAD + _HEAD + (_NOTE if seat.note else 0) + 0.15
    fitting = _items_per_row(width / unit)
    parts = []
    for n, (colour, count) in enumerate(_items(seat)):
        x, y = _PAD + n % fitting * _ITEM + 0.8, top + (n // fitting + 0.5) * _ROW
        parts.append(_picture(colour, style, x * unit, y * unit))
        parts.append(
            element(
                "text",
                count,
                x=(x + 1.05) * unit,
                y=(y + 0.32) * unit,
                font_size=0.88 * unit,
                font_weight="bold",
                fill=style.palette.text,
            )
        )
    return "".join(parts)


def _picture(colour: Colour | None, style: CardStyle, x: float, y: float) -> str:
    if colour is None:
        return _wire(style, x, y)
    return element("use", href=f"#{style.prefix}disc{colour}", transform=transform(x, y, _DISC * style.unit / PITCH))


def _wire(style: CardStyle, x: float, y: float) -> str:
    """A small wire between two pegs, for penalties."""
    palette = style.palette
    pegs = (element("circle", cx=side * 7, r=3, fill=palette.flank, stroke=palette.wire) for side in (-1, 1))
    line = element("path", d="M-7 0H7", stroke=palette.wire, stroke_width=2)
    return element("g", element("title", "wire penalties"), line, *pegs, transform=transform(x, y, style.unit / 16))


def _width(text: str) -> float:
    """Estimated width of a text in units of the font size; fonts differ, so it is on the wide side."""
    return sum(
        0 if combining(c) else 1.05 if east_asian_width(c) in "WF" or c in "MWmw@%" else 0.7 if c.isupper() else 0.6
        for c in text
    )
