"""What the live room knows of a client: its browser, the hand it looks at, and how to reach it."""

from typing import Protocol

from bigpoints.server.table.state import Table


class HandSelection:
    """Which hand a browser with several seats looks at: one at a time, on request, until the turn passes."""

    __slots__ = ("_game", "_seat", "_turn")

    def __init__(self) -> None:
        self._seat: int | None = None
        self._game = self._turn = 0

    def select(self, table: Table, seat: int | None) -> None:
        """Show the hand of a seat, or none."""
        self._seat, self._game, self._turn = seat, table.game, table.turn

    def selected(self, table: Table, mine: tuple[int, ...]) -> int | None:
        """The seat whose hand is shown now; who has a single seat always sees its hand."""
        if len(mine) == 1:
            return mine[0]
        if (self._game, self._turn) != (table.game, table.turn):
            self._seat = None  # For good: an undo may bring the turn back, with somebody else at the screen.
        return self._seat if self._seat in mine else None


class Client(Protocol):
    """Somebody who looks at a table through a socket."""

    browser: str | None
    selection: HandSelection

    def queue_view(self) -> None:
        """Send the newest view, as soon as it can be sent."""
        ...

    def queue_heartbeat(self) -> None:
        """Send a heartbeat."""
        ...

    def close(self, code: int) -> None:
        """Close it: the table is gone, or the like."""
        ...

    def disconnect_if_stuck(self, seconds: float) -> None:
        """Give it up if it has taken nothing for so long."""
        ...
