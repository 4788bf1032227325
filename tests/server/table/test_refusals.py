"""Refusals: a stable code, and what it is about."""

import pytest

from bigpoints.contract.views import Refusal
from bigpoints.server.table.refusals import Refused, refusal, refusal_headers
from support.messages import as_sent


def test_a_refusal_is_told_by_its_code_and_what_it_is_about() -> None:
    refused = Refused("illegal_move", move="B^", legal=["B+", "R-"])
    assert as_sent(Refusal, refusal(refused)["refused"]) == {
        "code": "illegal_move",
        "move": "B^",
        "legal": ["B+", "R-"],
    }
    assert str(refused) == "illegal_move: move=B^, legal=['B+', 'R-']"
    assert str(Refused("full")) == "full"


@pytest.mark.parametrize(("about", "headers"), [({}, {}), ({"seconds": 3}, {"retry-after": "3"})])
def test_how_long_to_wait_stands_in_a_header(about: dict[str, int], headers: dict[str, str]) -> None:
    assert refusal_headers(Refused("too_fast", **about)) == headers
