"""The proxies of deploy/ in front of two workers: who lands where, what a client can forge, and what is cut."""

import time
from contextlib import ExitStack

import pytest

from support.deployment import TABLES_PER_ADDRESS, Deployment, play_out, sit_down
from support.observation import eventually
from support.proxies import DEPLOY
from support.server_process import Answer, Visitor

HEAD_SECONDS = 10
"""How long both proxies wait for the rest of a request's head."""
HALVES = 50


def test_a_game_is_played_through_the_proxy(deployment: Deployment) -> None:
    code, anna, ben = sit_down(deployment)
    with anna.at(code) as one, ben.at(code) as two:
        play_out(one, two)
        assert one.view["result"] == two.view["result"]
    assert anna.ask("GET", f"/api/tables/{code}/export").startswith("[")


def worker_of(deployment: Deployment, code: str, *visitors: Visitor) -> int:
    """The port of the worker that has all sockets of a table."""
    eventually(lambda: not any(deployment.counts("clients").values()))
    with ExitStack() as stack:
        for visitor in visitors:
            stack.enter_context(visitor.at(code)).hear()
        counts = deployment.counts("clients")
    (port,) = (port for port, count in counts.items() if count)
    assert counts[port] == len(visitors)
    return port


def test_all_sockets_of_a_table_land_on_one_worker_and_tables_on_both(deployment: Deployment) -> None:
    found: dict[str, int] = {}
    while len(set(found.values())) < 2:
        assert len(found) < 20, f"one worker has all tables: {found}"
        code, anna, ben = sit_down(deployment, "127.0.0.2")
        found[code] = worker_of(deployment, code, anna, ben)
    again = {code: worker_of(deployment, code, deployment.visitor(), deployment.visitor("127.0.0.3")) for code in found}
    assert again == found


def test_an_address_that_a_client_claims_is_not_believed(deployment: Deployment) -> None:
    """Nor is one that it claims in another way: the limit on new tables counts the address it really has."""
    liar = deployment.visitor("127.0.0.4")
    names = ("X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Client-IP")
    for number in range(TABLES_PER_ADDRESS):
        claims = dict.fromkeys(names, f"10.0.0.{number}")
        assert liar.request("POST", "/api/tables", {"seats": [{"name": "Eve"}]}, headers=claims)[0] == 201
    with pytest.raises(Answer) as refused:
        liar.create({"name": "Eve"})
    assert refused.value.code == "too_many"
    assert deployment.visitor("127.0.0.5").create({"name": "Anna"})


def test_cookies_are_for_https_only_since_the_proxy_says_how_it_was_asked(deployment: Deployment) -> None:
    forged = {"X-Forwarded-Proto": "http"}
    _, headers, _ = deployment.visitor().request("GET", "/api/tables", known=False, headers=forged)
    assert headers["set-cookie"].startswith("__Host-bigpoints=")
    assert "Secure" in headers["set-cookie"]
    assert headers["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize(
    "path",
    ["/metrics", "//metrics", "/%6detrics", "/metrics/", "/./metrics", "/x/../metrics", "/METRICS", "/metrics?a"],
)
def test_metrics_are_not_public_however_they_are_spelt(deployment: Deployment, path: str) -> None:
    status, headers, content = deployment.visitor().request("GET", path)
    assert (status, "location" in headers) == (404, False)
    assert b"bigpoints_moves_total" not in content


def test_health_and_the_page_are_public(deployment: Deployment) -> None:
    visitor = deployment.visitor()
    assert visitor.ask("GET", "/health")["status"] == "ok"
    assert visitor.request("GET", "/")[0] == 200


def test_half_requests_are_cut_by_the_proxy_and_no_worker_ever_sees_them(deployment: Deployment) -> None:
    began = time.monotonic()
    with ExitStack() as stack:
        halves = [stack.enter_context(deployment.proxy.connect()) for _ in range(HALVES)]
        for half in halves:
            half.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: ")
        assert all(count < HALVES for count in deployment.counts("connections").values())
        assert [half.recv(1000) for half in halves] == [b""] * HALVES
    assert time.monotonic() - began > HEAD_SECONDS - 1


@pytest.mark.parametrize("size", [70_000, 2_000_000])
def test_a_body_that_is_too_big_is_refused_in_the_form_that_clients_know(deployment: Deployment, size: int) -> None:
    with pytest.raises(Answer) as refused:
        deployment.visitor().ask("POST", "/api/tables", {"seats": "x" * size})
    assert (refused.value.status, refused.value.about) == (413, {"code": "too_big", "most": 65536})


def test_both_files_name_the_workers_of_the_units() -> None:
    """Ports 5055 and 5056, as in `systemctl enable --now bigpoints@5055 bigpoints@5056`."""
    for name in ("nginx.conf", "Caddyfile", "bigpoints@.service"):
        text = (DEPLOY / name).read_text(encoding="utf-8")
        assert "5055" in text, name
        assert "5056" in text, name
