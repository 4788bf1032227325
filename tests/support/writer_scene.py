"""A writer with two tables, for tests that hold it up, look what it has stored, or let it fail."""

import asyncio
import resource
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from threading import Event
from typing import TypeVar

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import URL

from bigpoints.server.storage.engine import open_engine, sqlite_url
from bigpoints.server.storage.inspect import open_snapshot
from bigpoints.server.storage.schema import TABLES
from bigpoints.server.storage.store import Entry
from bigpoints.server.storage.writer import Writer
from support.stores import entry, place_of

T = TypeVar("T")
PATIENCE = 60


class Scene:
    """A writer with the tables A and B, each of five entries."""

    def __init__(self, database: URL, largest_batch: int) -> None:
        self._place = place_of(database)
        self.engine: Engine = open_engine(database)
        self.writer = Writer(self.engine, largest_batch)
        self.commits = 0
        event.listen(self.engine, "commit", self._count)

    async def append(self, *entries: Entry) -> list[bool]:
        """Append entries that wait together."""
        async with self.held():
            answers = [self.writer.append(each, None) for each in entries]
        return list(await asyncio.gather(*answers))

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """While the writer is held up, so that all that is asked waits for it."""
        began, go_on = Event(), Event()

        def hold(_: Connection) -> None:
            began.set()
            assert go_on.wait(PATIENCE)

        holding = self.writer.do(hold)
        assert await asyncio.to_thread(began.wait, PATIENCE)
        self.commits = 0
        yield
        go_on.set()
        await holding

    def stored(self, table: str) -> list[Entry]:
        """What another program can read."""
        with open_snapshot(self._place) as look:
            return look.entries(table)

    def _count(self, _: Connection) -> None:
        self.commits += 1


def play(place: Path | URL, story: Callable[[Scene], Awaitable[T]], largest_batch: int = 1000) -> T:
    """Play a story with a scene of its own, in a folder or at a URL; gives what it returns."""
    database = sqlite_url(place / "db") if isinstance(place, Path) else place

    async def with_scene() -> T:
        with_tables = [{"code": "A", "created": 0}, {"code": "B", "created": 0}]
        scene = Scene(database, largest_batch)
        await scene.writer.do(lambda connection: connection.execute(TABLES.insert(), with_tables).rowcount)
        for table in ("A", "B"):
            assert all(await scene.append(*(entry(table, version, f"{version}") for version in range(1, 6))))
        try:
            return await story(scene)
        finally:
            await scene.writer.close()

    return asyncio.run(with_scene())


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """While no file of this program can grow beyond a size, as if the disk were full there."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
