"""The database of the version before, in the present one: tests/data/legacy/README.md says what it holds."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bigpoints.server.live.bus import LocalBus
from bigpoints.server.live.device_handover import redeem
from bigpoints.server.live.registry import TableRegistry
from bigpoints.server.live.service import TableService
from bigpoints.server.storage.inspect import open_snapshot
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.table.codes import digest
from support.server_process import Answer, Server, Visitor, serving
from support.stores import with_store

LEGACY = Path(__file__).parents[2] / "data" / "legacy"
KEPT = json.loads((LEGACY / "tables.json").read_text(encoding="utf-8"))
NAMES = list(KEPT["tables"])
RUNNING = ["hidden", "undo", "series", "seats", "position", "record"]
EVENTS = {
    *("created", "changed", "seated", "bot", "stood_in", "returned", "freed"),
    *("begun", "ply", "asked", "agreed", "declined", "undone"),
}


def opened(folder: Path) -> Path:
    """A copy of the database in a data folder."""
    folder.mkdir()
    shutil.copy(LEGACY / "tables.sqlite", folder)
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is only looked at; it deletes no table, however old the data become."""
    with serving(opened(tmp_path_factory.mktemp("legacy") / "data"), keep_days=36_500) as running:
        yield running


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at whose tables the games go on."""
    with serving(opened(tmp_path_factory.mktemp("legacy") / "played"), keep_days=36_500) as running:
        yield running


def browsers(server: Server) -> dict[str, Visitor]:
    """The browsers of the version before, and one that is new."""
    known = {name: Visitor(server.url, token) for name, token in KEPT["tokens"].items()}
    return {**known, "stranger": Visitor(server.url)}


def answer(who: Visitor, path: str) -> Any:
    """The answer to a request, or the refusal."""
    try:
        return who.ask("GET", path)
    except Answer as refused:
        return {"refused": refused.about}


def member_of(server: Server, name: str) -> Visitor:
    """The browser that the log and the games of a table were shown to."""
    views = KEPT["tables"][name]["views"]
    return next(who for browser, who in browsers(server).items() if "refused" not in views[browser])


def test_the_database_has_every_kind_of_event() -> None:
    with closing(sqlite3.connect(f"file:{LEGACY / 'tables.sqlite'}?mode=ro&immutable=1", uri=True)) as database:
        kinds = {json.loads(event)["kind"] for (event,) in database.execute("SELECT event FROM events")}
    assert kinds == EVENTS


@pytest.mark.parametrize("name", NAMES)
def test_each_browser_sees_the_same_table_as_before(server: Server, name: str) -> None:
    kept = KEPT["tables"][name]
    path = f"/api/tables/{kept['table']}"
    assert {browser: answer(who, path) for browser, who in browsers(server).items()} == kept["views"]


def test_a_browser_of_two_seats_sees_each_hand_as_before(server: Server) -> None:
    kept = KEPT["tables"]["position"]
    ben = browsers(server)["ben"]
    assert {f"ben {seat}": ben.view(kept["table"], seat) for seat in (1, 2)} == kept["hands"]


@pytest.mark.parametrize("name", NAMES)
def test_log_exports_and_replays_are_answered_as_before(server: Server, name: str) -> None:
    kept, member = KEPT["tables"][name], member_of(server, name)
    path = f"/api/tables/{kept['table']}"
    assert answer(member, f"{path}/log") == kept["log"]
    for game, (export, replay) in enumerate(zip(kept["exports"], kept["replays"], strict=True), start=1):
        assert answer(member, f"{path}/export?game={game}") == export
        assert answer(member, f"{path}/replay?game={game}") == replay


@pytest.mark.parametrize("person", list(KEPT["tokens"]))
def test_a_browser_finds_its_tables_as_before(server: Server, person: str) -> None:
    tables = browsers(server)[person].ask("GET", "/api/tables")["tables"]
    without_links = [{name: value for name, value in table.items() if name != "link"} for table in tables]
    assert without_links == KEPT["lists"][person]


@pytest.mark.parametrize("name", RUNNING)
def test_a_game_under_way_goes_on_to_its_end(played: Server, name: str) -> None:
    code = KEPT["tables"][name]["table"]
    everybody = browsers(played)
    with member_of(played, name).at(code) as onlooker:
        while onlooker.until(lambda view: view["state"])["state"] == "playing":
            make_a_ply(everybody, onlooker.view)
            onlooker.until(partial(is_newer, onlooker.view["version"]))
    over = onlooker.view
    assert over["result"]["winners"]
    if name == "series":
        assert over["standings"]["games"][0] == [2, 1]
        assert over["standings"]["winners"]


def is_newer(version: int, view: dict[str, Any]) -> bool:
    return bool(view["version"] > version)


def make_a_ply(everybody: dict[str, Visitor], view: dict[str, Any]) -> None:
    """Let the person to move make a ply, unless a bot plays there."""
    code, seat, version = view["table"], view["turn"], view["version"]
    if view["seats"][seat - 1]["bot"]:
        return
    who = next(who for who in everybody.values() if seat in answer(who, f"/api/tables/{code}").get("yours", []))
    move = {"do": "move", "id": f"on-{version}", "version": version, "seat": seat, "move": view["moves"][0]["move"]}
    try:
        who.ask("POST", f"/api/tables/{code}/commands", move)
    except Answer as refused:
        if refused.code not in ("stale", "bot_plays"):  # A bot stood in meanwhile.
            raise


def test_a_command_of_before_is_not_done_twice(server: Server) -> None:
    code, anna = KEPT["tables"]["undo"]["table"], browsers(server)["anna"]
    with open_snapshot(server.data / "tables.sqlite") as database:
        entries = database.entries(code)
    done = next(entry for entry in entries if (entry.command or "").startswith(digest(anna.token)[:16]))
    again = {"do": "move", "id": str(done.command).partition("/")[2], "version": 1, "seat": 1, "move": "B+"}
    assert anna.ask("POST", f"/api/tables/{code}/commands", again)["version"] == done.version
    assert anna.view(code)["version"] == KEPT["tables"]["undo"]["views"]["anna"]["version"]


def test_a_seat_on_offer_moves_to_another_device(tmp_path: Path) -> None:
    offer = KEPT["offer"]

    async def story(store: SqlStore) -> None:
        tables = TableRegistry(store, LocalBus(), now=lambda: offer["until"] - 1)
        code, _ = await redeem(TableService(tables), offer["code"], "phone")
        async with tables.using(code) as awake:
            assert code == KEPT["tables"][offer["table"]]["table"]
            assert awake.table.seats_of("phone") == (offer["seat"],)
            assert awake.table.seats[offer["seat"] - 1].name == "Cléo"

    with_store(opened(tmp_path / "data") / "tables.sqlite", story)


def test_an_answered_question_takes_the_turn_back(tmp_path: Path) -> None:
    kept = KEPT["tables"]["undo"]
    with serving(opened(tmp_path / "data"), keep_days=36_500) as server:
        cleo = browsers(server)["cleo"]
        view = cleo.view(kept["table"])
        agree = {"do": "agree", "id": "yes", "version": view["version"], "seat": 3}
        after = cleo.ask("POST", f"/api/tables/{kept['table']}/commands", agree)["view"]
    assert after["request"] is None
    assert after["position"] != view["position"]
