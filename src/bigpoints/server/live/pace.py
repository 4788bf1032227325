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

_GUESTS = 3
"""All guests of a table together may do as much as so many of them."""


class TablePace:
    """Counts events that are stored, for each person, and for all guests of a table together.

    So no guest can keep the owner from acting, nor a single one the other guests.
    """

    def __init__(self, changes: Limiter, games: Limiter) -> None:
        self._changes = changes
        self._games = games

    def check(self, table: Table, actor: Actor, event: Event) -> None:
        """Refuse an event that comes too fast; it is not counted yet."""
        for limiter, key, cost in self._counts(table, actor, event):
            if seconds := limiter.wait(key, cost):
                raise Refused("too_fast", seconds=math.ceil(seconds))

    def count(self, table: Table, actor: Actor, event: Event) -> None:
        """Count an event that is stored."""
        for limiter, key, cost in self._counts(table, actor, event):
            limiter.allows(key, cost)

    def _counts(self, table: Table, actor: Actor, event: Event) -> Iterator[tuple[Limiter, str, float]]:
        """The limiters that an event counts for, each with its key and the cost."""
        if isinstance(event, Played):
            return
        if isinstance(event, Begun):
            yield self._games, table.code, 1
        # The server seats people when a seat moves to another device: by a code that anybody may have.
        who = event.browser if isinstance(event, Seated) else actor.browser
        if is_same(table.owner, who):
            yield self._changes, table.code, 1
        elif who is not None:
            yield self._changes, f"{table.code}/{who}", 1
            yield self._changes, f"{table.code}/guests", 1 / _GUESTS


def unlimited() -> TablePace:
    """The pace of tables without limits."""
    return TablePace(Limiter(0, 1), Limiter(0, 1))
