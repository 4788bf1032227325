"""Speed of the server: games at many tables at once, played by a driver in another process.

Each table has two sockets. Latency is the time from a move sent by one to its view received by the other. The tables
play at a given pace first, then at full speed.

    python bench/tables.py [--tables 500] [--seconds 10] [--pace 2000]

With `--against` the server of another commit runs beside the server of now, and they play in turns, at full speed. The
ratio is that of their processor time for a move. With `--moves` the server plays so many moves, and its memory is told.

    python bench/tables.py --against [3a1fcef] [--tables 100] [--seconds 4] [--windows 5]
    python bench/tables.py --moves 200000
"""

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import uvloop

from driver import Run, connect_players, create_tables

BEFORE = "3a1fcef"
"""The commit before views were packed."""
WARM_UP = 2.0
SETTLE = 0.5
"""Seconds at the beginning of a window that are not measured, and after its end."""
ROOT = Path(__file__).parents[1]
NO_LIMITS = {
    "BIGPOINTS_CLIENTS_PER_ADDRESS": "0",
    "BIGPOINTS_CONNECTIONS_PER_ADDRESS": "0",
    "BIGPOINTS_TABLES_PER_ADDRESS": "0",
    "BIGPOINTS_MESSAGES_PER_SECOND": "0",
    "BIGPOINTS_ADDRESS_MESSAGES_PER_SECOND": "0",
    "BIGPOINTS_TABLE_CHANGES_PER_SECOND": "0",
    "BIGPOINTS_TABLE_GAMES_PER_HOUR": "0",
    "BIGPOINTS_REQUESTS_PER_SECOND": "0",
}

# --- Servers ----------------------------------------------------------------------------------------------------------


class Server:
    """A server in a process of its own."""

    def __init__(self, *command: str, settings: Mapping[str, str] = NO_LIMITS) -> None:
        environment = {**os.environ, **settings}
        self._process = subprocess.Popen([sys.executable, *command], env=environment, stdout=subprocess.PIPE, text=True)
        self.pid = self._process.pid
        try:
            self.address = self._read_address()
        except BaseException:  # Ctrl-C, too, must leave no server behind.
            self.stop()
            raise

    def _read_address(self) -> str:
        for line in self._process.stdout or ():
            if found := re.search(r"http://(\S+)", line):
                return found[1]
        raise SystemExit("the server did not start")

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait()


@contextmanager
def serving(source: Path = ROOT) -> Iterator[Server]:
    """The server of a working tree, with a data folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        options = ("--port", "0", "--data", folder, "--no-open", "--log-level", "warning")
        settings = {**NO_LIMITS, "PYTHONPATH": str(source / "src")}
        server = Server("-m", "bigpoints", "serve", *options, settings=settings)
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """A working tree of a commit, as long as it is needed."""
    git = ("git", "-C", str(ROOT), "worktree")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*git, "add", "--quiet", "--detach", folder, revision], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run([*git, "remove", "--force", folder], check=True)


def memory_megabytes(pid: int) -> float:
    """Resident memory of a process."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


