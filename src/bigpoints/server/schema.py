"""What the database holds. A change here needs a migration that does the same."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, UniqueConstraint

METADATA = MetaData()


def _of_a_table(*, primary_key: bool = False) -> Column[str]:
    """The table that a row belongs to, and goes with."""
    table = ForeignKey("tables.code", ondelete="CASCADE")
    return Column("table", String, table, primary_key=primary_key, nullable=False)


TABLES = Table(
    "tables",
    METADATA,
    Column("code", String, primary_key=True),
    Column("created", BigInteger, nullable=False),
    Index("tables_by_age", "created"),
)
"""Every table, and when it was made."""

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
"""Which browser has to do with which tables."""

OFFERS = Table(
    "offers",
    METADATA,
    Column("digest", String, primary_key=True),
    _of_a_table(),
    Column("seat", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("offers_by_table", "table"),
)
"""Handover codes on offer: columns in the order of an Offer."""
