"""One real server for all tests of the client, and a client of it."""

from collections.abc import Iterator

import pytest

from bigpoints.client import Server
from support.server_process import Server as ServerProcess
from support.server_process import serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A running server without limits."""
    with serving(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


@pytest.fixture
def home(server: ServerProcess) -> Server:
    """The server, for somebody new."""
    return Server(server.url, patience=30)
