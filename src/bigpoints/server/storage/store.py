"""What a store does: it keeps the log of every table, snapshots, who is a member of which, and handover offers.

A table that was moved to the trash does not exist for any call but `creation`, `delete`, `restore` and those of the
trash; only its code stays taken.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from bigpoints.errors import BigPointsError


class StoreFailed(BigPointsError):
    """The store cannot do what was asked: the disk is full, the store is closed, the database is of a newer version."""


class StoreObserver(Protocol):
    """Hears how a store fares, in its event loop."""

    def wrote(self) -> None:
        """Something was written, and is durable."""
        ...

    def failed(self, cause: str, calls: int, *, is_write: bool) -> None:
        """Calls have failed, for a cause that has a short stable name; if `is_write`, nothing could be written."""
        ...


class Entry(NamedTuple):
    """One row of a table's log. `at` is in milliseconds since 1970; `event` is JSON that the store does not read."""

    table: str
    version: int
    at: int
    command: str | None
    event: str


class TableSnapshot(NamedTuple):
    """A table at a version, as text that the store does not read. It is derived from the log, and may be missing."""

    table: str
    version: int
    begins: bool
    """Whether a game begins with this version; of all others the store keeps only the one saved last."""
    game: int
    format: str
    state: str


class Offer(NamedTuple):
    """A handover code on offer: its digest, the seat, the browser that gives it, and its end in ms since 1970."""

    digest: str
    table: str
    seat: int
    giver: str
    until: int


class Store(Protocol):
    """Where tables are stored. What a call has answered is durable, and every later read sees it.

    A call that raises StoreFailed changed nothing, with one exception: if the connection to a database is lost in the
    middle of a commit, nobody knows. Whoever asks for the same command once more finds out: its entry is refused, since
    its version or its command is stored already, and `executed` has the version that it led to.
    """

    is_shared: bool
    """Whether other processes may write to the same tables."""

    async def observe(self, observer: StoreObserver) -> None:
        """Tell an observer from now on of writes and of failures."""
        ...

    async def append(self, entry: Entry, member: str | None = None, shortened: str | None = None) -> bool:
        """Append an entry to its table, and list the table under a member. False if the entry is refused.

        It is refused if its version or its command is stored already, if the version before it is not, and if its table
        is deleted or in the trash, whoever moved it there; also if its caller did not know yet that an earlier entry of
        the table was refused: it may build on that one. With an entry that makes most of the one before it needless,
        `shortened` replaces the event there.
        """
        ...

    async def create(self, entry: Entry, member: str) -> bool:
        """Create a table with its first entry and its first member. False if its code is taken."""
        ...

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The entries of a table after a version, in order and up to a number; none if the table does not exist."""
        ...

    async def executed(self, table: str, command: str) -> int | None:
        """The version that a command led to; None if it is not stored."""
        ...

    async def save_snapshot(self, snapshot: TableSnapshot) -> None:
        """Save a snapshot, unless its table is deleted."""
        ...

    async def newest_snapshot(self, table: str, form: str, game: int | None = None) -> TableSnapshot | None:
        """The newest snapshot in a format; if a game is named, the newest with which that or an earlier game begins."""
        ...

    async def delete(self, table: str) -> bool:
        """Delete a table and everything of it, for good, also from the trash. False if it does not exist."""
        ...

    async def throw_away(self, table: str, unused_since: int, at: int) -> bool:
        """Move a table to the trash. False if it does not exist, or was used since `unused_since`."""
        ...

    async def creation(self, table: str) -> Entry | None:
        """The first entry of a table, also of one in the trash; None if there is none."""
        ...

    async def restore(self, table: str, at: int) -> bool:
        """Take a table out of the trash; it counts as used at a time. False if it is not there."""
        ...

    async def spare(self, unused_since: int, at: int) -> int:
        """Count tables as used at a time that seem unused since `unused_since`, or were thrown away after that time."""
        ...

    async def empty_trash(self, before: int) -> int:
        """Delete tables for good that were moved to the trash before a time; gives their number."""
        ...

    async def tables_of(self, member: str) -> list[str]:
        """The codes of a member's tables, the newest first."""
        ...

    async def idle(self, before: int) -> list[str]:
        """The codes of tables that were last used before a time."""
        ...

    async def count(self) -> int:
        """The number of tables."""
        ...

    async def newest(self) -> int | None:
        """The time of the newest entry of all tables; None if there are no tables."""
        ...

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """The newest versions of those tables that exist."""
        ...

    async def marks(self) -> dict[str, int]:
        """The times that were kept by `set_marks`, by their names."""
        ...

    async def set_marks(self, marks: Mapping[str, int]) -> None:
        """Keep times of the server's own under their names."""
        ...

    async def offer(self, offer: Offer, now: int) -> None:
        """Store an offer, unless its table is deleted, and delete those that have lapsed by now, in ms since 1970."""
        ...

    async def offered(self, digest: str) -> Offer | None:
        """The offer with a digest, lapsed or not."""
        ...

    async def withdraw(self, digest: str) -> None:
        """Delete an offer, if it exists."""
        ...

    async def try_lock(self, name: str) -> bool:
        """Whether this store has a lock now, which only one of those on a database has; always, if it is not shared.

        The lock is lost with the connection: whoever goes on holding it asks again and again.
        """
        ...

    async def unlock(self, name: str) -> None:
        """Free a lock, if this store has it."""
        ...

    async def close(self) -> None:
        """Finish what is queued, and close. Later calls raise StoreFailed."""
        ...
