"""The socket at a table, opened again whenever it is lost."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain, repeat
from random import uniform

from bigpoints.client.errors import Refused, refusal_in
from bigpoints.client.http import Contact
from bigpoints.client.views import Json
from bigpoints.optional_deps import require_extra

with require_extra("client", "the client"):
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidStatus
    from websockets.sync.client import ClientConnection, connect

_TURNED_AWAY = 4003
_TABLE_GONE = 4004
_PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
_PASSING = (429, 500, 502, 503, 504)
"""What a server or a proxy answers that may soon be better."""


class Connection:
    """Frames from a table and messages to it, over as many sockets as it takes."""

    def __init__(self, contact: Contact, code: str) -> None:
        self._contact = contact
        self._code = code
        self._stack = ExitStack()
        self._socket: ClientConnection | None = None
        self._unanswered: str | None = None
        self._refusal: Refused | None = None
        self._pauses: Iterator[float] = iter(())
        self._until = 0.0
        self._recovered()

    def open(self) -> None:
        """Connect, if it is not connected."""
        while self._socket is None:
            try:
                self._socket = self._stack.enter_context(self._connected())
            except InvalidStatus as error:
                self._try_again(self._refused(error), passing=error.response.status_code in _PASSING)
            except (OSError, InvalidMessage) as error:  # The latter if it dies in the middle of an answer.
                self._try_again(self._contact.silent(error))
            except InvalidHandshake:
                raise self._contact.strange() from None
            else:
                self._send(self._unanswered)

    def close(self) -> None:
        """Disconnect."""
        self._socket = None
        self._stack.close()

    def ask(self, message: Json) -> None:
        """Send a message, and again after a lost connection, until it is `answered`."""
        self._unanswered = json.dumps(message)
        if self._socket is None:
            self.open()
        else:
            self._send(self._unanswered)

    def ask_again(self) -> None:
        """Send the message again that has not been answered."""
        self._send(self._unanswered)

    def answered(self) -> None:
        """The message need not be sent again."""
        self._unanswered = None

    def say(self, message: Json) -> None:
        """Send a message that may get lost."""
        self._send(json.dumps(message))

    def frame(self) -> Json:
        """The next frame."""
        while True:
            self.open()
            try:
                frame: object = json.loads(self._socket.recv()) if self._socket else None
            except ConnectionClosed as closed:
                self._lost(closed)
                continue
            except ValueError:
                raise self._contact.strange() from None
            if not isinstance(frame, dict):
                raise self._contact.strange()
            if "view" in frame:
                self._recovered()
            elif refused := refusal_in(frame.get("answer")):
                self._refusal = refused
            return frame

    def _connected(self) -> ClientConnection:
        return connect(
            f"{self._contact.url.replace('http', 'ws', 1)}/api/tables/{self._code}/socket",
            additional_headers=self._contact.headers,
            compression=None,
            close_timeout=2,
            max_queue=None,  # Who thinks for long still hears the pings between the views.
        )

    def _send(self, text: str | None) -> None:
        if text is None or self._socket is None:
            return
        try:
            self._socket.send(text)
        except ConnectionClosed as closed:
            self._lost(closed)

    def _lost(self, closed: ConnectionClosed) -> None:
        self.close()
        code = closed.rcvd.code if closed.rcvd else 0
        if code == _TABLE_GONE:
            raise Refused("no_such_table", {"table": self._code}) from None
        if code == _TURNED_AWAY and self._refusal:
            self._try_again(self._refusal, passing=self._refusal.code == "unavailable")
        else:
            self._try_again(self._contact.silent(OSError("the connection was lost")))

    def _try_again(self, error: Exception, *, passing: bool = True) -> None:
        """Wait a little, longer from time to time; raise what is wrong if it will not pass, or lasts too long."""
        pause = next(self._pauses) * uniform(0.5, 1)
        self._until = self._until or time.monotonic() + self._contact.patience
        if not passing or time.monotonic() + pause > self._until:
            raise error from None
        time.sleep(pause)

    def _recovered(self) -> None:
        """All is well: the next failure is the first one."""
        self._pauses = chain(_PAUSES, repeat(_PAUSES[-1]))
        self._until = 0.0
        self._refusal = None

    def _refused(self, error: InvalidStatus) -> Exception:
        try:
            refused = refusal_in(json.loads(error.response.body or b""))
        except ValueError:
            refused = None
        return refused or self._contact.strange(f", or its sockets do not get through: {error.response.status_code}")
