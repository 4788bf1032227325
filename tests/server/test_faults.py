"""The server killed while people play: what was acknowledged is there, nothing is half-done, no table is broken.

`make faults` kills it 200 times.
"""

import json
import os
import resource
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from bigpoints.notation import view_text
from bigpoints.server.ops.data_folder import database_file
from bigpoints.server.protocol.views import redact
from bigpoints.server.storage.inspect import open_snapshot
from bigpoints.server.storage.store import Entry
from bigpoints.server.table.codes import digest
from bigpoints.server.table.events import Superseded, parse_event
from bigpoints.server.table.state import Table, step
from support.observation import children, eventually, is_running, metric
from support.random_players import KINDS, SMALL, Maker, Player
from support.server_process import PATIENCE, Answer, Json, Server, Visitor, serving

KILLS_OF_A_TEST = 10
TESTS = -(-int(os.environ.get("BIGPOINTS_TEST_KILLS", "10")) // KILLS_OF_A_TEST)


class Doomed(Server):
    """A server that is killed while it starts."""

    def __init__(self, data: Path, after: float) -> None:
        self._after = after
        super().__init__(data)

    def _address(self) -> str:
        time.sleep(self._after)
        self.kill()
        return ""


@pytest.mark.parametrize("number", range(TESTS))
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path, number: int) -> None:
    data, rng = tmp_path / "data", Random(number)
    with serving(data) as server:
        players, maker = four_players(server.url, rng), Maker(Visitor(server.url).token)
    workers: list[int] = []
    for kill in range(KILLS_OF_A_TEST):
        if kill % 3 == 2:
            Doomed(data, rng.uniform(0, 1.5))
        with serving(data) as server:
            check(data, players, maker)
            threads = playing(server, players, maker)
            if kill % 2:
                await_bot(server)
            time.sleep(rng.uniform(0.02, 0.6))
            workers += children(server.process.pid)
            server.kill()
        end(threads)
    assert sum(len(player.done) for player in players) > 10 * KILLS_OF_A_TEST
    with serving(data) as server:
        check(data, players, maker)
        play_on(server, players)
        assert server.stop() == 0
    check(data, players, maker)
    assert_only_told_what_is_usual(server)
    eventually(lambda: not any(map(is_running, workers)))  # Workers end with their server, however it ends.


