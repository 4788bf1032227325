"""A position as an SVG picture, for notebooks, web pages and files."""

from collections.abc import Sequence
from hashlib import blake2s

from bigpoints.drawing.board import BoardDrawing, draw_board, shown_move
from bigpoints.drawing.captions import SeatCaption, description, headline, seat_captions
from bigpoints.drawing.hands import Box, CardStyle, draw_column, draw_strip, strip_height
from bigpoints.drawing.layout import Layout, Side, compute_layout
from bigpoints.drawing.markup import element, escape_text, transform
from bigpoints.drawing.palette import DARK, LIGHT
from bigpoints.drawing.pieces import piece_definitions
from bigpoints.position import DISCS, Move, Position, View

_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"
_MARGIN = 12
_BROAD = 1.1
_LEAST = 280
_LETTERS = 1 / 40
_SMALLEST, _LARGEST = 10, 18


class SVG(str):
    """An SVG document; a notebook shows it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def svg(
    position: Position | View,
    *,
    names: Sequence[str] | None = None,
    dark: bool = False,
    width: int = 1280,
    height: int = 640,
    hands: bool = True,
    move: Move | None = None,
) -> SVG:
    """Draw a position or a view, with the hands beside or below it; `move` shows the effect of a legal move."""
    palette = DARK if dark else LIGHT
    shown = seat_captions(position, names)
    wide, high = max(width, _LEAST), max(height, _LEAST)
    prefix = _prefix(position, [seat.name for seat in shown], dark, width, height, hands, move)
    style = CardStyle(palette, prefix, min(max(min(wide, high) * _LETTERS, _SMALLEST), _LARGEST))
    tray, cards = _split(shown, style, wide, high) if hands else (_whole(wide, high), "")
    board = BoardDrawing(position, shown_move(position, move), _layout(position, tray), palette, prefix)
    return SVG(
        element(
            "svg",
            element("title", escape_text(f"Big Points: {headline(shown)}")),
            element("desc", escape_text(description(position, shown if hands else (), move))),
            piece_definitions(prefix, palette, DISCS),
            element("rect", width=wide, height=high, fill=palette.page),
            element("g", draw_board(board, tray.width, tray.height), transform=transform(tray.x, tray.y)),
            cards,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {wide} {high}",
            width=width,
            height=height,
            role="img",
            font_family=_FONT,
            font_size=style.unit,
        )
    )


def _prefix(*content: object) -> str:
    """A prefix for the ids of a picture, since several pictures on one page must not share ids."""
    return f"b{blake2s(repr(content).encode(errors='replace'), digest_size=4).hexdigest()}"


def _whole(width: float, height: float) -> Box:
    return Box(_MARGIN, _MARGIN, width - 2 * _MARGIN, height - 2 * _MARGIN)


def _split(shown: Sequence[SeatCaption], style: CardStyle, width: float, height: float) -> tuple[Box, str]:
    """The box of the tray, and the cards: to its right, or below it in an upright picture."""
    x, y, wide, high = _whole(width, height)
    if width > height * _BROAD:
        side = min(max(width * 0.24, 15 * style.unit), 19.5 * style.unit)
        cards = draw_column(shown, style, Box(x + wide - side, y, side, high))
        return Box(x, y, wide - side - _MARGIN, high), cards
    below = min(strip_height(shown, style.unit, wide), 0.45 * high)
    cards = draw_strip(shown, style, Box(x, y + high - below, wide, below))
    return Box(x, y, wide, high - below - _MARGIN), cards


def _layout(position: Position | View, tray: Box) -> Layout:
    side = Side.RIGHT if tray.width > tray.height * _BROAD else Side.TOP
    return compute_layout(tray.width, tray.height, len(position.path), len(position.pawns), side)
