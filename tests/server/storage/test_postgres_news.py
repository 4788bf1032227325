"""News of other workers: heard at once, and after a lost connection everything is looked at anew."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest
from sqlalchemy.engine import make_url

from bigpoints.server.storage.postgres_news import PostgresNews
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import StoreFailed
from support.live_tables import until
from support.postgres import Postgres, running_postgres
from support.stores import ME, entry


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """One that tests may kill."""
    with running_postgres() as running:
        yield running


class Ears:
    """What was heard, and how often news may have been missed."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int]] = []
        self.gaps = 0
        self.fails = False

    def on_news(self, table: str, version: int) -> None:
        """Hear."""
        self.heard.append((table, version))

    async def on_gap(self) -> None:
        """Count."""
        self.gaps += 1
        if self.fails:
            raise StoreFailed("not now")


def listened(url: str, story: Callable[[Ears, SqlStore], Awaitable[None]]) -> None:
    """Play a story with a store whose news are listened to."""

    async def play() -> None:
        store, ears = SqlStore(url), Ears()
        listening = asyncio.create_task(PostgresNews(make_url(url)).listen(ears.on_news, ears.on_gap))
        try:
            await until(lambda: ears.gaps)
            await story(ears, store)
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
            await store.close()

    asyncio.run(play())


def test_appends_and_deletions_are_heard_in_their_order(postgres: Postgres) -> None:
    async def story(ears: Ears, store: SqlStore) -> None:
        await store.create(entry("T", 1), ME)
        for version in (2, 3):
            assert await store.append(entry("T", version))
        assert not await store.append(entry("T", 3))
        await store.delete("T")
        await until(lambda: ("T", 0) in ears.heard)
        assert [news for news in ears.heard if news != ("T", 1)] == [("T", 2), ("T", 3), ("T", 0)]

    listened(postgres.new_database(), story)


def test_what_was_missed_while_the_database_was_gone_is_looked_for(postgres: Postgres) -> None:
    async def story(ears: Ears, store: SqlStore) -> None:
        await store.create(entry("T", 1), ME)
        postgres.kill()
        await asyncio.sleep(0.6)
        assert ears.gaps == 1
        postgres.start()
        await until(lambda: ears.gaps == 2)
        assert await store.append(entry("T", 2))
        await until(lambda: ("T", 2) in ears.heard)

    listened(postgres.new_database(), story)


def test_a_look_that_fails_is_tried_again(postgres: Postgres) -> None:
    async def story(ears: Ears, store: SqlStore) -> None:
        ears.fails = True
        with postgres.connect("postgres") as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        await until(lambda: ears.gaps > 2)
        ears.fails = False
        await store.create(entry("T", 1), ME)
        before = ears.gaps
        await until(lambda: ears.gaps > before or ears.heard)
        assert await store.append(entry("T", 2))
        await until(lambda: ("T", 2) in ears.heard)

    listened(postgres.new_database(), story)


def test_texts_of_others_on_the_channel_do_no_harm(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def story(ears: Ears, store: SqlStore) -> None:
        with postgres.connect(str(make_url(url).database)) as connection:
            for text in ("", "hello", "T:", ":3", "T:-1", "T:x T:4"):
                connection.execute("SELECT pg_notify('bigpoints', %s)", (text,))
        await until(lambda: ears.heard)
        assert ears.heard == [("T", 4)]
        del store

    listened(url, story)
