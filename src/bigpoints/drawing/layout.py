"""The layout of a board of a given size: the path as a snake, the start, the staircase and the bonus pile.

Constants are in pitches, the distance between two neighbouring discs; a `Layout` is in pixels.
"""

from dataclasses import dataclass
from enum import Enum
from math import ceil, cos, pi, sin
from typing import NamedTuple

DISC = 0.38
"""The radius of a disc."""
TRACK = 0.41
"""Half the width of the track."""
PAWN = 0.62
"""The width of a pawn."""

_WAVE, _WAVE_LENGTH = 0.05, 8
_BEND = 0.5
_EDGE = 0.98
_ABOVE, _BELOW = 0.82, 0.62
_TREAD, _DEPTH = 0.58, 0.18
_CLEAR = 0.2
_STANDING = 0.95
_TO_STAIRCASE, _UP_TO_STAIRCASE = 0.92, 0.62
_LARGEST = 1 / 5
_START_ROOM = 0.52


class Side(Enum):
    """The side of the board with the staircase."""

    RIGHT = "right"
    TOP = "top"


class Point(NamedTuple):
    """A point of the picture; y grows downwards."""

    x: float
    y: float


class Stop(NamedTuple):
    """A point of the track, and the direction of the path there."""

    x: float
    y: float
    dx: float
    dy: float


class Curve(NamedTuple):
    """A piece of the track from one stop to the next: a cubic Bézier curve."""

    begin: Point
    control1: Point
    control2: Point
    end: Point

    @property
    def middle(self) -> Point:
        """The point half way."""
        weights = (1 / 8, 3 / 8, 3 / 8, 1 / 8)
        return Point(*(sum(w * p[axis] for w, p in zip(weights, self, strict=True)) for axis in (0, 1)))

    @property
    def heading(self) -> Point:
        """The direction half way, of length 1."""
        x, y = (self.end[i] + self.control2[i] - self.control1[i] - self.begin[i] for i in (0, 1))
        length = (x * x + y * y) ** 0.5 or 1
        return Point(x / length, y / length)


