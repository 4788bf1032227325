"""Errors of the client: refusals with their code, in one line of English."""

import pytest

from bigpoints.client.errors import REFUSAL_TEXTS, NotBigPoints, NotThere, Refused, refusal_in
from bigpoints.contract.constants import REFUSAL_CODES
from bigpoints.errors import BigPointsError


def test_every_code_of_a_refusal_has_its_text() -> None:
    assert set(REFUSAL_TEXTS) == set(REFUSAL_CODES)


@pytest.mark.parametrize("error", [Refused, NotThere, NotBigPoints])
def test_one_except_clause_catches_them_all(error: type[Exception]) -> None:
    assert issubclass(error, BigPointsError)


def test_a_refusal_in_an_answer_has_its_code_and_its_parameters() -> None:
    refused = refusal_in({"id": "a1", "refused": {"code": "no_such_seat", "seat": 4, "seats": 2}})
    assert refused
    assert (refused.code, refused.about) == ("no_such_seat", {"seat": 4, "seats": 2})
    assert str(refused) == "the table has no such seat (no_such_seat: seat=4, seats=2)"


def test_a_refusal_without_parameters_names_its_code_alone() -> None:
    assert str(Refused("full", {})) == "all seats are taken (full)"


def test_the_code_of_a_newer_server_is_shown_as_it_is() -> None:
    assert str(Refused("too_late", {"hour": 23})) == "refused (too_late: hour=23)"


@pytest.mark.parametrize("answer", [None, [], {}, {"refused": None}, {"refused": "full"}, {"refused": {"seat": 1}}])
def test_an_answer_without_a_refusal_holds_none(answer: object) -> None:
    assert refusal_in(answer) is None
