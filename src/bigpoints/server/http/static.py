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
_HASHED = "assets"
"""Files in this folder have a hash of their content in their name."""
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
"""Media types, fixed here since those of `mimetypes` differ from machine to machine."""
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
        """The file with its headers and more, or status 304 if the browser has it already."""
        own = {**self.headers, **(more or {})}
        if status == 200 and _has_already(headers.get("if-none-match", ""), self.headers["etag"]):
            return Response(status_code=304, headers=_without_type(own))
        if self.packed is not None and quality(headers.get("accept-encoding", ""), "gzip") > 0:
            return Response(self.packed, status, {**own, "content-encoding": "gzip"})
        return Response(self.content, status, own)


class Pages:
    """The files of the page by their paths. No other file is ever read."""

    # Starlette's StaticFiles reads files from disk for each request (700 µs of processor time; from memory 10 µs),
    # compresses them anew or not at all, and has no Cache-Control, preload links or fixed media types.

    def __init__(self, pages: dict[str, Page]) -> None:
        self._first = pages.get(f"/{_FIRST_PAGE}")
        self._pages = {**pages, "/": self._first or _page(_HELLO.encode(), ".txt", immutable=False)}
        self._texts = {found[1]: path for path in pages if (found := _TEXTS.fullmatch(path))}

    def has(self, scope: Scope) -> bool:
        """Whether a request is for one of them."""
        return scope["type"] == "http" and scope["method"] in _METHODS and scope["path"] in self._pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for one of them."""
        page = self._pages[scope["path"]]
        headers = Headers(scope=scope)
        more = self._preload_headers(headers) if page is self._first else {}
        await page.answer(headers, more=more)(scope, receive, send)

    def _preload_headers(self, headers: Headers) -> dict[str, str]:
        """Headers that let the browser load the texts of its language while it loads the first page.

        A language chosen on the page is not known here: such a browser preloads texts that it does not need.
        """
        preferences = [_parse_preference(part) for part in headers.get("accept-language", "").lower().split(",")]
        wanted = [tag[:2] for tag, weight in sorted(preferences, key=lambda preference: -preference[1]) if weight > 0]
        path = next((self._texts[tag] for tag in (*wanted, _USUAL_LANGUAGE) if tag in self._texts), None)
        if path is None:
            return {}
        return {"link": f"<{path}>; rel=modulepreload", "vary": "Accept-Encoding, Accept-Language"}

    def not_found_page(self, scope: Scope) -> Response | None:
        """The page with status 404 for browsers, which then says that nothing is there; None for programs."""
        headers = Headers(scope=scope)
        accepted = headers.get("accept", "")
        is_person = quality(accepted, "text/html") > quality(accepted, "application/json")
        if self._first is None or not is_person or scope["method"] not in _METHODS or scope["path"].startswith("/api/"):
            return None
        return self._first.answer(headers, 404)


def read_pages(folder: Path = FOLDER) -> Pages:
    """Read a built page; without one, a text says how to build it."""
    names = [file.relative_to(folder) for file in sorted(folder.rglob("*")) if file.is_file()]
    shown = [name for name in names if not any(part.startswith(".") for part in name.parts)]
    return Pages(
        {
            f"/{name.as_posix()}": _page((folder / name).read_bytes(), name.suffix, immutable=name.parts[0] == _HASHED)
            for name in shown
        }
    )


def _page(content: bytes, suffix: str, *, immutable: bool) -> Page:
    packed = gzip.compress(content, mtime=0) if suffix in _PACKED else None
    headers = {
        "content-type": _TYPES.get(suffix, "application/octet-stream"),
        "cache-control": "public, max-age=31536000, immutable" if immutable else "no-cache",
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
    """The quality (0 to 1) that an Accept header gives to a name; 0: not accepted."""
    preferences = dict(_parse_preference(part) for part in accepted.lower().split(","))
    for pattern in (name, f"{name.split('/')[0]}/*", "*/*", "*"):
        if pattern in preferences:
            return preferences[pattern]
    return 0.0


def _parse_preference(part: str) -> tuple[str, float]:
    """A part of an Accept header, such as `text/html;q=0.9`: what is accepted, and its quality."""
    name, *parameters = (word.strip() for word in part.split(";"))
    weights = [word.removeprefix("q=") for word in parameters if word.startswith("q=")]
    try:
        return name, float(weights[0]) if weights else 1.0
    except ValueError:
        return name, 0.0
