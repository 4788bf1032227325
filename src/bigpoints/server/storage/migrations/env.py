"""Run by Alembic; `bigpoints.server.storage.migrate` passes it the connection."""

from alembic import context

from bigpoints.server.storage.schema import METADATA


def run() -> None:
    """Run the migrations that are due."""
    context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # Missing unless Alembic runs this: pytest imports it to look for doctests.
    run()
