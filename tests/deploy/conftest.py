"""Two workers behind each of the two proxies, for all tests that leave them as they are."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.deployment import Deployment, deployed


@pytest.fixture(scope="package", params=["nginx", "caddy"])
def deployment(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with deployed(request.param, tmp_path_factory.mktemp(request.param)) as running:
        yield running


@pytest.fixture(params=["nginx", "caddy"])
def shaken(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Deployment]:
    """Two workers behind a proxy, for a test that ends and starts them."""
    with deployed(request.param, tmp_path) as running:
        yield running
