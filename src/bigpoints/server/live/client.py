"""The client interface of rooms: a browser, the hand shown to it, and what can be sent."""

from typing import Protocol

from bigpoints.server.table.state import Table


class HandSelection:
    """The hand shown to a browser with several seats: one at a time, on request, until the turn passes."""

    __slots__ = ("_game", "_seat", "_turn")

    def __init__(self) -> None:
        self._seat: int | None = None
        self._game = self._turn = 0

    def select(self, table: Table, seat: int | None) -> None:
        """Show the hand of a seat, or none."""
        self._seat, self._game, self._turn = seat, table.game, table.turn

    def selected(self, table: Table, mine: tuple[int, ...]) -> int | None:
        """The seat whose hand is shown now; a browser with a single seat always sees its hand."""
        if len(mine) == 1:
            return mine[0]
        if (self._game, self._turn) != (table.game, table.turn):
            self._seat = None  # For good: an undo may bring the turn back, with somebody else at the screen.
        return self._seat if self._seat in mine else None


class Client(Protocol):
    """A socket that shows a table to a browser, or to somebody without an identity."""

    browser: str | None
    address: str
    """Where it comes from, as limits count it; kept only while it is connected."""
    selection: HandSelection

    def queue_view(self) -> None:
        """Send the newest view when the socket is next free."""
        ...

    def queue_storing(self, is_storing: bool) -> None:
        """Say whether anything can be stored."""
        ...

    def queue_heartbeat(self) -> None:
        """Send a heartbeat."""
        ...

    def close(self, code: int) -> None:
        """Close the socket with a code, such as TABLE_GONE."""
        ...

    def disconnect_if_stuck(self, seconds: float) -> None:
        """Disconnect a client without progress for this many seconds."""
        ...
