"""The arithmetic of docs/capacity.md: what a million players a day need, from figures that were measured.

    python bench/capacity.py [--page]

The figures are those of bench/workers.py and bench/footprint.py, kept in docs/data; the assumptions stand below.
`--page` writes the tables of the page, which a test compares with what this script computes.
"""

import argparse
import json
import math
import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "capacity.md"
DAY = 24 * 60 * 60
PROXY_CORES = 2
WORKER_FIGURES = {
    "workers": "workers",
    "moves_per_second": "moves/s",
    "p50": "p50, ms",
    "p99": "p99, ms",
    "worker_us": "worker, µs a move",
    "database_us": "PostgreSQL, µs a move",
    "megabytes": "MB a worker",
}
FEWEST_WORKERS = 2
"""So that one may fail."""


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What nobody has measured; the name of each on the page is its docstring."""

    players: int = 1_000_000
    """people a day"""
    games: float = 2
    """games of a person a day"""
    people: int = 2
    """people at a table"""
    ply_seconds: float = 12
    """seconds for a ply"""
    peak: float = 3
    """times the average, in the busiest hour"""
    load: float = 0.5
    """share of a core that is planned to be used at the peak"""
    page_kilobytes: float = 150
    """kB of the page for each person a day, most of which browsers keep"""
    kept_days: int = 37
    """days until an unused table is deleted: 30, and 7 in the trash"""
    core_price: float = 8
    """euros a month for a core with 4 GB of memory"""
    disk_price: float = 0.1
    """euros a month for a GB of database, on a disk with a copy"""
    traffic_price: float = 1
    """euros for a TB to the internet; large clouds take up to 80"""


class Measured(NamedTuple):
    """The figures that the arithmetic rests on."""

    plies: float
    worker_us: float
    database_us: float
    worker_megabytes: float
    socket_kilobytes: float
    socket_us: float
    table_us: float
    ply_received: float
    ply_sent: float
    postgres_bytes: float


class Row(NamedTuple):
    """A line of the page: what it is, how much, and how it is computed."""

    what: str
    value: str
    how: str


def read(name: str) -> Any:
    """A file of figures."""
    return json.loads((DOCS / "data" / f"{name}.json").read_text(encoding="utf-8"))


def measured() -> Measured:
    """The figures of one worker, and of a game of two people as long as bots play it."""
    workers, weight = read("workers")["figures"], read("footprint")
    one = next(each["median"] for each in workers if each["median"]["workers"] == 1)
    plies = weight["plies"]["2"]
    return Measured(
        plies,
        one["worker_us"],
        one["database_us"],
        one["megabytes"],
        weight["socket_kilobytes"],
        weight["socket_us"],
        weight["table_us"],
        weight["received_bytes"],
        weight["sent_bytes"],
        weight["postgres_bytes"] * plies / weight["plies_played"],
    )


def measured_rows(found: Measured) -> list[Row]:
    """The figures, and the script that measured each."""
    workers, weight = "`bench/workers.py`", "`bench/footprint.py`"
    return [
        Row("plies of a game of two", f"{found.plies:.0f}", f"{weight}, games of `level3`"),
        Row("processor time of a worker for a move", f"{found.worker_us:.0f} µs", workers),
        Row("processor time of PostgreSQL for a move", f"{found.database_us:.0f} µs", workers),
        Row("memory of a worker with 200 tables", f"{found.worker_megabytes:.0f} MB", workers),
        Row("memory for a connection, its share of a table included", f"{found.socket_kilobytes:.0f} kB", weight),
        Row("processor time for an idle connection", f"{found.socket_us:.0f} µs a second", weight),
        Row("processor time for a table, two people who join and connect", f"{found.table_us / 1000:.1f} ms", weight),
        Row("messages to a player for a ply", f"{found.ply_received:.0f} bytes", weight),
        Row("messages from a player for a ply", f"{found.ply_sent:.0f} bytes", weight),
        Row("a game in PostgreSQL, with indexes", f"{found.postgres_bytes / 1000:.1f} kB", weight),
    ]


def assumed_rows(assumed: Assumptions) -> list[Row]:
    """The assumptions, as the class above has them."""
    source = Path(__file__).read_text(encoding="utf-8")
    rows = []
    for each in fields(assumed):
        about = re.search(rf'^    {each.name}: \w+ = \S+\n    """(.*)"""$', source, re.MULTILINE)
        value = getattr(assumed, each.name)
        rows.append(Row(about[1] if about else each.name, f"{value:,}", f"`{each.name}`"))
    return rows


class Demand(NamedTuple):
    """What the players do: in a day, and in a second of the busiest hour."""

    games: float
    plies: float
    moves: float
    sockets: float


def demand(assumed: Assumptions, found: Measured) -> Demand:
    """The demand of all players."""
    games = assumed.players * assumed.games / assumed.people
    plies = games * found.plies
    seconds_at_tables = plies * assumed.ply_seconds * assumed.people
    return Demand(games, plies, plies / DAY * assumed.peak, seconds_at_tables / DAY * assumed.peak)


def demand_rows(wanted: Demand) -> list[Row]:
    """What the players do."""
    return [
        Row("games a day", f"{wanted.games:,.0f}", "players × games ÷ people at a table"),
        Row("moves a second, on average", f"{wanted.plies / DAY:,.0f}", "games a day × plies ÷ 86,400"),
        Row("moves a second, at the peak", f"{wanted.moves:,.0f}", "average × peak"),
        Row("connections, at the peak", f"{wanted.sockets:,.0f}", "moves × seconds for a ply × people at a table"),
    ]


class Needs(NamedTuple):
    """What serves them: cores, GB of memory, Mbit/s at the peak, TB a month, GB of database a day."""

    workers: int
    database_cores: int
    memory: float
    line: float
    traffic: float
    growth: float


def needs(assumed: Assumptions, found: Measured) -> Needs:
    """What serves all players."""
    wanted = demand(assumed, found)
    new_tables = wanted.games / DAY * assumed.peak * found.table_us
    busy = wanted.moves * found.worker_us + wanted.sockets * found.socket_us + new_tables
    workers = max(FEWEST_WORKERS, math.ceil(busy / 1e6 / assumed.load))
    out = assumed.people * found.ply_received
    page = assumed.players * assumed.page_kilobytes * 1000
    return Needs(
        workers,
        math.ceil(wanted.moves * found.database_us / 1e6 / assumed.load),
        (workers * found.worker_megabytes + wanted.sockets * found.socket_kilobytes / 1000) / 1000,
        wanted.moves * out * 8 / 1e6,
        30 * (wanted.plies * out + page) / 1e12,
        wanted.games * found.postgres_bytes / 1e9,
    )


def needed_rows(assumed: Assumptions, found: Measured) -> list[Row]:
    """What the players do, and what serves them."""
    need = needs(assumed, found)
    stored, cores = need.growth * assumed.kept_days, need.workers + need.database_cores + PROXY_CORES
    cost = cores * assumed.core_price + stored * assumed.disk_price + need.traffic * assumed.traffic_price
    return [
        *demand_rows(demand(assumed, found)),
        Row(
            "workers, a core each",
            f"{need.workers}",
            f"processor time of moves, connections and new tables ÷ load, at least {FEWEST_WORKERS}",
        ),
        Row("cores of PostgreSQL", f"{need.database_cores}", "moves × processor time of PostgreSQL ÷ load"),
        Row("memory of all workers", f"{need.memory:,.1f} GB", "workers × memory + connections × memory"),
        Row("traffic of moves, at the peak", f"{need.line:,.1f} Mbit/s", "moves × people at a table × bytes × 8"),
        Row("traffic a month", f"{need.traffic:,.1f} TB", "30 × (moves × people × bytes + players × page)"),
        Row("database, growth a day", f"{need.growth:,.1f} GB", "games a day × bytes of a game"),
        Row("database, unused tables deleted", f"{stored:,.0f} GB", "growth × days until a table is deleted"),
        Row("database, a year without deleting", f"{need.growth * 365 / 1000:,.1f} TB", "growth × 365"),
        Row("cost a month", f"{cost:,.0f} €", f"{cores} cores, {PROXY_CORES} of them the proxies', disk and traffic"),
    ]


def worker_rows() -> list[tuple[str, ...]]:
    """The medians of one, two and four workers, two of them with the lowest and the highest of all rounds."""
    rows = []
    for each in read("workers")["figures"]:
        texts = {name: f"{value:,}" for name, value in each["median"].items()}
        for name in ("moves_per_second", "worker_us"):
            texts[name] += " ({:,} to {:,})".format(*each[name])
        rows.append(tuple(texts[name] for name in WORKER_FIGURES))
    return rows


def _table(head: tuple[str, ...], rows: list[Any]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in (head, *rows)]
    return "\n".join(["", lines[0], "|---" * len(head) + "|", *lines[1:], "", ""])


def tables() -> dict[str, str]:
    """The tables of the page by their marks."""
    assumed, found = Assumptions(), measured()
    return {
        "workers": _table(tuple(WORKER_FIGURES.values()), worker_rows()),
        "measured": _table(("measured", "figure", "by"), measured_rows(found)),
        "assumed": _table(("assumed", "figure", "in `bench/capacity.py`"), assumed_rows(assumed)),
        "needed": _table(("needed", "figure", "how"), needed_rows(assumed, found)),
    }


def written(page: str) -> str:
    """A page with the tables of today between its marks."""
    for mark, table in tables().items():
        before, begin, rest = page.partition(f"<!-- {mark} -->\n")
        _, end, after = rest.partition("<!-- end -->")
        page = before + begin + table + end + after
    return page


def main() -> None:
    """Print the tables, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--page", action="store_true", help="write the tables of docs/capacity.md")
    if parser.parse_args().page:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
        return
    print("".join(tables().values()))


if __name__ == "__main__":
    main()
