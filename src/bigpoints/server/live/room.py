"""The room at a table: the clients that look at it, which seats are away, and the frames that are sent."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from pydantic_core import to_json

from bigpoints.server.live.client import Client
from bigpoints.server.live.registry import LiveTable
from bigpoints.server.live.turn_clock import TurnClock
from bigpoints.server.protocol.views import own_view, shared_view
from bigpoints.server.table.state import State, Table


class Thought(NamedTuple):
    """What a bot thinks about: for which version it plays, as whom, and the task that does it."""

    about: tuple[int, str, str]
    task: asyncio.Task[None]


class Room:
    """Everybody who looks at a table now, and everything else that a table at rest does not have."""

    def __init__(self, live: LiveTable, away_seconds: float, clock: Callable[[], float]) -> None:
        self.live = live
        self.clients: set[Client] = set()
        self.thought: Thought | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.turn_clock = TurnClock(live.table, clock)
        self._away_seconds = away_seconds
        self._clock = clock
        self._here: Counter[str] = Counter()
        self._gone: dict[str, float] = {}
        self._shared: bytes | None = None

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.live.table

    # --- Presence -----------------------------------------------------------------------------------------------------

    def enter(self, client: Client) -> None:
        """Somebody comes."""
        self.clients.add(client)
        if client.browser:
            self._here[client.browser] += 1
            self._gone.pop(client.browser, None)

    def leave(self, client: Client) -> None:
        """Somebody goes; a browser is gone with its last socket."""
        self.clients.discard(client)
        if not client.browser:
            return
        self._here[client.browser] -= 1
        if self._here[client.browser] <= 0:
            del self._here[client.browser]
            if self.table.seats_of(client.browser):
                self._gone[client.browser] = self._clock()

    def heard(self, browser: str) -> None:
        """Somebody did something without being connected: they have been away only since now."""
        if browser in self._gone:
            self._gone[browser] = self._clock()

    def missing(self) -> list[tuple[int, float]]:
        """The seats whose people are not here, and since when: at the earliest since they were first missed."""
        now = self._clock()
        return [
            (number, self._gone.setdefault(seat.browser, now))
            for number, seat in enumerate(self.table.seats, start=1)
            if seat.browser is not None and seat.browser not in self._here
        ]

    def away(self) -> set[int]:
        """The seats whose people have not been here for a while."""
        now = self._clock()
        return {seat for seat, since in self.missing() if now - since >= self._away_seconds}

    def returning(self) -> list[tuple[int, str]]:
        """The seats in which a bot stands in for somebody who was merely away and is here again, and their browsers."""
        return [
            (number, seat.browser)
            for number, seat in enumerate(self.table.seats, start=1)
            if seat.browser in self._here and seat.browser and seat.bot is not None and not seat.left
        ]

    @property
    def is_complete(self) -> bool:
        """Whether everybody is here and plays for themselves."""
        here = self._here
        return all(seat.bot is None and seat.browser in here for seat in self.table.seats)

    # --- Time ---------------------------------------------------------------------------------------------------------

    def moments(self) -> list[float]:
        """When something will be due by itself: a seat away, a bot in its place, a turn at its end."""
        now = self._clock()
        moments = [since + self._away_seconds for _, since in self.missing()]
        moments += [when for _, when in self.replacements()]
        if (end := self.turn_clock.end(self.table)) is not None:
            moments.append(end)
        return [moment for moment in moments if moment > now]

    def replacements(self) -> list[tuple[int, float]]:
        """The seats that a bot will take over unless their people come back, and when."""
        patience = self.table.setup.patience_seconds
        if patience is None or self.table.state is not State.PLAYING:
            return []
        people = self.table.people
        return [(seat, since + patience) for seat, since in self.missing() if seat in people]

    # --- Views --------------------------------------------------------------------------------------------------------

    def broadcast(self) -> None:
        """Show everybody the table as it is now."""
        self._shared = None
        for client in self.clients:
            client.queue_view()

    def view(self, client: Client) -> bytes:
        """The view of a client, as JSON; what all see alike is written once."""
        table = self.table
        if self._shared is None:
            self._shared = to_json(shared_view(table, self.away()))[:-1] + b","
        mine = table.seats_of(client.browser)
        seat = client.selection.selected(table, mine)
        return self._shared + to_json(own_view(table, client.browser, seat, self.turn_clock.remaining_ms(table)))[1:]
