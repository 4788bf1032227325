"""A table on a remote server: wait for views, send commands."""

import secrets
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self, cast
from urllib.parse import urlencode

from bigpoints.client.errors import Refused, refusal_in
from bigpoints.client.http import HttpClient
from bigpoints.client.views import Hint, LegalMove, TableView, read_hint, read_view
from bigpoints.client.websocket import TableSocket
from bigpoints.contract.requests import ClientMessage, Command
from bigpoints.contract.unpack import whole_view
from bigpoints.contract.views import Frame
from bigpoints.errors import BigPointsError
from bigpoints.position import Move

_TOO_FAST_SECONDS = 0.5


class Table:
    """A table as you see it: `with server.join(…) as table: …`. A lost connection is opened again by itself.

    There is no background thread: `view` changes only inside a method that waits.
    """

    def __init__(self, http: HttpClient, view: TableView) -> None:
        self._http = http
        self._view = view
        self._socket = TableSocket(http, view.table)

    def __enter__(self) -> Self:
        self._socket.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Disconnect; your seat stays yours."""
        self._socket.close()

    @property
    def view(self) -> TableView:
        """The newest view received."""
        return self._view

    @property
    def code(self) -> str:
        """The code by which others find the table."""
        return self._view.table

    @property
    def link(self) -> str:
        """The link by which others find the table."""
        return f"{self._http.url}/#/table/{self.code}"

    # --- Waiting ------------------------------------------------------------------------------------------------------

    def turns(self) -> Iterator[TableView]:
        """Yield a view with its hand whenever one of your seats is to move; ends with the game."""
        yielded = 0
        while not self._view.is_over:
            view = self._view
            if not view.is_yours or view.version <= yielded:
                self._receive()
            elif view.seat != view.turn:
                self.look(view.turn)
            else:
                yielded = view.version
                yield view

    def until(self, holds: Callable[[TableView], object]) -> TableView:
        """Wait for a view in which a condition holds; the present one counts."""
        while not holds(self._view):
            self._receive()
        return self._view

    # --- Commands -----------------------------------------------------------------------------------------------------

    def play(self, move: Move | LegalMove | str) -> bool:
        """Make a move for the seat to move. False, and no move, if an undo or a clock has changed the game meanwhile.

        Raises Refused.
        """
        try:
            seat, version = self._seat_to_move(), self._view.version
            self._execute({"do": "move", "id": _new_id(), "version": version, "seat": seat, "move": str(move)})
        except Refused as refused:
            if refused.code != "stale":
                raise
            self._catch_up(int(str(refused.about["version"])))
            return False
        return True

    def undo(self, seat: int | None = None) -> None:
        """Take your last turn back, or ask the others for it: `view.request` stands until they have answered."""
        version = self._view.version
        self._execute({"do": "undo", "id": _new_id(), "version": version, "seat": self._your_seat(seat)})

    def agree(self, seat: int | None = None) -> None:
        """Agree to the undo that another seat asks for."""
        version = self._view.version
        self._execute({"do": "agree", "id": _new_id(), "version": version, "seat": self._your_seat(seat)})

    def decline(self, seat: int | None = None) -> None:
        """Decline the undo that another seat asks for, or withdraw your own request."""
        version = self._view.version
        self._execute({"do": "decline", "id": _new_id(), "version": version, "seat": self._your_seat(seat)})

    def start(self) -> None:
        """Owner: begin now; bots take the free seats."""
        self._execute({"do": "start", "id": _new_id()})

    def next_game(self) -> None:
        """Begin the next game of the series, or a rematch."""
        self._execute({"do": "next", "id": _new_id()})

    def leave(self, seat: int | None = None) -> None:
        """Leave your seat; during a game a bot plays for you until you `come_back`."""
        self._execute({"do": "leave", "id": _new_id(), "seat": self._your_seat(seat)})

    def come_back(self, seat: int | None = None) -> None:
        """Take your seat back from the bot that plays for you."""
        self._execute({"do": "return", "id": _new_id(), "seat": self._your_seat(seat)})

    def look(self, seat: int | None) -> None:
        """With several seats: show the hand of one, or of none; it is shown until the turn passes."""
        before = self._view.turn

        def is_shown(frame: Frame) -> bool:
            view = self._view
            return "view" in frame and (view.seat == seat or view.turn != before or len(view.yours) == 1)

        self._exchange({"do": "look", "seat": seat}, is_shown)

    def command(self, do: str, **about: object) -> int:
        """Send any command, wait until its effect is in `view`, and return the version it led to.

        Raises Refused.
        """
        message = {"do": do, "id": _new_id(), **about}
        return self._execute(cast("Command", message))  # The server says which commands there are.

    # --- Questions ----------------------------------------------------------------------------------------------------

    def hint(self, seat: int | None = None) -> Hint:
        """The best move for the seat to move, which must be yours, and why; the table must allow hints.

        It takes about a second. Raises Refused, with the code `stale` if somebody moved meanwhile.
        """
        return self._http.parse(read_hint, self._http.request("GET", self._path("hint", seat=seat)))

    def record(self, game: int | None = None) -> str:
        """A game as a record (BPR): the last one, or the given one. Hidden hands stay hidden until its end."""
        return self._http.request_text("GET", self._path("export", game=game))

    def _path(self, name: str, **query: int | None) -> str:
        given = urlencode({key: value for key, value in query.items() if value is not None})
        return f"/api/tables/{self.code}/{name}" + (f"?{given}" if given else "")

    # --- Frames -------------------------------------------------------------------------------------------------------

    def _execute(self, command: Command) -> int:
        """Send a command, wait until its effect is in `view`, and return the version it led to."""
        versions: list[int] = []

        def is_done(frame: Frame) -> bool:
            answer = frame.get("answer")
            if answer and answer.get("id") == command["id"] and (version := answer.get("version")) is not None:
                versions.append(version)
            return bool(versions)

        self._exchange(command, is_done)
        self._catch_up(versions[0])
        return versions[0]

    def _exchange(self, message: ClientMessage, is_done: Callable[[Frame], bool]) -> None:
        """Send a message until it is answered. It acts once even if it arrives twice, since its id stays the same."""
        self._socket.request(message)
        try:
            while not is_done(frame := self._receive()):
                self._check(frame, message.get("id"))
        finally:
            self._socket.done()

    def _check(self, frame: Frame, name: object) -> None:
        """Raise the refusal of our message if the frame holds it; send again what came too fast."""
        answer = frame.get("answer")
        refused = refusal_in(answer)
        # A message that the server did not get to read is refused without an id.
        if not answer or refused is None or answer.get("id") not in (name, None):
            return
        if refused.code != "too_fast":
            raise refused
        time.sleep(_TOO_FAST_SECONDS)
        self._socket.resend()

    def _catch_up(self, version: int) -> None:
        while self._view.version < version:
            self._receive()

    def _receive(self) -> Frame:
        """Wait for the next frame; a heartbeat with a version newer than the view shows a gap: ask for the view."""
        frame = self._socket.receive()
        if "view" in frame:
            self._view = self._http.parse(lambda data: read_view(whole_view(data)), frame["view"])
        if self._http.parse(int, frame.get("beat", 0)) > self._view.version:
            self._socket.send({"do": "view"})
        return frame

    # --- Seats --------------------------------------------------------------------------------------------------------

    def _seat_to_move(self) -> int:
        """The seat to move if it is yours; otherwise your seat, so that the server answers `not_your_turn`."""
        turn = self._view.turn
        return turn if turn in self._view.yours else self._your_seat(None)

    def _your_seat(self, seat: int | None) -> int:
        """The given seat, or the only one that is yours."""
        if seat is not None:
            return seat
        if len(self._view.yours) == 1:
            return self._view.yours[0]
        yours = ", ".join(map(str, self._view.yours)) or "none"
        raise BigPointsError(f"say which seat you mean; yours: {yours}")


def _new_id() -> str:
    return secrets.token_hex(8)
