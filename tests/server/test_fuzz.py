"""Anything at all through REST: no failure of the server, and every answer is as the OpenAPI says.

`make malformed` tries more of it.
"""

import json
import os
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import CheckFunction

from bigpoints import __version__
from bigpoints.server.http.routes import ROUTERS
from support.server_process import PATIENCE, Answer, Server, Visitor, serving

BEYOND_SCHEMAS = [
    # What makes a game, or a name, no schema can say.
    schemathesis.checks.positive_data_acceptance,
    # Starlette looks at one route at a time, and names the methods of one.
    schemathesis.checks.allow_header_conformance,
]
QUICK = {"name": "Anna", "bot": "random", "setup": {"bot_delay_ms": 0}}
FAULTS = 500
"""From here on a status says that the server is at fault."""
EXAMPLES = int(os.environ.get("BIGPOINTS_TEST_REQUESTS", "10"))

trying = settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), deadline=None)


def contract() -> FastAPI:
    """The routes of the server alone: tests are made of them before a server runs."""
    app = FastAPI(title="Big Points", version=__version__)
    for router in ROUTERS:
        app.include_router(router)
    return app


anything = schemathesis.openapi.from_dict(contract().openapi())
# A text that is longer than the schema says may be larger than any request.
anything.config.checks.negative_data_rejection.expected_statuses.append("413")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("fuzz") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def anna(server: Server) -> Visitor:
    return Visitor(server.url)


@pytest.fixture(scope="module")
def codes() -> list[str]:
    """The table that is there now, if there is one."""
    return []


def test_the_contract_is_served(anna: Visitor) -> None:
    assert anna.ask("GET", "/api/openapi.json") == contract().openapi()


def test_the_contract_says_that_a_command_says_what_to_do() -> None:
    schemas = contract().openapi()["components"]["schemas"]
    wishes = [schema for schema in schemas.values() if "do" in schema.get("properties", {})]
    assert len(wishes) == 12
    assert all("do" in wish["required"] for wish in wishes)


@pytest.mark.parametrize("body", ['{"name"', "[" * 30_000, '{"opponents":' + "9" * 5_000 + "}", "\xff"])
def test_a_body_that_cannot_be_read_is_a_bad_message(anna: Visitor, body: str) -> None:
    status, content = post(anna, "/api/quick", body.encode("latin-1"))
    assert (status, content["refused"]["code"], content["refused"]["field"]) == (422, "bad_message", "body")


def test_a_name_that_grows_when_it_is_tidied_is_refused(anna: Visitor) -> None:
    code = anna.create({"name": "Anna"})
    with pytest.raises(Answer) as refusal:
        anna.join(code, "\U0001d160" * 24)  # NFC makes three letters of each.
    assert (refusal.value.status, refusal.value.about["field"]) == (422, "name")


@anything.parametrize()
@trying
def test_every_answer_is_as_the_contract_says(case: Case[Any], server: Server, anna: Visitor) -> None:
    assert ask(case, server, anna) < FAULTS


@anything.include(path_regex="{table}").parametrize()
@trying
def test_every_answer_about_a_table_is_as_the_contract_says(
    case: Case[Any], server: Server, anna: Visitor, codes: list[str]
) -> None:
    if not codes:
        codes.append(anna.ask("POST", "/api/quick", QUICK)["table"])
    case.path_parameters["table"] = codes[0]
    # Whatever was wrong about the code of the table is right now.
    assert ask(case, server, anna, schemathesis.checks.negative_data_rejection) < FAULTS
    if case.method == "DELETE":
        codes.clear()


def post(visitor: Visitor, path: str, body: bytes) -> tuple[int, Any]:
    """The status and the content of the answer to a request."""
    place = urlsplit(visitor.url)
    with closing(HTTPConnection(place.hostname or "", place.port, timeout=PATIENCE)) as connection:
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, json.load(answer)


def ask(case: Case[Any], server: Server, visitor: Visitor, *unchecked: CheckFunction) -> int:
    """Send what was made up, and hold the answer to the contract; gives its status."""
    headers = {"Authorization": f"Bearer {visitor.token}"}
    answer = case.call_and_validate(base_url=server.url, headers=headers, excluded_checks=[*BEYOND_SCHEMAS, *unchecked])
    return answer.status_code
