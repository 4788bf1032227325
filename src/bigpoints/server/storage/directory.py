"""What a directory of workers does: it knows which workers live, who is connected where, and who attends each table."""

from collections.abc import Mapping, Set
from typing import NamedTuple, Protocol

LAPSE_MS = 3_000
"""A worker that was not seen for so long attends nothing, and nobody is connected there."""


class Presence(NamedTuple):
    """A table as one worker has it open: the players connected there, and those who did something by REST."""

    connected: frozenset[str]
    touched: frozenset[str] = frozenset()
    """They count as having left just now, unless they are connected."""


class TableNews(NamedTuple):
    """What the directory says about a table that this worker has open."""

    is_attended: bool
    """Whether this worker attends it: runs its bots, clocks and stand-ins."""
    connected: frozenset[str] = frozenset()
    """The players who are connected at other workers."""
    absent_ms: Mapping[str, int] = {}
    """Milliseconds since other players were last connected anywhere else, by the database's time."""


class Directory(Protocol):
    """The directory as one worker uses it, at intervals; what it says is right by the database's clock."""

    async def pulse(self, tables: Mapping[str, Presence]) -> Mapping[str, TableNews]:
        """Say that this worker lives and which tables it has open; hear what the others do. Raises StoreFailed."""
        ...

    def now(self) -> int:
        """The database's time in milliseconds since 1970, whatever this machine's clock says."""
        ...

    def lapse(self, tables: Set[str]) -> None:
        """Forget what is attended: the last pulse is too long ago, so another worker may attend these tables."""
        ...

    async def leave(self) -> None:
        """Say that this worker ends, so that others attend its tables at once."""
        ...
