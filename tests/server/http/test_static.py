"""The page for browsers: its files, how long they are kept, and what is there for those who ask for anything else."""

import gzip
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from unittest.mock import create_autospec

import pytest
from starlette.types import ASGIApp

from bigpoints.server.app import make_app
from bigpoints.server.http.static import quality, read_pages
from bigpoints.server.settings import Settings
from bigpoints.server.storage.store import Store
from support.asgi import HOME, Answer, request, served

INDEX = "<!doctype html>\n<title>Big Points</title>\n" + "<p>A snake of discs.</p>\n" * 40
FILES: dict[str, bytes] = {
    "index.html": INDEX.encode(),
    "offline.html": b"<!doctype html>\n<title>Nobody is there</title>\n",
    "sw.js": b"self.skipWaiting();\n",
    "manifest.webmanifest": b"{}",
    "icons/disc.png": b"\x89PNG" + b"0" * 500,
    "assets/index-3f9a.js": b"console.log('hello');\n" * 40,
    "assets/index-77c1.css": b"body { margin: 0 }\n" * 40,
    "assets/strange-5d.bin": b"0" * 500,
    "assets/_catalogue_de-1a2b.js": b"export default {}\n",
    "assets/_catalogue_en-3c4d.js": b"export default {}\n",
    ".vite/manifest.json": b"{}",
}
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in FILES.items():
        file = tmp_path / "page" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    (tmp_path / "secret.txt").write_text("not of the page")
    return tmp_path / "page"


@pytest.fixture
def app(folder: Path) -> ASGIApp:
    return make(folder)


def make(folder: Path, **settings: object) -> ASGIApp:
    """The server with a page, before it has tables."""
    return make_app(Settings.given(**settings), create_autospec(Store), f"http://{HOME}", folder)


def fetched(app: ASGIApp, path: str, method: str = "GET", **headers: str) -> Answer:
    return request(app, method, path, {name.replace("_", "-"): value for name, value in headers.items()})


# --- What is loaded ahead ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "texts"),
    [
        ("de-CH,de;q=0.9,en;q=0.8", "de-1a2b"),
        ("ja,en;q=0.3,de;q=0.7", "de-1a2b"),
        ("en-GB", "en-3c4d"),
        ("ja", "en-3c4d"),
        ("de;q=0, ja", "en-3c4d"),
        ("", "en-3c4d"),
    ],
)
def test_the_first_page_names_its_texts_in_the_language_of_the_browser(app: ASGIApp, wanted: str, texts: str) -> None:
    for path in ("/", "/index.html"):
        answer = fetched(app, path, accept_language=wanted)
        assert answer.headers["link"] == f"</assets/_catalogue_{texts}.js>; rel=modulepreload"
        assert "Accept-Language" in answer.headers["vary"]


def test_other_files_name_nothing(app: ASGIApp, folder: Path) -> None:
    assert "link" not in fetched(app, "/offline.html").headers
    for file in folder.glob("assets/_catalogue_*"):
        file.unlink()
    assert "link" not in fetched(make(folder), "/").headers


# --- What there is ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("index.html", "text/html; charset=utf-8"),
        ("offline.html", "text/html; charset=utf-8"),
        ("sw.js", "text/javascript; charset=utf-8"),
        ("manifest.webmanifest", "application/manifest+json"),
        ("icons/disc.png", "image/png"),
        ("assets/index-3f9a.js", "text/javascript; charset=utf-8"),
        ("assets/index-77c1.css", "text/css; charset=utf-8"),
        ("assets/strange-5d.bin", "application/octet-stream"),
    ],
)
def test_every_file_of_the_page_is_at_its_path_as_what_it_is(app: ASGIApp, path: str, kind: str) -> None:
    answer = fetched(app, f"/{path}")
    assert (answer.status, answer.headers["content-type"], answer.body) == (200, kind, FILES[path])
    assert "content-security-policy" in answer.headers


def test_the_address_alone_is_the_first_page(app: ASGIApp) -> None:
    assert fetched(app, "/").body == INDEX.encode()


def test_text_is_packed_for_those_who_can_unpack_it(app: ASGIApp) -> None:
    packed = fetched(app, "/", accept_encoding="br, gzip;q=0.8")
    assert packed.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["vary"]
    assert int(packed.headers["content-length"]) == len(packed.body) < len(INDEX)
    assert gzip.decompress(packed.body) == INDEX.encode()
    for unable in ("identity", "gzip;q=0", ""):
        assert fetched(app, "/", accept_encoding=unable).body == INDEX.encode()


@pytest.mark.parametrize("path", ["/icons/disc.png", "/sw.js"])
def test_what_would_not_get_smaller_or_is_packed_already_is_left_as_it_is(app: ASGIApp, path: str) -> None:
    assert "content-encoding" not in fetched(app, path, accept_encoding="gzip").headers


