"""The identity of a client: a secret of its browser, of which the server keeps only the digest."""

import re
import secrets
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response

from bigpoints.server.table.codes import digest
from bigpoints.server.table.refusals import Refused

COOKIE = "bigpoints"
HOST_COOKIE = "__Host-bigpoints"
"""The name behind HTTPS: browsers take a cookie of this name from this host alone, not from its sibling subdomains."""
_COOKIE_SECONDS = 400 * 24 * 3600
"""The longest that browsers keep a cookie: 400 days."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
_BEARER = "bearer "
_OWN_SITE = ("same-origin", "none")


class Identity(NamedTuple):
    """The secret that a request came with, and the name of its cookie; None for a bearer token."""

    token: str
    cookie: str | None

    @property
    def browser(self) -> str:
        """The id of the browser or program."""
        return digest(self.token)


def new_token() -> str:
    """A new secret of 128 bits."""
    return secrets.token_urlsafe(16)


def identity_of(connection: HTTPConnection) -> Identity | None:
    """The identity that a request or a handshake came with, if any.

    A bearer token that is malformed is refused: a program with a typing error would else be taken for a new one.
    """
    authorization = connection.headers.get("authorization", "")
    if authorization.lower().startswith(_BEARER):
        token = authorization[len(_BEARER) :].strip()
        if not _TOKEN.fullmatch(token):
            raise Refused("no_identity", accepted="Bearer and a token of POST /api/token")
        return Identity(token, None)
    # Any sibling subdomain could have planted a cookie of the plain name.
    found = ((name, connection.cookies.get(name, "")) for name in (HOST_COOKIE, COOKIE))
    return next((Identity(token, name) for name, token in found if _TOKEN.fullmatch(token)), None)


def browser_of(connection: HTTPConnection) -> str | None:
    """The id of the browser or program that sent a request or a handshake; None without an identity."""
    identity = identity_of(connection)
    return identity.browser if identity else None


def is_own_site(headers: Headers) -> bool:
    """Whether the browser says that no page of another site caused a request; older ones say nothing."""
    return all(site in _OWN_SITE for site in headers.getlist("sec-fetch-site"))


def may_set_cookie(connection: HTTPConnection) -> bool:
    """Whether the answer may set a cookie: only if our own page or a program asks, and never for a navigation.

    A request from a page of another site has no cookie (SameSite=Strict), even if the browser has one, which a new one
    would replace.
    """
    headers = connection.headers
    if not is_own_site(headers):
        return False
    mode = headers.get("sec-fetch-mode")
    if mode is None and connection.scope["method"] == "GET":
        # Browsers send no Sec-Fetch headers without encryption. But only a navigation asks for a page, and they store
        # a SameSite=Strict cookie from no other request of another site.
        return "text/html" not in headers.get("accept", "").lower()
    return mode != "navigate"


def set_cookie(response: Response, token: str, *, over_tls: bool) -> None:
    """Give a browser its secret."""
    name = HOST_COOKIE if over_tls else COOKIE
    response.set_cookie(name, token, _COOKIE_SECONDS, httponly=True, samesite="strict", secure=over_tls)


def rename_cookie(response: Response, token: str) -> None:
    """Let a browser keep its secret under the name behind HTTPS, and drop the plain one."""
    set_cookie(response, token, over_tls=True)
    response.delete_cookie(COOKIE, secure=True, httponly=True, samesite="strict")
