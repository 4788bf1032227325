"""What a store does: it keeps the log of every table, who is a member of which, and handover offers."""

from typing import NamedTuple, Protocol

from bigpoints.errors import BigPointsError


class StoreFailed(BigPointsError):
    """The store cannot do what was asked: the disk is full, the store is closed, the database is of a newer version."""


class Entry(NamedTuple):
    """One row of a table's log. `at` is in milliseconds since 1970; `event` is JSON that the store does not read."""

    table: str
    version: int
    at: int
    command: str | None
    event: str


class Offer(NamedTuple):
    """A handover code on offer: its digest, the seat, the browser that gives it, and its end in ms since 1970."""

    digest: str
    table: str
    seat: int
    giver: str
    until: int


class Store(Protocol):
    """Where tables are stored. What a call has answered is durable; a call that raises StoreFailed changed nothing."""

    async def append(self, entry: Entry, member: str | None = None, shortened: str | None = None) -> bool:
        """Append an entry to its table, and list the table under a member. False if the entry is refused.

        It is refused if its version or its command is stored already, if the version before it is not, and if its table
        is deleted; also if its caller did not know yet that an earlier entry of the table was refused: it may build on
        that one. With an entry that makes most of the one before it needless, `shortened` replaces the event there.
        """
        ...

    async def create(self, entry: Entry, member: str) -> bool:
        """Create a table with its first entry and its first member. False if its code is taken."""
        ...

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table after a version, in order; none if the table does not exist."""
        ...

    async def delete(self, table: str, unused_since: int | None = None) -> bool:
        """Delete a table and everything of it. False if it does not exist, or was used since `unused_since`."""
        ...

    async def tables_of(self, member: str) -> list[str]:
        """The codes of a member's tables, the newest first."""
        ...

    async def idle(self, before: int) -> list[str]:
        """The codes of tables whose newest entry is older than a time."""
        ...

    async def count(self) -> int:
        """The number of tables."""
        ...

    async def offer(self, offer: Offer) -> None:
        """Store an offer, unless its table is deleted, and delete those that have lapsed."""
        ...

    async def offered(self, digest: str) -> Offer | None:
        """The offer with a digest, lapsed or not."""
        ...

    async def withdraw(self, digest: str) -> None:
        """Delete an offer, if it exists."""
        ...

    async def close(self) -> None:
        """Finish what is queued, and close. Later calls raise StoreFailed."""
        ...
