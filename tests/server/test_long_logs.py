"""Tables with very long logs, and such that cannot be read: nobody else notices them."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bigpoints.server.ops.data_folder import database_file
from bigpoints.server.storage.engine import sqlite_url
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.table.codes import digest
from support.long_logs import keep, long_story
from support.observation import TINY, closed, metric, played_out, refused
from support.server_process import Json, Server, Visitor, serving

TOKEN = "a-token-of-anna-000000"  # noqa: S105
EVENTS = 2000
CODES = [f"LNGLGS{number:02}".replace("0", "X").replace("1", "Y") for number in range(50)]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a server that ran before, with many long logs of Anna's tables."""
    folder = tmp_path_factory.mktemp("long") / "data"
    folder.mkdir()

    async def fill() -> None:
        store = SqlStore(sqlite_url(database_file(folder)))
        for code in CODES:
            await keep(store, long_story(EVENTS), code, time.time_ns() // 1_000_000, digest(TOKEN))
        await store.close()

    asyncio.run(fill())
    return folder


@pytest.fixture
def server(data: Path) -> Iterator[Server]:
    with serving(data) as running:
        yield running


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def test_who_asks_for_something_small_does_not_wait_for_all_the_long_logs(server: Server) -> None:
    anna, ben = Visitor(server.url, TOKEN), Visitor(server.url)
    code = ben.create({"name": "Ben"})
    seconds: list[float] = []
    paths = [f"/api/tables/{each}{path}" for each in CODES[:20] for path in ("", "/export", "/log")]

    def ask(path: str) -> None:
        seconds.append(timed(lambda: anna.ask("GET", path)))

    threads = [threading.Thread(target=ask, args=(path,)) for path in paths]
    waits: list[float] = []
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        waits.append(timed(lambda: ben.view(code)))
    assert len(seconds) == len(paths)
    assert max(waits) < max(seconds) / 3


def test_a_log_comes_in_pages_and_the_last_game_alone_if_one_asks_for_it(server: Server) -> None:
    anna = Visitor(server.url, TOKEN)
    path = f"/api/tables/{CODES[0]}/log"
    page: Json = anna.ask("GET", path)
    assert (page["version"], len(page["log"])) == (EVENTS, 500)
    lines = list(page["log"])
    while lines[-1]["version"] < page["version"]:
        page = anna.ask("GET", f"{path}?after={lines[-1]['version']}")
        lines += page["log"]
    assert [line["version"] for line in lines] == list(range(1, EVENTS + 1))
    last: Json = anna.ask("GET", f"{path}?last_game=true")
    begun = max(line["version"] for line in lines if line["kind"] == "begun")
    assert last["log"] == lines[begun - 1 :]
    assert anna.ask("GET", f"{path}?after={begun}&limit=2")["log"] == lines[begun : begun + 2]
    assert anna.ask("GET", f"{path}?after={EVENTS}") == {"version": EVENTS, "log": []}
    for bad in ("limit=0", "limit=501", "after=-1", "limit=x", "last_game=maybe"):
        assert refused(anna, "GET", f"{path}?{bad}") == (422, "bad_message")


def test_every_game_of_a_long_log_can_be_had(server: Server) -> None:
    anna = Visitor(server.url, TOKEN)
    path = f"/api/tables/{CODES[0]}"
    games = anna.view(CODES[0])["game"]
    for game in (1, 2, games // 2, games - 1):
        export = anna.ask("GET", f"{path}/export?game={game}")
        replay = anna.ask("GET", f"{path}/replay?game={game}")
        assert replay["games"][0]["result"]
        assert anna.ask("POST", "/api/replay", {"text": export}) == replay
    assert refused(anna, "GET", f"{path}/export?game={games + 1}") == (404, "no_such_game")


def test_a_list_of_sleeping_tables_is_within_the_usual_limits_and_long_logs_are_not(data: Path) -> None:
    with serving(data, requests_per_second=0.5, requests_burst=60) as server:
        anna = Visitor(server.url, TOKEN)
        assert len(anna.ask("GET", "/api/tables")["tables"]) == len(CODES) == 50
        anna.ask("GET", f"/api/tables/{CODES[0]}/log")
        pages = 1
        while anna.request("GET", f"/api/tables/{CODES[0]}/log")[0] == 200:
            pages += 1
        assert pages < 10


# --- What cannot be read ----------------------------------------------------------------------------------------------


OF_A_TABLE = '"table" = (SELECT number FROM tables WHERE code = ?)'
NEWEST = f"version = (SELECT max(version) FROM events WHERE {OF_A_TABLE})"  # noqa: S608


def spoil(data: Path, code: str, change: str) -> None:
    """Change the newest row of a log."""
    with closing(sqlite3.connect(database_file(data))) as database, database:
        changed = database.execute(f"{change} WHERE {OF_A_TABLE} AND {NEWEST}", (code, code))
        assert changed.rowcount == 1


def of(event: str) -> str:
    """The change to a row that has another event then."""
    return f"UPDATE events SET event = '{event}'"  # noqa: S608


@pytest.mark.parametrize(
    "change",
    [
        of("{"),
        of("[" * 100_000),
        of('{"kind":"ply","seat":1,"move":"P^","by":"person"}'),
        of('{"kind":"freed","seat":5}'),
        of('{"kind":"changed","players":1000}'),
        of('{"kind":"changed","setup":{"turn_seconds":-5}}'),
        of('{"kind":"seated","seat":2,"name":"\\ud800","browser":"b"}'),
        of('{"kind":"seated","seat":2,"name":"Zoë","browser":"é"}'),
        "UPDATE events SET event = CAST(x'7bff7d' AS TEXT)",
        "UPDATE events SET event = x'7b7d'",
        "UPDATE events SET at = 'noon'",
        "UPDATE events SET at = 1 << 60",
        "UPDATE events SET version = version + 1",
    ],
    ids=lambda change: change.removeprefix("UPDATE events SET ")[:60],
)
def test_one_table_that_cannot_be_read_leaves_the_others_alone(tmp_path: Path, change: str) -> None:
    with serving(tmp_path / "data") as server:
        anna = Visitor(server.url)
        broken = anna.create({"name": "Anna"}, {"bot": "random"}, setup={**TINY, "first": 2})
        with anna.at(broken) as guest:
            played_out(guest)
        fine = anna.create({"name": "Anna"})
    spoil(server.data, broken, change)
    with serving(server.data) as server:
        anna.url = server.url
        assert [table["table"] for table in anna.ask("GET", "/api/tables")["tables"]] == [fine]
        for path in ("", "/log", "/export", "/replay", "/qr.svg"):
            assert refused(anna, "GET", f"/api/tables/{broken}{path}") == (500, "table_unreadable")
        leave = {"do": "leave", "id": "x", "seat": 1}
        assert refused(anna, "POST", f"/api/tables/{broken}/commands", leave) == (500, "table_unreadable")
        with anna.at(broken) as guest:
            assert guest.hear() == {"answer": {"id": None, "refused": {"code": "table_unreadable", "table": broken}}}
            assert closed(guest) == 4003
        assert anna.view(fine)["yours"] == [1]
        assert metric(anna, 'refusals_total{code="table_unreadable"}') == 7
        lines = [line for line in server.logged().splitlines() if "table_unreadable" in line and "reason" in line]
        assert len(lines) == 1
        assert broken not in server.logged()
        assert "never retrieved" not in server.logged()
        assert "store_failed" not in server.logged()
        anna.ask("DELETE", f"/api/tables/{broken}")
        assert refused(anna, "GET", f"/api/tables/{broken}") == (404, "no_such_table")
