"""The board in SVG: tray, track, wires, discs, pawns, staircase and bonus pile."""

from typing import NamedTuple

from bigpoints.drawing.captions import as_position
from bigpoints.drawing.layout import DISC, TRACK, Layout, Point
from bigpoints.drawing.markup import element, escape_text, format_points, path_data, transform
from bigpoints.drawing.palette import Palette
from bigpoints.drawing.pieces import PITCH
from bigpoints.position import GONE, PAWNS, STAIRCASE, START, Colour, Effect, Move, Position, View
from bigpoints.rules import effect
from bigpoints.words import colour_word

_STEP_PAWN = 0.74
_PILE_DISC = 0.66


class BoardDrawing(NamedTuple):
    """A board to draw: the position, its layout and its colours."""

    position: Position | View
    shown: tuple[Colour, Effect] | None
    """The pawn and the effect of the move to show."""
    layout: Layout
    palette: Palette
    prefix: str

    def piece(self, name: str, at: Point, size: float, title: str = "", **more: str | float) -> str:
        """A piece from the definitions; size 1 is its size on the path."""
        scale = size * self.layout.pitch / PITCH
        inside = element("title", escape_text(title)) if title else ""
        return element("use", inside, href=f"#{self.prefix}{name}", transform=transform(*at, scale), **more)


def shown_move(position: Position | View, move: Move | None) -> tuple[Colour, Effect] | None:
    """The pawn and the effect of a move; None for no move, or for passing."""
    if move is None:
        return None
    done = effect(as_position(position), move)
    return (move.pawn, done) if move.pawn else None


def draw_board(board: BoardDrawing, width: float, height: float) -> str:
    """Draw the board in a tray of a given size."""
    return "".join(
        (
            element("rect", width=width, height=height, rx=20, fill=board.palette.tray, stroke=board.palette.line),
            _track(board),
            _trail(board),
            _start(board),
            _wires(board),
            _discs(board),
            _staircase(board),
            _pile(board),
            _ring(board),
            _pawns(board),
        )
    )


