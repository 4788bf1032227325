"""The board for a terminal, as lines of segments; the caller that prints them chooses the colours, or leaves them out.

Discs are their letters, a pawn has brackets round its letter, a taken disc leaves a dot. All rows of the path read
from left to right, each with the number of its first place.
"""

from collections.abc import Iterable, Sequence
from enum import Enum, auto
from typing import NamedTuple
from unicodedata import combining, east_asian_width

from bigpoints.drawing.captions import SeatCaption, headline, seat_captions, shorten
from bigpoints.locales import ENGLISH, Catalogue
from bigpoints.position import COLOURS, GONE, PAWNS, STAIRCASE, START, Colour, Position, View

NARROWEST = 28
"""Smallest width in columns; a narrower terminal gets this one."""

_GUTTER = 5
_BESIDE, _SPACIOUS, _TABLE = 80, 100, 72
_DISC_COLUMN = 5
_MOST_FINES = 10


class Role(Enum):
    """The role of a segment, which decides its style."""

    WORDS = auto()
    STRONG = auto()
    FAINT = auto()
    DISC = auto()
    PAWN = auto()
    WIRE = auto()
    WOOD = auto()


class Segment(NamedTuple):
    """A piece of a line with one style."""

    text: str
    role: Role = Role.WORDS
    colour: Colour | None = None


Line = list[Segment]


def board(
    position: Position | View, columns: int, names: Sequence[str] | None = None, catalogue: Catalogue = ENGLISH
) -> list[Line]:
    """A position in lines of at most `columns` columns: headline, board and hands."""
    columns = max(columns, NARROWEST)
    shown = seat_captions(position, names, catalogue)
    begin, path = _start(position, catalogue), _path(position, columns, catalogue)
    stairs, pile = _staircase(position), _pile(position, catalogue)
    if columns >= _BESIDE:
        middle = _side_by_side([begin, [], *path], [pile, *stairs])
    else:
        middle = [begin, [], *path, [], *stairs, [], pile]
    return [*_title(shown, columns, catalogue), [], *middle, [], *_hands(shown, columns, catalogue)]


def plain(lines: Iterable[Line]) -> str:
    """The lines without colours."""
    return "\n".join("".join(segment.text for segment in line).rstrip() for line in lines)


