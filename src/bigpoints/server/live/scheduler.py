"""Timed and automatic actions in rooms: games begin, bots play, turns end, bots stand in.

The scheduler acts through the service as everybody does, with command ids by which each thing happens once however
often it is tried.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from hashlib import blake2b
from typing import Protocol

from bigpoints.notation import position_text
from bigpoints.server.live.room import BotTask, Room
from bigpoints.server.live.service import TableService
from bigpoints.server.ops.logs import log
from bigpoints.server.table.commands import CLOCK, SERVER, Actor, Command, MakeMove, Return, StandIn
from bigpoints.server.table.decide import needs_settling
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Table
from bigpoints.server.workers.fair_queue import Origin
from bigpoints.server.workers.pool import WorkerFailed

_RETRY_SECONDS = 1.0
_FIRST_PAUSE_SECONDS = 0.5
_LONGEST_PAUSE_SECONDS = 30.0


class MoveFinder(Protocol):
    """Finds moves for bots."""

    async def think(self, bot: str, position: str, seed: int, origin: Origin) -> str:
        """A move of a bot in a position; raises WorkerFailed."""
        ...


class Scheduler:
    """Runs what is due in rooms, and sets a timer for what is due next."""

    def __init__(self, service: TableService, bots: MoveFinder) -> None:
        self.service = service
        self.bots = bots
        self._tasks: set[asyncio.Task[None]] = set()

    def update(self, room: Room) -> None:
        """Start what is due in a room now, and set its timer; to be called after every change there."""
        if room.live.is_gone:
            return
        if not room.news.is_attended:  # Another worker does all this; here somebody may be away by then.
            _cancel_bot(room)
            self._set_timer(room)
            return
        if _needs_nothing(room):
            self.cancel(room)
            return
        # Every act settles, too, unless the store failed or the server was stopped in between.
        if needs_settling(room.table):
            self._spawn(self._settle(room))
        self._replace_absent(room)
        self._give_seats_back(room)
        self._start_bot(room)
        self._set_timer(room)

    def cancel(self, room: Room) -> None:
        """Stop the timer and the bot of a room: it closes, or its people play by themselves."""
        if room.timer:
            room.timer.cancel()
            room.timer = None
        _cancel_bot(room)

    async def stop(self) -> None:
        """Cancel all tasks, and wait for their end."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- Deadlines ----------------------------------------------------------------------------------------------------

    def _set_timer(self, room: Room) -> None:
        if room.timer:
            room.timer.cancel()
            room.timer = None
        if deadlines := room.deadlines():
            loop = asyncio.get_running_loop()
            room.timer = loop.call_at(min(deadlines), self._on_timer, room)

    def _on_timer(self, room: Room) -> None:
        room.timer = None
        room.broadcast()  # Somebody may be away by now.
        self.update(room)

    def _replace_absent(self, room: Room) -> None:
        """Let bots play for people who were absent too long; absence may start before the game."""
        now = asyncio.get_running_loop().time()
        for seat, when in room.takeovers():
            if when <= now:
                command = StandIn(id=f"stand_in:{room.table.version}:{seat}", seat=seat)
                self._spawn(self._act(room, SERVER, command))

    def _give_seats_back(self, room: Room) -> None:
        """Give people who were away their seats back, even if they were away for a moment only."""
        for seat, browser in room.returned():
            command = Return(id=f"return:{room.table.version}:{seat}", seat=seat)
            self._spawn(self._act(room, Actor("person", browser), command))

    # --- Bots ---------------------------------------------------------------------------------------------------------

    def _start_bot(self, room: Room) -> None:
        """Let a bot look for a move if one is to be made, unless one does so for the same purpose already."""
        purpose = _bot_purpose(room)
        if room.bot_task and room.bot_task.purpose == purpose and not room.bot_task.task.done():
            return
        _cancel_bot(room)
        if purpose:
            room.bot_task = BotTask(purpose, self._spawn(self._play(room, *purpose)))

    async def _play(self, room: Room, version: int, by: str, bot: str) -> None:
        """Find a move and make it, after `bot_delay_ms` at the earliest."""
        table = room.table
        loop = asyncio.get_running_loop()
        began = loop.time()
        move = await self._find_move(room, table, bot)
        if by == SERVER.by:
            await asyncio.sleep(max(0.0, began + table.setup.bot_delay_ms / 1000 - loop.time()))
        room.bot_task = None  # From here on nothing may cancel it: what is being stored must be stored to the end.
        command = MakeMove(id=f"ply:{version}", version=version, seat=table.board.seat, move=move)
        await self._act(room, CLOCK if by == CLOCK.by else SERVER, command)

    async def _find_move(self, room: Room, table: Table, bot: str) -> str:
        """A bot's move; retries with growing pauses while the workers fail."""
        pause = _FIRST_PAUSE_SECONDS
        while True:
            try:
                origin = Origin(room.address, table.code)
                return await self.bots.think(bot, position_text(table.board), bot_seed(table), origin)
            except WorkerFailed as error:
                log("bot_failed", logging.WARNING, bot=bot, reason=str(error))
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE_SECONDS, 2 * pause)

    # --- Tasks --------------------------------------------------------------------------------------------------------

    async def _settle(self, room: Room) -> None:
        await self._try(room, "settle", partial(self.service.settle, room.live))

    async def _act(self, room: Room, actor: Actor, command: Command) -> None:
        await self._try(room, command.id, partial(self.service.act, room.live, actor, command))

    async def _try(self, room: Room, command: str, work: Callable[[], Awaitable[object]]) -> None:
        """Do something that may be refused, and look at the room again later if it may succeed then."""
        try:
            await work()
        except Refused as refused:
            # Usually another command came first: then the table has changed, and the room was updated.
            log("overtaken", logging.DEBUG, refused=refused.code, command=command)
            if refused.code in ("unavailable", "too_fast"):  # The store fails, or the table has changed too often.
                await self._update_later(room)

    async def _update_later(self, room: Room) -> None:
        await asyncio.sleep(_RETRY_SECONDS)
        if room.clients:
            self.update(room)

    def _spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _needs_nothing(room: Room) -> bool:
    """Whether people play, all are present, and no clock runs. Most plies are made like that."""
    table = room.table
    if table.state != "playing" or table.request or table.setup.turn_seconds is not None:
        return False
    return room.is_complete


def _bot_purpose(room: Room) -> tuple[int, str, str] | None:
    """The version, the actor and the bot that a move is to be found for; None if a person is to make it."""
    table = room.table
    if table.state != "playing":
        return None
    bot = table.seats[table.board.seat - 1].bot
    if bot is not None:
        return table.moved, SERVER.by, bot
    end = room.turn_clock.end(table)
    if end is not None and end <= asyncio.get_running_loop().time():
        return table.moved, CLOCK.by, table.setup.stand_in
    return None


def bot_seed(table: Table) -> int:
    """The seed of the bot to move: the same for a seat throughout a game, another one in every game."""
    name = f"{table.code}/{table.game}/{table.board.seat}"
    return int.from_bytes(blake2b(name.encode(), digest_size=4).digest(), "big")


def _cancel_bot(room: Room) -> None:
    if room.bot_task:
        room.bot_task.task.cancel()
        room.bot_task = None
