"""Who a client is: a secret per browser, known to us by its digest alone."""

import re
import secrets

from bigpoints.server.table.codes import digest
from bigpoints.server.table.refusals import Refused

COOKIE = "bigpoints"
COOKIE_SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
_BEARER = "bearer "


def new_token() -> str:
    """A new secret."""
    return secrets.token_urlsafe(16)


def browser_of(authorization: str | None, cookie: str | None) -> str | None:
    """The id of the browser or program that sent these headers; None if they name nobody.

    A secret of a program that is none is refused: whoever mistyped it would else be somebody new without knowing.
    """
    if authorization is not None and authorization.lower().startswith(_BEARER):
        token = authorization[len(_BEARER) :].strip()
        if not _TOKEN.fullmatch(token):
            raise Refused("no_identity", accepted="Bearer and a token of POST /api/token")
        return digest(token)
    return digest(cookie) if _TOKEN.fullmatch(cookie or "") and cookie else None
