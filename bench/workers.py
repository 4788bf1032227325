"""Speed of one, two and four workers on one PostgreSQL, driven as in bench/tables.py.

Tables are spread over the workers, as a proxy does it. PostgreSQL makes every commit durable. Workers, database and
driver share this machine: if it has few cores, look at the processor time of a move rather than at the moves a second.

    PYTHONPATH=tests python bench/workers.py [--workers 1 2 4] [--tables 200] [--seconds 6] [--rounds 5] [--keep]

Machines are noisy, so the numbers of workers take turns for some rounds, and medians are shown and kept, with the
lowest and the highest of the moves a second and of the processor time.

`--keep` stores the figures in docs/data/workers.json, from which bench/capacity.py writes its page.
"""

import argparse
import asyncio
import json
import os
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median_low
from typing import TypedDict, cast

import uvloop

from driver import Run, connect_players, create_tables
from support.postgres import Postgres, running_postgres
from tables import NO_LIMITS, WARM_UP, Server, memory_megabytes, processor_seconds

DATA = Path(__file__).parents[1] / "docs" / "data" / "workers.json"
DURABLE = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}


class Figures(TypedDict):
    """What some workers did: latencies in ms, processor time of a move in µs, resident memory of a worker in MB."""

    workers: int
    moves_per_second: float
    p50: float
    p99: float
    worker_us: float
    database_us: float
    megabytes: float
    refused: int


class Summary(TypedDict):
    """All rounds of a number of workers: the medians, and the lowest and the highest of two figures."""

    median: Figures
    moves_per_second: tuple[float, float]
    worker_us: tuple[float, float]


@contextmanager
def workers_on(database: str, count: int) -> Iterator[list[Server]]:
    """Workers on a database, each on a port of its own."""
    settings = {**NO_LIMITS, "BIGPOINTS_DATABASE": database, "BIGPOINTS_WORKERS_FOR_BOTS": "1"}
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        options = ("--port", "0", "--data", folder, "--no-open", "--log-level", "warning")
        servers = []
        for _ in range(count):
            servers.append(Server("-m", "bigpoints", "serve", *options, settings=settings))
            stack.callback(servers[-1].stop)
        yield servers


def busy_seconds(pids: Iterable[int]) -> float:
    """Processor time of processes together; one that has ended does not count."""
    return sum(processor_seconds(pid) for pid in pids if Path(f"/proc/{pid}").exists())


async def count_moves(run: Run, seconds: float) -> float:
    """Count for some seconds; gives the real time that passed."""
    run.moves, run.latencies, run.counting = 0, [], True
    begun = time.perf_counter()
    await asyncio.sleep(seconds)
    run.counting = False
    return time.perf_counter() - begun


async def measure(postgres: Postgres, servers: list[Server], tables: int, seconds: float) -> Figures:
    """Play at full speed, each worker with its share of the tables."""
    run = Run()
    for server in servers:
        await connect_players(run, server.address, create_tables(server.address, tables // len(servers)))
    await asyncio.sleep(WARM_UP)
    workers, stores = [server.pid for server in servers], postgres.processes()
    busy, stored = busy_seconds(workers), busy_seconds(stores)
    taken = await count_moves(run, seconds)
    busy, stored = busy_seconds(workers) - busy, busy_seconds(stores) - stored
    milliseconds = sorted(latency * 1000 for latency in run.latencies)
    return {
        "workers": len(servers),
        "moves_per_second": round(run.moves / taken),
        "p50": round(milliseconds[len(milliseconds) // 2], 1),
        "p99": round(milliseconds[len(milliseconds) * 99 // 100], 1),
        "worker_us": round(busy / run.moves * 1e6),
        "database_us": round(stored / run.moves * 1e6),
        "megabytes": round(max(map(memory_megabytes, workers))),
        "refused": run.refusals,
    }


def show(figures: Figures) -> None:
    """Print a line."""
    print(
        f"{figures['workers']:>7}{figures['moves_per_second']:>9,}{figures['p50']:>9}{figures['p99']:>9}"
        f"{figures['worker_us']:>11}{figures['database_us']:>13}{figures['megabytes']:>10}{figures['refused']:>9}",
        flush=True,
    )


def summary(rounds: list[Figures]) -> Summary:
    """The medians of rounds, and how far they are apart."""
    middle = {name: median_low(each[name] for each in rounds) for name in Figures.__annotations__}  # type: ignore[literal-required]
    rates, times = ([each[name] for each in rounds] for name in ("moves_per_second", "worker_us"))
    return {
        "median": cast("Figures", middle),
        "moves_per_second": (min(rates), max(rates)),
        "worker_us": (min(times), max(times)),
    }


def keep(found: list[Summary], tables: int, rounds: int) -> None:
    """Store the figures for the page."""
    about = {"date": time.strftime("%Y-%m-%d"), "cores": os.cpu_count(), "tables": tables, "rounds": rounds}
    DATA.write_text(json.dumps({**about, "figures": found}, indent=1) + "\n", encoding="utf-8")


def run_rounds(postgres: Postgres, counts: list[int], rounds: int, tables: int, seconds: float) -> list[Summary]:
    """Measure each number of workers in turn, for some rounds; every run has a database of its own."""
    found: dict[int, list[Figures]] = {count: [] for count in counts}
    for count in counts * rounds:
        with workers_on(postgres.new_database(), count) as servers:
            found[count].append(uvloop.run(measure(postgres, servers, tables, seconds)))
        show(found[count][-1])
    return [summary(each) for each in found.values()]


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--keep", action="store_true", help="store the figures in docs/data")
    args = parser.parse_args()
    print("workers  moves/s   p50 ms   p99 ms  worker µs  database µs  MB/worker  refused")
    with running_postgres(**DURABLE) as postgres:
        found = run_rounds(postgres, args.workers, args.rounds, args.tables, args.seconds)
    print("medians")
    for each in found:
        show(each["median"])
    if args.keep:
        keep(found, args.tables, args.rounds)


if __name__ == "__main__":
    main()
