"""Sessions of the event loop's own: they are named, bounded in time, and commit by themselves."""

import asyncio

import psycopg
import pytest
from sqlalchemy.engine import make_url

from bigpoints.server.storage.postgres_session import open_session
from support.postgres import Postgres

WRONG = "wrong-secret"


def test_a_session_is_named_bounded_and_commits_every_statement(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def play() -> list[str]:
        async with await open_session(make_url(url)) as session:
            await session.execute("CREATE TABLE seen (it int)")
            with postgres.connect(str(make_url(url).database)) as other:
                assert other.execute("SELECT count(*) FROM seen").fetchone() == (0,)
            names = ("application_name", "statement_timeout", "idle_in_transaction_session_timeout")
            return [str((await (await session.execute(f"SHOW {name}")).fetchone() or [""])[0]) for name in names]

    assert asyncio.run(play()) == ["bigpoints", "10s", "5s"]


def test_a_wrong_password_is_told_without_it(postgres: Postgres) -> None:
    url = make_url(postgres.new_database()).set(password=WRONG)
    with pytest.raises(psycopg.OperationalError) as failure:
        asyncio.run(open_session(url))
    assert WRONG not in str(failure.value)
