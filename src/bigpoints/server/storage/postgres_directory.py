"""The directory of workers on PostgreSQL: rows with the database's time, exchanged in one transaction a second.

It has a connection of its own. Nothing in it is needed after a crash, so its commits wait for no disk.
"""

import asyncio
import secrets
from collections.abc import Callable, Collection, Coroutine, Mapping, Set
from typing import Any, LiteralString, NamedTuple, TypeVar

import psycopg
from sqlalchemy.engine import URL

from bigpoints.server.storage.directory import LAPSE_MS, Presence, TableNews
from bigpoints.server.storage.failure import one_line
from bigpoints.server.storage.postgres_session import Session, open_session
from bigpoints.server.storage.store import StoreFailed

_KEPT_MS = 24 * 3600 * 1000
"""How long the rows of a worker are kept that is not seen any more."""
_WHOLE_EVERY = 10
"""Pulses: in each so many-th everything is said anew, since a crash of the database may have lost the last ones."""

_SEEN = """
    INSERT INTO workers (id, seen) VALUES (%(me)s, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
    ON CONFLICT (id) DO UPDATE SET seen = excluded.seen
    RETURNING seen, (SELECT seen FROM workers WHERE id = %(me)s)
"""
"""Gives the time of this pulse and of the one before, which is null for the first."""
_CONNECTED = """
    INSERT INTO presence ("table", browser, worker)
    SELECT number, browser, %(me)s FROM unnest(%(tables)s::text[], %(browsers)s::text[]) AS given (code, browser)
    JOIN tables USING (code) ORDER BY number, browser
    ON CONFLICT ("table", browser, worker) DO UPDATE SET "left" = NULL WHERE presence."left" IS NOT NULL
"""
_LEFT = """
    INSERT INTO presence ("table", browser, worker, "left")
    SELECT number, browser, %(me)s, %(now)s
    FROM unnest(%(tables)s::text[], %(browsers)s::text[]) AS given (code, browser)
    JOIN tables USING (code) ORDER BY number, browser
    ON CONFLICT ("table", browser, worker) DO UPDATE SET "left" = excluded."left"
"""
_LEFT_UNSEEN = """
    UPDATE presence SET "left" = %(now)s WHERE worker = %(me)s AND "left" IS NULL AND ("table", browser) NOT IN (
        SELECT number, browser FROM unnest(%(tables)s::text[], %(browsers)s::text[]) AS given (code, browser)
        JOIN tables USING (code)
    )
"""
"""Whoever is not among those connected has left, as far as it was not said yet."""
_CLAIM = """
    INSERT INTO attendants ("table", worker)
    SELECT number, %(me)s FROM tables WHERE code = ANY(%(tables)s) ORDER BY number
    ON CONFLICT ("table") DO UPDATE SET worker = excluded.worker
    WHERE attendants.worker NOT IN (SELECT id FROM workers WHERE seen > %(lapsed)s)
"""
_RELEASE = """
    DELETE FROM attendants USING tables WHERE number = "table" AND code = ANY(%(tables)s) AND worker = %(me)s
"""
_ATTENDED = """
    SELECT code FROM attendants JOIN tables ON number = "table" WHERE code = ANY(%(tables)s) AND worker = %(me)s
"""
_ELSEWHERE = """
    SELECT code, browser, bool_or("left" IS NULL AND seen > %(lapsed)s), %(now)s - max(coalesce("left", seen))
    FROM presence JOIN tables ON number = "table" JOIN workers ON id = worker
    WHERE code = ANY(%(tables)s) AND worker <> %(me)s GROUP BY code, browser
"""
_FORGET = "DELETE FROM workers WHERE seen < %(now)s - %(kept)s"
_LEAVE = (
    'UPDATE presence SET "left" = seen FROM workers WHERE id = worker AND worker = %(me)s AND "left" IS NULL',
    "DELETE FROM attendants WHERE worker = %(me)s",
)

T = TypeVar("T")
Place = tuple[str, str]
"""A table's code and a browser."""


