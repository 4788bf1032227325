"""Logs of thousands of events, without playing them through a server."""

from functools import cache
from random import Random
from typing import Any

from sqlalchemy import Connection, select

from bigpoints.server.storage.schema import EVENTS, MEMBERS, TABLES
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.table.commands import Next
from bigpoints.server.table.events import event_text
from support.story import SMALL, Story


@cache
def long_story(events: int, **setup: Any) -> Story:
    """Games of Anna and Ben one after another, until so many events have happened."""
    rng = Random(1)  # The shorter one of two stories is the beginning of the longer one.
    story = Story("anna", "ben", **(setup or SMALL)).settled()
    while story.table.version < events:
        if story.table.board.is_over:
            story.do("anna", Next)
        else:
            story.play(rng, 1)
    return story


async def keep(store: SqlStore, story: Story, code: str, at: int | None = None, anna: str = "anna") -> None:
    """Store a story as the version before did: without a snapshot. Each command is called by its version.

    If a time is given, everything happened then; if a browser is given, it is Anna's.
    """
    rows = [
        {
            "version": version,
            "at": at or when,
            "command": None if version == 1 else f"c{version}",
            "event": event_text(event).replace('"anna"', f'"{anna}"'),
        }
        for version, when, event in story.log
    ]

    def job(connection: Connection) -> None:
        connection.execute(TABLES.insert(), {"code": code, "created": at or story.table.created_at})
        number = connection.scalar(select(TABLES.c.number).where(TABLES.c.code == code))
        connection.execute(MEMBERS.insert(), {"browser": anna, "table": number})
        connection.execute(EVENTS.insert(), [{**row, "table": number} for row in rows])

    await store.do(job)
