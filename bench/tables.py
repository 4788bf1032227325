"""Speed of the server: games at many tables at once, played by a driver in another process.

Each table has two sockets. Latency is the time from a move sent by one to its view received by the other. The tables
play at a given pace first, then at full speed.

    python bench/tables.py [--tables 500] [--seconds 10] [--pace 2000]
"""

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import cast

import uvloop

WARM_UP = 2.0
MOVE = re.compile(rb'"move":"([^"]+)"')
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


@dataclass
class Run:
    """Counts and latencies of a run."""

    pause: float = 0.0
    """Seconds between two moves of a table."""
    counting: bool = False
    moves: int = 0
    games: int = 0
    refusals: int = 0
    latencies: list[float] = field(default_factory=list)


class DriverTable:
    """A table and its two sockets."""

    def __init__(self, run: Run, code: str) -> None:
        self.run = run
        self.code = code
        self.due = 0.0
        self._sent: dict[int, tuple[int, float]] = {}

    def record_sent(self, seat: int, version: int) -> None:
        """Record that a seat sends a move that will lead to a version."""
        self._sent[version] = seat, time.perf_counter()

    def record_received(self, seat: int, version: int) -> None:
        """Record that a seat has the view of a version, and with it the other seat's moves up to it."""
        arrived = [made for made, (mover, _) in self._sent.items() if made <= version and mover != seat]
        for made in arrived:
            _, sent_at = self._sent.pop(made)
            if self.run.counting:
                self.run.moves += 1
                self.run.latencies.append(time.perf_counter() - sent_at)


class Player(asyncio.Protocol):
    """A seat at a table: answers each view in which it is to move with a random legal move."""

    def __init__(self, table: DriverTable, seat: int, token: str) -> None:
        self.table = table
        self.seat = seat
        self.token = token
        self.data = b""
        self.is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.number = 0
        self.last_version = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the upgrade to a WebSocket."""
        self.transport = cast("asyncio.Transport", transport)
        self.transport.write(
            f"GET /api/tables/{self.table.code}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {self.token}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Split the stream into frames."""
        self.data += data
        if not self.is_open:
            head, found, rest = self.data.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head, head  # noqa: S101
            self.is_open, self.data = True, rest
            self.opened.set_result(None)
        while len(self.data) >= 2:
            length, begin = self.data[1], 2
            if length == 126:
                length, begin = int.from_bytes(self.data[2:4], "big"), 4
            elif length == 127:
                length, begin = int.from_bytes(self.data[2:10], "big"), 10
            if len(self.data) < begin + length:
                return
            opcode, payload = self.data[0] & 15, self.data[begin : begin + length]
            self.data = self.data[begin + length :]
            if opcode == 1:
                self.handle_frame(payload)
            elif opcode == 9:
                self.write_frame(10, payload)

    def write_frame(self, opcode: int, payload: bytes) -> None:
        """Send a frame; its mask is zero."""
        length = len(payload)
        head = bytes((128 | opcode, 128 | length))
        if length > 125:
            head = bytes((128 | opcode, 254)) + length.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)

    def handle_frame(self, frame: bytes) -> None:
        """Count a frame, and move if it is this seat's turn."""
        if b'"refused"' in frame:
            self.table.run.refusals += 1
        begin = frame.find(b'"version":', frame.find(b'"view":'))
        if begin < 0 or b'"view":' not in frame:
            return
        version = int(frame[begin + 10 : frame.index(b",", begin)])
        self.table.record_received(self.seat, version)
        if version <= self.last_version:
            return
        self.last_version = version
        turn = frame.find(b'"turn":')
        if frame.startswith(b"null", turn + 7):
            if self.seat == 1:
                self.table.run.games += 1
                self.send_command({"do": "next"})
            return
        if turn < 0 or frame[turn + 7 : turn + 8] != b"%d" % self.seat:
            return
        moves = MOVE.findall(frame, frame.index(b'"moves":'), frame.index(b'"last":'))
        move = random.choice(moves).decode()
        self.schedule_move({"do": "move", "version": version, "seat": self.seat, "move": move})

    def schedule_move(self, message: dict[str, object]) -> None:
        """Send a move, at the pace of the run."""
        loop = asyncio.get_running_loop()
        if not self.table.run.pause:
            self.send_move(message)
            return
        self.table.due = max(self.table.due + self.table.run.pause, loop.time())
        loop.call_at(self.table.due, self.send_move, message)

    def send_move(self, message: dict[str, object]) -> None:
        """Send a move now."""
        self.table.record_sent(self.seat, self.last_version + 1)
        self.send_command(message)

    def send_command(self, message: dict[str, object]) -> None:
        """Send a command."""
        self.number += 1
        self.write_frame(1, json.dumps({"id": f"{self.seat}-{self.number}", **message}).encode())


