"""A position as an SVG picture, for notebooks, web pages and files."""

from collections.abc import Sequence
from hashlib import blake2s

from bigpoints.drawing.board import Board, draw_board, shown_move
from bigpoints.drawing.captions import Seat, description, headline, seats
from bigpoints.drawing.hands import Box, Style, column, strip, strip_height
from bigpoints.drawing.layout import Layout, Side, layout
from bigpoints.drawing.markup import element, moved, words
from bigpoints.drawing.palette import DARK, LIGHT
from bigpoints.drawing.pieces import definitions
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
    """A picture of a position or a view, with the hands beside it or below; `move` shows what a legal move would do."""
    palette = DARK if dark else LIGHT
    shown = seats(position, names)
    wide, high = max(width, _LEAST), max(height, _LEAST)
    prefix = _prefix(position, [seat.name for seat in shown], dark, width, height, hands, move)
    style = Style(palette, prefix, min(max(min(wide, high) * _LETTERS, _SMALLEST), _LARGEST))
    tray, cards = _split(shown, style, wide, high) if hands else (_whole(wide, high), "")
    board = Board(position, shown_move(position, move), _layout(position, tray), palette, prefix)
    return SVG(
        element(
            "svg",
            element("title", words(f"Big Points: {headline(shown)}")),
            element("desc", words(description(position, shown if hands else (), move))),
            definitions(prefix, palette, DISCS),
            element("rect", width=wide, height=high, fill=palette.page),
            element("g", draw_board(board, tray.width, tray.height), transform=moved(tray.x, tray.y)),
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
    """What the ids of a picture begin with: several pictures on one page must not share them."""
    return f"b{blake2s(repr(content).encode(errors='replace'), digest_size=4).hexdigest()}"


def _whole(width: float, height: float) -> Box:
    return Box(_MARGIN, _MARGIN, width - 2 * _MARGIN, height - 2 * _MARGIN)


def _split(shown: Sequence[Seat], style: Style, width: float, height: float) -> tuple[Box, str]:
    """The room for the tray, and the cards on its right or, in an upright picture, below it."""
    x, y, wide, high = _whole(width, height)
    if width > height * _BROAD:
        side = min(max(width * 0.24, 15 * style.unit), 19.5 * style.unit)
        cards = column(shown, style, Box(x + wide - side, y, side, high))
        return Box(x, y, wide - side - _MARGIN, high), cards
    below = min(strip_height(shown, style.unit, wide), 0.45 * high)
    cards = strip(shown, style, Box(x, y + high - below, wide, below))
    return Box(x, y, wide, high - below - _MARGIN), cards


def _layout(position: Position | View, tray: Box) -> Layout:
    side = Side.RIGHT if tray.width > tray.height * _BROAD else Side.TOP
    return layout(tray.width, tray.height, len(position.path), len(position.pawns), side)
