"""A socket that fails says so in the log; one whose other end is gone does not."""

import asyncio
import logging
from typing import cast

import pytest
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect

from bigpoints.server.http.websocket import MessageLimits, Socket
from bigpoints.server.live.client import Client
from bigpoints.server.live.client_view import ClientView, EncodedSharedView
from bigpoints.server.live.hub import Hub
from bigpoints.server.live.room import Room
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.ops.rate_limit import Limiter
from bigpoints.server.protocol.views import own_view
from support.story import BOARD, Story


class OneTable:
    """A hub and a room that do nothing."""

    async def enter(self, _: str, __: Client) -> Room:
        return cast("Room", self)

    def leave(self, _: Room, __: Client) -> None:
        pass

    def view(self, _: Client) -> ClientView:
        table = Story.of(BOARD, "anna", "ben").table
        return ClientView(EncodedSharedView(table), own_view(table, None, None))


def failures(
    caplog: pytest.LogCaptureFixture, *, reading: Exception | None = None, sending: Exception | None = None
) -> list[str]:
    """What a socket logs whose reading or sending fails."""

    async def receive() -> Message:
        if reading:
            raise reading
        await asyncio.Event().wait()
        return {}

    async def send(_: Message) -> None:
        if sending:
            raise sending

    unlimited = MessageLimits(Limiter(0, 1), Limiter(0, 1), "")
    socket = Socket(send, receive, None, unlimited, Metrics())
    with caplog.at_level(logging.ERROR, logger="bigpoints.server"):
        asyncio.run(socket.serve(cast("Hub", OneTable()), "ABCDEFGH"))
    return [record.getMessage() for record in caplog.records]


def test_a_failure_in_reading_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    assert failures(caplog, reading=ValueError()) == ["socket_failed"]


def test_a_failure_in_writing_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    assert failures(caplog, sending=ValueError()) == ["socket_failed"]


def test_somebody_who_is_gone_is_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    assert failures(caplog, sending=WebSocketDisconnect()) == []
