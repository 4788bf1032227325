"""Locks between the processes that share a database: each is held by one session, and freed when that ends."""

from sqlalchemy import Connection, text

_IS_HELD = text("""
    SELECT EXISTS (
        SELECT FROM pg_locks
        WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND objsubid = 1 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND (CAST(classid AS bigint) << 32) | CAST(objid AS bigint) = hashtextextended(:name, 0)
    )
""")
_TRY_LOCK = text("SELECT pg_try_advisory_lock(hashtextextended(:name, 0))")
_UNLOCK = text("SELECT pg_advisory_unlock(hashtextextended(:name, 0))")


def try_lock(connection: Connection, name: str) -> bool:
    """Whether the session of a connection has a lock now; once more is the same, though PostgreSQL would count it."""
    return is_held(connection, name) or bool(connection.scalar(_TRY_LOCK, {"name": name}))


def unlock(connection: Connection, name: str) -> None:
    """Free a lock, if the session has it."""
    if is_held(connection, name):
        connection.scalar(_UNLOCK, {"name": name})


def is_held(connection: Connection, name: str) -> bool:
    """Whether the session has a lock."""
    return bool(connection.scalar(_IS_HELD, {"name": name}))
