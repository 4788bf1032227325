"""A data folder with a table that has as many events as a table may have."""

import asyncio
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from bigpoints.rules import legal_moves
from bigpoints.server.live.registry import now_ms
from bigpoints.server.ops.data_folder import database_file
from bigpoints.server.storage.engine import sqlite_url
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import Entry
from bigpoints.server.table.codes import digest
from bigpoints.server.table.commands import Actor, Command, MakeMove, Next, Start
from bigpoints.server.table.decide import decide
from bigpoints.server.table.events import Created, Event, Placed, event_text
from bigpoints.server.table.log_limit import MAX_EVENTS
from bigpoints.server.table.setup import Setup
from bigpoints.server.table.state import Table, after, begin

_CODE = "LUNGTABE"


@contextmanager
def long_table(*, is_over: bool = True) -> Iterator[tuple[Path, str, str]]:
    """The folder, its owner's token and the code of a table; its last game may be under way."""
    token = secrets.token_urlsafe(16)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        asyncio.run(_store(data, list(_events(digest(token), is_over=is_over)), digest(token)))
        yield data, token, _CODE


async def _store(data: Path, entries: list[Entry], owner: str) -> None:
    store = SqlStore(sqlite_url(database_file(data)))
    try:
        await store.create(entries[0], owner)
        await asyncio.gather(*(store.append(entry) for entry in entries[1:]))
    finally:
        await store.close()


def _events(owner: str, *, is_over: bool) -> Iterator[Entry]:
    """Games of two people at one browser, one after the other, up to the last event that is accepted."""
    rng, at = Random(1), now_ms() - MAX_EVENTS
    seats = [Placed(name=name, browser=owner) for name in ("Anna", "Anton")]
    created = Created(setup=Setup(first=1), owner=owner, seats=seats)
    table = begin(_CODE, created, at)
    yield _entry(table, created)
    while table.version < MAX_EVENTS and not (is_over and table.state == "over" and table.version > MAX_EVENTS - 200):
        event = decide(table, Actor("person", owner), _command(table, rng), rng)
        table = after(table, table.version + 1, at + table.version, event)
        yield _entry(table, event)


def _command(table: Table, rng: Random) -> Command:
    if table.state == "playing":
        move = rng.choice(legal_moves(table.board))
        return MakeMove(id="m", version=table.version, seat=table.board.seat, move=str(move))
    return Start(id="s") if table.state == "open" else Next(id="n")


def _entry(table: Table, event: Event) -> Entry:
    return Entry(table.code, table.version, table.at, f"event-{table.version}", event_text(event))
