"""The pace of tables: how often people may change one. Moves are not counted, nor is what the server does by itself."""

import math

from bigpoints.server.ops.rate_limit import Limiter
from bigpoints.server.table.commands import Actor
from bigpoints.server.table.events import Event, Played
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Table, is_same


class TablePace:
    """Counts events that are stored. The owner has a pace apart, so that no guest can keep them from acting."""

    def __init__(self, limiter: Limiter) -> None:
        self._limiter = limiter

    def check(self, table: Table, actor: Actor, event: Event) -> None:
        """Refuse an event that comes too fast; it is not counted yet."""
        if (key := _key(table, actor, event)) and (seconds := self._limiter.wait(key)):
            raise Refused("too_fast", seconds=math.ceil(seconds))

    def count(self, table: Table, actor: Actor, event: Event) -> None:
        """Count an event that is stored."""
        if key := _key(table, actor, event):
            self._limiter.allows(key)


def _key(table: Table, actor: Actor, event: Event) -> str | None:
    if actor.by != "person" or isinstance(event, Played):
        return None
    return table.code if is_same(table.owner, actor.browser) else f"{table.code}/guests"
