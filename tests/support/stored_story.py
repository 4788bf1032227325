"""Stories with a registry of tables and a real store."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from bigpoints.server.live.bus import LocalBus
from bigpoints.server.live.registry import TableRegistry
from bigpoints.server.storage.schema import EVENTS, TABLES
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.table.commands import SERVER, Actor, Command, MakeMove, Settle
from bigpoints.server.table.events import Created, Log, parse_event
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import Setup, opening_from_position
from bigpoints.server.table.state import Table
from support.stores import with_store
from support.story import BOARD, placed

ANNA, BEN = Actor("person", "anna"), Actor("person", "ben")


def registry_on(store: Any, **about: Any) -> TableRegistry:
    """The registry of another worker, or of the same one after a restart."""
    return TableRegistry(store, LocalBus(), draw=Random(1), **about)


async def begun(registry: TableRegistry) -> str:
    """A table at which Anna is to move, then Ben."""
    opening = opening_from_position(BOARD)
    seats = [placed("anna"), placed("ben")]
    table = await registry.create(Created(setup=opening.apply_to(Setup()), owner="anna", seats=seats, opening=opening))
    await do(registry, table.code, SERVER, Settle(id="begin"))
    return table.code


async def do(registry: TableRegistry, code: str, who: Actor, command: Command) -> int:
    """Execute a command of somebody who is not connected."""
    async with registry.using(code) as live:
        return await registry.act(live, who, command)


async def stands(registry: TableRegistry, code: str) -> Table:
    """The table as it is kept."""
    async with registry.using(code) as live:
        return live.table


def spoil(store: SqlStore, code: str, version: int, event: str) -> Awaitable[object]:
    """Write nonsense into a log."""
    of_table = EVENTS.c.table == select(TABLES.c.number).where(TABLES.c.code == code).scalar_subquery()
    row = EVENTS.update().where(of_table, EVENTS.c.version == version).values(event=event)
    return store.do(lambda connection: connection.execute(row).rowcount)


async def log_of(registry: TableRegistry, code: str) -> Log:
    """Everything that has happened at a table."""
    return [(entry.version, entry.at, parse_event(entry.event)) for entry in await registry.store.read(code)]


def move(version: int, move: str, seat: int = 1, name: str = "m1") -> MakeMove:
    """A move that somebody wants to make."""
    return MakeMove(id=name, version=version, seat=seat, move=move)


async def code_of(work: Awaitable[object]) -> str:
    """The code of a refusal."""
    with pytest.raises(Refused) as refused:
        await work
    return refused.value.code


def with_begun_table(folder: Path, story: Callable[[SqlStore, TableRegistry, str], Awaitable[None]]) -> None:
    """Play a story with a registry and a table that was just begun."""

    async def play(store: SqlStore) -> None:
        registry = registry_on(store)
        await story(store, registry, await begun(registry))

    with_store(folder / "tables.db", play)
