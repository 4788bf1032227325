"""Two workers behind each of the two proxies, for all tests that leave them as they are."""

from collections.abc import Iterator

import pytest

from support.deployment import Deployment, deployed


@pytest.fixture(scope="package", params=["nginx", "caddy"])
def deployment(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with deployed(request.param, tmp_path_factory.mktemp(request.param)) as running:
        yield running
