"""Who asks, and about what: what routes need to know of a request before they make their call."""

from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request, Response

from bigpoints.server.http.context import Services, services_of
from bigpoints.server.http.identity import COOKIE, COOKIE_SECONDS, browser_of, new_token
from bigpoints.server.ops.hosts import address_key
from bigpoints.server.protocol.requests import RefusedAnswer
from bigpoints.server.table.codes import digest, tidy_code
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import SeatNumber

REFUSALS: dict[int | str, dict[str, Any]] = {"4XX": {"model": RefusedAnswer}, "5XX": {"model": RefusedAnswer}}
"""What any route may answer instead."""


async def _services(request: Request) -> Services:
    return services_of(request.app)


async def _optional_browser(request: Request) -> str | None:
    return browser_of(request.headers.get("authorization"), request.cookies.get(COOKIE))


def text_response(kind: str) -> dict[int | str, dict[str, Any]]:
    """The answer of a route that gives text, not JSON; to say so by its class would hold for its refusals, too."""
    return {200: {"content": {kind: {"schema": {"type": "string"}}}}}


ServicesDep = Annotated[Services, Depends(_services)]
OptionalBrowser = Annotated[str | None, Depends(_optional_browser)]


async def _required_browser(browser: OptionalBrowser) -> str:
    if browser is None:
        raise Refused("no_identity")
    return browser


async def _ensured_browser(services: ServicesDep, browser: OptionalBrowser, response: Response) -> str:
    """Who asks; a browser that is not known yet gets its secret."""
    if browser is not None:
        return browser
    token = new_token()
    secure = (services.settings.public_url or "").startswith("https:")
    response.set_cookie(COOKIE, token, COOKIE_SECONDS, httponly=True, samesite="strict", secure=secure)
    return digest(token)


def parse_table_code(text: str) -> str:
    """The code of a table as it is kept. Raises Refused if it can be none."""
    code = tidy_code(text)
    if not code.isalnum() or len(code) > 20 or not code.isascii():
        raise Refused("no_such_table")
    return code


async def _table_code(table: Annotated[str, Path(max_length=24, description="the table's code")]) -> str:
    return parse_table_code(table)


def client_address(request: Request) -> str:
    """The address that a request comes from, as limits count it."""
    return address_key(request.client.host if request.client else "")


RequiredBrowser = Annotated[str, Depends(_required_browser)]
EnsuredBrowser = Annotated[str, Depends(_ensured_browser)]
TableCode = Annotated[str, Depends(_table_code)]
SeatQuery = Annotated[SeatNumber | None, Query(description="whose hand, if you have several seats")]
