"""Attacks on tables: long logs, texts to parse, bots, hands, floods of changes."""

import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from functools import partial
from itertools import count, cycle
from pathlib import Path
from typing import TypeVar

from attacks.long_table import long_table
from attacks.scene import ATTACKER, BYSTANDER, Bystander, Finding, RawSocket, attacker, usual_server
from bigpoints.server.ops.data_folder import database_file
from support.server_process import Answer, Guest, Json, Server, Visitor

T = TypeVar("T")
R = TypeVar("R")

_TINY = {"colours": 2, "discs": 2, "white": 1, "black": 1}
_LOGS = 40
_TEXT = ";a\n" * 6_600
_TEXTS = 55
_MOST_TEXTS = 10
_TABLES_OF_BOTS = 45
_BOT_MOVES = 8
_BOT_SECONDS = 20.0
_SLOWEST_BOT = 2.0
"""Seconds that a quick bot may take while others think."""
_FLOOD_SECONDS = 8.0
_SENT_PER_SECOND = 30
_MOST_CHANGES = 30.0
"""Big events a second that one address may store, burst included."""


def read_long_logs() -> Finding:
    """The log of a table with 10,000 events, asked for 40 times at once."""
    with long_table() as (data, token, code), usual_server(data) as server:
        mallory = attacker(server, token)
        with Bystander(server) as bystander, ThreadPoolExecutor(_LOGS) as threads:
            sizes = list(threads.map(lambda _: _size(mallory, f"/api/tables/{code}/log"), range(_LOGS)))
    largest = max(sizes)
    return Finding(
        bystander.is_served and largest < 1_000_000, f"{largest / 1e6:.2f} MB an answer, {bystander}", "logs have pages"
    )


def wake_long_tables() -> Finding:
    """The view, the export and the list of somebody's tables while one of them has 10,000 events and sleeps."""
    with long_table() as (data, token, code), usual_server(data) as server:
        mallory = attacker(server, token)
        paths = (
            "/api/tables",
            f"/api/tables/{code}",
            f"/api/tables/{code}/export",
            f"/api/tables/{code}/replay?game=1",
        )
        with Bystander(server) as bystander, ThreadPoolExecutor(8) as threads:
            list(threads.map(lambda number: _size(mallory, paths[number % len(paths)]), range(_LOGS)))
    return Finding(bystander.is_served, str(bystander), "logs are folded in a thread, from a snapshot")


def _size(visitor: Visitor, path: str) -> int:
    return len(visitor.request("GET", path)[2])


def finish_a_long_game() -> Finding:
    """A game that is under way when its table reaches 10,000 events is played to its end."""
    with long_table() as (data, token, code), usual_server(data) as server:
        visitor, plies, view = Visitor(server.url, token), 0, {}
        for number in count():
            view = visitor.view(code)
            if view["state"] != "playing" or plies < number:
                break
            move = {"do": "move", "version": view["version"], "seat": view["turn"], "move": view["moves"][0]["move"]}
            plies += visitor.request("POST", f"/api/tables/{code}/commands", {"id": f"m{number}", **move})[0] == 200
            time.sleep(0.2)  # Below the pace of an address.
    return Finding(
        plies > 0 and view["state"] == "over", f"{plies} plies at event {view['version']}", "a game comes to its end"
    )


def parse_long_records() -> Finding:
    """Tables that continue a text which takes long to parse, as many at once as an address may ask for."""
    with usual_server() as server:
        mallory = attacker(server)
        with Bystander(server) as bystander, ThreadPoolExecutor(_TEXTS) as threads:
            answers = list(threads.map(lambda _: _status(mallory, _TEXT), range(_TEXTS)))
    parsed = answers.count(422)
    held = parsed <= _MOST_TEXTS and bystander.is_served
    return Finding(held, f"{parsed} of {_TEXTS} were parsed, {bystander}", "limited first, parsed in a thread")


def _status(visitor: Visitor, text: str) -> int:
    return visitor.request("POST", "/api/tables", {"record": text})[0]


def starve_bots() -> Finding:
    """45 tables of four level6 bots, and another address that plays against level1."""
    with usual_server(workers_for_bots=1) as server, ExitStack() as stack:
        mallory, anna = attacker(server), Visitor(server.url, address=BYSTANDER)
        _wait_for_bots(anna)
        setup: Json = {"players": 4, "bot_delay_ms": 0}
        for _ in range(_TABLES_OF_BOTS):
            code = _slowly(partial(mallory.create, *[{"bot": "level6"}] * 3, setup=setup), {"bot": "level6"})
            stack.enter_context(_slowly(partial(RawSocket, server, mallory), code))
        waits = _waits_for(anna, "level1")
    slowest = max(waits)
    measured = f"level1 took {slowest:.2f} s at most in {len(waits)} moves"
    return Finding(slowest < _SLOWEST_BOT, measured, "a fair queue, a lane for quick bots")


def _wait_for_bots(visitor: Visitor) -> None:
    """Wait until all bots are compiled, two minutes at most."""
    end = time.monotonic() + 120
    while not visitor.ask("GET", "/health")["bots_ready"] and time.monotonic() < end:
        time.sleep(1)


def _waits_for(visitor: Visitor, bot: str) -> list[float]:
    """The seconds that a bot took for each of its first moves."""
    # Without black discs nobody has an extra move: every move is answered.
    code = visitor.create({"name": "Anna"}, {"bot": bot}, setup={"bot_delay_ms": 0, "first": 1, "black": 0})
    waits: list[float] = []
    with visitor.at(code) as guest:
        while len(waits) < _BOT_MOVES and sum(waits) < _BOT_SECONDS:
            guest.until(lambda view: view["turn"] == 1)
            waits.append(_seconds_after(guest, guest.move(seat=1)["version"]))
    return waits


