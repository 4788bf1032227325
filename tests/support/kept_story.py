"""A story in a store of its own, and the service of a server that has it: what REST would answer about it."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any, cast

from bigpoints.server.live.bus import LocalBus
from bigpoints.server.live.registry import TableRegistry
from bigpoints.server.live.service import TableService
from bigpoints.server.storage.store import Entry, Store, TableSnapshot
from bigpoints.server.table.events import Begun, event_text
from bigpoints.server.table.snapshot import FORMAT, snapshot_text
from support.story import Story, fold

Json = dict[str, Any]


@dataclass
class KeptStory:
    """A store that has the log of one story, and snapshots: from its middle, and from the beginning of each game."""

    is_shared = False

    story: Story

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The log of the story."""
        log = [Entry(table, n, at, None, event_text(event)) for n, at, event in self.story.log if n > after]
        return log[:limit]

    async def newest_snapshot(self, table: str, form: str, game: int | None = None) -> TableSnapshot | None:
        """The story as it was in its middle, or when the last game up to a number began."""
        assert form == FORMAT
        version = max(1, len(self.story.log) // 2)
        if game is not None:
            begun = [n for n, _, event in self.story.log if isinstance(event, Begun) and event.game <= game]
            version = max(begun, default=1)
        known = fold(table, self.story.log[:version])
        assert known
        return TableSnapshot(table, version, game is not None, known.game, FORMAT, snapshot_text(known))

    async def save_snapshot(self, _: TableSnapshot) -> None:
        """Keep it no longer than it takes to hear of it."""

    async def executed(self, _table: str, _command: str) -> int | None:
        """No command that anybody asks for."""
        return None

    async def tables_of(self, _: str) -> list[str]:
        """The one table, for every browser."""
        return [self.story.table.code]


def service_of(story: Story) -> TableService:
    """The service of a server that has just been started, and has one story."""
    registry = TableRegistry(cast("Store", KeptStory(story)), LocalBus(), now=lambda: story.table.at)
    return TableService(registry)


def exported(story: Story, game: int | None = None) -> str:
    """The export of a game by REST. Raises Refused."""
    return asyncio.run(service_of(story).export(story.table.code, "anna", game))[1]


def replayed(story: Story, game: int | None = None) -> Json:
    """The replay of a game by REST. Raises Refused."""
    answer: Json = json.loads(asyncio.run(service_of(story).replay_json(story.table.code, "anna", game)))
    return answer
