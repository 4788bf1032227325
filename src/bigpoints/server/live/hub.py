"""Where clients and tables meet: who comes wakes a table, news are shown to all, who goes last lets it rest."""

import asyncio
from contextlib import suppress

from bigpoints.server.live.client import Client
from bigpoints.server.live.registry import GONE, Tables
from bigpoints.server.live.room import Company
from bigpoints.server.live.scheduler import Attendant
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Table, is_same

TABLE_GONE = 4004
"""The code with which a socket is closed whose table was deleted."""
NOT_ALLOWED = 4003
"""The code with which a socket is closed of somebody who may not look, or no longer."""


class Hub:
    """The companies at all tables that are awake."""

    def __init__(self, tables: Tables, attendant: Attendant, away_seconds: float) -> None:
        self.tables = tables
        self.attendant = attendant
        self.away_seconds = away_seconds
        self._companies: dict[str, Company] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        tables.bus.listen(self._news)

    @property
    def companies(self) -> list[Company]:
        """All of them."""
        return list(self._companies.values())

    def company(self, code: str) -> Company | None:
        """The company at a table, if anybody is there."""
        return self._companies.get(code)

    async def enter(self, code: str, client: Client) -> Company:
        """Somebody comes to a table: it wakes."""
        awake = await self.tables.take(code)
        try:
            check_may_watch(awake.table, client.browser)
        except Refused:
            self.tables.release(awake)
            raise
        company = self._companies.get(code)
        if company is None:
            company = Company(awake, self.away_seconds, asyncio.get_running_loop().time)
            self._companies[code] = company
        else:
            self.tables.release(awake)
        company.enter(client)
        company.show()
        self.attendant.attend(company)
        return company

    def leave(self, company: Company, client: Client) -> None:
        """Somebody goes; after the last one a table rests."""
        company.leave(client)
        if company.clients:
            company.show()
            self.attendant.attend(company)
            return
        self.attendant.dismiss(company)
        if self._companies.get(company.table.code) is company:
            del self._companies[company.table.code]
        self.tables.release(company.awake)

    def _news(self, code: str, version: int) -> None:
        company = self._companies.get(code)
        if company is None:
            return
        if version == GONE:
            self._close(company)
        elif company.table.version < version:
            self._catch_up(company)
        else:
            self._tell(company)

    def _tell(self, company: Company) -> None:
        """Show everybody what is new, and those out who may no longer look."""
        if company.table.setup.watch != "anyone":
            for client in [client for client in company.clients if not may_watch(company.table, client.browser)]:
                client.end(NOT_ALLOWED)
        company.show()
        self.attendant.attend(company)

    def _close(self, company: Company) -> None:
        self.attendant.dismiss(company)
        for client in list(company.clients):
            client.end(TABLE_GONE)

    def _catch_up(self, company: Company) -> None:
        """Another worker has stored something: read it, then show it."""
        task = asyncio.get_running_loop().create_task(self._caught_up(company))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _caught_up(self, company: Company) -> None:
        with suppress(Refused):  # The store is ill: the next news or question will bring it.
            async with company.awake.lock:
                await self.tables.catch_up(company.awake)
        if company.clients:
            self._tell(company)


def may_watch(table: Table, browser: str | None) -> bool:
    """Whoever plays may look; others may if the table allows it, or as long as there is a seat for them."""
    if table.setup.watch == "anyone" or any(seat.free for seat in table.seats):
        return True
    return bool(table.seats_of(browser)) or is_same(table.owner, browser)


def check_may_watch(table: Table, browser: str | None) -> None:
    """Refuse those who may not look."""
    if not may_watch(table, browser):
        raise Refused("watching_not_allowed")
