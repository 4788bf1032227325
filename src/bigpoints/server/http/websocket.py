"""Sockets: one per client and table. A frame comes in, one call is made; the newest view goes out."""

import asyncio
import logging
from collections import deque
from time import perf_counter
from typing import Protocol

from pydantic_core import to_json
from starlette.types import Receive, Send
from starlette.websockets import WebSocketDisconnect

from bigpoints.contract.constants import GOING_AWAY, NOT_ALLOWED, SENT_TOO_FAST
from bigpoints.contract.views import AnswerView, Frame
from bigpoints.server.live.client import HandSelection
from bigpoints.server.live.hub import Hub
from bigpoints.server.live.room import Room
from bigpoints.server.ops.logs import log
from bigpoints.server.ops.rate_limit import Limiter
from bigpoints.server.protocol.requests import Question, id_in, parse_message
from bigpoints.server.table.commands import Actor, Command, Timely
from bigpoints.server.table.refusals import Refused, refusal

_MOST_WARNINGS = 100
_GONE = (OSError, RuntimeError, WebSocketDisconnect)
"""What becomes of sending something to somebody who is gone."""


class Gauge(Protocol):
    """Who measures what sockets do."""

    def answered(self, seconds: float) -> None:
        """A command was acknowledged, so long after it came in."""
        ...

    def refused(self, code: str) -> None:
        """Something was refused."""
        ...


