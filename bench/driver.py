"""The driver of the benchmarks of tables: two players at each table, who answer every view with a random move.

It reads views of both contracts, so that it can drive a server of before and the server of now.
"""

import asyncio
import json
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection
from typing import cast

MOVE = re.compile(rb'"([BRYGP](?:\^=?|<?[-+=])|\.)[ "]')
"""A move in the list of legal ones, with its effect behind it or in fields of its own."""
POSITION = re.compile(rb'"position":"\S+ \S+ \S+ \S+ (\d) ([mxe])')


@dataclass
class Run:
    """Counts and latencies of a run."""

    pause: float = 0.0
    """Seconds between two moves of a table."""
    is_on: bool = True
    """Whether moves are sent; otherwise they wait."""
    waiting: list[Callable[[], None]] = field(default_factory=list)
    counting: bool = False
    moves: int = 0
    games: int = 0
    refusals: int = 0
    latencies: list[float] = field(default_factory=list)

    def go_on(self) -> None:
        """Send the moves that wait, and those to come."""
        self.is_on = True
        waiting, self.waiting = self.waiting, []
        for send in waiting:
            send()


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
            f"GET /api/tables/{self.table.code}/socket?contract=2 HTTP/1.1\r\n"
            f"Host: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer {self.token}\r\n\r\n".encode()
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
        position = POSITION.search(frame)
        if position is None:
            return
        if position[2] == b"e":
            if self.seat == 1:
                self.table.run.games += 1
                self.send_command({"do": "next"})
        elif int(position[1]) == self.seat:
            moves = MOVE.findall(frame, frame.index(b'"moves":'), frame.index(b'"last":'))
            move = random.choice(moves).decode()
            self.schedule_move({"do": "move", "version": version, "seat": self.seat, "move": move})

    def schedule_move(self, message: dict[str, object]) -> None:
        """Send a move, at the pace of the run, or once it goes on."""
        loop = asyncio.get_running_loop()
        if not self.table.run.is_on:
            self.table.run.waiting.append(partial(self.send_move, message))
            return
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


async def connect_players(run: Run, address: str, made: list[tuple[str, str, str]]) -> None:
    """Connect two sockets to every table, which begins their game."""
    loop = asyncio.get_running_loop()
    host, port = address.split(":")
    for code, *tokens in made:
        table = DriverTable(run, code)
        for seat, token in enumerate(tokens, start=1):
            _, player = await loop.create_connection(partial(Player, table, seat, token), host, int(port))
            await player.opened
