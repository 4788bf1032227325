"""Rate: how often an address may ask."""

from starlette.types import Receive, Scope, Send

from bigpoints.server.http.middleware.rate import RateLimit
from bigpoints.server.ops.cost import charge
from bigpoints.server.ops.rate_limit import Limiter
from support.asgi import handshake, hello, request


def test_an_address_that_asks_too_often_is_told_how_long_to_wait() -> None:
    guard = RateLimit(hello, Limiter(0.1, 2, now=lambda: 0.0))
    assert [request(guard).status for _ in range(2)] == [200, 200]
    answer = request(guard)
    assert (answer.status, answer.refused) == (429, {"code": "too_fast", "seconds": 10})
    assert answer.headers["retry-after"] == "10"
    assert handshake(guard)["type"] == "websocket.close"
    assert request(guard, client=("192.0.2.8", 1)).status == 200


def test_what_a_request_cost_is_paid_before_the_next_one() -> None:
    clock = [0.0]

    async def costly(scope: Scope, receive: Receive, send: Send) -> None:
        charge(3)
        await hello(scope, receive, send)

    guard = RateLimit(costly, Limiter(1, 5, now=lambda: clock[0]))
    assert [request(guard).status for _ in range(3)] == [200, 200, 429]
    assert request(guard, client=("192.0.2.8", 1)).status == 200
    clock[0] += 4
    assert request(guard).status == 200


def test_neighbours_in_a_network_of_ipv6_share_a_pace() -> None:
    guard = RateLimit(hello, Limiter(0.1, 1, now=lambda: 0.0))
    assert request(guard, client=("2001:db8::1", 1)).status == 200
    assert request(guard, client=("2001:db8::2", 1)).status == 429
    assert request(guard, client=("2001:db8:0:1::1", 1)).status == 200
