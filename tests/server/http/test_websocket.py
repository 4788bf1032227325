"""A socket: what it sends and when, which clients it cuts, and which failures it logs."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect

from bigpoints.contract.constants import CONTRACT, TABLE_GONE
from bigpoints.server.http.websocket import MessageLimits, Socket, takes_packed_views
from bigpoints.server.live.client import Client
from bigpoints.server.live.client_view import ClientView
from bigpoints.server.live.hub import Hub
from bigpoints.server.live.room import Room
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.ops.rate_limit import Limiter
from bigpoints.server.protocol.packed_view import pack_view
from bigpoints.server.table.refusals import Refused
from support.story import BOARD, Story

MOVE = {"do": "move", "id": "m", "version": 1, "seat": 1, "move": "R+"}
START = {"do": "start", "id": "s"}


class OneTable:
    """A hub, its service and a room in one, which refuse every command."""

    def __init__(self) -> None:
        self.table = Story.of(BOARD, "anna", "ben").table
        self.live = None
        self.clients = 0
        self.newest_version = self.table.version

    @property
    def service(self) -> "OneTable":
        return self

    async def enter(self, _: str, __: Client) -> Room:
        self.clients += 1
        return cast("Room", self)

    def leave(self, _: Room, __: Client) -> None:
        self.clients -= 1

    def view(self, _: Client) -> ClientView:
        return ClientView(pack_view(self.table, None, None))

    async def act(self, *_: object) -> None:
        raise Refused("stale")


class Connection:
    """A client's end of a socket at a table. While `reads` is not set, nothing can be sent to the client."""

    def __init__(self, direct: "Direct | None" = None) -> None:
        self.table = OneTable()
        self.reads = asyncio.Event()
        self.reads.set()
        self.sent: list[Message] = []
        self._said: asyncio.Queue[Message] = asyncio.Queue()
        self.socket = Socket(self._take, self._said.get, None, "", unlimited(), Metrics(), direct)
        self.served = asyncio.create_task(self.socket.serve(cast("Hub", self.table), "ABCDEFGH"))

    async def _take(self, message: Message) -> None:
        await self.reads.wait()
        self.sent.append(message)

    @property
    def frames(self) -> list[dict[str, Any]]:
        """The frames that the client has read."""
        return [json.loads(message["text"]) for message in self.sent if message["type"] == "websocket.send"]

    @property
    def parts(self) -> list[list[str]]:
        """The names of the parts of each frame, in order."""
        return [list(frame) for frame in self.frames]

    async def say(self, *messages: object) -> None:
        """Send messages to the server, and wait until it has handled them."""
        for message in messages:
            self._said.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})
        await idle()

    async def leave(self) -> None:
        """Disconnect."""
        self._said.put_nowait({"type": "websocket.disconnect"})
        await self.served


def unlimited() -> MessageLimits:
    return MessageLimits(Limiter(0, 1), Limiter(0, 1), "")


async def idle() -> None:
    """Let every task run until it waits."""
    for _ in range(30):
        await asyncio.sleep(0)


def connected(scene: Callable[[Connection], Awaitable[None]], *, reads: bool = True) -> Connection:
    """A connection after a scene; it has got its first view, or with `reads=False` could not read it yet."""

    async def run() -> Connection:
        connection = Connection()
        if not reads:
            connection.reads.clear()
        await idle()
        await scene(connection)
        if not connection.served.done():
            await connection.leave()
        return connection

    return asyncio.run(run())


# --- What is sent -----------------------------------------------------------------------------------------------------


def test_answers_are_sent_before_the_view_and_the_last_one_with_it() -> None:
    async def scene(connection: Connection) -> None:
        connection.socket.queue_view()
        await connection.say("nonsense", "nonsense", "nonsense")
        connection.reads.set()
        await idle()

    assert connected(scene, reads=False).parts == [["view"], ["answer"], ["answer"], ["answer", "view"]]


def test_of_all_views_that_a_slow_client_misses_it_gets_the_newest() -> None:
    async def scene(connection: Connection) -> None:
        for version in (11, 12, 13):
            connection.table.table = connection.table.table._replace(version=version)
            connection.socket.queue_view()
            await idle()
        connection.reads.set()
        await idle()

    first, *others = connected(scene, reads=False).frames
    assert first["view"]["version"] < 11
    assert [frame["view"]["version"] for frame in others] == [13]


def test_a_closing_socket_sends_its_answers_but_no_view() -> None:
    async def scene(connection: Connection) -> None:
        await connection.say("nonsense", "nonsense")
        connection.socket.queue_view()
        connection.socket.close(TABLE_GONE)
        connection.reads.set()
        await idle()

    connection = connected(scene, reads=False)
    assert connection.parts == [["view"], ["answer"], ["answer"]]
    assert connection.sent[-1] == {"type": "websocket.close", "code": TABLE_GONE}


