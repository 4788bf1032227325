"""The turn clock: when the turn of a person ends by itself."""

from collections.abc import Callable

from bigpoints.server.table.state import Table


class TurnClock:
    """Counts the seconds of the turn at one table; it starts anew with every turn, not with its extra move."""

    __slots__ = ("_began", "_clock", "_turn_at")

    def __init__(self, table: Table, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._began = clock()
        self._turn_at = table.turn_at

    def end(self, table: Table) -> float | None:
        """When the turn ends, by the clock; None without a turn timer, without a game, or while a bot is to move."""
        seconds = table.setup.turn_seconds
        if seconds is None or table.state != "playing" or not table.seats[table.board.seat - 1].is_person:
            return None
        if table.turn_at != self._turn_at:
            self._turn_at, self._began = table.turn_at, self._clock()
        return self._began + seconds

    def remaining_ms(self, table: Table) -> int | None:
        """Milliseconds left of the turn; None if it does not end by itself."""
        end = self.end(table)
        return None if end is None else max(0, round((end - self._clock()) * 1000))
