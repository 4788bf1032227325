"""A real server, and real browsers that visit it: Chromium, as the system has it."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

import bigpoints.server
from support.chromium import CHROMIUM, FLAGS
from support.people import Person
from support.server_process import Server, serving

_PAGE = Path(bigpoints.server.__file__).parent / "page" / "index.html"

Invite = Callable[..., Person]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs a browser or the built page where there is none, and say so."""
    here = Path(__file__).parent
    missing = (
        "Chromium is missing" if CHROMIUM is None else "" if _PAGE.exists() else "the page is not built: make page"
    )
    for item in items if missing else ():
        if here in item.path.parents:
            item.add_marker(pytest.mark.skip(missing))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launch options of Chromium."""
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server without limits."""
    with serving(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


@pytest.fixture
def invite(browser: Browser, server: Server) -> Iterator[Invite]:
    """Somebody with a browser of their own, on a screen of some size; nothing moves there, and nothing sounds."""
    contexts: list[BrowserContext] = []

    def come(width: int = 1280, height: int = 760, url: str = server.url, **options: Any) -> Person:
        options = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block", **options}
        context = browser.new_context(viewport={"width": width, "height": height}, base_url=url, **options)
        context.set_default_timeout(float(os.environ.get("BIGPOINTS_TEST_PATIENCE", "30")) * 1000)
        contexts.append(context)
        return Person(context.new_page())

    yield come
    for context in contexts:
        context.close()


@pytest.fixture
def anna(invite: Invite) -> Person:
    """Somebody at a desk."""
    return invite()


@pytest.fixture
def artefacts() -> Path:
    """The folder of screenshots to look at."""
    folder = Path(os.environ.get("BIGPOINTS_TEST_ARTEFACTS", "test-artefacts"))
    folder.mkdir(exist_ok=True)
    return folder
