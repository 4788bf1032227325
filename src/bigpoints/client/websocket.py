"""The WebSocket of one table, reconnected whenever it is lost."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain, repeat
from random import uniform
from typing import cast

from bigpoints.client.errors import Refused, refusal_in
from bigpoints.client.http import HttpClient
from bigpoints.contract.constants import CONTRACT, NOT_ALLOWED, TABLE_GONE
from bigpoints.contract.requests import ClientMessage
from bigpoints.contract.views import Frame
from bigpoints.optional_deps import require_extra

with require_extra("client", "the client"):
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidStatus
    from websockets.sync.client import ClientConnection, connect

_RETRY_SECONDS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Pauses between attempts to connect; the last one repeats."""
_TRANSIENT_STATUSES = (429, 500, 502, 503, 504)
"""HTTP statuses of a server or a proxy that are worth another attempt."""


class TableSocket:
    """Frames from a table and messages to it, over as many connections as it takes."""

    def __init__(self, http: HttpClient, code: str) -> None:
        self._http = http
        self._code = code
        self._stack = ExitStack()
        self._connection: ClientConnection | None = None
        self._pending: str | None = None
        self._refusal: Refused | None = None
        self._pauses: Iterator[float] = iter(())
        self._deadline = 0.0
        self._reset_retries()

    def open(self) -> None:
        """Connect unless connected; then send the pending message again."""
        while self._connection is None:
            try:
                self._connection = self._stack.enter_context(self._connect())
            except InvalidStatus as error:
                self._wait_or_raise(self._refused(error), transient=error.response.status_code in _TRANSIENT_STATUSES)
            except (OSError, InvalidMessage) as error:  # InvalidMessage: the server died in the middle of its answer.
                self._wait_or_raise(self._http.not_there(error))
            except InvalidHandshake:
                raise self._http.not_big_points() from None
            else:
                self._send(self._pending)

    def close(self) -> None:
        """Disconnect."""
        self._connection = None
        self._stack.close()

    def request(self, message: ClientMessage) -> None:
        """Send a message, and again after every reconnect until `done` is called."""
        self._pending = json.dumps(message)
        if self._connection is None:
            self.open()
        else:
            self._send(self._pending)

    def resend(self) -> None:
        """Send the pending message again."""
        self._send(self._pending)

    def done(self) -> None:
        """Forget the pending message: it has been answered."""
        self._pending = None

    def send(self, message: ClientMessage) -> None:
        """Send a message once; it may get lost."""
        self._send(json.dumps(message))

    def receive(self) -> Frame:
        """Wait for the next frame, reconnecting if need be. Raises Refused, NotThere or NotBigPoints."""
        while True:
            self.open()
            try:
                frame: object = json.loads(self._connection.recv()) if self._connection else None
            except ConnectionClosed as closed:
                self._lost(closed)
                continue
            except ValueError:
                raise self._http.not_big_points() from None
            if not isinstance(frame, dict) or not isinstance(frame.get("answer") or {}, dict):
                raise self._http.not_big_points()
            if "view" in frame:
                self._reset_retries()
            elif refused := refusal_in(frame.get("answer")):
                self._refusal = refused
            return cast("Frame", frame)

    def _connect(self) -> ClientConnection:
        return connect(
            f"{self._http.url.replace('http', 'ws', 1)}/api/tables/{self._code}/socket?contract={CONTRACT}",
            additional_headers=self._http.headers,
            compression=None,
            close_timeout=2,
            max_queue=None,  # A full queue would leave pings unanswered while the caller thinks for long.
        )

    def _send(self, text: str | None) -> None:
        if text is None or self._connection is None:
            return
        try:
            self._connection.send(text)
        except ConnectionClosed as closed:
            self._lost(closed)

    def _lost(self, closed: ConnectionClosed) -> None:
        self.close()
        code = closed.rcvd.code if closed.rcvd else 0
        if code == TABLE_GONE:
            raise Refused("no_such_table", {"table": self._code}) from None
        if code == NOT_ALLOWED and self._refusal:
            self._wait_or_raise(self._refusal, transient=self._refusal.code == "unavailable")
        else:
            self._wait_or_raise(self._http.not_there(OSError("the connection was lost")))

    def _wait_or_raise(self, error: Exception, *, transient: bool = True) -> None:
        """Wait before the next attempt, longer each time; raise the error if it is permanent or patience is over."""
        pause = next(self._pauses) * uniform(0.5, 1)
        self._deadline = self._deadline or time.monotonic() + self._http.patience
        if not transient or time.monotonic() + pause > self._deadline:
            raise error from None
        time.sleep(pause)

    def _reset_retries(self) -> None:
        """Start the pauses and the patience anew: the connection works."""
        self._pauses = chain(_RETRY_SECONDS, repeat(_RETRY_SECONDS[-1]))
        self._deadline = 0.0
        self._refusal = None

    def _refused(self, error: InvalidStatus) -> Exception:
        try:
            refused = refusal_in(json.loads(error.response.body or b""))
        except ValueError:
            refused = None
        status = error.response.status_code
        return refused or self._http.not_big_points(f", or its sockets do not get through: {status}")
