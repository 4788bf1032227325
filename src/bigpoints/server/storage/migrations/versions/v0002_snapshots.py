"""Snapshots of tables, from which they are loaded without their whole log."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the table of snapshots."""
    table = sa.ForeignKey("tables.number", ondelete="CASCADE")
    op.create_table(
        "snapshots",
        sa.Column("table", sa.Integer, table, primary_key=True, nullable=False),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("begins", sa.Boolean, nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("format", sa.String, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
    )