# --- How long it is kept ----------------------------------------------------------------------------------------------


def test_what_has_a_hash_in_its_name_is_kept_for_ever_and_all_else_is_asked_for_again(app: ASGIApp) -> None:
    for name in FILES:
        if not name.startswith("."):
            kept = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"
            assert fetched(app, f"/{name}").headers["cache-control"] == kept
    assert fetched(app, "/").headers["cache-control"] == "no-cache"


def test_what_a_browser_has_already_is_not_sent_again(app: ASGIApp) -> None:
    tag = fetched(app, "/").headers["etag"]
    for known in (tag, f'"old", {tag}', tag.removeprefix("W/"), "*"):
        answer = fetched(app, "/", if_none_match=known, accept_encoding="gzip")
        assert (answer.status, answer.body, answer.headers["etag"]) == (304, b"", tag)
        assert answer.headers["cache-control"] == "no-cache"
    assert fetched(app, "/", if_none_match='W/"old"').status == 200


def test_another_page_has_another_tag(app: ASGIApp) -> None:
    assert fetched(app, "/").headers["etag"] != fetched(app, "/offline.html").headers["etag"]


# --- What there is not ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    ["/secret.txt", "/../secret.txt", "/assets/../../secret.txt", "//secret.txt", "/.vite/manifest.json", "/assets"],
)
def test_nothing_else_is_served(app: ASGIApp, path: str) -> None:
    answer = fetched(app, path)
    assert (answer.status, answer.refused) == (404, {"code": "no_such_page"})


def test_people_who_ask_for_what_is_not_there_get_the_page_which_says_so(app: ASGIApp) -> None:
    answer = fetched(app, "/nowhere/at/all", accept=BROWSER)
    assert (answer.status, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert answer.body == INDEX.encode()


@pytest.mark.parametrize(
    "accept", ["*/*", "application/json", "application/json, text/html;q=0.5", "", "text/html;q=x"]
)
def test_programs_that_ask_for_what_is_not_there_are_refused_as_ever(app: ASGIApp, accept: str) -> None:
    assert fetched(app, "/nowhere", accept=accept).refused == {"code": "no_such_page"}


def test_of_the_api_nobody_gets_a_page(app: ASGIApp) -> None:
    assert fetched(app, "/api/nowhere", accept=BROWSER).refused == {"code": "no_such_page"}
    assert fetched(app, "/", "POST", accept=BROWSER).refused == {"code": "no_such_page"}


def test_a_page_that_was_not_built_is_said_to_be_missing(tmp_path: Path) -> None:
    app = make(tmp_path / "none")
    answer = fetched(app, "/", accept=BROWSER)
    assert (answer.status, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert b"The page was not built: run `make play`" in answer.body
    assert fetched(app, "/nowhere", accept=BROWSER).refused == {"code": "no_such_page"}


def test_how_gladly_something_is_taken() -> None:
    assert quality("text/html;q=0.4, */*;q=0.1", "text/html") == 0.4
    assert quality("text/*;q=0.3, */*;q=0.1", "text/html") == 0.3
    assert quality("GZIP", "gzip") == 1
    assert quality("*;q=0", "gzip") == 0
    assert quality("br", "gzip") == 0


# --- Over the wire ----------------------------------------------------------------------------------------------------


@pytest.fixture
def home(folder: Path) -> Iterator[HTTPConnection]:
    """A connection to a server that takes three requests for the time being."""
    with served(make(folder, requests_per_second=0.001, requests_burst=3)) as port:
        connection = HTTPConnection("127.0.0.1", port)
        yield connection
        connection.close()


def got(home: HTTPConnection, path: str, method: str = "GET") -> tuple[int, int, bytes]:
    home.request(method, path)
    answer = home.getresponse()
    return answer.status, int(answer.headers["content-length"]), answer.read()


def test_the_head_of_a_file_is_sent_alone(home: HTTPConnection) -> None:
    assert got(home, "/", "HEAD") == (200, len(INDEX), b"")
    assert got(home, "/assets/index-3f9a.js", "HEAD") == (200, 880, b"")


def test_files_do_not_count_against_the_pace(home: HTTPConnection) -> None:
    assert {got(home, f"/{name}")[0] for name in FILES if name[0] != "." for _ in range(3)} == {200}
    assert [got(home, "/api/token", "POST")[0] for _ in range(4)] == [201, 201, 201, 429]
    assert got(home, "/")[0] == 200
    assert got(home, "/nowhere")[0] == 429


def test_pages_without_a_server_are_only_those_that_were_read(folder: Path) -> None:
    pages = read_pages(folder)
    (folder / "later.html").write_text("too late")
    assert not pages.has({"type": "http", "method": "GET", "path": "/later.html"})
    assert not pages.has({"type": "websocket", "path": "/"})
    assert pages.has({"type": "http", "method": "HEAD", "path": "/sw.js"})
