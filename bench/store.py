"""How many entries a second the store makes durable, with many tables that wait for theirs.

Group commit is measured against a commit for each entry, in turns and on the same disk. Disks and machines are noisy:
compare the ratio, and the median of the rounds. The time that the event loop itself spends on an entry is apart.
"""

import argparse
import asyncio
import statistics
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time

from bigpoints.server.databases import open_engine, sqlite_url
from bigpoints.server.store import Entry
from bigpoints.server.writing import LARGEST_BATCH, Writer

ROUNDS = 5
EVENT = '{"kind": "ply", "seat": 1, "move": "3R", "position": "' + "x" * 60 + '"}'


class Tables:
    """Tables that each append the next entry as soon as the last one is durable."""

    def __init__(self, file: Path, tables: int, largest_batch: int) -> None:
        self.codes = [f"{number * 7919 % 100_000_000:08d}" for number in range(tables)]
        self.versions = dict.fromkeys(self.codes, 0)
        self.writer = Writer(open_engine(sqlite_url(file)), largest_batch)

    async def prepare(self) -> None:
        """Make the tables, which have no entry yet."""
        rows = ",".join(f"('{code}', 0)" for code in self.codes)
        await self.writer.do(
            lambda connection: connection.exec_driver_sql(f"INSERT INTO tables VALUES {rows}").rowcount
        )

    async def round(self, seconds: float) -> tuple[float, float]:
        """Entries a second, and microseconds of the event loop's thread for each."""
        before, began, busy = sum(self.versions.values()), perf_counter(), thread_time()
        await asyncio.gather(*(self._play(code, began + seconds) for code in self.codes))
        entries = sum(self.versions.values()) - before
        return entries / (perf_counter() - began), (thread_time() - busy) / entries * 1e6

    async def _play(self, code: str, until: float) -> None:
        version = self.versions[code]
        while perf_counter() < until:
            version += 1
            if not await self.writer.append(Entry(code, version, version, f"{code}-{version:016d}", EVENT), None):
                raise SystemExit(f"{code}: entry {version} was refused")
        self.versions[code] = version


async def measure(folder: Path, tables: int, seconds: float) -> None:
    """Measure in turns, and print."""
    kinds = {"group": LARGEST_BATCH, "single": 1}
    stores = {kind: Tables(folder / kind, tables, largest) for kind, largest in kinds.items()}
    rates: dict[str, list[float]] = {kind: [] for kind in kinds}
    for store in stores.values():
        await store.prepare()
    print(f"{tables} tables, {ROUNDS} rounds of {seconds:g} s\n commit  appends/s  loop µs")
    for kind in list(kinds) * ROUNDS:
        rate, loop_time = await stores[kind].round(seconds)
        rates[kind].append(rate)
        print(f"{kind:>7}  {rate:>9,.0f}  {loop_time:>7.1f}", flush=True)
    for store in stores.values():
        await store.writer.close()
    group, single = (statistics.median(rates[kind]) for kind in kinds)
    print(f"median: {group:,.0f} against {single:,.0f}, {group / single:.1f} times as many")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500, help="that append at the same time")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each round")
    parser.add_argument("--folder", type=Path, help="on the disk to be measured; else one for temporary files")
    arguments = parser.parse_args()
    with TemporaryDirectory(dir=arguments.folder) as folder:
        asyncio.run(measure(Path(folder), arguments.tables, arguments.seconds))


if __name__ == "__main__":
    main()
