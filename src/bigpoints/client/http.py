"""A server, and who we are there: requests and their answers."""

import json
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from bigpoints.client.errors import NotBigPoints, NotThere, refusal_in
from bigpoints.errors import quoted

_SECONDS = 30.0
_LONGEST_ANSWER = 4_000_000


class _NoRedirect(HTTPRedirectHandler):
    """A request that changes something must arrive as it is, or not at all."""

    def redirect_request(self, *_: object) -> None:
        return None


_OPENER = build_opener(_NoRedirect)


class Contact:
    """The address of a server, our secret there, and for how many seconds a lost connection is tried again."""

    def __init__(self, url: str, token: str | None, patience: float) -> None:
        parts = urlsplit(url.strip())
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise NotThere(f"{quoted(url)} is no address of a server; accepted: one such as http://192.168.1.5:5055")
        self.url = f"{parts.scheme}://{parts.netloc}"
        self.patience = patience
        self._token = token

    @property
    def token(self) -> str:
        """Our secret; a new one if we have none yet."""
        if self._token is None:
            self._token = str(self.ask("POST", "/api/token", known=False)["token"])
        return self._token

    @property
    def headers(self) -> dict[str, str]:
        """What says who we are."""
        return {"Authorization": f"Bearer {self.token}"}

    def ask(self, method: str, path: str, body: object = None, *, known: bool = True) -> Any:
        """The answer to a request, as JSON. Raises Refused, NotThere or NotBigPoints."""
        text = self.ask_for_text(method, path, body, known=known)
        try:
            return json.loads(text)
        except ValueError:
            raise self.strange() from None

    def ask_for_text(self, method: str, path: str, body: object = None, *, known: bool = True) -> str:
        """The answer to a request, as text. Raises Refused, NotThere or NotBigPoints."""
        headers = {"Content-Type": "application/json", **(self.headers if known else {})}
        content = None if body is None else json.dumps(body).encode()
        request = Request(self.url + path, content, headers, method=method)  # noqa: S310 (http or https: see above)
        try:
            with _OPENER.open(request, timeout=_SECONDS) as answer:
                return str(answer.read(_LONGEST_ANSWER), "utf-8")
        except HTTPError as error:
            with error:
                raise self._refused(error) from None
        except (URLError, TimeoutError, ConnectionError) as error:
            raise self.silent(error) from None
        except (HTTPException, UnicodeDecodeError):
            raise self.strange() from None

    def silent(self, error: Exception) -> NotThere:
        """That nobody answers."""
        reason = getattr(error, "reason", error)
        words = getattr(reason, "strerror", None) or reason or type(error).__name__
        return NotThere(f"{self.url}: no server answers there: {words}")

    def strange(self, more: str = "") -> NotBigPoints:
        """That whoever answers is no server of ours."""
        return NotBigPoints(f"{self.url}: what answers there is no server of Big Points{more}")

    def _refused(self, error: HTTPError) -> Exception:
        if location := error.headers.get("Location"):
            return self.strange(f"; it sends elsewhere: {quoted(location)}")
        try:
            return refusal_in(json.loads(error.read(_LONGEST_ANSWER))) or self.strange()
        except ValueError:
            return self.strange()
