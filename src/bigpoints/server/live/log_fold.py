"""The fold of a log, page by page: from its beginning, from a snapshot, or from a table that is known."""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bigpoints.errors import BigPointsError
from bigpoints.server.live.live_table import MAX_COMMANDS
from bigpoints.server.storage.store import Entry, TableSnapshot
from bigpoints.server.table.events import BadEvent, Event, Log, Played, is_unicode, parse_event
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.snapshot import is_due, is_game_kept, parse_snapshot
from bigpoints.server.table.state import Table, step

_END_OF_TIME = 253_402_300_800_000
"""In milliseconds since 1970: dates have years up to 9999."""


class UnreadableLog(BigPointsError):
    """A log, or the snapshot that it is folded from, that makes no table."""


@contextmanager
def as_unreadable() -> Iterator[None]:
    """Whatever fails inside is the fault of a log, since a row may hold anything; refusals stay what they are."""
    try:
        yield
    except (Refused, UnreadableLog):
        raise
    except Exception as error:
        raise UnreadableLog(type(error).__name__) from error


def read_event(entry: Entry) -> Event:
    """The event of an entry, which may hold anything: SQLite keeps values of any type. Raises BadEvent."""
    if type(entry.at) is not int or type(entry.event) is not str:
        raise BadEvent("log: a row is no text, or its time is no whole number")
    if not 0 <= entry.at < _END_OF_TIME:
        raise BadEvent("log: the time of a row is in no year up to 9999")
    if not is_unicode(entry.event):
        raise BadEvent("log: a row is not UTF-8")
    return parse_event(entry.event)


def parse_log(entries: Sequence[Entry]) -> Log:
    """The events of entries. Raises UnreadableLog."""
    with as_unreadable():
        return [(entry.version, entry.at, read_event(entry)) for entry in entries]


class LogFold:
    """A table as far as its log was read; if a game is named, also as it was when that game ended.

    Every page but the first of a log begins with the last entry that is known: if it is missing, the table was deleted,
    and if it is another one, the log is not the one that the table was folded from.
    """

    def __init__(self, code: str, since: Table | TableSnapshot | None = None, game: int | None = None) -> None:
        self.code = code
        self.table = since if isinstance(since, Table) else None
        self.snapshot = since if isinstance(since, TableSnapshot) else None
        self.ended: Table | None = None
        """The table after the last ply of the game."""
        self.is_gone = False
        """Whether the table does not exist, or no longer."""
        self.entries = 0
        """How many were folded."""
        self.commands: deque[tuple[str, int]] = deque(maxlen=MAX_COMMANDS)
        """The last commands, and their versions."""
        self.games: list[Table] = []
        """The table at the beginnings of games whose snapshots are kept."""
        self.newest: Table | None = None
        """The table when its last snapshot was due."""
        self._game = game

    @property
    def after(self) -> int:
        """The version after which the next page begins."""
        known = self.table or self.snapshot
        return known.version - 1 if known else 0

    def feed(self, entries: Sequence[Entry]) -> bool:
        """Fold the next page; False if nothing after it is wanted. Raises UnreadableLog."""
        self.is_gone = not entries
        if self.is_gone:
            return False
        with as_unreadable():
            return self._feed(entries)

    def _feed(self, entries: Sequence[Entry]) -> bool:
        if self.snapshot and self.table is None:
            self.table = parse_snapshot(self.snapshot.state)
        if self.table:
            _check_known(self.table, entries[0])
            entries = entries[1:]
        self.entries += len(entries)
        self.commands.extend((entry.command, entry.version) for entry in entries if entry.command)
        return all(map(self._take, entries))

    def _take(self, entry: Entry) -> bool:
        """Fold an entry; False if the game that is wanted was over before."""
        event, before = read_event(entry), self.table
        table = self.table = step(self.code, before, entry.version, entry.at, event)
        if before and is_due(before, table):
            self._keep(before, table)
        if self._game is None:
            return True
        if table.game == self._game and isinstance(event, Played):
            self.ended = table
        return table.game <= self._game

    def _keep(self, before: Table, table: Table) -> None:
        self.newest = table
        if is_game_kept(before, table):
            self.games.append(table)


def _check_known(table: Table, entry: Entry) -> None:
    if (entry.version, entry.at) != (table.version, table.at):
        raise UnreadableLog("the log does not go on where the table is known")