class Staircase(NamedTuple):
    """The staircase: its lower left corner and the sizes of its steps, the lowest first."""

    left: float
    base: float
    tread: float
    first: float
    rise: float
    depth: float

    def corner(self, step: int) -> Point:
        """The upper left corner of a step's front."""
        return Point(self.left + step * self.tread, self.base - self.first - step * self.rise)

    def standing(self, step: int) -> Point:
        """The feet of a pawn on a step."""
        x, y = self.corner(step)
        return Point(x + (self.tread + self.depth) / 2, y - self.depth * 0.3)


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of a board in pixels."""

    pitch: float
    columns: int
    rows: int
    stops: tuple[Stop, ...]
    """The start, each place of the path, and the foot of the staircase."""
    waiting: tuple[Point, ...]
    """The feet of each pawn at the start."""
    crowd: float
    """The size of pawns at the start; 1 is the size of a pawn on a disc."""
    staircase: Staircase
    pile: tuple[Point, ...]

    def place(self, place: int) -> Point:
        """The middle of a place of the path."""
        return Point(*self.stops[place][:2])

    def track(self, first: int, last: int) -> list[Curve]:
        """The track between two stops: 0 is the start, n is place n, the last is the foot of the staircase."""
        return [_curve(self.stops[n], self.stops[n + 1], self.pitch) for n in range(first, last)]


class _Grid(NamedTuple):
    """The rows and columns of the snake; free cells come before its first place."""

    columns: int
    rows: int
    free: int
    side: Side
    steps: int

    @property
    def width(self) -> float:
        stairs = self.steps * _TREAD + _DEPTH
        if self.side is Side.TOP:
            return max(2 * _EDGE + self.columns - 1, stairs + self.steps * _TREAD + 3 * _CLEAR)
        return _EDGE + self.columns - 1 + _TO_STAIRCASE + stairs + _CLEAR

    @property
    def height(self) -> float:
        if self.side is Side.TOP:
            return self.stairs + _UP_TO_STAIRCASE + self.rows - 1 + _BELOW + 0.1
        return max(_ABOVE + self.rows - 1, self.stairs + 0.4) + _BELOW

    @property
    def stairs(self) -> float:
        return _STANDING + self.rise * (self.steps - 1) + self.first

    @property
    def first(self) -> float:
        return 0.5 if self.side is Side.TOP else 0.72

    @property
    def rise(self) -> float:
        return 0.26 if self.side is Side.TOP else 0.5 if self.rows > 4 else 0.36

    def pitch(self, width: float, height: float) -> float:
        return min(width / self.width, height / self.height, min(width, height) * _LARGEST)

    def merit(self, width: float, height: float) -> float:
        return self.pitch(width, height) * (1 - self.free / 100)  # Prefer few free cells: a long empty start looks odd.


def compute_layout(width: float, height: float, places: int, steps: int, side: Side = Side.RIGHT) -> Layout:
    """The layout of a board, with the number of columns that makes its discs largest."""
    # The start needs a cell or more of the first row, yet not all of it: so never as many columns as fill rows.
    grids = [_grid(columns, places, steps, side) for columns in range(2, places + 2) if places % columns]
    grid = max(grids, key=lambda grid: (grid.merit(width, height), grid.columns))
    pitch = grid.pitch(width, height)
    left, top = (width - grid.width * pitch) / 2, (height - grid.height * pitch) / 2

    def to_pixels(point: Point) -> Point:
        return Point(left + point.x * pitch, top + point.y * pitch)

    crowd, waiting = _waiting(grid)
    stops = (_start(grid, crowd), *(_stop(grid, n) for n in range(places)), _foot(grid))
    corner = to_pixels(Point(_stairs_left(grid), _last_row(grid) + (-_UP_TO_STAIRCASE if side is Side.TOP else TRACK)))
    sizes = (_TREAD, grid.first, grid.rise, _DEPTH)
    return Layout(
        pitch,
        grid.columns,
        grid.rows,
        tuple(Stop(*to_pixels(Point(stop.x, stop.y)), stop.dx, stop.dy) for stop in stops),
        tuple(map(to_pixels, waiting)),
        crowd,
        Staircase(*corner, *(size * pitch for size in sizes)),
        tuple(map(to_pixels, _pile(grid))),
    )


def _grid(columns: int, places: int, steps: int, side: Side) -> _Grid:
    rows = ceil(places / columns)
    return _Grid(columns, rows, rows * columns - places, side, steps)


def _last_row(grid: _Grid) -> float:
    return grid.stairs + _UP_TO_STAIRCASE if grid.side is Side.TOP else grid.height - _BELOW


def _stairs_left(grid: _Grid) -> float:
    return _CLEAR if grid.side is Side.TOP else _EDGE + grid.columns - 1 + _TO_STAIRCASE


def _stop(grid: _Grid, index: float) -> Stop:
    """The stop of a place, counted from 0; those before the first lie on the same row.

    Rows are counted from the staircase: the last one leads to it, the one before runs the other way.
    """
    cell = grid.free + index
    back = grid.rows - 1 - max(0, int(cell // grid.columns))
    along = cell - (grid.rows - 1 - back) * grid.columns
    onward = (back % 2 == 0) == (grid.side is Side.RIGHT)
    column = along if onward else grid.columns - 1 - along
    row = _last_row(grid) + (back if grid.side is Side.TOP else -back)
    turn = 2 * pi / _WAVE_LENGTH
    slope = _WAVE * turn * cos(column * turn)
    forward = 1 if onward else -1
    return Stop(_EDGE + column, row + _WAVE * sin(column * turn), forward, forward * slope)


def _start(grid: _Grid, crowd: float) -> Stop:
    across = ceil(grid.steps / 2) * crowd * PAWN
    return _stop(grid, -min(_START_ROOM + across + 0.05 - TRACK, grid.free + 0.43))


def _foot(grid: _Grid) -> Stop:
    row = _last_row(grid)
    if grid.side is Side.TOP:
        return Stop(_CLEAR + TRACK, row - _UP_TO_STAIRCASE, 0, -1)
    return Stop(_stairs_left(grid) + 0.1, row, 1, 0)


def _waiting(grid: _Grid) -> tuple[float, list[Point]]:
    """The size and the places of the pawns at the start: in two rows, the back one visible over the front one."""
    abreast = ceil(grid.steps / 2)
    room = grid.free + _EDGE - _CLEAR - _START_ROOM
    size = min(0.8, room / abreast / PAWN)
    gap = size * PAWN
    first = _stop(grid, 0)
    points = []
    for pawn in range(grid.steps):
        behind = pawn < abreast
        along = (pawn if behind else pawn - abreast + 0.5) + 0.5
        down = (0 if behind else 0.36) + (0.16 if grid.side is Side.TOP else 0.03)  # At the top, a row lies above.
        points.append(Point(first.x - first.dx * (_START_ROOM + along * gap), first.y + down))
    return size, points


def _pile(grid: _Grid) -> list[Point]:
    """A slot for each colour's disc."""
    right = grid.side is Side.RIGHT
    left = _stairs_left(grid) + _DEPTH / 2 if right else grid.width - _CLEAR - _TREAD * grid.steps
    return [Point(left + _TREAD * (n + 0.5), 1.15 if right and grid.rows > 4 else 0.75) for n in range(grid.steps)]


def _curve(begin: Stop, end: Stop, pitch: float) -> Curve:
    turning = begin.dx * end.dx < 0
    span = _BEND * pitch if turning else ((end.x - begin.x) ** 2 + (end.y - begin.y) ** 2) ** 0.5 / 3
    return Curve(
        Point(begin.x, begin.y),
        Point(begin.x + begin.dx * span, begin.y + begin.dy * span),
        Point(end.x - end.dx * span, end.y - end.dy * span),
        Point(end.x, end.y),
    )
