"""The tables of the database. A change here needs a migration that does the same.

Rows refer to a table by a number, not by its code, which is random: so the rows of recent tables lie together, and an
append costs the same however many tables there are.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Select,
    String,
    Table,
    Text,
    UniqueConstraint,
    select,
)

METADATA = MetaData()

EventRow = tuple[int, int, int, str | None, str]
"""A row of EVENTS: the number of a table, and the rest of an Entry."""


def _of_a_table(*, primary_key: bool = False) -> Column[int]:
    """The table that a row belongs to; the row is deleted with it."""
    table = ForeignKey("tables.number", ondelete="CASCADE")
    return Column("table", Integer, table, primary_key=primary_key, nullable=False)


TABLES = Table(
    "tables",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("code", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("deleted", BigInteger),
    Column("spared", BigInteger),
    UniqueConstraint("code", name="tables_by_code"),
    Index("tables_by_age", "created"),
    sqlite_autoincrement=True,  # The number of a deleted table is never reused.
)
"""Every table, when it was created, moved to the trash (or null), and given a new lease, in ms since 1970."""

IS_KEPT = TABLES.c.deleted.is_(None)
"""Whether a table is not in the trash: tables there are invisible, and their codes stay taken."""

EVENTS = Table(
    "events",
    METADATA,
    _of_a_table(primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("command", String),
    Column("event", Text, nullable=False),
    UniqueConstraint("table", "command", name="events_by_command"),
)
"""The log: columns in the order of an Entry."""

MEMBERS = Table(
    "members",
    METADATA,
    Column("browser", String, primary_key=True),
    _of_a_table(primary_key=True),
    Index("members_by_table", "table"),
)
"""The tables that each browser created or sat down at."""

OFFERS = Table(
    "offers",
    METADATA,
    Column("digest", String, primary_key=True),
    _of_a_table(),
    Column("seat", Integer, nullable=False),
    Column("giver", String, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("offers_by_table", "table"),
)
"""Handover codes on offer: columns in the order of an Offer."""

MARKS = Table("marks", METADATA, Column("name", String, primary_key=True), Column("at", BigInteger, nullable=False))
"""Times that the server keeps for itself, in milliseconds: what it knows of the clock, and its last sweep and probe."""

WORKERS = Table(
    "workers",
    METADATA,
    Column("id", String, primary_key=True),
    Column("seen", BigInteger, nullable=False),
)
"""The workers that share the database, and when each was last seen, in ms since 1970 by the database's clock."""


def _of_a_worker(*, primary_key: bool = False) -> Column[str]:
    """The worker that a row belongs to; the row is deleted with it."""
    worker = ForeignKey("workers.id", ondelete="CASCADE")
    return Column("worker", String, worker, primary_key=primary_key, nullable=False)


ATTENDANTS = Table(
    "attendants",
    METADATA,
    _of_a_table(primary_key=True),
    _of_a_worker(),
    Index("attendants_by_worker", "worker"),
)
"""The one worker that runs bots, clocks and stand-ins of a table."""

PRESENCE = Table(
    "presence",
    METADATA,
    _of_a_table(primary_key=True),
    Column("browser", String, primary_key=True),
    _of_a_worker(primary_key=True),
    Column("left", BigInteger),
    Index("presence_by_worker", "worker"),
)
"""The players who are connected, and where; or when they left, in ms since 1970 by the database's clock."""

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    _of_a_table(primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("begins", Boolean, nullable=False),
    Column("game", Integer, nullable=False),
    Column("format", String, nullable=False),
    Column("state", Text, nullable=False),
)
"""Tables at some of their versions: columns in the order of a TableSnapshot. All rows may be deleted at any time."""


def log_of(table: str) -> Select[str, int, int, str | None, str]:
    """The query for the entries of a table that is not in the trash, in order."""
    return entries_of(table).where(IS_KEPT)


def entries_of(table: str) -> Select[str, int, int, str | None, str]:
    """The query for the entries of a table, also if it is in the trash, in order."""
    entries = select(TABLES.c.code, *list(EVENTS.c)[1:]).join_from(EVENTS, TABLES)
    return entries.where(TABLES.c.code == table).order_by(EVENTS.c.version)
