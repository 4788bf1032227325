"""The pace of tables: how often people may change one, and how often games may begin there.

Moves are not counted: a game has a bounded number of them, whoever makes them.
"""

import math
from collections.abc import Iterator

from bigpoints.server.ops.rate_limit import Limiter
from bigpoints.server.table.commands import Actor
from bigpoints.server.table.events import Begun, Event, Played, Seated
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Table, is_same


class TablePace:
    """Counts events that are stored. The owner has a pace apart, so that no guest can keep them from acting."""

    def __init__(self, changes: Limiter, games: Limiter) -> None:
        self._changes = changes
        self._games = games

    def check(self, table: Table, actor: Actor, event: Event) -> None:
        """Refuse an event that comes too fast; it is not counted yet."""
        for limiter, key in self._counts(table, actor, event):
            if seconds := limiter.wait(key):
                raise Refused("too_fast", seconds=math.ceil(seconds))

    def count(self, table: Table, actor: Actor, event: Event) -> None:
        """Count an event that is stored."""
        for limiter, key in self._counts(table, actor, event):
            limiter.allows(key)

    def _counts(self, table: Table, actor: Actor, event: Event) -> Iterator[tuple[Limiter, str]]:
        """The limiters that an event counts for, each with its key."""
        if isinstance(event, Played):
            return
        if isinstance(event, Begun):
            yield self._games, table.code
        # The server seats people when a seat moves to another device: by a code that anybody may have.
        if actor.by == "person" or isinstance(event, Seated):
            is_owner = is_same(table.owner, actor.browser)
            yield self._changes, table.code if is_owner else f"{table.code}/guests"


def unlimited() -> TablePace:
    """The pace of tables without limits."""
    return TablePace(Limiter(0, 1), Limiter(0, 1))
