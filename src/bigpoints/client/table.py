"""A table on a remote server, and what can be done at it."""

import secrets
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from bigpoints.client.errors import Refused, refusal_in
from bigpoints.client.http import Contact
from bigpoints.client.views import Json, LegalMove, TableView, read_view
from bigpoints.client.websocket import Connection
from bigpoints.errors import BigPointsError
from bigpoints.position import Move

_TOO_FAST_SECONDS = 0.5


class Table:
    """A table as you see it: `with server.join(…) as table: …`. A lost connection is opened again by itself.

    Nothing happens behind your back: `view` changes only while you wait for something.
    """

    def __init__(self, contact: Contact, view: TableView) -> None:
        self._contact = contact
        self._view = view
        self._connection = Connection(contact, view.table)

    def __enter__(self) -> Self:
        self._connection.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Go away; your seat stays yours."""
        self._connection.close()

    @property
    def view(self) -> TableView:
        """The table as you saw it last."""
        return self._view

    @property
    def code(self) -> str:
        """The code by which others find it."""
        return self._view.table

    @property
    def link(self) -> str:
        """The link by which others find it."""
        return f"{self._contact.url}/#/table/{self.code}"

    # --- Waiting ------------------------------------------------------------------------------------------------------

    def turns(self) -> Iterator[TableView]:
        """A view whenever one of your seats is to move, with its hand; ends when the game is over."""
        shown = 0
        while not self._view.is_over:
            view = self._view
            if not view.is_yours or view.version <= shown:
                self._hear()
            elif view.seat != view.turn:
                self.look(view.turn)
            else:
                shown = view.version
                yield view

    def until(self, holds: Callable[[TableView], object]) -> TableView:
        """Wait for a view in which something holds; the one you have counts."""
        while not holds(self._view):
            self._hear()
        return self._view

    # --- Acting -------------------------------------------------------------------------------------------------------

    def play(self, move: Move | LegalMove | str) -> bool:
        """Make a move for the seat to move. False if the game has moved on, by an undo or a clock, and nothing is done.

        Raises Refused.
        """
        try:
            self._timely("move", seat=self._moving_seat(), move=str(move))
        except Refused as refused:
            if refused.code != "stale":
                raise
            self._catch_up(int(str(refused.about["version"])))
            return False
        return True

    def _moving_seat(self) -> int:
        """The seat to move if it is yours, else yours: the server says that it is not your turn."""
        turn = self._view.turn
        return turn if turn in self._view.yours else self._seat(None)

    def undo(self, seat: int | None = None) -> None:
        """Take your last turn back, or ask the others for it: then `view.request` is there until they agree."""
        self._timely("undo", seat=self._seat(seat))

    def agree(self, seat: int | None = None) -> None:
        """Agree to the undo that somebody asks for."""
        self._timely("agree", seat=self._seat(seat))

    def decline(self, seat: int | None = None) -> None:
        """Decline the undo that somebody asks for, or take your own question back."""
        self._timely("decline", seat=self._seat(seat))

    def start(self) -> None:
        """Owner: begin now; bots fill the gaps."""
        self.command("start")

    def next_game(self) -> None:
        """Begin the next game of the series, or a rematch."""
        self.command("next")

    def leave(self, seat: int | None = None) -> None:
        """Leave your seat; in a game a bot plays for you until you `come_back`."""
        self.command("leave", seat=self._seat(seat))

    def come_back(self, seat: int | None = None) -> None:
        """Take your seat back from the bot that plays for you."""
        self.command("return", seat=self._seat(seat))

    def look(self, seat: int | None) -> None:
        """With several seats: look at the hand of one, or at none; the hand is shown until the turn passes."""
        before = self._view.turn

        def is_shown(frame: Json) -> bool:
            view = self._view
            return "view" in frame and (view.seat == seat or view.turn != before or len(view.yours) == 1)

        self._exchange({"do": "look", "seat": seat}, is_shown)

    def command(self, do: str, **about: object) -> int:
        """Ask for anything that a table can do; gives the version that it led to, which is seen by then.

        Raises Refused.
        """
        name = secrets.token_hex(8)
        versions: list[int] = []

        def is_done(frame: Json) -> bool:
            answer = frame.get("answer") or {}
            if answer.get("id") == name and "version" in answer:
                versions.append(answer["version"])
            return bool(versions)

        self._exchange({"do": do, "id": name, **about}, is_done)
        self._catch_up(versions[0])
        return versions[0]

    def record(self, game: int | None = None) -> str:
        """A game on record (BPR), the last one unless another is named; hidden hands stay hidden until its end."""
        return self._contact.ask_for_text("GET", f"/api/tables/{self.code}/export" + (f"?game={game}" if game else ""))

    # --- Frames -------------------------------------------------------------------------------------------------------

    def _timely(self, do: str, **about: object) -> int:
        """Ask for something about the game as it was seen."""
        return self.command(do, version=self._view.version, **about)

    def _exchange(self, message: Json, is_done: Callable[[Json], bool]) -> None:
        """Send a message until it is answered: what arrives twice acts once, as it has the same id."""
        self._connection.ask(message)
        try:
            while not is_done(frame := self._hear()):
                self._check(frame, message.get("id"))
        finally:
            self._connection.answered()

    def _check(self, frame: Json, name: object) -> None:
        """Raise the refusal of our message, if it is one; what came too fast is sent again."""
        answer = frame.get("answer") or {}
        refused = refusal_in(answer)
        # What the server did not get to read has no id.
        if refused is None or answer.get("id") not in (name, None):
            return
        if refused.code != "too_fast":
            raise refused
        time.sleep(_TOO_FAST_SECONDS)
        self._connection.ask_again()

    def _catch_up(self, version: int) -> None:
        while self._view.version < version:
            self._hear()

    def _hear(self) -> Json:
        """The next frame; if a heartbeat tells of a version that we have not seen, we ask for it."""
        frame = self._connection.frame()
        try:
            if "view" in frame:
                self._view = read_view(frame["view"])
            if int(frame.get("beat", 0)) > self._view.version:
                self._connection.say({"do": "view"})
        except (KeyError, TypeError, ValueError):
            raise self._contact.strange() from None
        return frame

    def _seat(self, seat: int | None) -> int:
        """The seat that is meant: yours, if you have one only."""
        if seat is not None:
            return seat
        if len(self._view.yours) == 1:
            return self._view.yours[0]
        yours = ", ".join(map(str, self._view.yours)) or "none"
        raise BigPointsError(f"say which seat you mean; yours: {yours}")
