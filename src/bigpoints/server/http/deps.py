"""Dependencies of routes: services, the browser that asks, the table it asks about."""

from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request, Response

from bigpoints.contract.answers import RefusedAnswer
from bigpoints.contract.constants import LONGEST_CODE
from bigpoints.contract.requests import SeatNumber
from bigpoints.server.http.context import Services, services_of
from bigpoints.server.http.identity import (
    COOKIE,
    browser_of,
    identity_of,
    may_set_cookie,
    new_token,
    rename_cookie,
    set_cookie,
)
from bigpoints.server.ops.hosts import address_key
from bigpoints.server.protocol.adapters import Checked, adapted_once
from bigpoints.server.table.codes import digest, tidy_code
from bigpoints.server.table.refusals import Refused

_LONGEST_WRITTEN_CODE = 24
"""A code as people write it has hyphens and blanks, too."""
_refused_answer = adapted_once(RefusedAnswer)
REFUSALS: dict[int | str, dict[str, Any]] = {"4XX": {"model": _refused_answer}, "5XX": {"model": _refused_answer}}
"""The responses that any route may give instead of its own."""


async def _services(request: Request) -> Services:
    return services_of(request.app)


async def _optional_browser(request: Request) -> str | None:
    return browser_of(request)


def text_response(kind: str) -> dict[int | str, dict[str, Any]]:
    """How OpenAPI describes a text response. A response class would make refusals text, too."""
    return {200: {"content": {kind: {"schema": {"type": "string"}}}}}


ServicesDep = Annotated[Services, Depends(_services)]
OptionalBrowser = Annotated[str | None, Depends(_optional_browser)]


async def _required_browser(browser: OptionalBrowser) -> str:
    if browser is None:
        raise Refused("no_identity")
    return browser


async def _ensured_browser(request: Request, services: ServicesDep, response: Response) -> str:
    """The browser that asks; one without a cookie gets one.

    If it may get none, a GET is answered as to a stranger whom nobody knows, and nothing else is done: what is bound to
    a secret that never arrives would be nobody's.
    """
    over_tls = (services.settings.public_url or "").startswith("https:")
    may_set = may_set_cookie(request)
    if identity := identity_of(request):
        if identity.cookie == COOKIE and over_tls and may_set:
            rename_cookie(response, identity.token)
        return identity.browser
    if not may_set and request.method != "GET":
        raise Refused("no_identity")
    token = new_token()
    if may_set:
        set_cookie(response, token, over_tls=over_tls)
    return digest(token)


def parse_table_code(text: str) -> str:
    """The code of a table as it is kept. Raises Refused if it can be none."""
    code = tidy_code(text)
    if not code.isalnum() or len(code) > LONGEST_CODE or not code.isascii():
        raise Refused("no_such_table")
    return code


async def _table_code(
    table: Annotated[str, Path(max_length=_LONGEST_WRITTEN_CODE, description="the table's code")],
) -> str:
    return parse_table_code(table)


def client_address(request: Request) -> str:
    """The address that a request comes from, as limits count it."""
    return address_key(request.client.host if request.client else "")


def count_command(services: Services, request: Request, cost: int) -> None:
    """Count a command for its address, as one that comes through a socket. Raises Refused if that is too much."""
    services.limits.messages.check(client_address(request), cost)


RequiredBrowser = Annotated[str, Depends(_required_browser)]
EnsuredBrowser = Annotated[str, Depends(_ensured_browser)]
TableCode = Annotated[str, Depends(_table_code)]
SeatQuery = Annotated[SeatNumber | None, Checked(), Query(description="whose hand, if you have several seats")]