def _track(board: BoardDrawing) -> str:
    layout, palette = board.layout, board.palette
    data = path_data(layout.track(0, len(layout.stops) - 1))
    ribbon = {"d": data, "fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    wide, narrow = 2 * TRACK * layout.pitch, (2 * TRACK - 0.05) * layout.pitch
    return element("path", **ribbon, stroke=palette.groove, stroke_width=wide) + element(
        "path", **ribbon, stroke=palette.track, stroke_width=narrow
    )


def _trail(board: BoardDrawing) -> str:
    """The way of the pawn along the track in the move shown."""
    if not board.shown:
        return ""
    pawn, outcome = board.shown
    here = board.position.pawns[PAWNS.index(pawn)]
    first, last = sorted((here, min(outcome.landing, len(board.position.path) + 1)))
    return element(
        "path",
        d=path_data(board.layout.track(first, last)),
        fill="none",
        stroke=board.palette.accent,
        stroke_width=0.2 * board.layout.pitch,
        stroke_linecap="round",
        opacity=0.45,
    )


def _start(board: BoardDrawing) -> str:
    """The label of the start, once no pawn covers it."""
    if START in board.position.pawns:
        return ""
    (x, y, *_), (first, *_), *_ = board.layout.stops
    return _label(board, "Start", Point(x + (first - x) * 0.1, y))


def _label(board: BoardDrawing, text: str, at: Point) -> str:
    size = 0.2 * board.layout.pitch
    colour = board.palette.muted
    return element("text", text, x=at.x, y=at.y + 0.35 * size, font_size=size, fill=colour, text_anchor="middle")


def _wires(board: BoardDrawing) -> str:
    return "".join(_wire(board, wire) for wire in board.position.options.wires)


def _wire(board: BoardDrawing, wire: int) -> str:
    """A string across the track between two pegs."""
    palette, pitch = board.palette, board.layout.pitch
    (curve,) = board.layout.track(wire, wire + 1)
    middle, heading = curve.middle, curve.heading
    reach = (TRACK + 0.03) * pitch
    ends = [Point(middle.x + side * heading.y * reach, middle.y - side * heading.x * reach) for side in (-1, 1)]
    line = {"points": format_points(*ends), "fill": "none"}
    pegs = (element("circle", cx=x, cy=y, r=0.06 * pitch, fill=palette.flank, stroke=palette.wire) for x, y in ends)
    return element(
        "g",
        element("title", f"wire {wire}"),
        element("polyline", **line, stroke=palette.halo, stroke_width=0.075 * pitch),
        element("polyline", **line, stroke=palette.wire, stroke_width=0.035 * pitch),
        *pegs,
    )


def _discs(board: BoardDrawing) -> str:
    return "".join(_place(board, place, disc) for place, disc in enumerate(board.position.path, start=1))


def _place(board: BoardDrawing, place: int, disc: str) -> str:
    at = board.layout.place(place)
    if disc == GONE:
        return board.piece("hole", at, 1)
    # A pawn, or its ghost, shows the symbol: on the disc below, it would be half hidden.
    landing = board.shown[1].landing if board.shown else START
    kind = "face" if place in (*board.position.pawns, landing) else "disc"
    return board.piece(f"{kind}{disc}", at, 1, f"{place}: {colour_word(disc)}")


def _staircase(board: BoardDrawing) -> str:
    stairs, palette, count = board.layout.staircase, board.palette, len(board.position.pawns)
    right, top = stairs.corner(count - 1)
    right, deep = right + stairs.tread, stairs.depth
    flank = format_points(
        (right, top), (right + deep, top - deep), (right + deep, stairs.base - deep), (right, stairs.base)
    )
    steps = (_step(board, step) for step in range(count))
    return element(
        "g",
        element("polygon", points=flank, fill=palette.flank),
        *steps,
        stroke=palette.edge,
        stroke_linejoin="round",
    )


def _step(board: BoardDrawing, step: int) -> str:
    stairs, palette, pitch = board.layout.staircase, board.palette, board.layout.pitch
    (x, y), wide, deep = stairs.corner(step), stairs.tread, stairs.depth
    tread = format_points((x, y), (x + wide, y), (x + wide + deep, y - deep), (x + deep, y - deep))
    number = element(
        "text",
        str(step),
        x=x + wide / 2,
        y=y + 0.34 * pitch,
        font_size=0.28 * pitch,
        fill=palette.number,
        stroke="none",
        font_weight="bold",
        text_anchor="middle",
    )
    front = element("rect", x=x, y=y, width=wide, height=stairs.base - y, fill=f"url(#{board.prefix}wood)")
    return element("polygon", points=tread, fill=palette.tread) + front + number


def _pile(board: BoardDrawing) -> str:
    """The bonus pile; a disc that was taken leaves its slot empty."""
    parts = []
    for pawn, at in zip(PAWNS, board.layout.pile, strict=False):
        left = pawn in board.position.pile
        title = f"bonus: {colour_word(pawn)}" if left else ""
        parts.append(board.piece(f"disc{pawn}" if left else "slot", at, _PILE_DISC, title))
    (left_end, y), (right_end, _) = board.layout.pile[0], board.layout.pile[-1]
    below = Point((left_end + right_end) / 2, y + 0.45 * board.layout.pitch)
    return "".join((*parts, _label(board, "Bonus pile", below)))


def _ring(board: BoardDrawing) -> str:
    """A ring round the disc that the move shown takes."""
    if not board.shown or not board.shown[1].disc:
        return ""
    outcome, pitch = board.shown[1], board.layout.pitch
    on_path = outcome.taken > 0
    at = board.layout.place(outcome.taken) if on_path else board.layout.pile[PAWNS.index(Colour(outcome.disc))]
    radius = (DISC + 0.05) * pitch * (1 if on_path else _PILE_DISC)
    circle = {"cx": at.x, "cy": at.y, "r": radius}
    return element(
        "g",
        element("circle", **circle, stroke=board.palette.halo, stroke_width=0.13 * pitch),
        element("circle", **circle, stroke=board.palette.accent, stroke_width=0.065 * pitch),
        fill="none",
    )


def _pawns(board: BoardDrawing) -> str:
    """All pawns, the higher ones in the picture first, and a ghost where the move shown ends."""
    drawn = [_pawn(board, pawn, place, "") for pawn, place in zip(PAWNS, board.position.pawns, strict=False)]
    if board.shown:
        pawn, outcome = board.shown
        drawn.append(_pawn(board, pawn, outcome.landing, "0.7"))
    return "".join(text for _, text in sorted(drawn))


def _pawn(board: BoardDrawing, pawn: Colour, place: int, opacity: str) -> tuple[float, str]:
    layout = board.layout
    if place >= STAIRCASE:
        feet, size = layout.staircase.standing(place - STAIRCASE), _STEP_PAWN
    elif place == START:
        feet, size = layout.waiting[PAWNS.index(pawn)], layout.crowd
    else:
        middle = layout.place(place)
        feet, size = Point(middle.x, middle.y + 0.3 * layout.pitch), 1
    more: dict[str, str | float] = {"opacity": opacity} if opacity else {}
    title = f"{colour_word(pawn)} pawn"
    return feet.y, board.piece(f"pawn{pawn}", feet, size, title, **more)
