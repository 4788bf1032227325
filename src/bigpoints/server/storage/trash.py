"""The trash: tables that nobody used for long wait there, invisible, until they are deleted for good."""

from sqlalchemy import ColumnElement, Connection, ScalarSelect, delete, exists, or_, select, update

from bigpoints.server.storage.directory import LAPSE_MS
from bigpoints.server.storage.schema import ATTENDANTS, EVENTS, IS_KEPT, TABLES, WORKERS


def is_unused_since(time: int) -> ColumnElement[bool]:
    """Whether a table's newest entry is older than a time, and no lease of it reaches as far."""
    spared = TABLES.c.spared
    return (TABLES.c.created < time) & (newest_at() < time) & or_(spared.is_(None), spared < time)


def newest_at() -> ScalarSelect[int]:
    """The time of a table's newest entry."""
    of_table = select(EVENTS.c.at).where(EVENTS.c.table == TABLES.c.number)
    return of_table.order_by(EVENTS.c.version.desc()).limit(1).correlate(TABLES).scalar_subquery()


def newest_version() -> ScalarSelect[int]:
    """A table's newest version."""
    of_table = select(EVENTS.c.version).where(EVENTS.c.table == TABLES.c.number)
    return of_table.order_by(EVENTS.c.version.desc()).limit(1).correlate(TABLES).scalar_subquery()


def throw_away(connection: Connection, table: str, unused_since: int, at: int) -> bool:
    """Move a table to the trash; False if it is not there, was used since a time, or is open at a worker.

    It is locked first: what another worker is just appending is then there for the next statement to see.
    """
    connection.execute(select(TABLES.c.number).where(TABLES.c.code == table).with_for_update()).close()
    attended = (ATTENDANTS.c.table == TABLES.c.number) & (WORKERS.c.id == ATTENDANTS.c.worker)
    is_open = exists().where(attended, WORKERS.c.seen > at - LAPSE_MS)  # At another worker: somebody looks at it.
    unused = update(TABLES).where(TABLES.c.code == table, IS_KEPT, is_unused_since(unused_since), ~is_open)
    return connection.execute(unused.values(deleted=at)).rowcount > 0


def restore(connection: Connection, table: str, at: int) -> bool:
    """Take a table out of the trash, with a new lease; False if it is not there."""
    thrown_away = update(TABLES).where(TABLES.c.code == table, TABLES.c.deleted.is_not(None))
    return connection.execute(thrown_away.values(deleted=None, spared=at)).rowcount > 0


def spare(connection: Connection, unused_since: int, at: int) -> int:
    """Give a new lease to tables that seem unused since a time, and to those thrown away after `at`."""
    spared = update(TABLES).where(or_(IS_KEPT & is_unused_since(unused_since), TABLES.c.deleted > at))
    return connection.execute(spared.values(deleted=None, spared=at)).rowcount


def empty(connection: Connection, before: int) -> int:
    """Delete what was thrown away before a time, for good; gives the number of tables."""
    return connection.execute(delete(TABLES).where(TABLES.c.deleted < before)).rowcount
