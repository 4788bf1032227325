"""A table in memory, and the commands that it executed last."""

import asyncio

from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Table

MAX_COMMANDS = 64
"""Commands that a table in memory knows, about 13 kB; the store knows all of them."""


class LiveTable:
    """A table in memory, with the commands it executed last and their versions."""

    __slots__ = ("commands", "is_gone", "lock", "table", "unstored", "uses")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.commands: dict[str, int] = {}
        self.unstored: dict[str, int] = {}
        """The last commands that were acknowledged although there was nothing to store, and their versions.

        Nothing else knows them: once the table has left memory, and to another worker, such a command is a new one.
        """
        self.lock = asyncio.Lock()
        self.uses = 0
        self.is_gone = False

    def check_exists(self) -> None:
        """Refuse a table that was deleted since it was loaded."""
        if self.is_gone:
            raise Refused("no_such_table", table=self.table.code)

    def remember(self, command: str, version: int) -> None:
        """Remember a command, and forget the oldest if there are too many."""
        self.commands[command] = version
        if len(self.commands) > MAX_COMMANDS:
            del self.commands[next(iter(self.commands))]

    def remember_unstored(self, command: str) -> int:
        """Remember a command that leaves the table as it is. Gives the version that acknowledges it."""
        self.unstored[command] = self.table.version
        if len(self.unstored) > MAX_COMMANDS:
            del self.unstored[next(iter(self.unstored))]
        return self.table.version

    @property
    def has_forgotten(self) -> bool:
        """Whether commands are stored that it does not know; every event but the creation is that of a command."""
        return len(self.commands) < self.table.version - 1
