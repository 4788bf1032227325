"""Fairness of bots: how long one person's bot takes for a move while another address has many tables of bots.

Starts a server with its usual limits. One address opens tables at which four bots play each other; another address
plays against a bot of each level asked for, alone first, then beside them.

    python bench/bots.py [--tables 45] [--bots level6] [--against level1 level6] [--moves 5] [--workers 1]
"""

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from driver import post
from tables import Server, memory_megabytes

CROWD, PERSON = "127.0.0.2", "127.0.0.3"
"""Two addresses of this machine."""
PAUSE = 0.15
"""Seconds between two tables, so that the limit of requests is kept."""
SETUP: dict[str, object] = {"bot_delay_ms": 0, "black": 0}
"""Bots that do not tarry, and no extra moves: a bot makes one ply for each of the person's."""


class Visitor:
    """Somebody at an address, with a token."""

    def __init__(self, server: str, address: str) -> None:
        self.server = server
        self.address = address
        self.token = ""
        self.token = self.post("/api/token", {})["token"]

    def post(self, path: str, body: object) -> dict[str, str]:
        """Send a request, on a connection of its own."""
        with closing(HTTPConnection(self.server, source_address=(self.address, 0))) as connection:
            return post(connection, path, body, self.token)

    def open(self, code: str) -> connect:
        """Open the socket of a table."""
        return connect(
            f"ws://{self.server}/api/tables/{code}/socket",
            additional_headers={"Authorization": f"Bearer {self.token}"},
            local_addr=(self.address, 0),
            proxy=None,
        )


def create_table(visitor: Visitor, bots: str) -> str:
    """A table of four bots."""
    wish = {"setup": {**SETUP, "players": 4}, "seats": [{"bot": bots}] * 4}
    return visitor.post("/api/tables", wish)["table"]


async def watch(visitor: Visitor, code: str, plies: list[float]) -> None:
    """Keep a table of bots open, game after game, and note when each ply is made."""
    async with visitor.open(code) as socket:
        async for frame in socket:
            view = json.loads(frame).get("view")
            if view and view.get("last"):
                plies.append(time.perf_counter())
            if view and view["state"] == "over":
                await socket.send(json.dumps({"do": "next", "id": f"n{view['version']}"}))


async def time_moves(visitor: Visitor, level: str, moves: int) -> list[float]:
    """Play against a bot; gives the seconds from each move to the next turn."""
    code = visitor.post("/api/quick", {"name": "Anna", "bot": level, "setup": {**SETUP, "first": 1}})["table"]
    times = []
    async with visitor.open(code) as socket:
        view = await own_turn(socket, 0)
        for number in range(moves):
            began = time.perf_counter()
            move = random.choice([each["move"] for each in view["moves"]])
            wish = {"do": "move", "id": str(number), "version": view["version"], "seat": 1, "move": move}
            await socket.send(json.dumps(wish))
            view = await own_turn(socket, view["version"])
            times.append(time.perf_counter() - began)
    return times


async def own_turn(socket: ClientConnection, version: int) -> dict[str, Any]:
    """Wait for a newer view in which the person is to move."""
    async for frame in socket:
        view: dict[str, Any] = json.loads(frame).get("view") or {}
        if view.get("version", 0) > version and view.get("turn") == 1:
            return view
    raise SystemExit("the server closed the socket")


def print_times(words: str, times: list[float]) -> None:
    """Print a line of figures."""
    milliseconds = [1000 * each for each in times]
    print(f"{words:<44}{statistics.median(milliseconds):>12,.1f}{max(milliseconds):>12,.1f}", flush=True)


async def wait_until_warm(server: str) -> None:
    """Wait until bots are ready."""
    connection = HTTPConnection(server)
    while True:
        connection.request("GET", "/health")
        if json.loads(connection.getresponse().read())["bots_ready"]:
            return
        await asyncio.sleep(0.2)


async def measure(server: Server, args: argparse.Namespace) -> None:
    """Measure alone, then beside the crowd."""
    await wait_until_warm(server.address)
    person, crowd = Visitor(server.address, PERSON), Visitor(server.address, CROWD)
    for level in args.against:
        print_times(f"{level}, alone", await time_moves(person, level, args.moves))
    plies: list[float] = []
    watching = []
    for _ in range(args.tables):
        watching.append(asyncio.create_task(watch(crowd, create_table(crowd, args.bots), plies)))
        await asyncio.sleep(PAUSE)
    for level in args.against:
        times = await time_moves(person, level, args.moves)
        print_times(f"{level}, beside {args.tables} tables of {args.bots}", times)
    end = time.perf_counter()
    print(f"plies of the others in the last 5 s: {sum(end - 5 < ply for ply in plies)}")
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)


def print_memory(pid: int) -> None:
    """Print the memory of the server and of its workers."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    sizes = [memory_megabytes(int(child)) for child in children]
    print(f"server {memory_megabytes(pid):.0f} MB, workers {', '.join(f'{size:.0f}' for size in sizes)} MB")


def main() -> None:
    """Measure a server."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=45)
    parser.add_argument("--bots", default="level6")
    parser.add_argument("--against", nargs="+", default=["level1", "level6"])
    parser.add_argument("--moves", type=int, default=5)
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        options = ("--port", "0", "--data", folder, "--no-open", "--log-level", "warning")
        settings = {"BIGPOINTS_WORKERS_FOR_BOTS": str(args.workers)}
        server = Server("-m", "bigpoints", "serve", *options, settings=settings)
        try:
            print(f"{'':<44}{'median ms':>12}{'longest ms':>12}")
            asyncio.run(measure(server, args))
            print_memory(server.pid)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
