"""The one way to act at a table, for REST, sockets, bots and timers alike: act, settle, show."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from pydantic_core import to_json

from bigpoints.bpr import record_text
from bigpoints.contract.answers import LogAnswer
from bigpoints.server.live.client_view import ClientView
from bigpoints.server.live.live_table import LiveTable
from bigpoints.server.live.registry import Acknowledge, TableRegistry
from bigpoints.server.live.room import Room, client_view
from bigpoints.server.ops.cost import charge
from bigpoints.server.protocol.history import game_record, log_view
from bigpoints.server.protocol.replays import replay_of_game
from bigpoints.server.table.access import check_may_watch
from bigpoints.server.table.commands import SERVER, Actor, Command, Settle
from bigpoints.server.table.decide import needs_settling
from bigpoints.server.table.events import Created, Log
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Table

_MAX_TABLES_LISTED = 50
_TABLES_PER_REQUEST = 10
"""Tables in a list that cost as much as a request, besides what it costs to load them."""


class Executed(NamedTuple):
    """The version that a command led to, and the view of its sender."""

    version: int
    view: ClientView


class LogPage(NamedTuple):
    """Which lines of a log are wanted: so many after a version, all games or only the last one."""

    after: int
    limit: int
    last_game: bool = False


class StaleCommand(Refused):
    """A refusal of a command that came too late, with the view as it is now."""

    def __init__(self, refused: Refused, view: ClientView) -> None:
        super().__init__(refused.code, **refused.about)
        self.view = view


class TableService:
    """All tables of this process, as their users see them."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.rooms: dict[str, Room] = {}
        """The rooms by the codes of their tables; the hub opens and closes them."""

    @property
    def loaded(self) -> int:
        """Number of tables in memory."""
        return self.registry.loaded

    async def count(self) -> int:
        """Number of tables stored. Raises StoreFailed."""
        return await self.registry.store.count()

    # --- Acting -------------------------------------------------------------------------------------------------------

    async def act(self, live: LiveTable, actor: Actor, command: Command, acknowledge: Acknowledge | None = None) -> int:
        """Execute a command, then settle the table. Gives the version that the command led to."""
        version = await self.registry.act(live, actor, command, acknowledge)
        if needs_settling(live.table):
            await self._settle_if_possible(live)
        return version

    async def settle(self, live: LiveTable) -> None:
        """Begin a full table, or carry out an undo to which all have agreed."""
        if needs_settling(live.table):
            # Named by the version, so that it happens once whoever tries it, and however often.
            await self.registry.act(live, SERVER, Settle(id=f"settle:{live.table.version}"))

    async def _settle_if_possible(self, live: LiveTable) -> None:
        with suppress(Refused):  # Overtaken; or the store failed, then the scheduler retries.
            await self.settle(live)

    # --- For one request ----------------------------------------------------------------------------------------------

    async def create(self, event: Created) -> tuple[str, ClientView]:
        """Create a table, begun if it is full. Gives its code, and the view of its owner."""
        table = await self.registry.create(event)
        async with self.registry.using(table.code) as live:
            await self._settle_if_possible(live)
            return table.code, self._view(live, event.owner, None)

    async def execute(self, code: str, browser: str, command: Command, seat: int | None = None) -> Executed:
        """Execute a command of a browser that need not be connected. Raises Refused, or StaleCommand."""
        if room := self.rooms.get(code):
            room.touch(browser)
        async with self.registry.using(code) as live:
            try:
                version = await self.act(live, Actor("person", browser), command)
            except Refused as refused:
                if refused.code != "stale":
                    raise
                raise StaleCommand(refused, self._view(live, browser, seat)) from refused
            return Executed(version, self._view(live, browser, seat))

    async def delete(self, code: str, browser: str) -> None:
        """Delete a table of a browser's own."""
        await self.registry.delete(code, Actor("person", browser))

    async def view(self, code: str, browser: str | None, seat: int | None = None) -> ClientView:
        """A table as a browser may see it; one with several seats names the seat whose hand it wants."""
        async with self.registry.using(code) as live:
            return self._view(live, browser, seat)

    async def table(self, code: str) -> Table:
        """A table as it is now."""
        async with self.registry.using(code) as live:
            return live.table

    async def tables_of(self, browser: str) -> list[Table]:
        """The tables that a browser owns or sits at, the newest first, and at most 50."""
        codes = await self.registry.store.tables_of(browser)
        # All at once: the store reads them in one go.
        tables = await asyncio.gather(*map(self._table_or_none, codes[:_MAX_TABLES_LISTED]))
        charge(len(tables) / _TABLES_PER_REQUEST)
        return [table for table in tables if table]

    async def _table_or_none(self, code: str) -> Table | None:
        """A table, unless it was deleted just now, or cannot be read."""
        try:
            return await self.table(code)
        except Refused as refused:
            if refused.code in ("no_such_table", "table_unreadable"):
                return None
            raise

    # --- The past -----------------------------------------------------------------------------------------------------

    async def log_json(self, code: str, browser: str | None, page: LogPage) -> bytes:
        """The answer with a page of the log of a table that a browser may watch. Raises Refused."""
        async with self.registry.using(code) as live:
            table = live.table
            check_may_watch(table, browser)
            after = max(page.after, table.begun - 1) if page.last_game else page.after
            return await self.registry.reader.page(code, after, page.limit, partial(_log_answer, table, after))

    async def export(self, code: str, browser: str | None, game: int | None) -> tuple[int, str]:
        """A game, the last one unless another is named: its number, and its record (BPR). Raises Refused."""
        table = await self._game(code, browser, game)
        return table.game, await self.registry.reader.run(lambda: record_text(game_record(table)))

    async def replay_json(self, code: str, browser: str | None, game: int | None) -> bytes:
        """The answer with the replay of a game: the last one unless another is named. Raises Refused."""
        table = await self._game(code, browser, game)
        return await self.registry.reader.run(lambda: to_json(replay_of_game(table)))

    async def _game(self, code: str, browser: str | None, game: int | None) -> Table:
        """A table that a browser may watch: as it was when a game ended, or as it is if that one is under way."""
        async with self.registry.using(code) as live:
            table = live.table
            check_may_watch(table, browser)
            if table.game == 0:
                raise Refused("not_begun")
            number = game or table.game
            if table.state == "playing" and number == table.game:
                return table
            ended = await self.registry.reader.end_of_game(code, number) if number <= table.game else None
            if ended is None:
                raise Refused("no_such_game", game=number, games=table.game)
            return ended

    def _view(self, live: LiveTable, browser: str | None, seat: int | None) -> ClientView:
        live.check_exists()
        table = live.table
        check_may_watch(table, browser)
        mine = table.seats_of(browser)
        if seat is None and len(mine) == 1:
            seat = mine[0]
        return client_view(table, self.rooms.get(table.code), browser, seat)


def _log_answer(table: Table, after: int, log: Log) -> bytes:
    """The answer with the lines of a table's log after a version. Raises Refused if the table was deleted just now."""
    if not log and after < table.version:
        raise Refused("no_such_table", table=table.code)
    answer: LogAnswer = {"version": table.version, "log": log_view(table, log)}
    # To hold hundreds of lines to their type once more would take as long again.
    return to_json(answer)
