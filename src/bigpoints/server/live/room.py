"""The room of a table: the clients connected to it, which seats are away, and the views that clients get."""

import asyncio
from collections import Counter
from collections.abc import Callable, KeysView
from typing import NamedTuple

from bigpoints.server.live.client import Client
from bigpoints.server.live.client_view import ClientView
from bigpoints.server.live.live_table import LiveTable
from bigpoints.server.live.turn_clock import TurnClock
from bigpoints.server.protocol.packed_view import ViewWriter, pack_view
from bigpoints.server.table.state import Table, is_same


class BotTask(NamedTuple):
    """A bot's search for a move, and what it is for: the version, the actor and the bot."""

    purpose: tuple[int, str, str]
    task: asyncio.Task[None]


class Room:
    """State of a table while somebody is connected: clients, absences, the turn clock, the scheduler's tasks."""

    def __init__(self, live: LiveTable, away_seconds: float, clock: Callable[[], float]) -> None:
        self.live = live
        self.bot_task: BotTask | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.turn_clock = TurnClock(live.table, clock)
        self._clients: dict[Client, None] = {}
        self._away_seconds = away_seconds
        self._clock = clock
        self._sockets: Counter[str] = Counter()
        self._absent_since: dict[str, float] = {}
        self._writer = ViewWriter()

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.live.table

    @property
    def clients(self) -> KeysView[Client]:
        """The clients that are connected, in the order of their coming."""
        return self._clients.keys()

    @property
    def address(self) -> str:
        """The address that bots play for: of the client that came first of those who play, else of all."""
        players = (client for client in self._clients if self._is_host(client.browser))
        client = next(players, None) or next(iter(self._clients), None)
        return client.address if client else ""

    def _is_host(self, browser: str | None) -> bool:
        """Whether somebody plays here or owns the table: a mere spectator must not have its bots on their account."""
        return bool(self.table.seats_of(browser)) or is_same(self.table.owner, browser)

    # --- Presence -----------------------------------------------------------------------------------------------------

    def enter(self, client: Client) -> bool:
        """Add a client. True if its browser is a player's and had no other client here."""
        self._clients[client] = None
        if not client.browser:
            return False
        self._sockets[client.browser] += 1
        self._absent_since.pop(client.browser, None)
        return self._sockets[client.browser] == 1 and bool(self.table.seats_of(client.browser))

    def leave(self, client: Client) -> bool:
        """Remove a client. True if its browser is a player's and has no other client here."""
        self._clients.pop(client, None)
        if not client.browser:
            return False
        self._sockets[client.browser] -= 1
        if self._sockets[client.browser] > 0:
            return False
        del self._sockets[client.browser]
        if not self.table.seats_of(client.browser):
            return False
        self._absent_since[client.browser] = self._clock()
        return True

    def touch(self, browser: str) -> None:
        """Count the absence of a browser from now: it did something by REST."""
        if browser in self._absent_since:
            self._absent_since[browser] = self._clock()

    def absences(self) -> list[tuple[int, float]]:
        """The seats whose people are absent, and since when: at the earliest since this was first asked."""
        now = self._clock()
        return [
            (number, self._absent_since.setdefault(seat.browser, now))
            for number, seat in enumerate(self.table.seats, start=1)
            if seat.browser is not None and seat.browser not in self._sockets
        ]

    def away(self) -> set[int]:
        """The seats whose people have been absent for at least `away_seconds`."""
        now = self._clock()
        return {seat for seat, since in self.absences() if now - since >= self._away_seconds}

    def returned(self) -> list[tuple[int, str]]:
        """Seats that a bot holds for somebody who was away and is present again, with their browsers."""
        return [
            (number, seat.browser)
            for number, seat in enumerate(self.table.seats, start=1)
            if seat.browser in self._sockets and seat.browser and seat.bot is not None and not seat.left
        ]

    @property
    def is_complete(self) -> bool:
        """Whether every seat is a person's who is present and plays."""
        present = self._sockets
        return all(seat.bot is None and seat.browser in present for seat in self.table.seats)

    # --- Deadlines ----------------------------------------------------------------------------------------------------

    def deadlines(self) -> list[float]:
        """When something is due next: a seat counts as away, a bot takes it over, a turn ends."""
        now = self._clock()
        times = [since + self._away_seconds for _, since in self.absences()]
        times += [when for _, when in self.takeovers()]
        if (end := self.turn_clock.end(self.table)) is not None:
            times.append(end)
        return [time for time in times if time > now]

    def takeovers(self) -> list[tuple[int, float]]:
        """The seats that a bot takes over unless their people come back, and when."""
        patience = self.table.setup.patience_seconds
        if patience is None or self.table.state != "playing":
            return []
        people = self.table.people
        return [(seat, since + patience) for seat, since in self.absences() if seat in people]

    # --- Views --------------------------------------------------------------------------------------------------------

    def broadcast(self) -> None:
        """Send every client the view as it is now."""
        for client in self._clients:
            client.queue_view()

    def view(self, client: Client) -> ClientView:
        """The view of a client that is connected."""
        table = self.table
        seat = client.selection.selected(table, table.seats_of(client.browser))
        return self.view_of(client.browser, seat)

    def view_of(self, browser: str | None, seat: int | None) -> ClientView:
        """The view of a browser that looks at the hand of a seat of its own, or at none. Raises Refused."""
        table = self.table
        # Who is away changes by time and by REST, at the same version.
        return ClientView(self._writer.write(table, browser, seat, self.away(), self.turn_clock.remaining_ms(table)))


def client_view(table: Table, room: Room | None, browser: str | None, seat: int | None) -> ClientView:
    """The view of a browser that looks at the hand of a seat of its own, or at none. Raises Refused.

    Without a room nobody is connected: then nobody is away, and no turn clock runs.
    """
    return ClientView(pack_view(table, browser, seat)) if room is None else room.view_of(browser, seat)