class PostgresDirectory:
    """The directory as one worker uses it, under a name of its own."""

    def __init__(self, url: URL, steady_ms: Callable[[], int]) -> None:
        """`steady_ms` is a clock of this machine that nobody can set."""
        self.worker = secrets.token_hex(8)
        self._url = url
        self._steady_ms = steady_ms
        self._connection: Session | None = None
        self._pulses = 0
        self._said: frozenset[Place] = frozenset()
        """Who is connected here, as the directory knows it."""
        self._attended: frozenset[str] = frozenset()
        self._offset: int | None = None

    def now(self) -> int:
        """The database's time in milliseconds since 1970, whatever this machine's clock says."""
        if self._offset is None:
            raise StoreFailed("the time of the database is not known yet")
        return self._steady_ms() + self._offset

    def lapse(self, tables: Set[str]) -> None:
        """Forget what is attended."""
        self._attended -= tables

    async def pulse(self, tables: Mapping[str, Presence]) -> Mapping[str, TableNews]:
        """Say that this worker lives and which tables it has open; hear what the others do. Raises StoreFailed."""
        return await self._bounded(self._pulse(tables))

    async def leave(self) -> None:
        """Say that this worker ends, so that others attend its tables at once."""
        try:
            await self._bounded(self._leave())
        finally:
            self._disconnect()

    async def _bounded(self, work: Coroutine[None, None, T]) -> T:
        """The result of a conversation with the database, which is given up when a worker's rows lapse.

        psycopg would ask the server to cancel, and wait for that as well: a line that is dead is cut first.
        """
        task = asyncio.ensure_future(work)
        try:
            done, _ = await asyncio.wait([task], timeout=LAPSE_MS / 1000)
            if not done:
                raise StoreFailed("the database: no answer")
            return task.result()
        except (psycopg.Error, OSError) as error:
            raise StoreFailed(f"the database: {one_line(error)}") from error
        finally:
            if not task.done() or task.cancelled() or task.exception():
                self._disconnect()
                task.cancel()
                # Nobody reads how it ends.
                task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())

    async def _pulse(self, tables: Mapping[str, Presence]) -> Mapping[str, TableNews]:
        session = await self._connected()
        async with session.transaction():
            return await self._exchange(session, tables)

    async def _leave(self) -> None:
        session = await self._connected()
        for statement in _LEAVE:
            await session.execute(statement, {"me": self.worker})

    async def _connected(self) -> Session:
        if self._connection is None:
            self._connection = await open_session(self._url)
            await self._connection.execute("SET synchronous_commit = off")
        return self._connection

    def _disconnect(self) -> None:
        """Give the connection up; what was said last may be lost, so the next pulse says everything."""
        connection, self._connection = self._connection, None
        self._pulses, self._attended = 0, frozenset()
        if connection is not None:
            connection.pgconn.finish()

    async def _exchange(self, session: Session, tables: Mapping[str, Presence]) -> Mapping[str, TableNews]:
        now = await self._say_seen(session)
        pulse = _Pulse(session, {"me": self.worker, "now": now, "lapsed": now - LAPSE_MS, "kept": _KEPT_MS})
        is_whole = self._pulses % _WHOLE_EVERY == 0
        if is_whole:
            self._said = frozenset()
            await pulse.run(_FORGET)
        await self._say_presence(pulse, tables)
        if is_whole:
            here = sorted(self._said)
            await pulse.run(_LEFT_UNSEEN, tables=[code for code, _ in here], browsers=[who for _, who in here])
        attended = await self._claim(pulse, tables.keys())
        elsewhere = await _find_elsewhere(pulse, list(tables))
        self._pulses += 1
        return {code: _news(elsewhere.get(code, []), is_attended=code in attended) for code in tables}

    async def _say_seen(self, session: Session) -> int:
        """Say that this worker lives; if that was last said too long ago, others may have taken its tables."""
        rows = await session.execute(_SEEN, {"me": self.worker})
        seen, before = await rows.fetchone() or (0, None)
        self._offset = seen - self._steady_ms()
        if before is None or seen - before > LAPSE_MS:
            self._attended, self._pulses = frozenset(), 0
        return int(seen)

    async def _say_presence(self, pulse: "_Pulse", tables: Mapping[str, Presence]) -> None:
        connected = frozenset((code, browser) for code, here in tables.items() for browser in here.connected)
        touched = frozenset((code, browser) for code, here in tables.items() for browser in here.touched)
        await pulse.say(_CONNECTED, connected - self._said)
        await pulse.say(_LEFT, (self._said | touched) - connected)
        self._said = connected

    async def _claim(self, pulse: "_Pulse", tables: Set[str]) -> Set[str]:
        """The tables that this worker attends, by the rows: a pulse that came late may have lost some to another."""
        closed, unclaimed = self._attended - tables, tables - self._attended
        if closed:
            await pulse.run(_RELEASE, tables=sorted(closed))
        if unclaimed:
            await pulse.run(_CLAIM, tables=sorted(unclaimed))
        rows = await pulse.rows(_ATTENDED, tables=sorted(tables)) if tables else []
        self._attended = frozenset(code for (code,) in rows)
        return self._attended


class _Pulse(NamedTuple):
    """The transaction of a pulse: its session, and the values that its statements share."""

    session: Session
    values: dict[str, object]

    async def run(self, statement: LiteralString, **values: object) -> None:
        await self.session.execute(statement, self.values | values)

    async def rows(self, statement: LiteralString, **values: object) -> list[tuple[Any, ...]]:
        return await (await self.session.execute(statement, self.values | values)).fetchall()

    async def say(self, statement: LiteralString, places: Set[Place]) -> None:
        """Run a statement about browsers at tables, if there are any."""
        if places:
            tables, browsers = zip(*sorted(places), strict=True)
            await self.run(statement, tables=list(tables), browsers=list(browsers))


async def _find_elsewhere(pulse: _Pulse, tables: list[str]) -> Mapping[str, list[tuple[str, bool, int]]]:
    """Browsers of each table at other workers: whether connected, and if not for how many milliseconds."""
    found: dict[str, list[tuple[str, bool, int]]] = {}
    for code, *about in await pulse.rows(_ELSEWHERE, tables=tables) if tables else ():
        browser, is_connected, absent_ms = about
        found.setdefault(code, []).append((browser, is_connected, absent_ms))
    return found


def _news(elsewhere: Collection[tuple[str, bool, int]], *, is_attended: bool) -> TableNews:
    connected = frozenset(browser for browser, is_connected, _ in elsewhere if is_connected)
    absent_ms = {browser: max(0, absent) for browser, is_connected, absent in elsewhere if not is_connected}
    return TableNews(is_attended, connected, absent_ms)
