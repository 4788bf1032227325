"""Hints: the best move for the seat to move, and why, at tables that allow them."""

import asyncio
from typing import NamedTuple, Protocol

from bigpoints.contract.answers import AdviceView, HintAnswer
from bigpoints.notation import parse_move, position_text
from bigpoints.rules import effect
from bigpoints.server.live.service import TableService
from bigpoints.server.protocol.views import move_view
from bigpoints.server.table.access import check_may_watch
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Table
from bigpoints.server.workers.advice import Advice
from bigpoints.server.workers.fair_queue import Origin
from bigpoints.server.workers.pool import WorkerFailed

_MAX_SEARCHES = 200
_MAX_UNDER_WAY = 20
"""Searches of one address that may wait at the same time: each takes a second, also if who asked is gone."""


class MoveAdviser(Protocol):
    """Finds the best moves, and says why they are."""

    async def advise(self, position: str, origin: Origin, *, open_hands: bool) -> list[Advice]:
        """The best moves of a position and why; raises WorkerFailed."""
        ...


class _Search(NamedTuple):
    """The search for the best moves of a position, under way or done."""

    moved: int
    """The version of the last start, ply or undo: the position is the same as long as it is."""
    address: str
    """Who asked first, and whose time it takes."""
    task: asyncio.Task[list[Advice]]


class HintService:
    """Gives hints. A table has one search at a time, shared by all who ask during it or after it."""

    def __init__(self, service: TableService, adviser: MoveAdviser) -> None:
        self._service = service
        self._adviser = adviser
        self._searches: dict[str, _Search] = {}

    async def hint(self, code: str, browser: str, seat: int | None, address: str) -> HintAnswer:
        """The best move for the seat to move, which must be the browser's own. Raises Refused."""
        async with self._service.registry.using(code) as live:
            table = live.table
            asked_for = _seat_to_advise(table, browser, seat)
            found = await self._best_moves(table, address)
            live.check_exists()
            if live.table.moved != table.moved:
                raise Refused("stale", version=live.table.version)
            # The seat may have changed hands during the search.
            _seat_to_advise(live.table, browser, asked_for)
        best, *others = (_advice_view(table, advice) for advice in found)
        return {"version": table.version, "seat": asked_for, "hint": {**best, "alternatives": others}}

    async def _best_moves(self, table: Table, address: str) -> list[Advice]:
        task = self._search(table, address)
        try:
            # A client that hangs up must not cancel the search of the others.
            return await asyncio.shield(task)
        except WorkerFailed as error:
            raise Refused("unavailable") from error
        except asyncio.CancelledError:
            if task.cancelled():
                raise Refused("stale", version=table.version) from None
            raise

    def _search(self, table: Table, address: str) -> asyncio.Task[list[Advice]]:
        known = self._searches.pop(table.code, None)
        if known is None or known.moved != table.moved or _has_failed(known.task):
            if known is not None:
                known.task.cancel()
            self._make_room(address)
            known = _Search(table.moved, address, asyncio.ensure_future(self._advise(table, address)))
            known.task.add_done_callback(_has_failed)
        self._searches[table.code] = known
        return known.task

    def _make_room(self, address: str) -> None:
        """Forget old hints if there are very many. Raises Refused if an address has too many searches under way."""
        done = [code for code, search in self._searches.items() if search.task.done()]
        for code in done[: max(0, len(self._searches) + 1 - _MAX_SEARCHES)]:
            del self._searches[code]
        under_way = sum(search.address == address and not search.task.done() for search in self._searches.values())
        if under_way >= _MAX_UNDER_WAY:
            raise Refused("too_fast", seconds=under_way)

    async def _advise(self, table: Table, address: str) -> list[Advice]:
        origin, position = Origin(address, table.code), position_text(table.board)
        return await self._adviser.advise(position, origin, open_hands=table.setup.open_hands)


def _has_failed(task: asyncio.Task[list[Advice]]) -> bool:
    """Whether a search came to nothing. As a callback it reads the exception, which asyncio would else report."""
    return task.done() and (task.cancelled() or task.exception() is not None)


def _seat_to_advise(table: Table, browser: str, seat: int | None) -> int:
    """The seat that is to move, if it is a browser's and may be advised. Raises Refused."""
    check_may_watch(table, browser)
    if not table.setup.hints:
        raise Refused("no_hints")
    position = table.board
    if position.is_over:
        raise Refused("game_over")
    mine = table.seats_of(browser)
    if seat is None:
        seat = mine[0] if len(mine) == 1 else position.seat
    if seat not in mine:
        raise Refused("not_your_seat" if seat <= len(table.seats) else "no_such_seat", seat=seat)
    if seat != position.seat:
        raise Refused("not_your_turn", seat=position.seat)
    if table.seats[seat - 1].bot is not None:
        raise Refused("bot_plays", seat=seat)
    return seat


def _advice_view(table: Table, advice: Advice) -> AdviceView:
    move = parse_move(advice["move"])
    return {"move": move_view(move, effect(table.board, move)), "reasons": advice["reasons"]}
