"""Everything that the server could tell somebody about a table, as bytes: what a hidden hand must not be found in."""

import asyncio
from dataclasses import dataclass
from typing import Any, cast

from pydantic_core import to_json

from bigpoints.bpr import record_text
from bigpoints.server.live.bus import LocalBus
from bigpoints.server.live.client import Client, HandSelection
from bigpoints.server.live.registry import LiveTable, TableRegistry
from bigpoints.server.live.room import Room
from bigpoints.server.live.service import TableService
from bigpoints.server.protocol.history import game_record, log_view
from bigpoints.server.protocol.summaries import summary_view
from bigpoints.server.storage.store import Entry, Store
from bigpoints.server.table.commands import (
    Agree,
    Change,
    Command,
    Decline,
    Free,
    Leave,
    MakeMove,
    Next,
    Return,
    SeatBot,
    Sit,
    Start,
    Undo,
)
from bigpoints.server.table.decide import decide
from bigpoints.server.table.events import event_text
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import Setup
from support.story import Story, actor


@dataclass
class Kept:
    """A store that has the log of one story."""

    story: Story

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The log of the story."""
        return [Entry(table, n, at, None, event_text(event)) for n, at, event in self.story.log if n > after]

    async def tables_of(self, _: str) -> list[str]:
        """The one table, for every browser."""
        return [self.story.table.code]


@dataclass
class Looker:
    """A client that looks at the hand of a seat, or at none."""

    browser: str | None
    selection: HandSelection


def told(story: Story, who: str | None, seat: int | None) -> list[bytes]:
    """All answers and views for a viewer who looks at the hand of a seat of theirs, or at none."""
    return [*_frames(story, who, seat), *_history(story), *_refusals(story, who), *asyncio.run(_rest(story, who, seat))]


def _frames(story: Story, who: str | None, seat: int | None) -> list[bytes]:
    room = Room(LiveTable(story.table, {}), 10.0, lambda: 0.0)
    looker = Looker(who, HandSelection())
    looker.selection.select(story.table, seat)
    return [room.view(cast("Client", looker)).json]


def _history(story: Story) -> list[bytes]:
    try:
        export = record_text(game_record(story.table, story.log)).encode()
    except Refused as refused:
        export = str(refused).encode()
    return [to_json(log_view(story.table, story.log)), export]


def _refusals(story: Story, who: str | None) -> list[bytes]:
    """Why everything is refused to somebody that is."""
    refusals = []
    for command in all_commands(story):
        try:
            decide(story.table, actor(who or "nobody"), command, story.draw)
        except Refused as refused:
            refusals.append(to_json({"code": refused.code, **refused.about}))
    return refusals


def all_commands(story: Story) -> list[Command]:
    """Every command that a person can give, about every seat."""
    version = story.table.version
    commands: list[Command] = [Start(id="x"), Next(id="x"), Change(id="x", setup=Setup()), Sit(id="x", name="X")]
    for seat in range(1, len(story.table.seats) + 1):
        timely: dict[str, Any] = {"id": "x", "version": version, "seat": seat}
        commands += [Undo(**timely), Agree(**timely), Decline(**timely), MakeMove(**timely | {"version": 1}, move=".")]
        commands += [MakeMove(**timely, move=move) for move in ("B+", "B^=", "P<-", ".", "?")]
        commands += [Leave(id="x", seat=seat), Return(id="x", seat=seat), Free(id="x", seat=seat)]
        commands += [SeatBot(id="x", seat=seat, bot="random"), Sit(id="x", seat=seat, name="X")]
    return commands


async def _rest(story: Story, who: str | None, seat: int | None) -> list[bytes]:
    registry = TableRegistry(cast("Store", Kept(story)), LocalBus(), now=lambda: story.table.at)
    service = TableService(registry)
    answers: list[Any] = [(await service.view(story.table.code, who, seat)).values]
    if who is not None:
        answers += [summary_view(table, who, "http://here") for table in await service.tables_of(who)]
    return [to_json(answer) for answer in answers]
