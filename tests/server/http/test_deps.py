"""What routes ask of a request: whose it is, from which address, about which table."""

import asyncio

import pytest
from fastapi import FastAPI, Request
from starlette.requests import Request as PlainRequest
from starlette.types import Message, Receive, Scope, Send

from bigpoints.server.http.deps import (
    EnsuredBrowser,
    OptionalBrowser,
    RequiredBrowser,
    TableCode,
    client_address,
    parse_table_code,
)
from bigpoints.server.http.errors import add_error_handlers
from bigpoints.server.http.identity import COOKIE, HOST_COOKIE, new_token
from bigpoints.server.settings import Settings
from bigpoints.server.table.codes import digest
from bigpoints.server.table.refusals import Refused
from support.asgi import Answer, request, scope_of


class Services:
    """As much of the server's services as cookies need."""

    def __init__(self, public_url: str | None) -> None:
        self.settings = Settings.given(public_url=public_url) if public_url else Settings.given()


def app(public_url: str | None = None) -> FastAPI:
    """Routes that tell what they were given."""
    app = FastAPI()
    add_error_handlers(app)
    app.state.services = Services(public_url)

    @app.get("/optional")
    async def optional(browser: OptionalBrowser) -> str | None:
        return browser

    @app.get("/required")
    async def required(browser: RequiredBrowser) -> str:
        return browser

    @app.api_route("/ensured", methods=["GET", "POST"])
    async def ensured(browser: EnsuredBrowser) -> str:
        return browser

    @app.get("/tables/{table}")
    async def table(code: TableCode, request: Request) -> str:
        return f"{code} from {client_address(request)}"

    return app


def told(answer: Answer) -> str:
    return answer.body.decode().strip('"')


def test_a_browser_that_is_known_is_told_alike_to_all_routes() -> None:
    token = new_token()
    for path in ("/optional", "/required", "/ensured"):
        answer = request(app(), path=path, headers={"cookie": f"{COOKIE}={token}"})
        assert told(answer) == digest(token)
        assert "set-cookie" not in answer.headers


def test_a_browser_that_is_not_known_is_nobody_refused_or_given_a_secret() -> None:
    assert told(request(app(), path="/optional")) == "null"
    answer = request(app(), path="/required")
    assert (answer.status, answer.refused) == (401, {"code": "no_identity"})
    answer = request(app(), path="/ensured")
    token = answer.headers["set-cookie"].split(";")[0].removeprefix(f"{COOKIE}=")
    assert told(answer) == digest(token)


@pytest.mark.parametrize(
    ("public_url", "secure"), [(None, False), ("http://games.example", False), ("https://games.example", True)]
)
def test_the_cookie_is_for_this_site_alone_and_secure_where_the_public_address_is(
    public_url: str | None, secure: bool
) -> None:
    cookie = request(app(public_url), path="/ensured").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert ("secure" in cookie) == secure


OTHER_SITE = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}


def test_a_browser_that_may_get_no_secret_is_a_stranger_and_does_nothing() -> None:
    answers = [request(app(), path="/ensured", headers=OTHER_SITE) for _ in range(2)]
    assert [answer.status for answer in answers] == [200, 200]
    assert told(answers[0]) != told(answers[1])  # Nobody is taken for somebody else.
    assert not any("set-cookie" in answer.headers for answer in answers)
    answer = request(app(), "POST", "/ensured", OTHER_SITE)
    assert (answer.status, answer.refused) == (401, {"code": "no_identity"})
    assert "set-cookie" not in answer.headers


def test_behind_https_an_old_cookie_is_taken_over() -> None:
    token = new_token()
    old = {"cookie": f"{COOKIE}={token}"}
    answer = answered("https://games.example", old)
    assert answer == (digest(token), {HOST_COOKIE: token, COOKIE: '""'})
    assert answered("https://games.example", {"cookie": f"{HOST_COOKIE}={token}"}) == (digest(token), {})
    assert answered("https://games.example", {**old, **OTHER_SITE}) == (digest(token), {})
    assert answered(None, old) == (digest(token), {})
    assert answered("https://games.example", {"authorization": f"Bearer {token}"}) == (digest(token), {})


def answered(public_url: str | None, headers: dict[str, str]) -> tuple[str, dict[str, str]]:
    """Who a browser is, and the cookies that it gets."""
    sent: list[tuple[bytes, bytes]] = []

    async def watched(scope: Scope, receive: Receive, send: Send) -> None:
        async def keep(message: Message) -> None:
            sent.extend(message.get("headers", ()))
            await send(message)

        await app(public_url)(scope, receive, keep)

    answer = request(watched, path="/ensured", headers=headers)
    cookies = [value.decode().split(";")[0].split("=", 1) for name, value in sent if name == b"set-cookie"]
    return told(answer), dict(cookies)


@pytest.mark.parametrize("text", ["abcd-2345", " ABCD 2345", "ABCD2345"])
def test_a_code_is_read_as_people_type_it(text: str) -> None:
    assert parse_table_code(text) == "ABCD2345"


@pytest.mark.parametrize("text", ["", "A_B", "../ABCD", "A" * 21, "ÄBCD2345"])
def test_what_can_be_no_code_is_refused_without_a_look_at_the_store(text: str) -> None:
    with pytest.raises(Refused, match="no_such_table"):
        parse_table_code(text)


def test_a_route_gets_the_code_and_the_address_as_limits_count_it() -> None:
    answer = request(app(), path="/tables/abcd-2345", client=("2001:db8::1", 5))
    assert told(answer) == "ABCD2345 from 2001:db8::/64"


def test_without_an_address_all_count_as_one() -> None:
    async def address() -> str:
        return client_address(PlainRequest(scope_of("http", "GET", "/", {}, client=None)))

    assert asyncio.run(address()) == ""
