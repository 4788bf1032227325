"""What a game weighs: its plies, its bytes in the database and on the wire, and the memory of a connection.

Bots play for the number of plies. Then real servers, one on SQLite and one on PostgreSQL, have games of two people who
draw their moves, and many tables at which nobody moves.

    PYTHONPATH=tests python bench/footprint.py [--games 200] [--tables 300] [--keep]

`--keep` stores the figures in docs/data/footprint.json, from which bench/capacity.py writes its page.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path
from random import Random
from typing import NamedTuple, TypedDict, cast

import psycopg
import uvloop
from websockets.sync.client import ClientConnection

from bigpoints.bots.registry import make_bot
from bigpoints.rules import play, start
from driver import Run, connect_players, create_tables
from support.postgres import running_postgres
from support.server_process import Guest, Server, Visitor, serving
from tables import memory_megabytes, processor_seconds

DATA = Path(__file__).parents[1] / "docs" / "data" / "footprint.json"
LEVEL = "level3"
RNG = Random(1)
WATCHED_SECONDS = 45.0
"""Three heartbeats."""


class Footprint(TypedDict):
    """The figures: bytes on the wire are those of messages, of one of two players, for each ply."""

    date: str
    plies: dict[str, float]
    plies_played: float
    sqlite_bytes: float
    postgres_bytes: float
    received_bytes: float
    sent_bytes: float
    socket_kilobytes: float
    socket_us: float
    table_us: float


def count_plies(players: int, games: int) -> float:
    """The plies of a game, on average, if bots play it."""
    bot = make_bot(LEVEL)
    lengths = []
    for number in range(games):
        position, plies = start(players, Random(number)), 0
        while not position.is_over:
            position, plies = play(position, bot.choose(position).move), plies + 1
        lengths.append(plies)
    return round(statistics.mean(lengths), 1)


class CountedSocket:
    """A socket that counts the bytes of its messages."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.received = self.sent = 0

    def recv(self, timeout: float) -> str | bytes:
        """Receive a message."""
        message = self._socket.recv(timeout)
        self.received += len(message)
        return message

    def send(self, message: str) -> None:
        """Send a message."""
        self._socket.send(message)
        self.sent += len(message)


def counted(guest: Guest) -> CountedSocket:
    """Count the messages of a guest from now on."""
    counter = CountedSocket(guest.socket)
    guest.socket = cast("ClientConnection", counter)
    return counter


def play_table(url: str) -> tuple[int, int, int]:
    """Play a game of two people; gives its plies, and the bytes that both received and sent."""
    anna, ben = Visitor(url), Visitor(url)
    code = anna.create({"name": "Anna"})
    ben.join(code, "Ben")
    plies = 0
    with anna.at(code) as one, ben.at(code) as two:
        sockets = counted(one), counted(two)
        version = 0
        while (view := _newest(one, two, version))["turn"]:
            version, plies = view["version"], plies + 1
            (one, two)[view["turn"] - 1].move(rng=RNG)
    return plies, sum(each.received for each in sockets), sum(each.sent for each in sockets)


def _newest(one: Guest, two: Guest, version: int) -> dict[str, int]:
    for guest in (one, two):
        guest.until(lambda view: view["state"] != "open" and view["version"] > version)
    return one.view


def play_tables(server: Server, games: int) -> tuple[int, int, int]:
    """Play games one after the other; gives the sums of their plies and bytes."""
    plies, received, sent = zip(*(play_table(server.url) for _ in range(games)), strict=True)
    return sum(plies), sum(received), sum(sent)


def weigh_file(folder: Path, games: int) -> float:
    """Bytes of a game in SQLite; the file is complete once its server has ended."""
    sizes = []
    for count in (0, games):
        with serving(folder) as server:
            if count:
                play_tables(server, count)
        sizes.append((folder / "tables.sqlite").stat().st_size)
    return (sizes[1] - sizes[0]) / games


def weigh_database(folder: Path, games: int) -> tuple[float, int, int, int]:
    """Bytes of a game in PostgreSQL; then its plies, and the bytes on the wire."""
    with running_postgres() as postgres:
        database = postgres.new_database()
        with serving(folder, database=database) as server, psycopg.connect(database, autocommit=True) as connection:
            before = _size(connection)
            sums = play_tables(server, games)
            return (_size(connection) - before) / games, *sums


def _size(connection: psycopg.Connection) -> int:
    (found,) = connection.execute("SELECT pg_database_size(current_database())").fetchone() or (0,)
    return int(found)


class Connections(NamedTuple):
    """Of a connection that only hears heartbeats: kB of memory, µs of processor time a second; µs of a new table."""

    kilobytes: float
    idle_us: float
    table_us: float


def weigh_connections(folder: Path, tables: int) -> Connections:
    """Open tables of two people at which nobody moves, and look on for some heartbeats."""
    with serving(folder) as server:
        return uvloop.run(_watch(server.process.pid, server.url.removeprefix("http://"), tables))


async def _watch(pid: int, address: str, tables: int) -> Connections:
    memory, busy = memory_megabytes(pid), processor_seconds(pid)
    await connect_players(Run(pause=3600), address, create_tables(address, tables))
    opened = processor_seconds(pid)
    await asyncio.sleep(WATCHED_SECONDS)
    sockets = 2 * tables
    return Connections(
        (memory_megabytes(pid) - memory) * 1000 / sockets,
        (processor_seconds(pid) - opened) * 1e6 / WATCHED_SECONDS / sockets,
        (opened - busy) * 1e6 / tables,
    )


def measure(games: int, tables: int) -> Footprint:
    """Measure everything."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        stored, plies, received, sent = weigh_database(place / "postgres", games)
        connections = weigh_connections(place / "connections", tables)
        return {
            "date": time.strftime("%Y-%m-%d"),
            "plies": {str(players): count_plies(players, games) for players in (2, 3, 4, 5)},
            "plies_played": round(plies / games, 1),
            "sqlite_bytes": round(weigh_file(place / "sqlite", games)),
            "postgres_bytes": round(stored),
            "received_bytes": round(received / plies / 2),
            "sent_bytes": round(sent / plies / 2),
            "socket_kilobytes": round(connections.kilobytes, 1),
            "socket_us": round(connections.idle_us, 1),
            "table_us": round(connections.table_us),
        }


def main() -> None:
    """Read the arguments, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--keep", action="store_true", help="store the figures in docs/data")
    args = parser.parse_args()
    text = json.dumps(measure(args.games, args.tables), indent=1)
    print(text)
    if args.keep:
        DATA.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
