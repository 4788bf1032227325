"""Speed of long logs: tables with 10,000 events that sleep, woken one by one and all at once.

Meanwhile a bystander views a small table, one request after another. Needs the tests' helpers:

    PYTHONPATH=tests python bench/logs.py [--tables 40] [--events 10000]
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread

from websockets.sync.client import connect

from bigpoints.server.storage.engine import sqlite_url
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.table.codes import digest
from support.long_logs import keep, long_story

sys.path.insert(0, str(Path(__file__).parent))
from driver import post
from tables import Server, memory_megabytes, processor_seconds

TOKEN = "t" * 22


def fill(folder: Path, tables: int, events: int) -> list[str]:
    """Store tables as the version without snapshots did; gives their codes."""
    story = long_story(events, players=2)
    codes = [f"BENCH{number:03}".translate({48: "X", 49: "Y"}) for number in range(tables)]

    async def write() -> None:
        store = SqlStore(sqlite_url(folder / "tables.sqlite"))
        for code in codes:
            await keep(store, story, code, time.time_ns() // 1_000_000, digest(TOKEN))
        await store.close()

    asyncio.run(write())
    return codes


def ask(address: str, path: str) -> tuple[float, int]:
    """Send a GET request; gives the seconds that it took, and the bytes of the answer."""
    connection = HTTPConnection(address, timeout=600)
    began = time.perf_counter()
    connection.request("GET", path, headers={"Authorization": f"Bearer {TOKEN}"})
    answer = connection.getresponse()
    size = len(answer.read())
    if answer.status != 200:
        raise SystemExit(f"{path}: {answer.status}")
    return time.perf_counter() - began, size


def measure(name: str, server: Server, paths: list[str], bystander: str) -> None:
    """Ask for all paths at once, and print how long that took, and how long a bystander waited meanwhile."""
    seconds: list[float] = []
    threads = [Thread(target=lambda path=path: seconds.append(ask(server.address, path)[0])) for path in paths]
    busy, began = processor_seconds(server.pid), time.perf_counter()
    for thread in threads:
        thread.start()
    waits = _until_done(threads, lambda: ask(server.address, bystander)[0])
    taken, busy = time.perf_counter() - began, processor_seconds(server.pid) - busy
    print(
        f"{name:<34}{taken:>9.2f}{busy:>12.2f}{max(seconds) * 1000:>13.0f}"
        f"{sorted(waits)[len(waits) // 2] * 1000:>13.1f}{max(waits) * 1000:>11.0f}",
        flush=True,
    )


def _until_done(threads: list[Thread], work: Callable[[], float]) -> list[float]:
    waits = [work()]
    while any(thread.is_alive() for thread in threads):
        waits.append(work())
    return waits


def measure_memory(server: Server, codes: list[str]) -> None:
    """Print the memory that a table takes while a client is connected to it."""
    before = memory_megabytes(server.pid)
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with ExitStack() as stack:
        for code in codes:
            address = f"ws://{server.address}/api/tables/{code}/socket"
            socket = stack.enter_context(connect(address, additional_headers=headers, proxy=None))
            socket.recv()
        kilobytes = (memory_megabytes(server.pid) - before) * 1024 / len(codes)
        print(f"memory of a table with a client, kB: {kilobytes:.0f}")


def main() -> None:
    """Measure a server that finds no snapshots, and one that finds them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--events", type=int, default=10_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        codes = fill(Path(folder), args.tables, args.events)
        options = ("--port", "0", "--data", folder, "--no-open", "--log-level", "warning")
        print(f"{'':<34}{'seconds':>9}{'processor s':>12}{'slowest ms':>13}{'bystander':>13}{'worst':>11}")
        for words in ("first start", "second start"):
            server = Server("-m", "bigpoints", "serve", *options)
            try:
                small = post(HTTPConnection(server.address), "/api/tables", {"seats": [{"name": "A"}]}, TOKEN)["table"]
                run(words, server, codes, f"/api/tables/{small}")
            finally:
                server.stop()


def run(words: str, server: Server, codes: list[str], bystander: str) -> None:
    """Measure a server that was just started."""
    one, *others = [f"/api/tables/{code}" for code in codes]
    measure(f"{words}: wake one", server, [one], bystander)
    seconds, size = ask(server.address, f"{one}/log")
    print(f"{words}: its log, {size / 1000:.0f} kB in {seconds * 1000:.0f} ms")
    measure_memory(server, codes[1 : len(codes) // 2])
    measure(f"{words}: wake {len(others)} at once", server, others, bystander)
    measure(f"{words}: {len(others)} logs at once", server, [f"{path}/log" for path in others], bystander)
    measure(f"{words}: {len(others)} exports at once", server, [f"{path}/export?game=9" for path in others], bystander)


if __name__ == "__main__":
    main()
