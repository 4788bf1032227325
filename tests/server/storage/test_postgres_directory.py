"""The directory of workers on a real PostgreSQL: presence, attendance, and the database's time."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from itertools import count
from time import monotonic

import pytest
from sqlalchemy.engine import URL, make_url

from bigpoints.server.ops.clock_watch import steady_ms
from bigpoints.server.storage.directory import LAPSE_MS, Presence, TableNews
from bigpoints.server.storage.migrate import migrate_database
from bigpoints.server.storage.postgres_directory import PostgresDirectory
from bigpoints.server.storage.store import StoreFailed
from support.cuttable_line import Line
from support.postgres import Postgres, running_postgres

T1, T2 = "TABLE1", "TABLE2"
ANNA, BEN = "anna", "ben"
NOBODY = Presence(frozenset())


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """One that tests may kill."""
    with running_postgres() as running:
        yield running


@pytest.fixture
def database(postgres: Postgres) -> URL:
    """A database with two tables."""
    url = make_url(postgres.new_database())
    migrate_database(url)
    with postgres.connect(str(url.database)) as connection:
        for number, code in enumerate((T1, T2), start=1):
            connection.execute("INSERT INTO tables (number, code, created) VALUES (%s, %s, 0)", (number, code))
    return url


@pytest.fixture
def silence(postgres: Postgres, database: URL) -> Callable[[PostgresDirectory], None]:
    """Makes a worker one that was last seen before its rows lapsed."""

    def silence(worker: PostgresDirectory) -> None:
        with postgres.connect(str(database.database)) as connection:
            connection.execute("UPDATE workers SET seen = seen - %s WHERE id = %s", (LAPSE_MS, worker.worker))

    return silence


Story = Callable[[PostgresDirectory, PostgresDirectory], Awaitable[None]]


def played(database: URL, story: Story) -> None:
    """Play a story of two workers."""

    async def play() -> None:
        one, two = PostgresDirectory(database, steady_ms), PostgresDirectory(database, steady_ms)
        try:
            await story(one, two)
        finally:
            await one.leave()
            await two.leave()

    asyncio.run(play())


def here(*browsers: str) -> Presence:
    return Presence(frozenset(browsers))


def test_of_two_workers_the_first_one_attends_a_table(database: URL) -> None:
    async def story(one: PostgresDirectory, two: PostgresDirectory) -> None:
        assert (await one.pulse({T1: NOBODY}))[T1].is_attended
        answer = await two.pulse({T1: NOBODY, T2: NOBODY})
        assert {code: news.is_attended for code, news in answer.items()} == {T1: False, T2: True}
        assert (await one.pulse({T1: NOBODY}))[T1].is_attended

    played(database, story)


def test_a_table_passes_on_when_its_worker_closes_it(database: URL) -> None:
    async def story(one: PostgresDirectory, two: PostgresDirectory) -> None:
        await one.pulse({T1: NOBODY})
        assert not (await two.pulse({T1: NOBODY}))[T1].is_attended
        assert await one.pulse({}) == {}
        assert (await two.pulse({T1: NOBODY}))[T1].is_attended

    played(database, story)


def test_a_table_passes_on_when_its_worker_ends(database: URL) -> None:
    async def story(one: PostgresDirectory, two: PostgresDirectory) -> None:
        await one.pulse({T1: here(ANNA)})
        await one.leave()
        news = (await two.pulse({T1: NOBODY}))[T1]
        assert news.is_attended
        assert news.connected == frozenset()
        assert news.absent_ms[ANNA] < 60_000

    played(database, story)


def test_a_table_passes_on_when_its_worker_is_not_seen_any_more(
    database: URL, silence: Callable[[PostgresDirectory], None]
) -> None:
    async def story(one: PostgresDirectory, two: PostgresDirectory) -> None:
        await one.pulse({T1: here(ANNA)})
        assert not (await two.pulse({T1: NOBODY}))[T1].is_attended
        silence(one)
        news = (await two.pulse({T1: NOBODY}))[T1]
        assert news.is_attended
        assert news.connected == frozenset()
        assert news.absent_ms[ANNA] >= LAPSE_MS
        # It was only stopped for a while: it hears that it no longer attends.
        assert not (await one.pulse({T1: here(ANNA)}))[T1].is_attended
        assert (await two.pulse({T1: NOBODY}))[T1].connected == {ANNA}

    played(database, story)


def test_a_worker_that_was_silent_attends_on_if_nobody_took_over(
    database: URL, silence: Callable[[PostgresDirectory], None]
) -> None:
    async def story(one: PostgresDirectory, _: PostgresDirectory) -> None:
        await one.pulse({T1: NOBODY})
        silence(one)
        assert (await one.pulse({T1: NOBODY}))[T1].is_attended

    played(database, story)


def test_whoever_is_connected_at_one_worker_is_known_to_the_other(database: URL) -> None:
    async def story(one: PostgresDirectory, two: PostgresDirectory) -> None:
        await one.pulse({T1: here(ANNA), T2: here(BEN)})
        answer = await two.pulse({T1: here(BEN), T2: NOBODY})
        assert [answer[code].connected for code in (T1, T2)] == [{ANNA}, {BEN}]
        await one.pulse({T1: NOBODY, T2: here(BEN)})
        news = (await two.pulse({T1: here(BEN)}))[T1]
        assert news.connected == frozenset()
        assert 0 <= news.absent_ms[ANNA] < 60_000
        await one.pulse({T1: here(ANNA)})
        assert (await two.pulse({T1: here(BEN)}))[T1] == TableNews(is_attended=False, connected=frozenset({ANNA}))

    played(database, story)


def test_who_did_something_by_rest_counts_as_just_gone(database: URL, postgres: Postgres) -> None:
    async def story(one: PostgresDirectory, two: PostgresDirectory) -> None:
        await one.pulse({T1: here(ANNA)})
        await one.pulse({T1: NOBODY})
        with postgres.connect(str(database.database)) as connection:
            connection.execute('UPDATE presence SET "left" = 0')
        assert (await two.pulse({T1: NOBODY}))[T1].absent_ms[ANNA] > 10**12
        await one.pulse({T1: Presence(frozenset(), frozenset({ANNA, BEN}))})
        absent = (await two.pulse({T1: NOBODY}))[T1].absent_ms
        assert set(absent) == {ANNA, BEN}
        assert max(absent.values()) < 60_000

    played(database, story)


def test_a_browser_at_several_workers_is_present_until_it_left_the_last(database: URL) -> None:
    async def story(one: PostgresDirectory, two: PostgresDirectory) -> None:
        three = PostgresDirectory(database, steady_ms)
        await one.pulse({T1: here(ANNA)})
        await two.pulse({T1: here(ANNA)})
        await one.pulse({T1: NOBODY})
        assert (await three.pulse({T1: NOBODY}))[T1].connected == {ANNA}
        await two.pulse({T1: NOBODY})
        assert (await three.pulse({T1: NOBODY}))[T1].connected == frozenset()
        await three.leave()

    played(database, story)


def test_tables_that_do_not_exist_any_more_are_attended_by_nobody(database: URL) -> None:
    async def story(one: PostgresDirectory, _: PostgresDirectory) -> None:
        assert await one.pulse({"GONE": here(ANNA)}) == {"GONE": TableNews(is_attended=False)}

    played(database, story)


def test_the_time_is_that_of_the_database_whatever_the_own_clock_says(database: URL) -> None:
    async def story(one: PostgresDirectory, _: PostgresDirectory) -> None:
        odd = PostgresDirectory(database, count(12_345).__next__)
        with pytest.raises(StoreFailed, match="not known yet"):
            odd.now()
        await odd.pulse({})
        await one.pulse({})
        assert abs(odd.now() - one.now()) < 60_000
        await odd.leave()

    played(database, story)


def test_everything_is_said_anew_after_the_database_was_killed(postgres: Postgres, database: URL) -> None:
    async def story(one: PostgresDirectory, two: PostgresDirectory) -> None:
        await one.pulse({T1: here(ANNA)})
        postgres.kill()
        with pytest.raises(StoreFailed):
            await one.pulse({T1: here(ANNA)})
        postgres.start()
        with postgres.connect(str(database.database)) as connection:  # As if the crash had lost the last commits.
            connection.execute("DELETE FROM workers")
        assert (await one.pulse({T1: here(ANNA)}))[T1].is_attended
        assert (await two.pulse({T1: NOBODY}))[T1] == TableNews(is_attended=False, connected=frozenset({ANNA}))

    played(database, story)


def test_a_database_that_does_not_answer_is_given_up_in_time(postgres: Postgres, database: URL) -> None:
    async def story(one: PostgresDirectory, two: PostgresDirectory) -> None:
        await one.pulse({T1: NOBODY})
        with postgres.connect(str(database.database)) as connection, connection.transaction():
            connection.execute("LOCK TABLE workers")
            with pytest.raises(StoreFailed, match="no answer"):
                await one.pulse({T1: NOBODY})
        assert (await one.pulse({T1: NOBODY}))[T1].is_attended
        await two.pulse({})

    played(database, story)


def test_what_a_crash_of_the_database_has_lost_is_said_again_some_pulses_later(
    postgres: Postgres, database: URL
) -> None:
    async def story(one: PostgresDirectory, two: PostgresDirectory) -> None:
        await one.pulse({T1: here(ANNA)})
        with postgres.connect(str(database.database)) as connection:
            connection.execute("DELETE FROM presence")
        for _ in range(10):
            await one.pulse({T1: here(ANNA)})
        assert (await two.pulse({T1: NOBODY}))[T1].connected == {ANNA}

    played(database, story)


def test_who_leaves_just_before_everything_is_said_anew_has_left(database: URL) -> None:
    async def story(one: PostgresDirectory, two: PostgresDirectory) -> None:
        for pulses in range(1, 12):
            here_now = here(ANNA, BEN) if pulses % 2 else here(BEN)
            await one.pulse({T1: here_now})
            assert (await two.pulse({T1: NOBODY}))[T1].connected == here_now.connected, pulses

    played(database, story)


def test_who_leaves_while_the_database_is_gone_has_left(postgres: Postgres, database: URL) -> None:
    async def story(one: PostgresDirectory, two: PostgresDirectory) -> None:
        await one.pulse({T1: here(ANNA, BEN)})
        postgres.kill()
        with pytest.raises(StoreFailed):
            await one.pulse({T1: here(BEN)})
        postgres.start()
        await one.pulse({T1: here(BEN)})
        assert (await two.pulse({T1: NOBODY}))[T1].connected == {BEN}

    played(database, story)


def test_a_table_that_another_worker_has_claimed_is_no_longer_attended(postgres: Postgres, database: URL) -> None:
    async def story(one: PostgresDirectory, two: PostgresDirectory) -> None:
        await two.pulse({})
        assert (await one.pulse({T1: NOBODY}))[T1].is_attended
        with postgres.connect(str(database.database)) as connection:  # As if a pulse had come too late.
            connection.execute("UPDATE attendants SET worker = %s", (two.worker,))
        assert not (await one.pulse({T1: NOBODY}))[T1].is_attended

    played(database, story)


def test_a_line_that_takes_everything_and_answers_nothing_is_given_up_in_time(
    postgres: Postgres, database: URL
) -> None:
    async def story(one: PostgresDirectory, _: PostgresDirectory) -> None:
        with closing(Line(f"http://127.0.0.1:{postgres.port}")) as line:
            held = PostgresDirectory(database.set(port=line.port), steady_ms)
            await held.pulse({T1: NOBODY})
            line.hold()
            began = monotonic()
            with pytest.raises(StoreFailed, match="no answer"):
                await held.pulse({T1: NOBODY})
            assert monotonic() - began < 2 * LAPSE_MS / 1000 + 3
        await one.pulse({})

    played(database, story)


def test_workers_that_were_not_seen_for_a_day_are_forgotten(postgres: Postgres, database: URL) -> None:
    async def story(one: PostgresDirectory, two: PostgresDirectory) -> None:
        await one.pulse({T1: here(ANNA)})
        with postgres.connect(str(database.database)) as connection:
            connection.execute("UPDATE workers SET seen = seen - 25 * 3600 * 1000")
            await two.pulse({T2: NOBODY})
            assert connection.execute("SELECT id FROM workers").fetchall() == [(two.worker,)]
            assert connection.execute("SELECT count(*) FROM presence").fetchone() == (0,)

    played(database, story)
