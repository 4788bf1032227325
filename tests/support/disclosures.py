"""Everything that the server could tell somebody about a table, as bytes: what a hidden hand must not be found in."""

import asyncio
from dataclasses import dataclass
from typing import Any, cast

from pydantic_core import to_json

from bigpoints.server.live.client import Client, HandSelection
from bigpoints.server.live.live_table import LiveTable
from bigpoints.server.live.room import Room
from bigpoints.server.live.service import LogPage, TableService
from bigpoints.server.protocol.summaries import summary_view
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
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import Setup
from support.kept_story import service_of
from support.story import Story, actor


@dataclass
class Looker:
    """A client that looks at the hand of a seat, or at none."""

    browser: str | None
    selection: HandSelection


def told(story: Story, who: str | None, seat: int | None) -> list[bytes]:
    """All answers and views for a viewer who looks at the hand of a seat of theirs, or at none."""
    return [*_frames(story, who, seat), *_refusals(story, who), *asyncio.run(_rest(story, who, seat))]


def _frames(story: Story, who: str | None, seat: int | None) -> list[bytes]:
    room = Room(LiveTable(story.table), 10.0, lambda: 0.0)
    looker = Looker(who, HandSelection())
    looker.selection.select(story.table, seat)
    view = room.view(cast("Client", looker))
    return [view.packed, view.json]


async def _history(service: TableService, code: str, who: str | None) -> list[bytes]:
    """The log, whole and in small pages, and the record and the replay of the last game."""
    pages = [LogPage(0, 500), LogPage(0, 500, last_game=True), *(LogPage(after, 3) for after in range(0, 60, 3))]
    answers: list[bytes] = [await service.log_json(code, who, page) for page in pages]
    for ask in (service.export, service.replay_json):
        try:
            answers.append(str(await ask(code, who, None)).encode())
        except Refused as refused:
            answers.append(str(refused).encode())
    return answers


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
    service = service_of(story)
    answers: list[Any] = [(await service.view(story.table.code, who, seat)).values]
    if who is not None:
        answers += [summary_view(table, who, "http://here") for table in await service.tables_of(who)]
    return [*map(to_json, answers), *await _history(service, story.table.code, who)]
