"""uvicorn's protocol for requests, with limits on what a connection holds before a request is complete."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any, Literal, cast

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.server import ServerState

from bigpoints.server.http.protocols.websocket_protocol import BoundedWebSocketProtocol
from bigpoints.server.ops.connections import Admission, Connections
from bigpoints.server.table.refusals import Refused, refusal

_PIECE_BYTES = 4096
"""The parser gets so much at once: it keeps what it has read of a header, and tells nobody how much that is."""
_LEAST_READ_BYTES = 16_384
"""What a client has to read in the seconds after which it would be stuck."""
_LAST_WORD_SECONDS = 1
_BAD_REQUEST, _HEAD_TOO_BIG = 400, 431
_REASONS = {_BAD_REQUEST: "no_http", _HEAD_TOO_BIG: "too_big"}

Stage = Literal["head", "body", "between"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of one connection before and after the application sees its requests."""

    head_bytes: int = 32_768
    """The request line and all headers; of a chunked body also the sizes of chunks and the trailers."""
    headers: int = 128
    """Headers of one request."""
    head_seconds: float = 10
    """Seconds from the first byte of a head to its last; for the first request, from the start of the connection."""
    body_seconds: float = 30
    """Seconds from the end of a head to the end of the body."""
    pipelined: int = 2
    """Requests that may wait for the answers to those before them."""
    discarded_bytes: int = 1_048_576
    """What may still come of a body after its request was answered."""
    stuck_seconds: float = 10
    """Seconds without progress before a client is disconnected that does not read."""


