"""Databases of both kinds for tests: fixtures that a conftest imports."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.engine import URL, make_url

from bigpoints.server.storage.engine import sqlite_url
from support.postgres import Postgres, running_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests that leave it running."""
    with running_postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> URL:
    """The URL of a new database, of each kind in turn."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "db")
    postgres: Postgres = request.getfixturevalue("postgres")
    return make_url(postgres.new_database())
