"""The room of a table: the clients connected to it, which seats are away, and the views that clients get."""

import asyncio
from collections import Counter
from collections.abc import Callable, KeysView, Set
from typing import NamedTuple

from bigpoints.server.live.client import Client
from bigpoints.server.live.client_view import ClientView
from bigpoints.server.live.live_table import LiveTable
from bigpoints.server.live.turn_clock import TurnClock
from bigpoints.server.protocol.packed_view import ViewWriter, pack_view
from bigpoints.server.storage.directory import Presence, TableNews
from bigpoints.server.table.state import Table, is_same

_NOBODY: Set[int] = frozenset()


class BotTask(NamedTuple):
    """A bot's search for a move, and what it is for: the version, the actor and the bot."""

    purpose: tuple[int, str, str]
    task: asyncio.Task[None]


class Room:
    """State of a table while somebody is connected: clients, absences, the turn clock, the scheduler's tasks.

    Other workers may have rooms of the same table: `news` is what is known of them.
    """

    def __init__(
        self, live: LiveTable, away_seconds: float, clock: Callable[[], float], *, is_attended: bool = True
    ) -> None:
        self.live = live
        self.news = TableNews(is_attended)
        self.stored_version = live.table.version
        """The newest version that the store is known to have."""
        self.is_catching_up = False
        self.bot_task: BotTask | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.turn_clock = TurnClock(live.table, clock)
        self._clients: dict[Client, None] = {}
        self._away_seconds = away_seconds
        self._clock = clock
        self._sockets: Counter[str] = Counter()
        self._absent_since: dict[str, float] = {}
        self._unseen_since: dict[str, float] = {}
        """When absences were first asked for, of players whose leaving nobody saw."""
        self.touched: set[str] = set()
        """Players who did something by REST, which other workers have not heard of yet."""
        self._writer = ViewWriter()

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.live.table

    @property
    def newest_version(self) -> int:
        """The newest version that is known, which may not have been read yet: heartbeats carry it."""
        return max(self.table.version, self.stored_version)

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
        self._forget_absence(client.browser)
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
        if browser in self._absent_since or browser in self._unseen_since:
            self._absent_since[browser] = self._clock()
            self.touched.add(browser)

    def take_presence(self) -> Presence:
        """The players who are connected here, for other workers, and those who were touched since the last call."""
        touched, self.touched = frozenset(self.touched), set()
        players = frozenset(seat.browser for seat in self.table.seats if seat.browser in self._sockets and seat.browser)
        return Presence(players, touched)

    def share(self, news: TableNews) -> bool:
        """Take over what is known of other workers. True if that changes who attends, who is present or away."""
        before = self.news.is_attended, self.news.connected, self.away()
        self.news = news
        for browser in news.connected:
            self._forget_absence(browser)
        now = self._clock()
        for browser, milliseconds in news.absent_ms.items():
            since = now - milliseconds / 1000
            if not self._is_present(browser):
                self._absent_since[browser] = max(since, self._absent_since.get(browser, since))
        return before != (news.is_attended, news.connected, self.away())

    def _forget_absence(self, browser: str) -> None:
        self._absent_since.pop(browser, None)
        self._unseen_since.pop(browser, None)

    def _is_present(self, browser: str | None) -> bool:
        """Whether a browser has a socket at this table, here or at another worker."""
        return browser in self._sockets or browser in self.news.connected

    def absences(self) -> list[tuple[int, float]]:
        """The seats whose people are absent, and since when: if nobody saw them leave, since this was first asked."""
        absent: list[tuple[int, float]] = []
        for number, seat in enumerate(self.live.table.seats, start=1):
            browser = seat.browser
            if browser is not None and browser not in self._sockets and browser not in self.news.connected:
                first_asked = self._unseen_since.setdefault(browser, self._clock())
                absent.append((number, self._absent_since.get(browser, first_asked)))
        return absent

    def away(self) -> Set[int]:
        """The seats whose people have been absent for at least `away_seconds`."""
        absences = self.absences()
        if not absences:  # So it is with nearly every view.
            return _NOBODY
        now = self._clock()
        return {seat for seat, since in absences if now - since >= self._away_seconds}

    def returned(self) -> list[tuple[int, str]]:
        """Seats that a bot holds for somebody who was away and is present again, with their browsers."""
        return [
            (number, seat.browser)
            for number, seat in enumerate(self.table.seats, start=1)
            if seat.browser and self._is_present(seat.browser) and seat.bot is not None and not seat.left
        ]

    @property
    def is_complete(self) -> bool:
        """Whether every seat is a person's who is present and plays."""
        return all(seat.bot is None and self._is_present(seat.browser) for seat in self.table.seats)

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
