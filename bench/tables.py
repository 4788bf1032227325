"""How fast the tables server is: real games on many tables at once, by a driver in a process of its own.

Two sockets sit at each table. Latency is from the moment that one sends its move to the moment that the other one has
the view of it. First the tables play as fast as they can, then at a given pace.

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
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import cast

import uvloop

MOVE = re.compile(rb'"move":"([^"]+)"')
NO_LIMITS = {
    "BIGPOINTS_CLIENTS_PER_ADDRESS": "0",
    "BIGPOINTS_TABLES_PER_ADDRESS": "0",
    "BIGPOINTS_MESSAGES_PER_SECOND": "0",
    "BIGPOINTS_ADDRESS_MESSAGES_PER_SECOND": "0",
    "BIGPOINTS_REQUESTS_PER_SECOND": "0",
}


@dataclass
class Run:
    """What is measured while the tables play."""

    pause: float = 0.0
    """Seconds between two moves of a table."""
    counting: bool = False
    moves: int = 0
    games: int = 0
    refusals: int = 0
    latencies: list[float] = field(default_factory=list)


class Pair:
    """A table and its two sockets."""

    def __init__(self, run: Run, code: str) -> None:
        self.run = run
        self.code = code
        self.sockets: list[Player] = []
        self.sent_at = 0.0
        self.version = 0
        self.due = 0.0

    def seen(self, seat: int, version: int) -> None:
        """A socket has the view of a version; it counts when the seat that did not move has it."""
        if version <= self.version:
            return
        run = self.run
        if self.sent_at and seat != self.mover:
            self.version = version
            if run.counting:
                run.moves += 1
                run.latencies.append(time.perf_counter() - self.sent_at)
            self.sent_at = 0.0

    mover = 0


class Player(asyncio.Protocol):
    """A seat at a table: answers each view in which it is to move with a random legal move."""

    def __init__(self, pair: Pair, seat: int, token: str) -> None:
        self.pair = pair
        self.seat = seat
        self.token = token
        self.data = b""
        self.is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.number = 0
        self.last_version = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        self.transport = cast("asyncio.Transport", transport)
        self.transport.write(
            f"GET /api/tables/{self.pair.code}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {self.token}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take frames apart."""
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
                self.take(payload)
            elif opcode == 9:
                self.write(10, payload)

    def write(self, opcode: int, payload: bytes) -> None:
        """Send a frame; its mask is zero."""
        length = len(payload)
        head = bytes((128 | opcode, 128 | length))
        if length > 125:
            head = bytes((128 | opcode, 254)) + length.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)

    def take(self, frame: bytes) -> None:
        """A frame: count it, and move if it is this seat's turn."""
        if b'"refused"' in frame:
            self.pair.run.refusals += 1
        begin = frame.find(b'"version":', frame.find(b'"view":'))
        if begin < 0 or b'"view":' not in frame:
            return
        version = int(frame[begin + 10 : frame.index(b",", begin)])
        self.pair.seen(self.seat, version)
        if version <= self.last_version:
            return
        self.last_version = version
        turn = frame.find(b'"turn":')
        if frame.startswith(b"null", turn + 7):
            if self.seat == 1:
                self.pair.run.games += 1
                self.say({"do": "next"})
            return
        if turn < 0 or frame[turn + 7 : turn + 8] != b"%d" % self.seat:
            return
        moves = MOVE.findall(frame, frame.index(b'"moves":'), frame.index(b'"last":'))
        move = random.choice(moves).decode()
        self.later({"do": "move", "version": version, "seat": self.seat, "move": move})

    def later(self, message: dict[str, object]) -> None:
        """Send a move, at the pace of the run."""
        loop = asyncio.get_running_loop()
        if not self.pair.run.pause:
            self.move(message)
            return
        self.pair.due = max(self.pair.due + self.pair.run.pause, loop.time())
        loop.call_at(self.pair.due, self.move, message)

    def move(self, message: dict[str, object]) -> None:
        """Send a move now."""
        self.pair.sent_at = time.perf_counter()
        self.pair.mover = self.seat
        self.say(message)

    def say(self, message: dict[str, object]) -> None:
        """Send a command."""
        self.number += 1
        self.write(1, json.dumps({"id": f"{self.seat}-{self.number}", **message}).encode())


