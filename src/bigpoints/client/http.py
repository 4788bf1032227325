"""HTTP requests to one server, with our token."""

import json
from collections.abc import Callable
from http.client import HTTPException
from typing import Any, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from bigpoints.client.errors import NotBigPoints, NotThere, refusal_in
from bigpoints.errors import quoted

T = TypeVar("T")

_TIMEOUT_SECONDS = 30.0
_MAX_ANSWER_BYTES = 4_000_000


class _NoRedirect(HTTPRedirectHandler):
    """Follows no redirect: it would turn a POST into a GET, and could carry our token to another host."""

    def redirect_request(self, *_: object) -> None:
        return None


_OPENER = build_opener(_NoRedirect)


class HttpClient:
    """The address of a server, our token there, and the seconds for which a lost connection is retried."""

    def __init__(self, url: str, token: str | None, patience: float) -> None:
        parts = urlsplit(url.strip())
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise NotThere(f"{quoted(url)} is no address of a server; accepted: one such as http://192.168.1.5:5055")
        self.url = f"{parts.scheme}://{parts.netloc}"
        self.patience = patience
        self._token = token

    @property
    def token(self) -> str:
        """Our token; the first use asks the server for one if none was given."""
        if self._token is None:
            self._token = str(self.request("POST", "/api/token", authenticated=False)["token"])
        return self._token

    @property
    def headers(self) -> dict[str, str]:
        """The header that authenticates us."""
        return {"Authorization": f"Bearer {self.token}"}

    def request(self, method: str, path: str, body: object = None, *, authenticated: bool = True) -> Any:
        """Send a request and parse the answer as JSON. Raises Refused, NotThere or NotBigPoints."""
        text = self.request_text(method, path, body, authenticated=authenticated)
        try:
            return json.loads(text)
        except ValueError:
            raise self.not_big_points() from None

    def request_text(self, method: str, path: str, body: object = None, *, authenticated: bool = True) -> str:
        """Send a request and give the answer as text. Raises Refused, NotThere or NotBigPoints."""
        headers = {"Content-Type": "application/json", **(self.headers if authenticated else {})}
        content = None if body is None else json.dumps(body).encode()
        request = Request(self.url + path, content, headers, method=method)  # noqa: S310 (http or https: see above)
        try:
            with _OPENER.open(request, timeout=_TIMEOUT_SECONDS) as answer:
                return str(answer.read(_MAX_ANSWER_BYTES), "utf-8")
        except HTTPError as error:
            with error:
                raise self._refused(error) from None
        except (URLError, TimeoutError, ConnectionError) as error:
            raise self.not_there(error) from None
        except (HTTPException, UnicodeDecodeError):
            raise self.not_big_points() from None

    def parse(self, read: Callable[[Any], T], data: object) -> T:
        """JSON of the server as a value. Raises NotBigPoints if it does not have the form of ours."""
        try:
            return read(data)
        except (AttributeError, LookupError, TypeError, ValueError):
            raise self.not_big_points() from None

    def not_there(self, error: Exception) -> NotThere:
        """The error to raise when nothing answers."""
        reason = getattr(error, "reason", error)
        words = getattr(reason, "strerror", None) or reason or type(error).__name__
        return NotThere(f"{self.url}: no server answers there: {words}")

    def not_big_points(self, details: str = "") -> NotBigPoints:
        """The error to raise when something else answers."""
        return NotBigPoints(f"{self.url}: what answers there is no server of Big Points{details}")

    def _refused(self, error: HTTPError) -> Exception:
        if location := error.headers.get("Location"):
            return self.not_big_points(f"; it sends elsewhere: {quoted(location)}")
        try:
            return refusal_in(json.loads(error.read(_MAX_ANSWER_BYTES))) or self.not_big_points()
        except ValueError:
            return self.not_big_points()
