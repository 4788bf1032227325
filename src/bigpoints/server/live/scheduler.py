"""What tables do by themselves while somebody is there: they begin, bots play, clocks run out, bots stand in.

Everything goes through the one door, with ids by which it happens once however often it is tried.
"""

import asyncio
import logging
from collections.abc import Coroutine
from hashlib import blake2b
from typing import Protocol

from bigpoints.notation import position_text
from bigpoints.server.live.registry import TableRegistry
from bigpoints.server.live.room import Room, Thought
from bigpoints.server.ops.logs import log
from bigpoints.server.table.commands import CLOCK, HOUSE, Actor, Command, MakeMove, Return, Settle, StandIn
from bigpoints.server.table.decide import follows
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import State, Table
from bigpoints.server.workers.pool import ThinkingFailed

_RETRY = 1.0
_LONGEST_PAUSE = 30.0


class Thinker(Protocol):
    """Who thinks for bots."""

    async def think(self, bot: str, position: str, seed: int) -> str:
        """A move of a bot for a position; raises ThinkingFailed."""
        ...


class Scheduler:
    """Looks after the tables at which somebody is."""

    def __init__(self, registry: TableRegistry, thinker: Thinker) -> None:
        self.registry = registry
        self.thinker = thinker
        self._tasks: set[asyncio.Task[None]] = set()

    def update(self, room: Room) -> None:
        """See what is due at a table now, and when to look again."""
        if room.live.is_gone:
            return
        if _goes_by_itself(room):
            self.cancel(room)
            return
        if follows(room.table):
            self._spawn(self._do(room, HOUSE, Settle(id=f"settle:{room.table.version}")))
        self._stand_in(room)
        self._give_back(room)
        self._think(room)
        self._wait(room)

    def cancel(self, room: Room) -> None:
        """Nothing is to be done at a table: nobody is there any longer, so it rests, or people play by themselves."""
        if room.timer:
            room.timer.cancel()
            room.timer = None
        _forget(room)

    async def stop(self) -> None:
        """Let go of all tasks."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- Waiting ------------------------------------------------------------------------------------------------------

    def _wait(self, room: Room) -> None:
        if room.timer:
            room.timer.cancel()
            room.timer = None
        if moments := room.moments():
            loop = asyncio.get_running_loop()
            room.timer = loop.call_at(min(moments), self._due, room)

    def _due(self, room: Room) -> None:
        room.timer = None
        room.broadcast()  # Somebody may be away by now.
        self.update(room)

    def _stand_in(self, room: Room) -> None:
        """Let bots play for those who have been away for too long, be it since before the game began."""
        now = asyncio.get_running_loop().time()
        for seat, when in room.replacements():
            if when <= now:
                command = StandIn(id=f"stand_in:{room.table.version}:{seat}", seat=seat)
                self._spawn(self._do(room, HOUSE, command))

    def _give_back(self, room: Room) -> None:
        """Give those their seats back who were merely away, however close together going and coming were."""
        for seat, browser in room.returning():
            command = Return(id=f"return:{room.table.version}:{seat}", seat=seat)
            self._spawn(self._do(room, Actor("person", browser), command))

    # --- Thinking -----------------------------------------------------------------------------------------------------

    def _think(self, room: Room) -> None:
        about = self._to_think_about(room)
        if room.thought and room.thought.about == about and not room.thought.task.done():
            return
        _forget(room)
        if about:
            room.thought = Thought(about, self._spawn(self._play(room, *about)))

    def _to_think_about(self, room: Room) -> tuple[int, str, str] | None:
        """The version, as whom and with which bot a ply is to be found; None if a person is to make it."""
        table = room.table
        if table.state is not State.PLAYING:
            return None
        bot = table.seats[table.board.seat - 1].bot
        if bot is not None:
            return table.moved, HOUSE.by, bot
        end = room.turn_clock.end(table)
        if end is not None and end <= asyncio.get_running_loop().time():
            return table.moved, CLOCK.by, table.setup.stand_in
        return None

    async def _play(self, room: Room, version: int, by: str, bot: str) -> None:
        """Find a ply and make it, at a human pace."""
        table = room.table
        loop = asyncio.get_running_loop()
        begun = loop.time()
        move = await self._found(table, bot)
        if by == HOUSE.by:
            await asyncio.sleep(max(0.0, begun + table.setup.bot_delay_ms / 1000 - loop.time()))
        room.thought = None  # From here on it is done to the end: what is being stored must not be broken off.
        command = MakeMove(id=f"ply:{version}", version=version, seat=table.board.seat, move=move)
        await self._do(room, CLOCK if by == CLOCK.by else HOUSE, command)

    async def _found(self, table: Table, bot: str) -> str:
        """A bot's move; if no bot can be had, asking goes on, less and less often."""
        pause = 0.5
        while True:
            try:
                return await self.thinker.think(bot, position_text(table.board), seed_of(table))
            except ThinkingFailed as error:
                log("bot_failed", logging.WARNING, bot=bot, reason=str(error))
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE, 2 * pause)

    # --- Doing --------------------------------------------------------------------------------------------------------

    async def _do(self, room: Room, actor: Actor, command: Command) -> None:
        try:
            await self.registry.act(room.live, actor, command)
        except Refused as refused:
            # Mostly somebody was quicker: then the table has changed, and was looked at again.
            log("overtaken", logging.DEBUG, refused=refused.code, command=command.id)
            if refused.code == "unavailable":
                await asyncio.sleep(_RETRY)
                self._look_again(room)

    def _look_again(self, room: Room) -> None:
        if room.clients:
            self.update(room)

    def _spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _goes_by_itself(room: Room) -> bool:
    """Whether a table needs nobody: people play, all are here, and there is no clock. Most plies are made like that."""
    table = room.table
    if table.state is not State.PLAYING or table.request or table.setup.turn_seconds is not None:
        return False
    return room.is_complete


def seed_of(table: Table) -> int:
    """The seed of the bot to move: the same for a seat throughout a game, another one in every game."""
    name = f"{table.code}/{table.game}/{table.board.seat}"
    return int.from_bytes(blake2b(name.encode(), digest_size=4).digest(), "big")


def _forget(room: Room) -> None:
    """Break off what a bot thinks."""
    if room.thought:
        room.thought.task.cancel()
        room.thought = None