@pytest.mark.parametrize(
    ("command", "parts"), [(MOVE, [["view"], ["answer", "view"]]), (START, [["view"], ["answer"]])]
)
def test_a_refused_command_about_a_version_is_followed_by_the_view(command: object, parts: list[list[str]]) -> None:
    assert connected(lambda connection: connection.say(command)).parts == parts


# --- Straight to the connection ---------------------------------------------------------------------------------------


class Direct:
    """A connection that takes frames at once, as long as its client keeps up."""

    def __init__(self) -> None:
        self.keeps_up = True
        self.sent: list[bytes] = []

    def try_send(self, text: bytes) -> bool:
        if self.keeps_up:
            self.sent.append(text)
        return self.keeps_up

    @property
    def parts(self) -> list[list[str]]:
        return [list(json.loads(text)) for text in self.sent]


def test_frames_go_straight_to_a_connection_that_keeps_up_and_what_belongs_together_in_one() -> None:
    async def scene() -> None:
        direct = Direct()
        connection = Connection(direct)
        await idle()
        await connection.say(MOVE)
        connection.socket.queue_heartbeat()
        await idle()
        assert direct.parts == [["view"], ["answer", "view"], ["beat"]]
        assert connection.sent == []
        await connection.leave()

    asyncio.run(scene())


def test_a_connection_that_does_not_keep_up_is_left_to_the_writer_and_gets_the_newest_view() -> None:
    async def scene() -> None:
        direct = Direct()
        connection = Connection(direct)
        await idle()
        direct.keeps_up = False
        connection.reads.clear()
        for version in (11, 12, 13):
            connection.table.table = connection.table.table._replace(version=version)
            connection.socket.queue_view()
            await idle()
        assert len(direct.sent) == 1
        direct.keeps_up = True
        connection.reads.set()
        await idle()
        assert [frame["view"]["version"] for frame in connection.frames] == [11, 13]
        connection.socket.queue_view()
        await idle()
        assert len(direct.sent) == 2
        await connection.leave()

    asyncio.run(scene())


def test_a_direct_connection_is_closed_by_the_writer() -> None:
    async def scene() -> None:
        connection = Connection(Direct())
        await idle()
        connection.socket.close(TABLE_GONE)
        await asyncio.wait_for(connection.served, 5)
        assert connection.sent[-1] == {"type": "websocket.close", "code": TABLE_GONE}

    asyncio.run(scene())


def test_a_view_that_cannot_be_written_ends_the_socket_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        connection = Connection(Direct())
        await idle()
        connection.table.view = broken  # type: ignore[method-assign]
        connection.socket.queue_view()
        await asyncio.wait_for(connection.served, 5)

    def broken(_: Client) -> ClientView:
        raise ValueError

    with caplog.at_level(logging.ERROR, logger="bigpoints.server"):
        asyncio.run(scene())
    assert [record.getMessage() for record in caplog.records] == ["socket_failed"]


@pytest.mark.parametrize(("contract", "packed"), [("", False), (str(CONTRACT), True)])
def test_only_clients_that_name_the_contract_take_packed_views(contract: str, packed: bool) -> None:
    assert takes_packed_views(contract) is packed


# --- Who is cut -------------------------------------------------------------------------------------------------------


def test_a_client_that_reads_nothing_is_cut_after_the_time_it_has() -> None:
    async def scene(connection: Connection) -> None:
        connection.socket.disconnect_if_stuck(60)
        await idle()
        assert (connection.served.done(), connection.table.clients) == (False, 1)
        connection.socket.disconnect_if_stuck(0)
        await asyncio.wait_for(connection.served, 5)

    connection = connected(scene, reads=False)
    assert connection.sent == []
    assert connection.table.clients == 0


def test_a_client_that_sends_without_end_and_reads_nothing_is_shown_out() -> None:
    async def scene(connection: Connection) -> None:
        await connection.say(*["nonsense"] * 1_000)
        assert not connection.served.done()
        await connection.say("nonsense", "nonsense")
        assert connection.served.done()

    connected(scene, reads=False)


def test_a_client_that_reads_is_not_cut_however_long_nothing_was_sent() -> None:
    async def scene(connection: Connection) -> None:
        connection.socket.disconnect_if_stuck(0)
        await idle()
        assert not connection.served.done()

    assert connected(scene).parts == [["view"]]


# --- Failures ---------------------------------------------------------------------------------------------------------


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

    socket = Socket(send, receive, None, "", unlimited(), Metrics())
    with caplog.at_level(logging.ERROR, logger="bigpoints.server"):
        asyncio.run(socket.serve(cast("Hub", OneTable()), "ABCDEFGH"))
    return [record.getMessage() for record in caplog.records]


def test_a_failure_in_reading_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    assert failures(caplog, reading=ValueError()) == ["socket_failed"]


def test_a_failure_in_writing_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    assert failures(caplog, sending=ValueError()) == ["socket_failed"]


def test_somebody_who_is_gone_is_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    assert failures(caplog, sending=WebSocketDisconnect()) == []
