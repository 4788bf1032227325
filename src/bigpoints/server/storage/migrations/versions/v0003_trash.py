"""A trash for tables, and times that the server keeps for itself."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add empty columns, which rewrites no row however many there are, and a small table."""
    op.add_column("tables", sa.Column("deleted", sa.BigInteger))
    op.add_column("tables", sa.Column("spared", sa.BigInteger))
    op.create_table(
        "marks",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