def test_nothing_is_lost_when_the_server_is_stopped_while_people_play(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        players, maker = four_players(server.url, Random(1)), Maker(Visitor(server.url).token)
        threads = playing(server, players, maker)
        await_bot(server)
        assert server.stop() == 0
        end(threads)
    check(data, players, maker)
    assert_only_told_what_is_usual(server)


def four_players(url: str, rng: Random) -> list[Player]:
    """Tables of all sorts, and the people at them."""
    anna, ben, carla = (Visitor(url) for _ in range(3))
    two = anna.create({"name": "Anna"}, setup=SMALL)
    against_bots = anna.create({"name": "Anna"}, {"bot": "random"}, {"bot": "greedy"}, setup={**SMALL, "players": 3})
    hot = anna.create({"name": "Anna"}, {"name": "Anton"}, setup={**SMALL, "players": 3})
    filling = ben.create({"name": "Ben"}, {"bot": "random"}, setup={**SMALL, "players": 4, "series": True})
    there = [(anna, two), (ben, two), (anna, against_bots), (anna, hot), (carla, hot), (ben, filling), (carla, filling)]
    return [
        Player(f"P{number}", visitor.token, code, Random(rng.random())) for number, (visitor, code) in enumerate(there)
    ]


def playing(server: Server, players: Iterable[Player], maker: Maker) -> list[Thread]:
    """Everybody plays, each in a thread, and is there."""
    for player in players:
        player.is_there.clear()
    threads = [Thread(target=player.play, args=(server.url,), daemon=True) for player in players]
    threads.append(Thread(target=maker.make, args=(server.url,), daemon=True))
    for thread in threads:
        thread.start()
    assert all(player.is_there.wait(PATIENCE) for player in players)
    return threads


def await_bot(server: Server) -> None:
    """Wait until a bot has played: the first one needs a worker."""
    visitor, until = Visitor(server.url), time.monotonic() + PATIENCE
    while 'moves_total{by="bot"}' not in visitor.ask("GET", "/metrics"):
        assert time.monotonic() < until
        time.sleep(0.05)


def end(threads: Iterable[Thread]) -> None:
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def play_on(server: Server, players: list[Player]) -> None:
    """Every table goes on: each player has something acknowledged."""
    before = [len(player.done) for player in players]
    threads = [Thread(target=player.play, args=(server.url,), daemon=True) for player in players]
    for thread in threads:
        thread.start()
    until = time.monotonic() + PATIENCE
    while any(len(player.done) < done + 10 for player, done in zip(players, before, strict=True)):
        assert time.monotonic() < until
        time.sleep(0.05)
    for player in players:
        player.stop.set()
    end(threads)


# --- What must be true ------------------------------------------------------------------------------------------------


def check(data: Path, players: list[Player], maker: Maker) -> None:
    """All that everybody knows of is in the log, and the log of every table makes a table."""
    with open_snapshot(database_file(data)) as kept:
        logs = {table.table: kept.entries(table.table) for table in kept.tables()}
    assert set(maker.made) | {player.code for player in players} <= set(logs)
    for code, entries in logs.items():
        tables = states(code, entries)
        for player in players:
            if player.code == code:
                check_log(player, entries, tables)
                check_views(player, tables)


def states(code: str, entries: list[Entry]) -> list[Table]:
    """A table after each of its versions, which are complete."""
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    commands = [entry.command for entry in entries if entry.command]
    assert len(commands) == len(set(commands))
    tables = []
    table: Table | None = None
    for entry in entries:
        table = step(code, table, entry.version, entry.at, parse_event(entry.event))
        tables.append(table)
    return tables


def check_log(player: Player, entries: list[Entry], tables: list[Table]) -> None:
    """What was acknowledged is there as it was meant, what was refused is not, and what is doubtful may be."""
    mine = digest(player.token)[:16]
    versions = {entry.command: entry.version for entry in entries}
    for message, version in player.done:
        if message["do"] == "change" and f"{mine}/{message['id']}" not in versions:
            assert_had(tables[version - 1], entries[version - 1], message)
            continue
        assert versions.get(f"{mine}/{message['id']}") == version
        assert_means(entries[version - 1], message)
    assert not [name for name in player.refused if f"{mine}/{name}" in versions]
    if player.doubtful:
        player.kept = versions.get(f"{mine}/{player.doubtful['id']}")
        if player.kept:
            assert_means(entries[player.kept - 1], player.doubtful)


def assert_had(table: Table, entry: Entry, message: Json) -> None:
    """A change that is not stored was to the setup that the table had, as far as that is still kept."""
    if isinstance(parse_event(entry.event), Superseded):
        assert table.setup.players == message["setup"]["players"]
    else:
        assert table.setup.shown == message["setup"]


def assert_means(entry: Entry, message: Json) -> None:
    event = parse_event(entry.event)
    assert event.kind in KINDS[message["do"]]
    about = json.loads(entry.event)
    told = {name: value for name, value in message.items() if name in ("move", "name", "bot", "shape")}
    if message["do"] not in ("agree", "leave"):
        assert {name: about[name] for name in told} == told
    if event.kind not in ("undone", "begun", "changed") and "seat" in message:
        assert about["seat"] == message["seat"]


def check_views(player: Player, tables: list[Table]) -> None:
    """Nobody has seen what was not stored, nor anything else than what was."""
    assert player.newest <= len(tables)
    for version, position in player.positions.items():
        table = tables[version - 1]
        assert position == view_text(redact(table, table.board, None))


def assert_only_told_what_is_usual(server: Server) -> None:
    """Nothing failed, in none of its lives; what a kill cut off in the middle of a line is left out."""
    lines = [line for line in server.logged().splitlines() if line.endswith("}")]
    assert not [line for line in map(json.loads, lines) if line["level"] not in ("info", "debug")]


# --- A wrong clock ----------------------------------------------------------------------------------------------------


def test_a_clock_forty_years_ahead_at_the_start_deletes_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        anna = Visitor(server.url)
        code = anna.create({"name": "Anna"}, {"name": "Anton"})
    forty_years = 40 * 365 * 24 * 3600 * 1000
    with closing(sqlite3.connect(database_file(data))) as database, database:
        database.execute("UPDATE events SET at = at - ?", (forty_years,))
        database.execute("UPDATE tables SET created = created - ?", (forty_years,))
    with serving(data) as server:
        anna = Visitor(server.url, anna.token)
        for _ in range(20):
            anna.create({"name": "Anna"})  # The store does it after whatever the start has asked for.
        with anna.at(code) as guest:
            guest.until(lambda view: view["state"] == "playing")
            assert "version" in guest.move()
    postponed = [line for line in map(json.loads, server_log(data)) if line["event"] == "sweep_postponed"]
    assert [(line["level"], round(line["days_off"] / 365)) for line in postponed] == [("warning", 40)]


def server_log(data: Path) -> list[str]:
    """The lines that the servers of a data folder have logged."""
    return data.with_name(f"{data.name}.log").read_text(encoding="utf-8").splitlines()


# --- A full disk ------------------------------------------------------------------------------------------------------


def test_a_full_disk_loses_nothing_and_is_gone_when_there_is_room_again(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        anna = Visitor(server.url)
        code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup={"open_hands": True})
        with anna.at(code) as guest:
            guest.until(lambda view: view["state"] == "playing")
            allow(server, (database_file(data).with_name(f"{database_file(data).name}-wal")).stat().st_size + 50_000)
            done = [guest.command("undo", seat=1)]  # Nothing to undo: refused as always.
            assert done.pop()["refused"]["code"] == "nothing_to_undo"
            while "version" in (answer := guest.move()):
                done.append(answer)
                guest.until(lambda view: view["version"] >= done[-1]["version"])
            assert answer["refused"] == {"code": "unavailable"}
            with pytest.raises(Answer) as refusal:
                anna.create({"name": "Anna"})
            assert (refusal.value.status, refusal.value.code) == (503, "unavailable")
            assert anna.view(code)["version"] == done[-1]["version"]
            status, cause = health(anna)
            assert (status, cause in FULL) == (503, True)
            assert metric(anna, f'store_failures_total{{cause="{cause}"}}') >= 2
            allow(server, resource.RLIM_INFINITY)
            done.append(guest.move())
            assert done[-1]["version"] == done[-2]["version"] + 1
            assert health(anna) == (200, None)
            told = [line for line in map(json.loads, server.logged().splitlines()) if line["event"].startswith("store")]
            assert [(line["event"], line["level"], line["cause"] in FULL) for line in told] == [
                ("store_failed", "error", True),
                ("store_works", "info", True),
            ]
            allow(server, 1)
            assert guest.command("leave", seat=1, id="last")["refused"] == {"code": "unavailable"}
        server.kill()
    with serving(data) as server:
        anna = Visitor(server.url, anna.token)
        assert anna.view(code)["version"] == done[-1]["version"]
        with anna.at(code) as guest:
            assert guest.command("leave", seat=1, id="last")["version"] == done[-1]["version"] + 1


FULL = ("SQLITE_FULL", "SQLITE_IOERR_WRITE")


def health(visitor: Visitor) -> tuple[int, str | None]:
    """Whether the server says that it is well, and why it is not."""
    status, _, content = visitor.request("GET", "/health")
    return status, json.loads(content)["cause"]


def test_health_fails_on_a_full_disk_also_if_nobody_plays(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        anna = Visitor(server.url)
        assert health(anna) == (200, None)
        allow(server, 1)
        eventually(lambda: health(anna)[0] == 503)
        assert len(anna.ask("GET", "/api/tables")["tables"]) == 0, "reading works"
        allow(server, resource.RLIM_INFINITY)
        eventually(lambda: health(anna) == (200, None))


def allow(server: Server, size: int) -> None:
    """Let no file of a server grow beyond a size: writing more fails, as on a full disk."""
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