def cells(text: str) -> int:
    """The number of terminal columns that a text takes."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def _title(shown: Sequence[SeatCaption], columns: int, catalogue: Catalogue) -> list[Line]:
    return [[Segment(line, Role.STRONG)] for line in _wrap(headline(shown, catalogue), columns)]


def _wrap(text: str, columns: int) -> list[str]:
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if cells(joined) <= columns:
            lines[-1] = joined
        else:
            lines.append(shorten(word, columns, cells))
    return [line for line in lines if line]


# --- The path ---------------------------------------------------------------------------------------------------------


def _start(position: Position | View, catalogue: Catalogue) -> Line:
    """The pawns that wait before the first place."""
    waiting = [pawn for pawn, place in zip(PAWNS, position.pawns, strict=False) if place == START]
    line = [Segment(catalogue.text("terminal.board_start"), Role.FAINT)]
    for pawn in waiting:
        line += [Segment(" "), _pawn(pawn)]
    return line if waiting else [*line, Segment(f" {catalogue.text('terminal.board_no_pawn')}", Role.FAINT)]


def _path(position: Position | View, columns: int, catalogue: Catalogue) -> list[Line]:
    per_row, pitch = _grid(columns)
    lines: list[Line] = []
    for first in range(1, len(position.path) + 1, per_row):
        line = [Segment(f"{first:>3}  ", Role.FAINT)]
        for place in range(first, min(first + per_row, len(position.path) + 1)):
            line += _cell(position, place, pitch)
        if lines and columns >= _SPACIOUS:
            lines.append([])
        lines.append(line)
    room = (columns if columns < _BESIDE else _GUTTER + per_row * pitch) - _length(lines[-1])
    onward = f" › {catalogue.text('terminal.board_staircase')}"
    if room >= cells(onward):
        lines[-1].append(Segment(onward, Role.FAINT))
    return lines


def _grid(columns: int) -> tuple[int, int]:
    """Places per row, and columns per place; rows of ten or five are easy to count."""
    if columns >= _SPACIOUS:
        return 10, 6
    if columns >= _GUTTER + 10 * 4:
        return 10, min(5, (columns - _GUTTER) // 10)
    return 5, min(6, (columns - _GUTTER) // 5)


def _cell(position: Position | View, place: int, pitch: int) -> Line:
    """A place: its disc in the middle, and a wire at its end if one lies there."""
    disc = position.path[place - 1]
    before = (pitch - 1) // 2
    if place in position.pawns:
        middle = [Segment(" " * (before - 1)), _pawn(Colour(disc)), Segment(" " * (pitch - before - 3))]
    else:
        shown = Segment("·", Role.FAINT) if disc == GONE else Segment(disc, Role.DISC, Colour(disc))
        middle = [Segment(" " * before), shown, Segment(" " * (pitch - before - 2))]
    wire = place in position.options.wires
    return [*middle, Segment("|", Role.WIRE) if wire else Segment(" ")]


def _pawn(pawn: Colour) -> Segment:
    return Segment(f"[{pawn}]", Role.PAWN, pawn)


# --- The staircase and the bonus pile ---------------------------------------------------------------------------------


def _staircase(position: Position | View) -> list[Line]:
    """The steps from low to high, each with its worth, and the pawns that stand on them."""
    count = len(position.pawns)
    standing = {place - STAIRCASE: pawn for pawn, place in zip(PAWNS, position.pawns, strict=False)}
    lines = [_level(standing, count, level) for level in range(count, -1, -1)]
    return [*lines, [Segment("│ 0 │" + "   │" * (count - 1), Role.WOOD)]]


def _level(standing: dict[int, Colour], count: int, level: int) -> Line:
    """One line of the staircase: the pawn on step `level` - 1, and the edge of the step above it."""
    line = [Segment(" " * (4 * level - 3 if level else 0))]
    if level:
        pawn = standing.get(level - 1)
        line.append(_pawn(pawn) if pawn else Segment("   "))
    if level == count:
        return line
    wood = "┌───" + ("┐" if level == count - 1 else f"┤ {level + 1} │" + "   │" * (count - level - 2))
    return [*line, Segment(wood, Role.WOOD)]


def _pile(position: Position | View, catalogue: Catalogue) -> Line:
    line = [Segment(f"{catalogue.text('terminal.board_pile')} ", Role.FAINT)]
    for pawn in PAWNS[: len(position.pawns)]:
        left = pawn in position.pile
        line += [Segment(" "), Segment(pawn, Role.DISC, pawn) if left else Segment("·", Role.FAINT)]
    return line


def _side_by_side(left: list[Line], right: list[Line]) -> list[Line]:
    """Two blocks side by side, aligned at their first and last lines, so that the path leads to the staircase."""
    height = max(len(left), len(right))
    left, right = ([block[0], *[[]] * (height - len(block)), *block[1:]] for block in (left, right))
    width = max(map(_length, left)) + 3
    return [[*one, Segment(" " * (width - _length(one))), *other] for one, other in zip(left, right, strict=True)]


def _length(line: Line) -> int:
    return sum(cells(segment.text) for segment in line)


# --- The hands --------------------------------------------------------------------------------------------------------


def _hands(shown: Sequence[SeatCaption], columns: int, catalogue: Catalogue) -> list[Line]:
    tally = max(cells(seat.tally) for seat in shown)
    room = columns - 2 - tally - 2
    if columns >= _TABLE:
        fines = cells(catalogue.text("terminal.board_wires", fines=_MOST_FINES))
        name = min(max(cells(seat.name) for seat in shown), room - 2 - 7 * _DISC_COLUMN - fines)
        return [[*_seat(seat, name, tally), Segment("  "), *_disc_columns(seat, catalogue)] for seat in shown]
    name = min(max(cells(seat.name) for seat in shown), room)
    return [line for seat in shown for line in (_seat(seat, name, tally), *_flow(seat, columns, catalogue))]


def _seat(seat: SeatCaption, name: int, tally: int) -> Line:
    """The head of a hand: a mark if the seat is to move or has won, the name and the tally."""
    role = Role.STRONG if seat.note else Role.WORDS
    cut = shorten(seat.name, name, cells)
    return [
        Segment("> " if seat.note else "  ", Role.STRONG),
        Segment(cut + " " * (name - cells(cut) + 2), role),
        Segment(seat.tally.rjust(tally), role),
    ]


def _disc_columns(seat: SeatCaption, catalogue: Catalogue) -> Line:
    """The discs of a hand, one column per colour."""
    if seat.is_hidden:
        hidden = catalogue.text("terminal.board_hidden").ljust(7 * _DISC_COLUMN)
        return [Segment(hidden, Role.FAINT), *_fines(seat, catalogue)]
    held = dict(seat.discs)
    line: Line = []
    for colour in COLOURS:
        count = f"×{held[colour]}" if colour in held else ""
        line += [Segment(colour if count else " ", Role.DISC if count else Role.WORDS, colour if count else None)]
        line += [Segment(count.ljust(_DISC_COLUMN - 1))]
    return [*line, *_fines(seat, catalogue)]


def _flow(seat: SeatCaption, columns: int, catalogue: Catalogue) -> list[Line]:
    """The discs of a hand in a row, on as many lines as needed."""
    items = [[Segment(colour, Role.DISC, colour), Segment(f"×{count} ")] for colour, count in seat.discs]
    if seat.hand.penalties:
        items.append(_fines(seat, catalogue))
    lines: list[Line] = []
    for item in items:
        if not lines or _length(lines[-1]) + _length(item) > columns:
            lines.append([Segment("    ")])
        lines[-1] += item
    return lines


def _fines(seat: SeatCaption, catalogue: Catalogue) -> Line:
    if not seat.hand.penalties:
        return []
    return [Segment(catalogue.text("terminal.board_wires", fines=seat.hand.penalties), Role.WIRE)]
