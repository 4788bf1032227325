"""Draw the plot of the page opponents.md from data/ladder.json, and write its tables: python docs/ladder_plot.py

Each point is a rating, with a bar for its 95 % interval.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from math import ceil, floor
from pathlib import Path
from typing import Any

from bigpoints.drawing.markup import element, escape_text

DATA = Path(__file__).parent / "data" / "ladder.json"
CALIBRATION = DATA.with_name("calibration.json")
PAGE = Path(__file__).parent / "opponents.md"
WIDTH, ROW = 660, 32
LEFT, RIGHT, TOP, BOTTOM = 120, 80, 16, 50
TICKS = (100, 200, 500, 1000)
MOST_TICKS = 9
INK, DOT = "#888", "#1f6fb5"
"""Both are legible on light and on dark pages."""
Figures = dict[str, Any]


def plot(standings: Sequence[Figures]) -> str:
    """The ratings as SVG, the best bot on top."""
    ratings = [standing["rating"] for standing in standings]
    ticks = _ticks([end for rating in ratings for end in rating.values() if end is not None])
    height = ROW * len(standings)

    def x(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - ticks[0]) / (ticks[-1] - ticks[0])

    parts = [
        element(
            "text",
            escape_text("rating; 400 points more are ten to one"),
            x=x((ticks[0] + ticks[-1]) / 2),
            y=TOP + height + 42,
            text_anchor="middle",
        )
    ]
    for tick in ticks:
        parts.append(_line(x(tick), x(tick), TOP, TOP + height, INK, stroke_opacity=0.25))
        parts.append(element("text", escape_text(str(tick)), x=x(tick), y=TOP + height + 18, text_anchor="middle"))
    for row, standing in enumerate(standings):
        parts += _row(standing["bot"], standing["rating"], TOP + ROW * (row + 0.5), x)
    picture = element("g", *parts, font_family="sans-serif", font_size=14, fill=INK)
    box = f"0 0 {WIDTH} {TOP + height + BOTTOM}"
    return element("svg", picture, xmlns="http://www.w3.org/2000/svg", viewBox=box) + "\n"


def _row(bot: str, rating: Figures, y: float, x: Callable[[float], float]) -> Iterable[str]:
    """A bot's name, its bar, its point and its number."""
    yield element("text", escape_text(bot), x=LEFT - 12, y=y + 5, text_anchor="end")
    end = rating["value"]
    if rating["low"] is not None:
        end = rating["high"]
        yield _line(x(rating["low"]), x(end), y, y, DOT, stroke_width=2)
        yield from (_line(x(at), x(at), y - 5, y + 5, DOT, stroke_width=2) for at in (rating["low"], end))
    yield element("circle", cx=x(rating["value"]), cy=y, r=4, fill=DOT)
    yield element("text", escape_text(f"{rating['value']:.0f}"), x=x(end) + 10, y=y + 5, fill=DOT)


def _line(x1: float, x2: float, y1: float, y2: float, stroke: str, **more: float) -> str:
    return element("line", x1=x1, x2=x2, y1=y1, y2=y2, stroke=stroke, **more)


def _ticks(values: Sequence[float]) -> list[int]:
    """Round numbers around some values, not too many."""
    for step in TICKS:
        low, high = floor(min(values) / step), ceil(max(values) / step)
        if high - low < MOST_TICKS:
            break
    return [step * n for n in range(low, max(high, low + 1) + 1)]


# --- Tables of the page -----------------------------------------------------------------------------------------------


def rating_table(data: dict[str, list[Figures]]) -> str:
    """Every bot with its rating, average score and seconds a move."""
    rows = ["| bot | rating | 95 % | games | average score | seconds a move |", "|---|---|---|---|---|---|"]
    for one in data["rating"]:
        rating = one["rating"]
        bar = "" if rating["low"] is None else f"{rating['low']:.0f} to {rating['high']:.0f}"
        thought = f"{one['seconds_per_move']:.4f}"
        figures = (f"{rating['value']:.0f}", bar, f"{one['games']:,}", f"{one['score']:.1f}", thought)
        rows.append(f"| {' | '.join((one['bot'], *figures))} |")
    return "\n".join(rows)


def steps_table(data: dict[str, list[Figures]]) -> str:
    """Each bot against a weaker one: its share with two players, and alone against three at four seats."""
    rows = ["| bot | against | two players | alone against three |", "|---|---|---|---|"]
    for two, four in zip(data["two_players"], data["four_seats"], strict=True):
        bot, weaker = two["bots"]
        shares = (_share(match["meetings"][0]["win_share"][bot]) for match in (two, four))
        rows.append(f"| {bot} | {weaker} | {' | '.join(shares)} |")
    return "\n".join(rows)


def first_table(data: dict[str, list[Figures]]) -> str:
    """Each bot against itself: the advantage of the first seat."""
    rows = ["| bot | games | won by who begins | average score |", "|---|---|---|---|"]
    for match in data["itself"]:
        (bot,) = match["standings"]
        share = _percent(match["first_seat_share"])
        rows.append(f"| {bot['bot']} | {match['games']} | {share} | {bot['score']:.1f} |")
    return "\n".join(rows)


def calibration_table(calibration: Figures) -> str:
    """Predicted and actual win shares, for each number of players."""
    tenths: dict[str, list[Figures]] = calibration["tenths"]
    rows = [f"| {' | '.join(f'{players} players: given | came true' for players in tenths)} |"]
    rows.append("|" + "---|" * 2 * len(tenths))
    for line in zip_longest(*tenths.values()):
        cells = ((_percent(one["given"]), _percent(one["came_true"])) if one else ("", "") for one in line)
        rows.append(f"| {' | '.join(cell for pair in cells for cell in pair)} |")
    return "\n".join(rows)


def tables(data: dict[str, list[Figures]], calibration: Figures) -> dict[str, str]:
    """Every table of the page by its name."""
    return {
        "rating": rating_table(data),
        "steps": steps_table(data),
        "first": first_table(data),
        "calibration": calibration_table(calibration),
    }


def with_tables(page: str, found: dict[str, str]) -> str:
    """A page with its tables replaced."""
    for name, table in found.items():
        head, end = f"<!-- table {name} -->\n", "<!-- end -->"
        before, _, rest = page.partition(head)
        page = f"{before}{head}\n{table}\n\n{end}{rest.partition(end)[2]}"
    return page


def _share(share: Figures) -> str:
    bar = "" if share["low"] is None else f" ({_percent(share['low'])} to {_percent(share['high'])})"
    return _percent(share["value"]) + bar


def _percent(share: float) -> str:
    return f"{share:.1%}".replace("%", " %")


def pictures(data: dict[str, list[Figures]]) -> dict[Path, str]:
    """The plots by file."""
    return {DATA.parent / "ladder.svg": plot(data["rating"])}


def main() -> None:
    """Write the plot and the tables."""
    data, calibration = (json.loads(file.read_text(encoding="utf-8")) for file in (DATA, CALIBRATION))
    for file, text in pictures(data).items():
        file.write_text(text, encoding="utf-8")
    page = with_tables(PAGE.read_text(encoding="utf-8"), tables(data, calibration))
    PAGE.write_text(page, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
