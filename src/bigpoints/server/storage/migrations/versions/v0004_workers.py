"""The directory of workers: which of them live, who is connected where, and who attends each table."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create three small tables."""
    op.create_table(
        "workers",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "attendants",
        sa.Column("table", sa.Integer, _of_a_table(), primary_key=True, nullable=False),
        sa.Column("worker", sa.String, _of_a_worker(), nullable=False),
    )
    op.create_index("attendants_by_worker", "attendants", ["worker"])
    op.create_table(
        "presence",
        sa.Column("table", sa.Integer, _of_a_table(), primary_key=True, nullable=False),
        sa.Column("browser", sa.String, primary_key=True),
        sa.Column("worker", sa.String, _of_a_worker(), primary_key=True, nullable=False),
        sa.Column("left", sa.BigInteger),
    )
    op.create_index("presence_by_worker", "presence", ["worker"])


def _of_a_table() -> sa.ForeignKey:
    return sa.ForeignKey("tables.number", ondelete="CASCADE")


def _of_a_worker() -> sa.ForeignKey:
    return sa.ForeignKey("workers.id", ondelete="CASCADE")
