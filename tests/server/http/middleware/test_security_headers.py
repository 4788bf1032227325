"""Headers: what browsers may do with our answers."""

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from bigpoints.server.http.middleware.stack import add_middleware
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.settings import Settings
from support.asgi import hello, request


def all_guards(**settings: object) -> ASGIApp:
    return add_middleware(hello, Settings.given(**settings), Metrics())


def test_every_answer_has_the_headers_that_protect_it() -> None:
    for answer in (request(all_guards()), request(all_guards(), headers={"host": "evil.example"})):
        assert answer.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'; ")
        for directive in ("frame-ancestors", "base-uri", "form-action", "font-src"):
            assert f"{directive} 'none'" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "camera=()" in answer.headers["permissions-policy"]


def test_nothing_of_the_api_is_kept_by_browsers_or_proxies() -> None:
    assert request(all_guards(), path="/api/tables").headers["cache-control"] == "no-store"
    assert "cache-control" not in request(all_guards(), path="/apiary").headers


def test_browsers_insist_on_encryption_only_where_the_public_address_has_it() -> None:
    name = "strict-transport-security"
    assert name not in request(all_guards()).headers
    assert name not in request(all_guards(public_url="http://games.example")).headers
    assert name in request(all_guards(public_url="https://games.example")).headers


def connected(host: str, **settings: object) -> str:
    policy = request(all_guards(**settings), headers={"host": host}).headers["content-security-policy"]
    return policy.split("connect-src ")[1].split(";")[0]


def test_pages_may_open_sockets_to_the_server_they_came_from() -> None:
    assert connected("localhost:5055") == "'self' ws://localhost:5055"
    assert connected("[::1]:5055") == "'self' ws://[::1]:5055"
    assert connected("games.example", public_url="https://games.example") == "'self' wss://games.example"


@pytest.mark.parametrize("host", ["x; script-src *", "evil.example *", "a,b", "x\r\nset-cookie: y", "*"])
def test_no_name_can_write_into_the_policy(host: str) -> None:
    assert connected(host) == "'self'"


def test_an_answer_may_have_its_own_headers() -> None:
    async def cached(_: Scope, __: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"Cache-Control", b"max-age=9")]})
        await send({"type": "http.response.body"})

    headers = request(add_middleware(cached, Settings.given(), Metrics()), path="/api/x").headers
    assert headers["Cache-Control"] == "max-age=9"
    assert "cache-control" not in headers


def test_pages_may_vibrate_notify_stay_awake_and_fill_the_screen() -> None:
    policy = request(all_guards()).headers["permissions-policy"]
    for feature in ("fullscreen", "screen-wake-lock", "vibrate", "notifications", "web-share", "clipboard-write"):
        assert feature not in policy
    for directive in ("script-src", "style-src", "manifest-src", "worker-src"):
        assert f"{directive} 'self';" in request(all_guards()).headers["content-security-policy"]
    assert "img-src 'self' data:;" in request(all_guards()).headers["content-security-policy"]
