"""Hints at tables: the best move for whoever is to move, and why, if the table allows them."""

import asyncio
from typing import NamedTuple, Protocol

from bigpoints.notation import parse_move, position_text
from bigpoints.rules import effect
from bigpoints.server.live.registry import TableRegistry
from bigpoints.server.protocol.views import move_view
from bigpoints.server.protocol.worth import Json
from bigpoints.server.table.access import check_may_watch
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Table
from bigpoints.server.workers.advice import Advice
from bigpoints.server.workers.pool import ThinkingFailed

_MOST_KEPT = 200


class MoveAdviser(Protocol):
    """Who knows good moves."""

    async def advise(self, position: str, *, open_hands: bool) -> list[Advice]:
        """The best moves of a position and why; raises ThinkingFailed."""
        ...


class _Thought(NamedTuple):
    moved: int
    """The version of the table that it is about."""
    task: asyncio.Task[list[Advice]]


class HintService:
    """Gives hints. For each table there is one thought at a time, which all who ask meanwhile or again share."""

    def __init__(self, registry: TableRegistry, adviser: MoveAdviser) -> None:
        self._registry = registry
        self._adviser = adviser
        self._thoughts: dict[str, _Thought] = {}

    async def hint(self, code: str, browser: str, seat: int | None) -> Json:
        """What a browser could play in the seat to move, which must be its own."""
        async with self._registry.using(code) as live:
            table = live.table
            asked_for = _seat_to_advise(table, browser, seat)
            found = await self._found(table)
            if live.is_gone:
                raise Refused("no_such_table", table=code)
            if live.table.moved != table.moved:
                raise Refused("stale", version=live.table.version)
            # Meanwhile it may have become somebody else's.
            _seat_to_advise(live.table, browser, asked_for)
        best, *others = (_advice_view(table, advice) for advice in found)
        return {"version": table.version, "seat": asked_for, "hint": {**best, "alternatives": others}}

    async def _found(self, table: Table) -> list[Advice]:
        task = self._thought(table)
        try:
            # Whoever goes while it is thought about leaves it to the others who wait.
            return await asyncio.shield(task)
        except ThinkingFailed as error:
            raise Refused("unavailable") from error
        except asyncio.CancelledError:
            if task.cancelled():
                raise Refused("stale", version=table.version) from None
            raise

    def _thought(self, table: Table) -> asyncio.Task[list[Advice]]:
        known = self._thoughts.pop(table.code, None)
        if known is None or known.moved != table.moved or _has_failed(known.task):
            if known is not None:
                known.task.cancel()
            known = _Thought(table.moved, asyncio.ensure_future(self._think(table)))
            known.task.add_done_callback(_has_failed)
        self._thoughts[table.code] = known
        if len(self._thoughts) > _MOST_KEPT:
            del self._thoughts[next(iter(self._thoughts))]
        return known.task

    async def _think(self, table: Table) -> list[Advice]:
        return await self._adviser.advise(position_text(table.board), open_hands=table.setup.open_hands)


def _has_failed(task: asyncio.Task[list[Advice]]) -> bool:
    """Whether a thought came to nothing; who asks has heard of it, even if nobody waits for it any more."""
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


def _advice_view(table: Table, advice: Advice) -> Json:
    move = parse_move(advice["move"])
    return {"move": move_view(move, effect(table.board, move)), "reasons": advice["reasons"]}