def processor_seconds(pid: int) -> float:
    """Processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- Measuring --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figures:
    """The figures of some seconds of a run: moves a second, latencies in ms, processor time of a move in µs."""

    rate: float
    p50: float
    p99: float
    megabytes: float
    each: float
    refused: int

    def print(self, name: str) -> None:
        """Print a line."""
        print(
            f"{name:<28}{self.rate:>8,.0f}{self.p50:>10.2f}{self.p99:>10.2f}{self.megabytes:>8.0f}{self.each:>9.0f}"
            f"{self.refused:>9}",
            flush=True,
        )


async def measured(run: Run, server: Server, seconds: float) -> Figures:
    """Measure a run for some seconds."""
    run.moves, run.games, run.latencies, run.counting = 0, 0, [], True
    begun, busy = time.perf_counter(), processor_seconds(server.pid)
    await asyncio.sleep(seconds)
    taken, busy = time.perf_counter() - begun, processor_seconds(server.pid) - busy
    run.counting = False
    milliseconds = sorted(latency * 1000 for latency in run.latencies)
    p50, p99 = (milliseconds[int(len(milliseconds) * share)] for share in (0.5, 0.99))
    return Figures(run.moves / taken, p50, p99, memory_megabytes(server.pid), busy / run.moves * 1e6, run.refusals)


async def drive(name: str, server: Server, made: list[tuple[str, str, str]], seconds: float, pace: float) -> None:
    """Measure at a pace, then at full speed."""
    run = Run(pause=len(made) / pace)
    await connect_players(run, server.address, made)
    for words, pause in ((f"{name}, at {pace:,.0f} a second", run.pause), (f"{name}, at full speed", 0.0)):
        run.pause = pause
        await asyncio.sleep(WARM_UP)
        (await measured(run, server, seconds)).print(words)


# --- Modes ------------------------------------------------------------------------------------------------------------


def show_speed(tables: int, seconds: float, pace: float) -> None:
    """Measure the bare server and the real one."""
    print_head()
    bare = Server(str(Path(__file__).with_name("bare.py")))
    try:
        made = [(f"T{number}", "", "") for number in range(tables)]
        uvloop.run(drive("bare", bare, made, seconds, pace))
    finally:
        bare.stop()
    with serving() as real:
        uvloop.run(drive("tables", real, create_tables(real.address, tables), seconds, pace))


async def alternate(servers: Mapping[str, Server], tables: int, seconds: float, windows: int) -> None:
    """Measure servers in turns; each has its tables all the time, but only one plays."""
    runs = {name: Run(is_on=False) for name in servers}
    found: dict[str, list[Figures]] = {name: [] for name in servers}
    for name, server in servers.items():
        await connect_players(runs[name], server.address, create_tables(server.address, tables))
    for window in range(windows + 1):
        for name, server in servers.items():
            runs[name].go_on()
            await asyncio.sleep(SETTLE)
            figures = await measured(runs[name], server, seconds)
            runs[name].is_on = False
            await asyncio.sleep(SETTLE)
            if window:  # The first one warms up.
                found[name].append(figures)
                figures.print(f"{name}, window {window}")
    before, now = ([each.each for each in figures] for figures in found.values())
    ratios = sorted(later / earlier for earlier, later in zip(before, now, strict=True))
    print(f"processor time of a move: {median(before):.0f} µs before, {median(now):.0f} µs now")
    print(f"ratio: {median(ratios):.2f}, windows from {ratios[0]:.2f} to {ratios[-1]:.2f}")


def compare(revision: str, tables: int, seconds: float, windows: int) -> None:
    """Measure the server of a commit and the server of now, both up together."""
    with ExitStack() as stack:
        before = stack.enter_context(serving(stack.enter_context(checked_out(revision))))
        now = stack.enter_context(serving())
        print_head()
        uvloop.run(alternate({f"before ({revision[:12]})": before, "now": now}, tables, seconds, windows))


async def play_moves(server: Server, tables: int, moves: int) -> None:
    """Play so many moves at full speed, and show the memory ten times."""
    run, shown = Run(counting=True), 0
    await connect_players(run, server.address, create_tables(server.address, tables))
    while run.moves < moves:
        await asyncio.sleep(SETTLE)
        run.latencies.clear()
        if run.moves * 10 // moves > shown:
            shown = run.moves * 10 // moves
            print(f"{run.moves:>10,} moves{memory_megabytes(server.pid):>8.0f} MB", flush=True)


def show_memory(tables: int, moves: int) -> None:
    """Show whether memory stays as it is over many moves."""
    with serving() as server:
        uvloop.run(play_moves(server, tables, moves))


def print_head() -> None:
    """Print the names of the columns."""
    print(f"{'':<28}{'moves/s':>8}{'p50 ms':>10}{'p99 ms':>10}{'MB':>8}{'µs/move':>9}{'refused':>9}")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--pace", type=float, default=2000)
    parser.add_argument("--against", nargs="?", const=BEFORE, metavar="COMMIT")
    parser.add_argument("--windows", type=int, default=5)
    parser.add_argument("--moves", type=int)
    args = parser.parse_args()
    if args.against:
        compare(args.against, args.tables, args.seconds, args.windows)
    elif args.moves:
        show_memory(args.tables, args.moves)
    else:
        show_speed(args.tables, args.seconds, args.pace)


if __name__ == "__main__":
    main()
