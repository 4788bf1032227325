"""The services: the parts of the server that its edges, REST and sockets, use together."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import cast

from starlette.applications import Starlette

from bigpoints.contract.answers import TableSummary
from bigpoints.contract.facts import LONGEST_CODE
from bigpoints.contract.views import TableView
from bigpoints.server.live.hints import Adviser
from bigpoints.server.live.hub import Hub
from bigpoints.server.live.registry import LiveTable, TableRegistry
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.ops.rate_limit import Limiter, Places
from bigpoints.server.protocol.views import STATES, own_view, shared_view
from bigpoints.server.settings import Settings
from bigpoints.server.table.access import check_may_watch
from bigpoints.server.table.codes import tidy_code
from bigpoints.server.table.commands import HOUSE, Actor, Command, Settle
from bigpoints.server.table.decide import follows
from bigpoints.server.table.events import Created
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Table
from bigpoints.server.workers.pool import Thinkers

_MOST_TABLES_LISTED = 50


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that a request or a socket may need."""

    settings: Settings
    registry: TableRegistry
    hub: Hub
    thinkers: Thinkers
    adviser: Adviser
    metrics: Metrics
    address: str
    """Under which links lead here."""
    clients: Places
    new_tables: Limiter
    messages: Limiter
    replays: Limiter
    hints: Limiter
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by whoever reads the games that somebody brings: one busy thread at a time is enough."""

    def link(self, code: str) -> str:
        """The link to a table; its code stands in the fragment, which no server logs."""
        return f"{self.address}/#/table/{code}"

    def seat_link(self, code: str) -> str:
        """The link by which a seat comes to another device."""
        return f"{self.address}/#/seat/{code}"

    async def create(self, event: Created) -> Table:
        """A new table, begun if it is full."""
        table = await self.registry.create(event)
        async with self.registry.using(table.code) as live:
            await self._settle(live)
            return live.table

    async def act(self, code: str, browser: str, command: Command) -> int:
        """Do what a browser asks for, and what follows from it by itself. Gives the version that it led to."""
        if room := self.hub.room(code):
            room.heard(browser)
        async with self.registry.using(code) as live:
            version = await self.registry.act(live, Actor("person", browser), command)
            await self._settle(live)
            return version

    async def _settle(self, live: LiveTable) -> None:
        if follows(live.table):
            with suppress(Refused):  # Somebody was quicker: nothing follows any longer.
                await self.registry.act(live, HOUSE, Settle(id=f"settle:{live.table.version}"))

    async def view(self, code: str, browser: str | None, seat: int | None) -> TableView:
        """A table as a browser may see it; of several seats it names the one whose hand it wants."""
        async with self.registry.using(code) as live:
            table = live.table
        check_may_watch(table, browser)
        mine = table.seats_of(browser)
        if seat is None and len(mine) == 1:
            seat = mine[0]
        room = self.hub.room(code)
        if room is None:
            return {**shared_view(table), **own_view(table, browser, seat)}
        return {
            **shared_view(table, room.away()),
            **own_view(table, browser, seat, room.turn_clock.remaining_ms(table)),
        }

    async def measure(self) -> None:
        """Bring those numbers up to date that are looked up, not counted."""
        clients = sum(len(room.clients) for room in self.hub.rooms)
        self.metrics.clients(clients)
        self.metrics.tables(awake=self.registry.loaded, kept=await self.registry.store.count())
        self.metrics.bots(waiting=self.thinkers.waiting, busy=self.thinkers.busy)

    async def summaries(self, browser: str) -> list[TableSummary]:
        """The tables that a browser owns or sits at, the newest first."""
        codes = await self.registry.store.tables_of(browser)
        # All at once: the store reads them in one go.
        tables = await asyncio.gather(*map(self._table, codes[:_MOST_TABLES_LISTED]))
        summaries = [self._summary(table, browser) for table in tables if table]
        return [summary for summary in summaries if summary]

    async def _table(self, code: str) -> Table | None:
        """A table as it is now, unless it was deleted just now."""
        with suppress(Refused):
            async with self.registry.using(code) as live:
                return live.table
        return None

    def _summary(self, table: Table, browser: str) -> TableSummary | None:
        own = own_view(table, browser, None)
        if not own["owner"] and not own["yours"]:
            return None
        return {
            "table": table.code,
            "link": self.link(table.code),
            "state": STATES[table.state],
            "game": table.game,
            "names": [seat.name or seat.bot or "" for seat in table.seats],
            "bots": [seat.bot for seat in table.seats],
            "yours": own["yours"],
            "turn": None if table.position is None or table.position.is_over else table.position.seat,
            "owner": own["owner"],
            "at": table.at,
        }


def parse_table_code(text: str) -> str:
    """The code of a table as it is kept. Raises Refused if it can be none."""
    code = tidy_code(text)
    if not code.isalnum() or len(code) > LONGEST_CODE or not code.isascii():
        raise Refused("no_such_table")
    return code


def services_of(app: Starlette) -> Services:
    """The services of an application."""
    return cast("Services", app.state.services)
