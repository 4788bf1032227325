"""Pages of other sites: whatever they make a browser do, a player keeps the seat."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page

from support.server_process import serving

PLAYERS = "games.test"
"""A name that is not this machine's own: browsers trust it no more than a machine in the network."""
ATTACKERS = "evil.test"

Way = Callable[[Page, str], None]


class Evil(BaseHTTPRequestHandler):
    """A site with an empty page."""

    def do_GET(self) -> None:
        """Answer with the page, whatever is asked for."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Evil</title><body>")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def evil_site() -> Iterator[int]:
    """Another site; gives its port."""
    site = ThreadingHTTPServer(("127.0.0.1", 0), Evil)
    thread = threading.Thread(target=site.serve_forever)
    thread.start()
    try:
        yield site.server_address[1]
    finally:
        site.shutdown()
        thread.join()
        site.server_close()


@pytest.fixture(scope="module")
def misled_browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A browser to which both names are this machine."""
    flags = [
        *browser_type_launch_args["args"],
        f"--host-resolver-rules=MAP {PLAYERS} 127.0.0.1,MAP {ATTACKERS} 127.0.0.1",
    ]
    with browser_type.launch(**{**browser_type_launch_args, "args": flags}) as browser:
        yield browser


@pytest.fixture(scope="module", params=["127.0.0.1", PLAYERS], ids=["trusted", "in the network"])
def sites(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The addresses of a server and of another site. Only to a host that it trusts a browser says who asks."""
    data = tmp_path_factory.mktemp("server") / "data"
    with serving(data, allowed_hosts=PLAYERS) as server, evil_site() as port:
        yield f"http://{request.param}:{urlsplit(server.url).port}", f"http://{ATTACKERS}:{port}"


@pytest.fixture
def context(misled_browser: Browser) -> Iterator[BrowserContext]:
    """Somebody's browser."""
    context = misled_browser.new_context(service_workers="block")
    yield context
    context.close()


def go(page: Page, url: str) -> None:
    """Go there."""
    with page.expect_navigation(url=url):
        page.evaluate("url => { location.href = url }", url)


def follow(page: Page, url: str) -> None:
    """Let a person click on a link."""
    page.evaluate("url => { document.body.innerHTML = `<a href=${url}>Prize</a>` }", url)
    with page.expect_navigation(url=url):
        page.get_by_text("Prize").click()


def fill_in(page: Page, url: str) -> None:
    """Send a form that asks."""
    with page.expect_navigation(url=f"{url}?"):
        page.evaluate("url => { document.body.innerHTML = `<form action=${url}>`; document.forms[0].submit() }", url)


def post(page: Page, url: str) -> None:
    """Send a form that wants something."""
    with page.expect_navigation(url=url):
        page.evaluate(
            "url => { document.body.innerHTML = `<form method=post action=${url}>`; document.forms[0].submit() }", url
        )


def pop_up(page: Page, url: str) -> None:
    """Open a window when a person clicks."""
    page.evaluate(
        "url => { document.body.innerHTML = '<button>Prize</button>';"
        " document.querySelector('button').onclick = () => window.open(url) }",
        url,
    )
    with page.context.expect_page() as opened:
        page.get_by_text("Prize").click()
    opened.value.wait_for_load_state()


def frame(page: Page, url: str) -> None:
    """Show it in a frame."""
    _embed(page, "iframe", url)


def image(page: Page, url: str) -> None:
    """Take it for a picture."""
    _embed(page, "img", url)


def embed(page: Page, url: str) -> None:
    """Take it for a film."""
    _embed(page, "embed", url)


def _embed(page: Page, kind: str, url: str) -> None:
    """Put it into the page, and wait until it is there or failed: the server's headers forbid to show it."""
    page.evaluate(
        "([kind, url]) => new Promise((resolve) => { const e = document.createElement(kind); e.src = url;"
        " e.onload = e.onerror = resolve; document.body.append(e); setTimeout(resolve, 3000) })",
        [kind, url],
    )


def fetch(page: Page, url: str) -> None:
    """Ask for it with whatever cookie there is."""
    page.evaluate("url => fetch(url, { mode: 'no-cors', credentials: 'include' }).then(() => 1, () => 0)", url)


def prefetch(page: Page, url: str) -> None:
    """Ask for it ahead."""
    page.evaluate(
        "(url) => new Promise((resolve) => { const e = document.createElement('link'); e.rel = 'prefetch';"
        " e.href = url; e.onload = e.onerror = resolve; document.head.append(e); setTimeout(resolve, 3000) })",
        url,
    )


WAYS = (go, follow, fill_in, post, pop_up, frame, image, embed, fetch, prefetch)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: str(way.__name__))
@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/{}"], ids=["list", "table"])
def test_another_site_cannot_take_a_seat_away(
    context: BrowserContext, sites: tuple[str, str], way: Way, path: str
) -> None:
    home, evil = sites
    page = context.new_page()
    page.goto(home)
    code = page.evaluate(
        "() => fetch('/api/quick', { method: 'POST', headers: { 'Content-Type': 'application/json' },"
        " body: JSON.stringify({ name: 'Anna', bot: 'random' }) }).then((a) => a.json()).then((a) => a.table)"
    )
    before = context.cookies()
    assert [cookie["name"] for cookie in before] == ["bigpoints"]
    page.goto(evil)
    way(page, home + path.format(code))
    assert [cookie["value"] for cookie in context.cookies(home)] == [before[0]["value"]]
    page.goto(home)
    assert page.evaluate("code => fetch(`/api/tables/${code}`).then((a) => a.json()).then((a) => a.yours)", code) == [1]
