"""A server for all tests that leave it as it is."""

from collections.abc import Iterator

import pytest

from support.databases import database, postgres
from support.server_process import Server, Visitor, serving

__all__ = ["anna", "ben", "database", "postgres", "server"]


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server without limits, on a database of each kind in turn."""
    settings = {}
    if request.param == "postgresql":
        settings["database"] = request.getfixturevalue("postgres").new_database()
    with serving(tmp_path_factory.mktemp("server") / "data", **settings) as running:
        yield running


@pytest.fixture
def anna(server: Server) -> Visitor:
    """Somebody with a browser."""
    return Visitor(server.url)


@pytest.fixture
def ben(server: Server) -> Visitor:
    """Somebody else."""
    return Visitor(server.url)
