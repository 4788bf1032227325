"""Errors of databases as callers see them: one line, and a cause without values."""

import re
import sqlite3

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bigpoints.server.storage.store import StoreFailed

_STATEMENT = re.compile(r" LINE \d+: .*")
"""The part of a statement that PostgreSQL quotes."""
UNREACHABLE = "database_unreachable"
"""The cause of a failure without a state of its own: no connection, or one that was lost."""
_RETRIED = {"40001", "40P01"}
"""Serialisation failure and deadlock: the database has undone one of several transactions for the others' sake."""


def store_failure(error: Exception, database: str = "the database") -> Exception:
    """An error as callers see it: errors of the database become StoreFailed."""
    if not isinstance(error, SQLAlchemyError | sqlite3.Error):
        return error
    failure = StoreFailed(f"{database}: {one_line(error)}")
    failure.__cause__ = error
    return failure


def one_line(error: Exception) -> str:
    """What the database says about an error; of a refused connection, what the server says."""
    text = " ".join(str(getattr(error, "orig", None) or error).split())
    return _STATEMENT.sub("", text.rpartition("FATAL: ")[2])


def cause_name(error: Exception) -> str:
    """The name of an error without its values: that of SQLite, the state that other databases tell, or its class."""
    of_store = error.__cause__ or error if isinstance(error, StoreFailed) else error
    origin = getattr(of_store, "orig", None) or of_store
    name = getattr(origin, "sqlite_errorname", None) or getattr(origin, "sqlstate", None) or type(origin).__name__
    return UNREACHABLE if name == "OperationalError" else str(name)


def is_worth_a_retry(error: Exception) -> bool:
    """Whether the same transaction may well succeed a moment later."""
    return getattr(getattr(error, "orig", error), "sqlstate", None) in _RETRIED


def is_disconnected(error: Exception) -> bool:
    """Whether the connection was lost."""
    return isinstance(error, DBAPIError) and error.connection_invalidated
