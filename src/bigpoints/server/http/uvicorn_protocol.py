"""The wire of a socket: uvicorn's protocol, held to what it would let pass."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

_CUT_SECONDS = 1
_MOST_PIECES = 64


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """A wire that is cut once all is said, and takes messages in few pieces only."""

    async def run_asgi(self) -> None:
        """Serve the socket to its end; with whoever takes nothing the wire would stay open for ever."""
        await super().run_asgi()
        seconds = _CUT_SECONDS if self.close_timer is None else self.close_timeout + _CUT_SECONDS
        self.loop.call_later(seconds, self.transport.abort)

    def handle_cont(self, event: Frame) -> None:
        """Take the next piece of a message; empty ones take memory, too."""
        if self.close_sent:
            return
        if len(self.frames) >= _MOST_PIECES:
            self.conn.fail(CloseCode.MESSAGE_TOO_BIG, f"more than {_MOST_PIECES} pieces")
            self.handle_parser_exception()
            return
        super().handle_cont(event)
