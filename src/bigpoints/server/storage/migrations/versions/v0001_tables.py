"""Tables with their logs, their members, and handover codes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "tables",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("code", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("code", name="tables_by_code"),
        sqlite_autoincrement=True,
    )
    op.create_index("tables_by_age", "tables", ["created"])
    op.create_table(
        "events",
        _of_a_table(primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("command", sa.String),
        sa.Column("event", sa.Text, nullable=False),
        sa.UniqueConstraint("table", "command", name="events_by_command"),
    )
    op.create_table("members", sa.Column("browser", sa.String, primary_key=True), _of_a_table(primary_key=True))
    op.create_index("members_by_table", "members", ["table"])
    op.create_table(
        "offers",
        sa.Column("digest", sa.String, primary_key=True),
        _of_a_table(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("giver", sa.String, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("offers_by_table", "offers", ["table"])


def _of_a_table(*, primary_key: bool = False) -> sa.Column[int]:
    table = sa.ForeignKey("tables.number", ondelete="CASCADE")
    return sa.Column("table", sa.Integer, table, primary_key=primary_key, nullable=False)