class Socket:
    """A client: what it is sent waits here, of views only the newest."""

    def __init__(
        self, send: Send, receive: Receive, browser: str | None, limits: "MessageLimits", gauge: Gauge
    ) -> None:
        self.browser = browser
        self.selection = HandSelection()
        self._sending_since: float | None = None
        self._send = send
        self._receive = receive
        self._limits = limits
        self._gauge = gauge
        self._answers: deque[AnswerView] = deque()
        self._wants_view = self._wants_beat = False
        self._something = asyncio.Event()
        self._closing: int | None = None
        self._is_acting = False
        self._writer: asyncio.Task[None] | None = None
        self._warnings = 0

    # --- What others do with it ---------------------------------------------------------------------------------------

    def queue_view(self) -> None:
        """Send the newest view, as soon as it can be sent."""
        self._wants_view = True
        self._something.set()

    def queue_heartbeat(self) -> None:
        """Send a heartbeat, with the version of the table."""
        self._wants_beat = True
        self._something.set()

    def close(self, code: int) -> None:
        """Close it, after the answers that are still to be sent; whoever goes sees nothing more."""
        self._closing = code
        self._something.set()

    def disconnect_if_stuck(self, seconds: float) -> None:
        """Give it up if whoever is at the other end has taken nothing for so long."""
        is_stuck = self._sending_since is not None and perf_counter() - self._sending_since > seconds
        if is_stuck and self._writer:
            self._writer.cancel()

    # --- Its life -----------------------------------------------------------------------------------------------------

    async def serve(self, hub: Hub, code: str) -> None:
        """Be at a table until one of the two ends it."""
        try:
            room = await hub.enter(code, self)
        except Refused as refused:
            await self._turn_away(refused)
            return
        self.queue_view()
        self._writer = asyncio.create_task(self._write(room))
        reader = asyncio.create_task(self._read(hub, room))
        try:
            await asyncio.wait((reader, self._writer), return_when=asyncio.FIRST_COMPLETED)
        finally:
            hub.leave(room, self)
            self._writer.cancel()
            self.close(GOING_AWAY)
            if not self._is_acting:  # What is being stored must not be broken off.
                reader.cancel()
            _tell_failures(*await asyncio.gather(reader, self._writer, return_exceptions=True))

    async def _turn_away(self, refused: Refused) -> None:
        self._gauge.refused(refused.code)
        await self._send_frame({"answer": _refusal(None, refused)})
        await self._send({"type": "websocket.close", "code": NOT_ALLOWED})

    # --- Reading ------------------------------------------------------------------------------------------------------

    async def _read(self, hub: Hub, room: Room) -> None:
        while self._closing is None:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                return
            began = perf_counter()
            await self._follow(hub, room, message.get("text"), began)

    async def _follow(self, hub: Hub, room: Room, text: str | None, began: float) -> None:
        """Do what a message asks for, and answer."""
        try:
            self._limits.check()
            if text is None:
                raise Refused("bad_message", field="message", problem="not_text")
            message = parse_message(text)
            if isinstance(message, Command):
                await self._act(hub, room, message, began)
            else:
                self._ask(room, message)
        except Refused as refused:
            self._refuse(id_in(text), refused)

    async def _act(self, hub: Hub, room: Room, command: Command, began: float) -> None:
        def acknowledge(version: int) -> None:
            self._answer({"id": command.id, "version": version})
            self._gauge.answered(perf_counter() - began)

        self._is_acting = True
        try:
            await hub.service.act(room.live, Actor("person", self.browser), command, acknowledge)
        except Refused:
            if isinstance(command, Timely):
                self.queue_view()  # They saw something else: show them how it is.
            raise
        finally:
            self._is_acting = False

    def _ask(self, room: Room, message: Question) -> None:
        if message["do"] == "beat":
            return
        if message["do"] == "look":
            seat = message.get("seat")
            if seat is not None and seat not in room.table.seats_of(self.browser):
                raise Refused("not_your_seat", seat=seat)
            self.selection.select(room.table, seat)
        self.queue_view()

    def _refuse(self, name: str | None, refused: Refused) -> None:
        self._gauge.refused(refused.code)
        self._answer(_refusal(name, refused))
        if refused.code == "too_fast":
            self._warnings += 1
            if self._warnings > _MOST_WARNINGS:
                self.close(SENT_TOO_FAST)

    # --- Writing ------------------------------------------------------------------------------------------------------

    def _answer(self, answer: AnswerView) -> None:
        self._answers.append(answer)
        self._something.set()

    async def _write(self, room: Room) -> None:
        """Send what waits, as fast as the other end takes it."""
        while True:
            await self._something.wait()
            self._something.clear()
            while frame := self._next_frame(room):
                self._sending_since = perf_counter()
                await self._send({"type": "websocket.send", "text": frame.decode()})
                self._sending_since = None
            if self._closing is not None:
                await self._send({"type": "websocket.close", "code": self._closing})
                return

    def _next_frame(self, room: Room) -> bytes | None:
        """An answer with the view, if both wait; the version of the table as a heartbeat."""
        parts = []
        if self._answers:
            parts.append(b'"answer":' + to_json(self._answers.popleft()))
        if self._wants_view and not self._answers and self._closing is None:
            self._wants_view = False
            parts.append(b'"view":' + room.view(self).json)
        if self._wants_beat:
            self._wants_beat = False
            parts.append(b'"beat":%d' % room.table.version)
        return b"{" + b",".join(parts) + b"}" if parts else None

    async def _send_frame(self, frame: Frame) -> None:
        await self._send({"type": "websocket.send", "text": to_json(frame).decode()})


class MessageLimits:
    """How fast a client may send: for itself, and together with the others of its address."""

    def __init__(self, own: Limiter, shared: Limiter, address: str) -> None:
        self._own = own
        self._shared = shared
        self._address = address

    def check(self) -> None:
        """Refuse what comes too fast."""
        if not self._own.allows("") or not self._shared.allows(self._address):
            raise Refused("too_fast")


def _tell_failures(reader: BaseException | None, writer: BaseException | None) -> None:
    """Log what went wrong, unless it is that the other end is gone: that is noticed in writing."""
    for error, usual in ((reader, ()), (writer, _GONE)):
        if isinstance(error, Exception) and not isinstance(error, usual):
            log("socket_failed", logging.ERROR, error)


def _refusal(name: str | None, refused: Refused) -> AnswerView:
    return {"id": name, "refused": refusal(refused)["refused"]}
