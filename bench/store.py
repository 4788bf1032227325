"""Entries per second that the store makes durable, with many tables that each wait for their last entry.

Group commit on SQLite is measured against one commit for each entry, and against PostgreSQL if BIGPOINTS_DATABASE has
an address, in turns and on the same disk. Disks and machines are noisy: compare the ratio of the medians, and the
processor time for an entry, of the event loop and of all threads, without that of PostgreSQL's own processes. Every
round is played at new tables, for the length of a game or until its time is up: the longer the logs, the more pages are
written, and the more an entry costs.
"""

import argparse
import asyncio
import os
import statistics
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, thread_time

from bigpoints.server.storage.engine import sqlite_url
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import Entry
from bigpoints.server.storage.writer import LARGEST_BATCH

ROUNDS = 5
SECONDS = 4.0
EVENT = '{"kind": "ply", "seat": 1, "move": "3R", "position": "' + "x" * 60 + '"}'
RNG = Random(1)


async def new_tables(store: SqlStore, tables: int) -> list[str]:
    """Create tables with random codes."""
    codes = ["".join(RNG.choices("ABCDEFGHJKLMNPQRSTUVWXYZ", k=8)) for _ in range(tables)]
    await asyncio.gather(*(store.create(Entry(code, 1, 0, None, EVENT), "me") for code in codes))
    return codes


async def play(store: SqlStore, code: str, length: int, until: float) -> int:
    """Append entries to a table, each as soon as the last one is durable; gives their number."""
    for version in range(2, length + 2):
        if perf_counter() > until:
            return version - 2
        if not await store.append(Entry(code, version, version, f"{RNG.getrandbits(80):020x}", EVENT)):
            raise SystemExit(f"{code}: entry {version} was refused")
    return length


async def rate(store: SqlStore, tables: int, length: int) -> tuple[float, float, float]:
    """Entries per second, and microseconds of processor time for each: of the event loop, and of all threads."""
    codes = await new_tables(store, tables)
    began, loop_began, all_began = perf_counter(), thread_time(), process_time()
    entries = sum(await asyncio.gather(*(play(store, code, length, began + SECONDS) for code in codes)))
    loop_time, all_time = thread_time() - loop_began, process_time() - all_began
    return entries / (perf_counter() - began), loop_time / entries * 1e6, all_time / entries * 1e6


async def measure(folder: Path, database: str | None, tables: int, length: int) -> None:
    """Measure in turns, and print."""
    stores = {
        "group": SqlStore(sqlite_url(folder / "group"), LARGEST_BATCH),
        "single": SqlStore(sqlite_url(folder / "single"), 1),
    }
    if database:
        stores["postgresql"] = SqlStore(database)
    found: dict[str, list[tuple[float, float, float]]] = {kind: [] for kind in stores}
    print(f"{tables} tables of up to {length} entries, {ROUNDS} rounds\n    commit  appends/s  loop µs  all µs")
    for kind in list(stores) * ROUNDS:
        found[kind].append(await rate(stores[kind], tables, length))
        print_row(kind, found[kind][-1])
    for store in stores.values():
        await store.close()
    print("medians")
    for kind, rounds in found.items():
        print_row(kind, tuple(map(statistics.median, zip(*rounds, strict=True))))


def print_row(kind: str, numbers: tuple[float, ...]) -> None:
    """Print the rate and the processor times of a round."""
    appends, loop_time, all_time = numbers
    print(f"{kind:>10}  {appends:>9,.0f}  {loop_time:>7.1f}  {all_time:>6.1f}", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500, help="tables that append at the same time")
    parser.add_argument("--length", type=int, default=80, help="entries for each table")
    parser.add_argument(
        "--folder", type=Path, help="folder on the disk to measure; by default that for temporary files"
    )
    arguments = parser.parse_args()
    with TemporaryDirectory(dir=arguments.folder) as folder:
        database = os.environ.get("BIGPOINTS_DATABASE")
        asyncio.run(measure(Path(folder), database, arguments.tables, arguments.length))


if __name__ == "__main__":
    main()
