"""The identity of a client: a secret of its browser, of which the server keeps only the digest."""

import re
import secrets

from bigpoints.server.table.codes import digest
from bigpoints.server.table.refusals import Refused

COOKIE = "bigpoints"
COOKIE_SECONDS = 400 * 24 * 3600
"""The longest that browsers keep a cookie: 400 days."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
_BEARER = "bearer "


def new_token() -> str:
    """A new secret of 128 bits."""
    return secrets.token_urlsafe(16)


def browser_of(authorization: str | None, cookie: str | None) -> str | None:
    """The id of the browser or program that sent these headers; None without an identity.

    A bearer token that is malformed is refused: a program with a typing error would else be taken for a new one.
    """
    if authorization is not None and authorization.lower().startswith(_BEARER):
        token = authorization[len(_BEARER) :].strip()
        if not _TOKEN.fullmatch(token):
            raise Refused("no_identity", accepted="Bearer and a token of POST /api/token")
        return digest(token)
    return digest(cookie) if _TOKEN.fullmatch(cookie or "") and cookie else None
