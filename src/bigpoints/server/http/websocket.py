"""Sockets, one per client and table: a frame comes in, one call is made; the newest view goes out.

While a client keeps up, frames go straight to its connection; one that does not is left to a task that waits for it.
"""

import asyncio
import logging
from collections import deque
from time import perf_counter
from typing import Protocol

from pydantic_core import to_json
from starlette.types import Receive, Send
from starlette.websockets import WebSocketDisconnect

from bigpoints.contract.constants import CONTRACT, GOING_AWAY, NOT_ALLOWED, SENT_TOO_FAST, TRY_AGAIN_LATER
from bigpoints.contract.views import AnswerView, Frame
from bigpoints.server.http.limits import cost_of
from bigpoints.server.live.client import HandSelection
from bigpoints.server.live.hub import Hub
from bigpoints.server.live.room import Room
from bigpoints.server.ops.logs import log
from bigpoints.server.ops.rate_limit import Limiter
from bigpoints.server.protocol.requests import Question, id_in, parse_message
from bigpoints.server.table.commands import Actor, Command, Timely
from bigpoints.server.table.refusals import Refused, refusal

_MAX_WARNINGS = 100
_MAX_ANSWERS = 1_000
"""Answers that wait for a client which sends and does not read; with the usual limits there are far fewer."""
_GONE = (OSError, RuntimeError, WebSocketDisconnect)
"""What sending raises once the other end is gone."""


class SocketMetrics(Protocol):
    """Measures what sockets do."""

    def answered(self, seconds: float) -> None:
        """Record the seconds from a command to its acknowledgement."""
        ...

    def refused(self, code: str) -> None:
        """Count a refusal."""
        ...


class Connection(Protocol):
    """A connection that takes frames at once, as long as its client keeps up."""

    def try_send(self, text: bytes) -> bool:
        """Send a text; False if that would have to wait."""
        ...


