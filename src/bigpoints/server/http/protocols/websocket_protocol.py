"""uvicorn's protocol for sockets, with the limits that it lacks."""

import asyncio
from collections.abc import Callable

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request
from websockets.protocol import State

from bigpoints.server.ops.connections import DIRECT
from bigpoints.server.ops.rate_limit import Limiter

_CUT_SECONDS = 1
_MAX_FRAGMENTS = 64
_PIECE_BYTES = 1024
"""So much is parsed at once: in 256 kB, which the system may hand over, 43,000 frames take half a second."""
_PINGS_PER_SECOND = 20
_PINGS_BURST = 60
_TEXT = 0x81
"""The first byte of a whole text message."""


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Parses no more than the application takes, counts pings, and cuts connections that do not close."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._pings = Limiter(_PINGS_PER_SECOND, _PINGS_BURST)
        self._unparsed = b""
        self._is_awaited = False
        self._on_lost: Callable[[], None] = lambda: None
        self._stuck_seconds = self.close_timeout
        self._stuck: asyncio.TimerHandle | None = None

    # --- Life ---------------------------------------------------------------------------------------------------------

    def take_over(self, on_lost: Callable[[], None], stuck_seconds: float) -> None:
        """Take a connection over from the protocol of requests, and say when it is lost."""
        self._on_lost = on_lost
        self._stuck_seconds = stuck_seconds

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self.resume_writing()
        super().connection_lost(exc)
        self._unparsed = b""
        self._on_lost()

    async def run_asgi(self) -> None:
        """Serve a socket, then cut its connection: a client that reads nothing would hold it open for ever."""
        await super().run_asgi()
        seconds = _CUT_SECONDS if self.close_timer is None else self.close_timeout + _CUT_SECONDS
        self.loop.call_later(seconds, self.transport.abort)

    def shutdown(self) -> None:
        """End a socket because the server ends."""
        if self.conn.eof_sent:  # It has ended already, by a close frame or in the handshake, but was not lost yet.
            self.transport.close()
        else:
            super().shutdown()

    # --- Parsing ------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse what has come, as far as the application takes it."""
        if self._unparsed or self.read_paused or len(data) > _PIECE_BYTES:
            self._unparsed += data
            self._parse()
        else:
            super().data_received(data)

    def _parse(self) -> None:
        begin = 0
        while begin < len(self._unparsed) and not self.read_paused and not self.transport.is_closing():
            super().data_received(self._unparsed[begin : begin + _PIECE_BYTES])
            begin += _PIECE_BYTES
        self._unparsed = self._unparsed[begin:]

    def handle_connect(self, event: Request) -> None:
        """Take a handshake; frames wait until it is complete."""
        super().handle_connect(event)
        if not self.transport.is_closing():
            self.scope["extensions"][DIRECT] = self  # type: ignore[assignment]
            self.read_paused = True
            self.transport.pause_reading()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._go_on()
        elif message["type"] == "websocket.close":
            self._parse()  # The client's own close may wait behind messages that nobody takes any more.

    def try_send(self, text: bytes) -> bool:
        """Send a text at once; False if that would have to wait, or the socket is about to end."""
        if not self.writable.is_set() or self.close_sent or self.conn.state is not State.OPEN:
            return False
        self.transport.write(text_frame(text))
        return True

    async def receive(self) -> ASGIReceiveEvent:
        """The next message for the application."""
        self._is_awaited = True
        message = await self.queue.get()
        self._is_awaited = False
        if self._unparsed or not self.handshake_complete:
            self._go_on()
        elif self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        return message

    def _go_on(self) -> None:
        """Parse on once the application has taken every message."""
        if not self.read_paused or not self.handshake_complete or not self.queue.empty():
            return
        self.read_paused = False
        self._parse()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def send_receive_event_to_app(self) -> None:
        """Queue a whole message for the application; unless it waits for one, nothing more is read meanwhile."""
        goes_on, self._is_awaited = self._is_awaited and not self.read_paused, False
        self.read_paused = self.read_paused or goes_on  # To stop and go on again takes two calls of the system.
        try:
            super().send_receive_event_to_app()
        except InvalidState:  # It is no UTF-8, and the client closed the socket in the same breath.
            pass
        finally:
            self.read_paused = self.read_paused and not goes_on

    # --- Limits -------------------------------------------------------------------------------------------------------

    def handle_cont(self, event: Frame) -> None:
        """Take the next fragment of a message; even empty ones take memory."""
        if self.close_sent:
            return
        if len(self.frames) >= _MAX_FRAGMENTS:
            # "pieces" stays: clients may show or log the reason.
            self._fail(CloseCode.MESSAGE_TOO_BIG, f"more than {_MAX_FRAGMENTS} pieces")
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take the answer to a ping, or one to none."""
        if self._may_go_on():
            super().handle_pong(event)

    def _may_go_on(self) -> bool:
        """Count a ping or a pong; after too many the socket is closed."""
        if self.transport.is_closing():
            return False
        if self._pings.allows(""):
            return True
        self._fail(CloseCode.POLICY_VIOLATION, "too many pings")
        return False

    def _fail(self, code: CloseCode, why: str) -> None:
        self.conn.fail(code, why)
        self.handle_parser_exception()

    def pause_writing(self) -> None:
        """Wait for a client that reads too slowly, but not for ever."""
        super().pause_writing()
        self._stuck = self.loop.call_later(self._stuck_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on with a client that has read again."""
        super().resume_writing()
        if self._stuck:
            self._stuck.cancel()
            self._stuck = None


def text_frame(text: bytes) -> bytes:
    """A whole text message as a server sends it: unmasked, not compressed."""
    length = len(text)
    if length < 126:
        return bytes((_TEXT, length)) + text
    if length < 65_536:
        return bytes((_TEXT, 126, length >> 8, length & 255)) + text
    return bytes((_TEXT, 127)) + length.to_bytes(8, "big") + text