def post(connection: HTTPConnection, path: str, body: object, token: str = "") -> dict[str, str]:
    """Send a POST request; gives the answer."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    connection.request("POST", path, json.dumps(body), headers)
    answer = connection.getresponse()
    content: dict[str, str] = json.loads(answer.read())
    if answer.status >= 400:
        raise SystemExit(f"{path}: {content}")
    return content


def create_tables(address: str, count: int) -> list[tuple[str, str, str]]:
    """Create tables, each with two people; gives codes and tokens."""
    connection = HTTPConnection(address)
    made = []
    for _ in range(count):
        one, two = (post(connection, "/api/token", {})["token"] for _ in range(2))
        code = post(connection, "/api/tables", {"seats": [{"name": "Anna"}]}, one)["table"]
        post(connection, f"/api/tables/{code}/seats", {"name": "Ben"}, two)
        made.append((code, one, two))
    return made


def memory_megabytes(pid: int) -> float:
    """Resident memory of a process."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


def processor_seconds(pid: int) -> float:
    """Processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def run_for(run: Run, seconds: float) -> float:
    """Measure for some seconds; gives the real time that passed."""
    run.moves, run.games, run.latencies, run.counting = 0, 0, [], True
    begun = time.perf_counter()
    await asyncio.sleep(seconds)
    run.counting = False
    return time.perf_counter() - begun


def print_run(name: str, run: Run, seconds: float, pid: int, busy: float) -> None:
    """Print the figures of a run in a line."""
    milliseconds = sorted(latency * 1000 for latency in run.latencies)
    p50, p99 = (milliseconds[int(len(milliseconds) * share)] for share in (0.5, 0.99))
    rate = f"{run.moves / seconds:>8,.0f}"
    each = busy / run.moves * 1e6
    print(
        f"{name:<28}{rate}{p50:>10.2f}{p99:>10.2f}{memory_megabytes(pid):>8.0f}{each:>9.0f}{run.refusals:>9}",
        flush=True,
    )


async def connect_players(run: Run, address: str, made: list[tuple[str, str, str]]) -> None:
    """Connect two sockets to every table, which begins their game."""
    loop = asyncio.get_running_loop()
    host, port = address.split(":")
    for code, *tokens in made:
        table = DriverTable(run, code)
        for seat, token in enumerate(tokens, start=1):
            _, player = await loop.create_connection(partial(Player, table, seat, token), host, int(port))
            await player.opened


async def drive(name: str, server: "Server", made: list[tuple[str, str, str]], seconds: float, pace: float) -> None:
    """Measure at a pace, then at full speed."""
    run = Run(pause=len(made) / pace)
    await connect_players(run, server.address, made)
    for words, pause in ((f"{name}, at {pace:,.0f} a second", run.pause), (f"{name}, at full speed", 0.0)):
        run.pause = pause
        await asyncio.sleep(WARM_UP)
        before = processor_seconds(server.pid)
        taken = await run_for(run, seconds)
        print_run(words, run, taken, server.pid, processor_seconds(server.pid) - before)


class Server:
    """A server in a process of its own."""

    def __init__(self, *command: str, settings: Mapping[str, str] = NO_LIMITS) -> None:
        environment = {**os.environ, **settings}
        self._process = subprocess.Popen([sys.executable, *command], env=environment, stdout=subprocess.PIPE, text=True)
        self.pid = self._process.pid
        self.address = self._read_address()

    def _read_address(self) -> str:
        for line in self._process.stdout or ():
            if found := re.search(r"http://(\S+)", line):
                return found[1]
        raise SystemExit("the server did not start")

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait()


def main() -> None:
    """Measure the bare server and the real one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--pace", type=float, default=2000)
    args = parser.parse_args()
    print(f"{'':<28}{'moves/s':>8}{'p50 ms':>10}{'p99 ms':>10}{'MB':>8}{'µs/move':>9}{'refused':>9}")
    bare = Server(str(Path(__file__).with_name("bare.py")))
    try:
        tables = [(f"T{number}", "", "") for number in range(args.tables)]
        uvloop.run(drive("bare", bare, tables, args.seconds, args.pace))
    finally:
        bare.stop()
    with tempfile.TemporaryDirectory() as folder:
        options = ("--port", "0", "--data", folder, "--no-open", "--log-level", "warning")
        real = Server("-m", "bigpoints", "serve", *options)
        try:
            made = create_tables(real.address, args.tables)
            uvloop.run(drive("tables", real, made, args.seconds, args.pace))
        finally:
            real.stop()


if __name__ == "__main__":
    main()