class Socket:
    """The socket of one client, with a queue of outgoing answers; of views it keeps only the newest."""

    def __init__(
        self,
        send: Send,
        receive: Receive,
        browser: str | None,
        address: str,
        limits: "MessageLimits",
        metrics: SocketMetrics,
        connection: Connection | None = None,
    ) -> None:
        self.browser = browser
        self.address = address
        self.selection = HandSelection()
        self._connection = connection
        self._room: Room | None = None
        self._takes_packed = True
        self._is_flush_due = False
        self._unsent: bytes | None = None
        self._sending_since: float | None = None
        self._send = send
        self._receive = receive
        self._limits = limits
        self._metrics = metrics
        self._answers: deque[AnswerView] = deque()
        self._wants_view = self._wants_beat = False
        self._storing: bool | None = None
        self._wake_writer = asyncio.Event()
        self._closing: int | None = None
        self._is_acting = False
        self._writer: asyncio.Task[None] | None = None
        self._warnings = 0

    # --- Called by rooms and chores ----------------------------------------------------------------------------------

    def queue_view(self) -> None:
        """Send the newest view when the socket is next free."""
        self._wants_view = True
        self._wake()

    def queue_storing(self, is_storing: bool) -> None:
        """Say whether anything can be stored."""
        self._storing = is_storing
        self._wake()

    def queue_heartbeat(self) -> None:
        """Send a heartbeat, with the version of the table."""
        self._wants_beat = True
        self._wake()

    def close(self, code: int) -> None:
        """Close the socket after the answers that are queued, without another view."""
        self._closing = code
        self._wake()

    def disconnect_if_stuck(self, seconds: float) -> None:
        """Disconnect if the frame being sent has taken more than these seconds."""
        is_stuck = self._sending_since is not None and perf_counter() - self._sending_since > seconds
        if is_stuck and self._writer:
            self._writer.cancel()

    # --- Life ---------------------------------------------------------------------------------------------------------

    async def serve(self, hub: Hub, code: str, contract: str = str(CONTRACT)) -> None:
        """Stay in the room of a table until the client or the server closes the socket."""
        try:
            self._takes_packed = takes_packed_views(contract)
            room = self._room = await hub.enter(code, self)
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
            if not self._is_acting:  # Never cancel what is being stored.
                reader.cancel()
            _log_failures(*await asyncio.gather(reader, self._writer, return_exceptions=True))

    async def _turn_away(self, refused: Refused) -> None:
        self._metrics.refused(refused.code)
        await self._send_frame({"answer": _refusal(None, refused)})
        code = TRY_AGAIN_LATER if refused.code == "unavailable" else NOT_ALLOWED
        await self._send({"type": "websocket.close", "code": code})

    # --- Reading ------------------------------------------------------------------------------------------------------

    async def _read(self, hub: Hub, room: Room) -> None:
        while self._closing is None:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                return
            began = perf_counter()
            await self._handle(hub, room, message.get("text"), began)

    async def _handle(self, hub: Hub, room: Room, text: str | None, began: float) -> None:
        """Execute a command or answer a question; a refusal is the answer, too."""
        try:
            self._limits.check()
            if text is None:
                raise Refused("bad_message", field="message", problem="not_text")
            message = parse_message(text)
            if isinstance(message, Command):
                self._limits.check_cost(message)
                await self._act(hub, room, message, began)
            else:
                self._answer_question(room, message)
        except Refused as refused:
            self._refuse(id_in(text), refused)

    async def _act(self, hub: Hub, room: Room, command: Command, began: float) -> None:
        def acknowledge(version: int) -> None:
            self._answer({"id": command.id, "version": version})
            self._metrics.answered(perf_counter() - began)

        self._is_acting = True
        try:
            await hub.service.act(room.live, Actor("person", self.browser), command, acknowledge)
        except Refused:
            if isinstance(command, Timely):
                self.queue_view()  # The client saw another version: show it the table as it is.
            raise
        finally:
            self._is_acting = False

    def _answer_question(self, room: Room, message: Question) -> None:
        if message["do"] == "beat":
            return
        if message["do"] == "look":
            seat = message.get("seat")
            if seat is not None and seat not in room.table.seats_of(self.browser):
                raise Refused("not_your_seat", seat=seat)
            self.selection.select(room.table, seat)
        self.queue_view()

    def _refuse(self, name: str | None, refused: Refused) -> None:
        self._metrics.refused(refused.code)
        self._answer(_refusal(name, refused))
        if isinstance(refused, SentTooFast):
            self._warnings += 1
            if self._warnings > _MAX_WARNINGS:
                self.close(SENT_TOO_FAST)

    # --- Writing ------------------------------------------------------------------------------------------------------

    def _answer(self, answer: AnswerView) -> None:
        self._answers.append(answer)
        self._wake()
        if len(self._answers) > _MAX_ANSWERS:
            self.close(SENT_TOO_FAST)

    def _wake(self) -> None:
        """Send what is queued when everything else of this moment is done, so that it fits into one frame."""
        if self._connection is None:
            self._wake_writer.set()
        elif not self._is_flush_due:
            self._is_flush_due = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        """Send what is queued, or leave it to the writer if the client does not keep up."""
        self._is_flush_due = False
        if self._room is None or self._sending_since is not None or self._unsent is not None:
            return
        try:
            self._send_now(self._room)
        except Exception:  # The writer meets it, too, and ends the socket.
            self._wake_writer.set()

    def _send_now(self, room: Room) -> None:
        while frame := self._next_frame(room):
            if self._connection is None or not self._connection.try_send(frame):
                self._unsent = frame
                break
        if self._unsent is not None or self._closing is not None:
            self._wake_writer.set()

    async def _write(self, room: Room) -> None:
        """Send what is queued, as fast as the other end takes it."""
        while True:
            await self._wake_writer.wait()
            self._wake_writer.clear()
            while frame := self._unsent or self._next_frame(room):
                self._unsent, self._sending_since = None, perf_counter()
                await self._send({"type": "websocket.send", "text": frame.decode()})
                self._sending_since = None
            if self._closing is not None:
                await self._send({"type": "websocket.close", "code": self._closing})
                return

    def _next_frame(self, room: Room) -> bytes | None:
        """The next answer, the view after the last of them, and a heartbeat, as far as they are queued."""
        parts = []
        if self._answers:
            parts.append(b'"answer":' + to_json(self._answers.popleft()))
        if self._wants_view and not self._answers and self._closing is None:
            view = room.view(self)
            parts.append(b'"view":' + (view.packed if self._takes_packed else view.json))
            self._wants_view = False
        if self._wants_beat:
            self._wants_beat = False
            parts.append(b'"beat":%d' % room.newest_version)
        if self._storing is not None:
            parts.append(b'"storing":' + to_json(self._storing))
            self._storing = None
        return b"{" + b",".join(parts) + b"}" if parts else None

    async def _send_frame(self, frame: Frame) -> None:
        await self._send({"type": "websocket.send", "text": to_json(frame).decode()})


def takes_packed_views(contract: str) -> bool:
    """Whether a client of a contract takes packed views; of the first one, which has no number, it takes whole ones.

    Raises Refused if it is a client of any other contract.
    """
    if contract not in ("", str(CONTRACT)):
        raise Refused("other_contract", accepted=CONTRACT)
    return bool(contract)


class SentTooFast(Refused):
    """A refusal of a message that came too fast from its client or its address; a table has a pace of its own."""

    def __init__(self) -> None:
        super().__init__("too_fast")


class MessageLimits:
    """The rate limits of a client: its own, and that of its address."""

    def __init__(self, own: Limiter, shared: Limiter, address: str) -> None:
        self._own = own
        self._shared = shared
        self._address = address

    def check(self) -> None:
        """Count a message. Raises Refused if there are too many."""
        if not self._own.allows("") or not self._shared.allows(self._address):
            raise SentTooFast

    def check_cost(self, command: Command) -> None:
        """Count what a command costs its address besides its message. Raises Refused if that is too much."""
        if not self._shared.allows(self._address, cost_of(command) - 1):
            raise SentTooFast


def _log_failures(reader: BaseException | None, writer: BaseException | None) -> None:
    """Log exceptions, but not that the other end is gone, which the writer notices."""
    for error, usual in ((reader, ()), (writer, _GONE)):
        if isinstance(error, Exception) and not isinstance(error, usual):
            log("socket_failed", logging.ERROR, error)


def _refusal(name: str | None, refused: Refused) -> AnswerView:
    return {"id": name, "refused": refusal(refused)["refused"]}
