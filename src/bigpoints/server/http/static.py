"""The page for browsers: the files that it was built into, read once and served from memory."""

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from bigpoints import __version__

FOLDER = Path(__file__).parents[1] / "page"
"""Where the built page lies in the package."""

_METHODS = ("GET", "HEAD")
_FIRST_PAGE = "index.html"
_FOR_EVER = "assets"
"""What lies here has a hash in its name, so that it never changes."""
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
}
"""Not what the machine thinks of a file's name: that differs from one to the next."""
_PACKED = (".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest")
_TEXTS = re.compile(r"/assets/_catalogue_([a-z]{2})-[^/]+\.js")
"""The texts of the page in a language."""
_USUAL_LANGUAGE = "en"
_HELLO = f"""Big Points {__version__}

This server has tables that people and bots play at. The page was not built: run `make play` in a clone, or install a
released wheel. Programs play here all the same: what they can say is in /api/openapi.json and in the documentation.
"""


@dataclass(frozen=True, slots=True)
class Page:
    """A file as it is sent, plain and packed, with the headers that go with it."""

    content: bytes
    packed: bytes | None
    headers: dict[str, str]

    def answer(self, headers: Headers, status: int = 200, more: Mapping[str, str] | None = None) -> Response:
        """The file, or the word that the browser has it already; with more headers than its own if need be."""
        own = {**self.headers, **(more or {})}
        if status == 200 and _has_already(headers.get("if-none-match", ""), self.headers["etag"]):
            return Response(status_code=304, headers=_without_type(own))
        if self.packed is not None and quality(headers.get("accept-encoding", ""), "gzip") > 0:
            return Response(self.packed, status, {**own, "content-encoding": "gzip"})
        return Response(self.content, status, own)


class Pages:
    """The files of the page by the paths at which they are asked for. Nothing else is ever looked for."""

    # Starlette's StaticFiles reads files from disk for each request (700 µs of processor time; from memory 10 µs),
    # compresses them anew or not at all, and has no Cache-Control, preload links or fixed media types.

    def __init__(self, pages: dict[str, Page]) -> None:
        self._first = pages.get(f"/{_FIRST_PAGE}")
        self._pages = {**pages, "/": self._first or _page(_HELLO.encode(), ".txt", for_ever=False)}
        self._texts = {found[1]: path for path in pages if (found := _TEXTS.fullmatch(path))}

    def has(self, scope: Scope) -> bool:
        """Whether a request is for one of them."""
        return scope["type"] == "http" and scope["method"] in _METHODS and scope["path"] in self._pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for one of them."""
        page = self._pages[scope["path"]]
        headers = Headers(scope=scope)
        more = self._ahead(headers) if page is self._first else {}
        await page.answer(headers, more=more)(scope, receive, send)

    def _ahead(self, headers: Headers) -> dict[str, str]:
        """The texts that the first page will ask for as soon as it runs, told to the browser at once.

        Whoever chose another language on the page gets them in vain: that is known there alone.
        """
        wishes = [_wish(part) for part in headers.get("accept-language", "").lower().split(",")]
        wanted = [tag[:2] for tag, weight in sorted(wishes, key=lambda wish: -wish[1]) if weight > 0]
        path = next((self._texts[tag] for tag in (*wanted, _USUAL_LANGUAGE) if tag in self._texts), None)
        if path is None:
            return {}
        return {"link": f"<{path}>; rel=modulepreload", "vary": "Accept-Encoding, Accept-Language"}

    def instead_of_nothing(self, scope: Scope) -> Response | None:
        """For people who ask for what is not there: the page, which says so kindly. None for programs."""
        headers = Headers(scope=scope)
        accepted = headers.get("accept", "")
        is_person = quality(accepted, "text/html") > quality(accepted, "application/json")
        if self._first is None or not is_person or scope["method"] not in _METHODS or scope["path"].startswith("/api/"):
            return None
        return self._first.answer(headers, 404)


def read_pages(folder: Path = FOLDER) -> Pages:
    """Read a built page; where there is none, a word says how to come by it."""
    names = [file.relative_to(folder) for file in sorted(folder.rglob("*")) if file.is_file()]
    shown = [name for name in names if not any(part.startswith(".") for part in name.parts)]
    return Pages(
        {
            f"/{name.as_posix()}": _page((folder / name).read_bytes(), name.suffix, for_ever=name.parts[0] == _FOR_EVER)
            for name in shown
        }
    )


def _page(content: bytes, suffix: str, *, for_ever: bool) -> Page:
    packed = gzip.compress(content, mtime=0) if suffix in _PACKED else None
    headers = {
        "content-type": _TYPES.get(suffix, "application/octet-stream"),
        "cache-control": "public, max-age=31536000, immutable" if for_ever else "no-cache",
        # Weak: packed and plain it is the same page, but not the same bytes.
        "etag": f'W/"{blake2b(content, digest_size=12).hexdigest()}"',
        "vary": "Accept-Encoding",
    }
    return Page(content, packed if packed and len(packed) < len(content) else None, headers)


def _has_already(known: str, etag: str) -> bool:
    tags = [tag.strip().removeprefix("W/") for tag in known.split(",")]
    return known.strip() == "*" or etag.removeprefix("W/") in tags


def _without_type(headers: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name != "content-type"}


def quality(accepted: str, name: str) -> float:
    """How gladly something is taken by what a request says: 0 not at all, 1 very."""
    wishes = dict(_wish(part) for part in accepted.lower().split(","))
    for pattern in (name, f"{name.split('/')[0]}/*", "*/*", "*"):
        if pattern in wishes:
            return wishes[pattern]
    return 0.0


def _wish(part: str) -> tuple[str, float]:
    """One of the things that a request takes: `text/html;q=0.9`."""
    name, *parameters = (word.strip() for word in part.split(";"))
    weights = [word.removeprefix("q=") for word in parameters if word.startswith("q=")]
    try:
        return name, float(weights[0]) if weights else 1.0
    except ValueError:
        return name, 0.0
