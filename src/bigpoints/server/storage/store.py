"""What a store is: the log of every table, made durable entry by entry, and a little beside it."""

from typing import NamedTuple, Protocol

from bigpoints.errors import BigPointsError


class StoreFailed(BigPointsError):
    """Something that the store cannot do: its disk is full, it is closed, its database is from a newer program."""


class Entry(NamedTuple):
    """One row of the log of a table. Its event is JSON text that the store does not read."""

    table: str
    version: int
    at: int
    command: str | None
    event: str


class Offer(NamedTuple):
    """A handover code on offer: its digest, the seat that it is for, whose that is, and until when (ms since 1970)."""

    digest: str
    table: str
    seat: int
    giver: str
    until: int


class Store(Protocol):
    """Where tables are kept. Whatever a call has answered is durable; a call that raises StoreFailed did nothing."""

    async def append(self, entry: Entry, member: str | None = None) -> bool:
        """Add an entry to its table, and the table to those of a member. False if the entry is refused.

        It is if its version or its command is there already, the version before it is not, or its table is gone. So is
        what was given before the refusal of an entry of the same table was known: it may rest on that entry.
        """
        ...

    async def create(self, entry: Entry, member: str) -> bool:
        """Make a table with its first entry, and a member. False if there is a table of that code."""
        ...

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table after a version, in order; none if there is no such table."""
        ...

    async def delete(self, table: str, unused_since: int | None = None) -> bool:
        """Delete a table and everything that belongs to it. False if there is none, or if it was used since a time."""
        ...

    async def tables_of(self, member: str) -> list[str]:
        """The tables of a member, the newest first."""
        ...

    async def idle(self, before: int) -> list[str]:
        """The tables whose newest entry is from before a time."""
        ...

    async def count(self) -> int:
        """How many tables there are."""
        ...

    async def offer(self, offer: Offer) -> None:
        """Keep an offer, unless its table is gone, and drop those that have lapsed."""
        ...

    async def offered(self, digest: str) -> Offer | None:
        """The offer with a digest, lapsed or not."""
        ...

    async def withdraw(self, digest: str) -> None:
        """Drop an offer, if it is there."""
        ...

    async def close(self) -> None:
        """Finish what was asked so far, and close. Whatever is asked afterwards raises StoreFailed."""
        ...