class _Overfull(Exception):
    """Stops the parser: a request has too many headers, or a connection holds too many requests."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """Refuses heads that are too big, and disconnects clients that are too slow, or hold too much."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        connections: Connections | None = None,
        bounds: Bounds | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._all = Connections() if connections is None else connections
        self._bounds = bounds or Bounds()
        self._admission: Admission | None = None
        self._requests = 0
        self._stage: Stage = "head"
        self._head_bytes = 0
        """Bytes of the current request that are not its body."""
        self._discarded = 0
        self._has_ended = False
        self._cycles: list[RequestResponseCycle] = []
        """The requests that are not answered yet, the first one first."""
        self._watched: tuple[int, Stage] | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None

    # --- The connection -----------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or cut it if there are too many."""
        self._admission = self._all.admit((get_remote_addr(transport) or (None,))[0])
        if self._admission is None:
            self.transport = transport
            self._has_ended = True
            transport.abort()
            return
        super().connection_made(transport)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._drop_requests()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._stop_timers()
        self._release()

    def _stop_timers(self) -> None:
        for timer in (self._deadline, self._reading):
            if timer:
                timer.cancel()

    def _release(self) -> None:
        if self._admission:
            self._all.release(self._admission)
            self._admission = None

    # --- What comes in ------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse what has come, piece by piece."""
        self._unset_keepalive_if_required()
        for begin in range(0, len(data), _PIECE_BYTES):
            if self._has_ended or self.transport.is_closing():
                return
            self._parse(data, begin)
        self._watch()

    def _parse(self, data: bytes, begin: int) -> None:
        piece = data[begin : begin + _PIECE_BYTES]
        self._head_bytes += len(piece)
        try:
            self.parser.feed_data(piece)
        except httptools.HttpParserUpgrade as upgrade:
            self._upgrade(data[begin + upgrade.args[0] :])
        except httptools.HttpParserCallbackError as error:
            is_overfull = isinstance(error.__context__, _Overfull)
            self._answer_and_end(_HEAD_TOO_BIG if is_overfull else _BAD_REQUEST)
        except httptools.HttpParserError:
            self._answer_and_end(_BAD_REQUEST)
        else:
            if self._head_bytes > self._bounds.head_bytes:
                self._answer_and_end(_HEAD_TOO_BIG)

    def _upgrade(self, rest: bytes) -> None:
        """Hand the connection over to the protocol of sockets, with what has come already; no other is known."""
        if not self._should_upgrade():
            return
        if not self._is_idle():  # The answer to a request before it would be taken for a frame.
            self._answer_and_end(_BAD_REQUEST)
            return
        self._has_ended = True
        self._stop_timers()
        self.handle_websocket_upgrade()
        socket = cast("BoundedWebSocketProtocol", self.transport.get_protocol())
        socket.take_over(self._release, self._bounds.stuck_seconds)
        if not socket.handshake_initiated:  # It has stricter rules for headers, and would wait for others for ever.
            self._answer_and_end(_BAD_REQUEST)
        elif rest:
            socket.data_received(rest)

    def on_message_begin(self) -> None:
        """Begin to read a head."""
        super().on_message_begin()
        self._stage = "head"

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header; those after a body are dropped, since the application has the headers already."""
        if self._stage != "head":
            return
        if len(self.headers) >= self._bounds.headers:
            raise _Overfull
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin to read a body, and let the application answer."""
        if len(self.pipeline) >= self._bounds.pipelined:
            raise _Overfull
        super().on_headers_complete()
        self._stage = "body"
        if not self.parser.should_upgrade():
            self._cycles = [cycle for cycle in (*self._cycles, self.cycle) if not cycle.response_complete]

    def on_body(self, body: bytes) -> None:
        """Keep a part of a body, unless its request is answered already."""
        self._head_bytes -= len(body)
        if self._is_idle():
            self._discarded += len(body)
            if self._discarded > self._bounds.discarded_bytes:
                raise _Overfull
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Begin anew."""
        self._requests += 1
        self._stage = "between"
        self._head_bytes = self._discarded = 0
        super().on_message_complete()

    # --- What goes out ------------------------------------------------------------------------------------------------

    def _answer_and_end(self, status: int) -> None:
        """Refuse the request that is being read, unless an answer to another is under way; then end the connection.

        The client has a second to read the answer: the system drops it if the connection is closed with bytes unread.
        """
        self._has_ended = True
        self._stop_timers()
        may_answer = self._may_answer()
        self._drop_requests()
        if not may_answer:
            self._cut(_REASONS[status])
            return
        self._all.on_cut(_REASONS[status])
        self.transport.write(self._refusal(status))
        self.transport.write_eof()
        self.transport.pause_reading()
        self.loop.call_later(_LAST_WORD_SECONDS, self.transport.abort)

    def _cut(self, reason: str) -> None:
        self._all.on_cut(reason)
        self._drop_requests()
        self.transport.abort()

    def _drop_requests(self) -> None:
        """Let the application know that nobody waits for its answers: writing to a closed connection would fail."""
        for cycle in self._cycles:
            cycle.disconnected = True
            cycle.message_event.set()

    def _is_idle(self) -> bool:
        """Whether every request that came is answered."""
        cycle = cast("RequestResponseCycle | None", self.cycle)
        return cycle is None or cycle.response_complete

    def _may_answer(self) -> bool:
        if self._stage == "body":
            return not self.pipeline and not self.cycle.response_started
        return self._is_idle()

    def _refusal(self, status: int) -> bytes:
        why = {
            _HEAD_TOO_BIG: Refused("too_big", most=self._bounds.head_bytes),
            _BAD_REQUEST: Refused("bad_message", field="request", problem="http_invalid"),
        }[status]
        body = json.dumps(refusal(why)).encode()
        headers = {
            **dict(self.server_state.default_headers),
            b"content-type": b"application/json",
            b"content-length": str(len(body)).encode(),
            b"cache-control": b"no-store",
            b"x-content-type-options": b"nosniff",
            b"connection": b"close",
        }
        lines = b"".join(name + b": " + value + b"\r\n" for name, value in headers.items())
        return STATUS_LINE[status] + lines + b"\r\n" + body

    def on_response_complete(self) -> None:
        """Go on with the next request, and see to it that the client reads this answer."""
        super().on_response_complete()
        if self._reading:
            self._reading.cancel()
        self._expect_reading()

    def _expect_reading(self) -> None:
        self._reading = None
        if unread := self.transport.get_write_buffer_size():
            self._reading = self.loop.call_later(self._bounds.stuck_seconds, self._check_reading, unread)

    def _check_reading(self, unread: int) -> None:
        if self.transport.get_write_buffer_size() > max(0, unread - _LEAST_READ_BYTES):
            self._cut("unread")
        else:
            self._expect_reading()

    # --- Deadlines ----------------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        """Set the deadline of what is being read, unless it is set already."""
        reading = self._requests, self._stage_now()
        if reading == self._watched or self._has_ended:
            return
        self._watched = reading
        if self._deadline:
            self._deadline.cancel()
        seconds = {"head": self._bounds.head_seconds, "body": self._bounds.body_seconds}.get(reading[1])
        self._deadline = self.loop.call_later(seconds, self._cut, f"slow_{reading[1]}") if seconds else None

    def _stage_now(self) -> Stage:
        """Empty lines before a request are part of its head, too."""
        return "head" if self._stage == "between" and self._is_idle() else self._stage