def post(connection: HTTPConnection, path: str, body: object, token: str = "") -> dict[str, str]:
    """Ask the server for something."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    connection.request("POST", path, json.dumps(body), headers)
    answer = connection.getresponse()
    content: dict[str, str] = json.loads(answer.read())
    if answer.status >= 400:
        raise SystemExit(f"{path}: {content}")
    return content


def set_tables(place: str, count: int) -> list[tuple[str, str, str]]:
    """Make tables, each with two people; gives codes and secrets."""
    connection = HTTPConnection(place)
    made = []
    for _ in range(count):
        one, two = (post(connection, "/api/token", {})["token"] for _ in range(2))
        code = post(connection, "/api/tables", {"seats": [{"name": "Anna"}]}, one)["table"]
        post(connection, f"/api/tables/{code}/seats", {"name": "Ben"}, two)
        made.append((code, one, two))
    return made


def memory(pid: int) -> float:
    """The memory of a process, in megabytes."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


def processor_seconds(pid: int) -> float:
    """How long a process has worked."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def played(run: Run, seconds: float) -> float:
    """Let the tables play; gives how long they really did."""
    run.moves, run.games, run.latencies, run.counting = 0, 0, [], True
    begun = time.perf_counter()
    await asyncio.sleep(seconds)
    run.counting = False
    return time.perf_counter() - begun


def show(name: str, run: Run, seconds: float, pid: int, worked: float) -> None:
    """A line about a run."""
    milliseconds = sorted(latency * 1000 for latency in run.latencies)
    p50, p99 = (milliseconds[int(len(milliseconds) * share)] for share in (0.5, 0.99))
    rate = f"{run.moves / seconds:>8,.0f}"
    each = worked / run.moves * 1e6
    print(f"{name:<20}{rate}{p50:>10.2f}{p99:>10.2f}{memory(pid):>10.0f}{each:>10.0f}{run.refusals:>10}", flush=True)


async def drive(place: str, pid: int, made: list[tuple[str, str, str]], seconds: float, pace: float) -> None:
    """Play at a pace, then as fast as it goes."""
    loop = asyncio.get_running_loop()
    run = Run(pause=len(made) / pace)
    host, port = place.split(":")
    for code, *tokens in made:
        pair = Pair(run, code)
        for seat, token in enumerate(tokens, start=1):
            _, player = await loop.create_connection(lambda: Player(pair, seat, token), host, int(port))  # noqa: B023
            await player.opened
    print(f"{'':<20}{'moves/s':>8}{'p50 ms':>10}{'p99 ms':>10}{'MB':>10}{'µs/move':>10}{'refused':>10}")
    await asyncio.sleep(2)
    before = processor_seconds(pid)
    show(f"at {pace:,.0f} a second", run, await played(run, seconds), pid, processor_seconds(pid) - before)
    run.pause = 0.0
    await asyncio.sleep(2)
    before = processor_seconds(pid)
    show("at full speed", run, await played(run, seconds), pid, processor_seconds(pid) - before)


def main() -> None:
    """Measure it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--pace", type=float, default=2000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bigpoints", "serve", "--port", "0", "--data", folder, "--no-open"]
        server = subprocess.Popen(
            [*command, "--log-level", "warning"], env={**os.environ, **NO_LIMITS}, stdout=subprocess.PIPE, text=True
        )
        assert server.stdout  # noqa: S101
        place = server.stdout.readline().rpartition("//")[2].strip()
        try:
            made = set_tables(place, args.tables)
            uvloop.run(drive(place, server.pid, made, args.seconds, args.pace))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