def _seconds_after(guest: Guest, version: int) -> float:
    """The seconds until a bot has answered the move of a version, or was waited for long enough."""
    began = time.monotonic()
    with suppress(TimeoutError):
        while guest.view["version"] <= version and time.monotonic() - began < _BOT_SECONDS:
            guest.hear(_BOT_SECONDS)
    return time.monotonic() - began


def look_into_a_hand() -> Finding:
    """The owner, who plays, frees a bot's seat and sits down in it."""
    with usual_server() as server:
        owner = attacker(server)
        code = owner.create({"name": "Mallory"}, {"bot": "level1"}, setup={"first": 1})
        freed = _command(owner, code, {"do": "free", "id": "1", "seat": 2})
        status = owner.request("POST", f"/api/tables/{code}/seats", {"name": "Mallory", "seat": 2})[0]
    seen = "the hand is shown" if status == 201 else "refused"
    return Finding(freed == "done" and status != 201, seen, "who plays sees no second hand (R21)")


def ask_as_a_stranger() -> Finding:
    """A stranger sends `next` to a table that lets nobody watch, during the game and after it."""
    with usual_server() as server:
        owner, stranger = attacker(server), Visitor(server.url)
        setup: Json = {**_TINY, "watch": "nobody", "first": 1}
        code = owner.create({"name": "Mallory"}, {"name": "Mia"}, setup=setup)
        playing = _command(stranger, code, {"do": "next", "id": "1"})
        _play_alone(owner, code)
        over = _command(stranger, code, {"do": "next", "id": "2"})
    return Finding(playing == over, f"{playing}, then {over}", "the same refusal in every state")


def _play_alone(visitor: Visitor, code: str) -> None:
    with visitor.at(code) as guest:
        while guest.until(lambda view: view["state"])["state"] == "playing":
            version = guest.move()["version"]
            guest.until(lambda view, made=version: view["version"] >= made)  # type: ignore[misc]


def _command(visitor: Visitor, code: str, command: Json) -> str:
    try:
        visitor.ask("POST", f"/api/tables/{code}/commands", command)
    except Answer as answer:
        return str(answer.code)
    return "done"


def flood_changes() -> Finding:
    """Changes of the setup at 40 tables, about as many as one address may store."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with usual_server(data) as server, ExitStack() as stack:
            mallory = attacker(server)
            codes = [_slowly(mallory.create, {"name": "Mallory"}) for _ in range(40)]
            _send_changes([stack.enter_context(_slowly(partial(RawSocket, server, mallory), code)) for code in codes])
            accepted = sum(_slowly(mallory.view, code)["version"] - 1 for code in codes)
        size = _size_of_changes(data)
    rate, daily = accepted / _FLOOD_SECONDS, size / _FLOOD_SECONDS * 86_400 / 1e6
    measured = f"{rate:.0f} a second stored, {size / max(1, accepted):.0f} bytes each: {daily:.0f} MB a day"
    return Finding(0 < rate <= _MOST_CHANGES, measured, "paced by table and address, and shortened")


def _size_of_changes(data: Path) -> int:
    """Bytes in the rows and in the index of commands, without what SQLite adds."""
    changes = "SELECT sum(length(event) + 2 * length(command)) FROM events WHERE version > 1"
    with closing(sqlite3.connect(database_file(data))) as database:
        return int(database.execute(changes).fetchone()[0] or 0)


def _slowly(ask: Callable[[T], R], what: T) -> R:
    """Ask below the pace of an address."""
    time.sleep(0.06)
    return ask(what)


def _send_changes(sockets: Sequence[RawSocket]) -> None:
    """Send changes for some seconds, each other than the one before, so many that few are refused."""
    end = time.monotonic() + _FLOOD_SECONDS
    for number, client in enumerate(cycle(sockets)):
        shape = ("snake", "spiral", "line")[number // len(sockets) % 3]
        client.say({"do": "change", "id": f"c{number}", "setup": {"shape": shape}})
        time.sleep(1 / _SENT_PER_SECOND)
        if time.monotonic() > end:
            return


def flood_spectators() -> Finding:
    """Spectators who come and go, and what they cost a player."""
    with usual_server() as server:
        anna = Visitor(server.url, address=BYSTANDER)
        code = anna.create({"name": "Anna"}, {"name": "Anton"})
        with anna.at(code) as guest:
            guest.until(lambda view: view["state"] == "playing")
            _come_and_go(server, code, 30)
            guest.say({"do": "move", "id": "end", "version": 1, "seat": 5, "move": ""})
            frames = list(_frames_until(guest, "end"))
    return Finding(len(frames) <= 5, f"30 visits, frames to a player: {len(frames)}", "spectators cost others nothing")


def _come_and_go(server: Server, code: str, times: int) -> None:
    for _ in range(times):
        with Visitor(server.url, "a" * 22, address=ATTACKER).at(code) as spectator:
            spectator.hear()
        time.sleep(0.05)


def _frames_until(guest: Guest, name: str) -> Iterable[Json]:
    while True:
        frame = guest.hear()
        yield frame
        if (frame.get("answer") or {}).get("id") == name:
            return


ATTACKS = (
    read_long_logs,
    wake_long_tables,
    finish_a_long_game,
    parse_long_records,
    starve_bots,
    look_into_a_hand,
    ask_as_a_stranger,
    flood_changes,
    flood_spectators,
)
