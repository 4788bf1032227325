"""Errors of databases: one line each, and which of them are worth another try."""

import sqlite3

import pytest
from sqlalchemy.exc import DBAPIError, OperationalError

from bigpoints.server.storage.failure import (
    cause_name,
    is_disconnected,
    is_worth_a_retry,
    one_line,
    store_failure,
)
from bigpoints.server.storage.store import StoreFailed


class WithState(Exception):
    """An error as PostgreSQL tells it."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__(f"state {sqlstate}")
        self.sqlstate = sqlstate


def test_errors_of_databases_become_failures_of_the_store_and_others_stay() -> None:
    for error in (OperationalError("SELECT secret", {}, OSError("gone")), sqlite3.OperationalError("gone")):
        failure = store_failure(error)
        assert isinstance(failure, StoreFailed)
        assert str(failure) == "the database: gone"
        assert failure.__cause__ is error
    other = KeyError("x")
    assert store_failure(other) is other


def test_of_many_lines_one_is_made_and_of_a_refused_connection_what_the_server_says() -> None:
    assert one_line(ValueError("no\n\troute")) == "no route"
    refused = 'connection failed: connection to server at "127.0.0.1" failed: FATAL:  no such user\n'
    assert one_line(OperationalError("", {}, OSError(refused))) == "no such user"


def test_a_cause_is_a_name_without_values() -> None:
    assert cause_name(store_failure(OperationalError("x", {}, WithState("53100")))) == "53100"
    assert cause_name(StoreFailed("secret")) == "StoreFailed"
    assert cause_name(KeyError("secret")) == "KeyError"


@pytest.mark.parametrize(("state", "is_retried"), [("40P01", True), ("40001", True), ("53100", False)])
def test_a_deadlock_is_worth_another_try_and_a_full_disk_is_not(state: str, is_retried: bool) -> None:
    assert is_worth_a_retry(OperationalError("x", {}, WithState(state))) == is_retried
    assert not is_worth_a_retry(KeyError("x"))


@pytest.mark.parametrize("is_lost", [True, False])
def test_a_lost_connection_is_told_from_other_errors(is_lost: bool) -> None:
    assert is_disconnected(DBAPIError("x", {}, OSError("y"), connection_invalidated=is_lost)) == is_lost
    assert not is_disconnected(OSError("y"))
