"""Draw the plots of the page solved.md from data/solved.json: python docs/solved_plot.py

Each point is a share of boards, with a bar for the 95 % interval where only a sample was solved.
"""

import json
from collections.abc import Iterable
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from bigpoints.drawing.markup import element, escape_text

HERE = Path(__file__).parent
DATA = HERE / "data" / "solved.json"
WIDTH, HEIGHT = 660, 340
LEFT, RIGHT, TOP, BOTTOM = 60, 130, 20, 50
SURE = 1.96
INK = "#888"
"""Legible on light and on dark pages."""
LINES = ("#1f6fb5", "#c0392b", "#2e8b57", "#8e44ad")


class Dot(NamedTuple):
    """A share at a value of x, with its interval."""

    x: float
    share: float
    low: float
    high: float


class Curve(NamedTuple):
    """A named line of dots."""

    name: str
    dots: list[Dot]


def dot(x: float, entry: dict[str, int]) -> Dot:
    """The first player's share of an entry of the data; a sample has Wilson's interval."""
    whole = entry["first"] + entry["tie"] + entry["second"]
    share = entry["first"] / whole
    if not entry["sample"]:
        return Dot(x, share, share, share)
    spread = SURE**2 / whole
    middle = (share + spread / 2) / (1 + spread)
    half = SURE / (1 + spread) * sqrt(share * (1 - share) / whole + spread / whole / 4)
    return Dot(x, share, middle - half, middle + half)


def table(data: dict[str, dict[str, int]]) -> str:
    """The boards without white and black discs, as a table of the page."""
    rows = ["| colours × path discs of each | boards solved | first | tie | second |", "|---|---|---|---|---|"]
    for name in sorted(name for name in data if "+" not in name):
        entry = data[name]
        counts = [entry[which] for which in ("first", "tie", "second")]
        boards = f"{sum(counts):,}" + (" drawn" if entry["sample"] else "")
        shares = " | ".join(f"{count / sum(counts):.2%}".replace("%", " %") for count in counts)
        rows.append(f"| {name.replace('x', ' × ')} | {boards} | {shares} |")
    return "\n".join(rows)


def by_size(data: dict[str, dict[str, int]]) -> list[Curve]:
    """Boards without white and black discs: a line per number of colours, along the discs of each."""
    return [
        Curve(
            f"{colours} colours",
            [dot(d, data[f"{colours}x{d}"]) for d in range(2, 10) if f"{colours}x{d}" in data],
        )
        for colours in range(2, 6)
    ]


def by_specials(data: dict[str, dict[str, int]], letter: str) -> list[Curve]:
    """Boards with black or with white discs: a line per size, along their number."""
    sizes = ("3x3", "4x3", "3x5") if letter == "K" else ("3x3", "4x3")
    names = [(size, [size, *(f"{size}+{n}{letter}" for n in range(1, 6))]) for size in sizes]
    return [
        Curve(size.replace("x", " × "), [dot(n, data[name]) for n, name in enumerate(many) if name in data])
        for size, many in names
    ]


def plot(series: list[Curve], axis: str, ticks: Iterable[int]) -> str:
    """One plot as SVG; the y axis is the first player's share."""
    ticks = list(ticks)
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(value: float) -> float:
        return LEFT + width * (value - ticks[0]) / (ticks[-1] - ticks[0])

    def y(share: float) -> float:
        return TOP + height * (1 - share)

    parts = [element("text", escape_text(axis), x=LEFT + width / 2, y=HEIGHT - 8, text_anchor="middle")]
    for percent in range(0, 101, 25):
        at = y(percent / 100)
        parts.append(element("line", x1=LEFT, x2=LEFT + width, y1=at, y2=at, stroke=INK, stroke_opacity=0.25))
        parts.append(element("text", escape_text(f"{percent} %"), x=LEFT - 8, y=at + 5, text_anchor="end"))
    parts += [element("text", str(n), x=x(n), y=TOP + height + 20, text_anchor="middle") for n in ticks]
    labels = space_labels([y(one.dots[-1].share) for one in series])
    for one, colour, label in zip(series, LINES, labels, strict=False):
        corners = " ".join(f"{x(d.x):.1f},{y(d.share):.1f}" for d in one.dots)
        parts.append(element("polyline", points=corners, fill="none", stroke=colour, stroke_width=2))
        for d in one.dots:
            parts.append(
                element("line", x1=x(d.x), x2=x(d.x), y1=y(d.low), y2=y(d.high), stroke=colour, stroke_width=2)
            )
            parts.append(element("circle", cx=x(d.x), cy=y(d.share), r=4, fill=colour))
        parts.append(element("text", escape_text(one.name), x=LEFT + width + 12, y=label + 5, fill=colour))
    picture = element("g", *parts, font_family="sans-serif", font_size=14, fill=INK)
    return element("svg", picture, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {HEIGHT}") + "\n"


def space_labels(heights: list[float]) -> list[float]:
    """Heights of labels, pushed apart where they would overlap."""
    placed = list(heights)
    order = sorted(range(len(heights)), key=lambda n: heights[n])
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + 17)
    return placed


def pictures() -> dict[Path, str]:
    """The plots by file."""
    data, folder = json.loads(DATA.read_text(encoding="utf-8")), DATA.parent
    return {
        folder / "solved-size.svg": plot(by_size(data), "path discs of each colour", range(2, 10)),
        folder / "solved-black.svg": plot(by_specials(data, "K"), "black discs", range(6)),
        folder / "solved-white.svg": plot(by_specials(data, "W"), "white discs", range(6)),
    }


def main() -> None:
    """Write the plots and print the table."""
    for file, text in pictures().items():
        file.write_text(text, encoding="utf-8")
    print(table(json.loads(DATA.read_text(encoding="utf-8"))))


if __name__ == "__main__":
    main()
