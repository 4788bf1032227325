"""uvicorn's protocol for sockets, with the two limits that it lacks."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

_CUT_SECONDS = 1
_MAX_FRAGMENTS = 64


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Cuts connections that do not close, and refuses messages in more than 64 fragments."""

    async def run_asgi(self) -> None:
        """Serve a socket, then cut its connection: a client that reads nothing would hold it open for ever."""
        await super().run_asgi()
        seconds = _CUT_SECONDS if self.close_timer is None else self.close_timeout + _CUT_SECONDS
        self.loop.call_later(seconds, self.transport.abort)

    def handle_cont(self, event: Frame) -> None:
        """Take the next fragment of a message; even empty ones take memory."""
        if self.close_sent:
            return
        if len(self.frames) >= _MAX_FRAGMENTS:
            # "pieces" stays: clients may show or log the reason.
            self.conn.fail(CloseCode.MESSAGE_TOO_BIG, f"more than {_MAX_FRAGMENTS} pieces")
            self.handle_parser_exception()
            return
        super().handle_cont(event)
