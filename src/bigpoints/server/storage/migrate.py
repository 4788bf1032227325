"""Migration of a database to the present schema."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from bigpoints.server.storage.store import StoreFailed

_MIGRATIONS = Path(__file__).with_name("migrations")


def migrate(engine: Engine) -> None:
    """Migrate a database in one transaction; an empty one gets all tables, one of a newer version is refused."""
    with engine.begin() as connection:
        config = _config(connection)
        _refuse_newer(connection, ScriptDirectory.from_config(config))
        command.upgrade(config, "head")


def _config(connection: Connection) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    return config


def _refuse_newer(connection: Connection, scripts: ScriptDirectory) -> None:
    known = {script.revision for script in scripts.walk_revisions()}
    found = set(MigrationContext.configure(connection).get_current_heads())
    if found - known:
        raise StoreFailed(
            f"the database was made by a newer Big Points: its format is {', '.join(sorted(found))}; "
            f"accepted: up to {scripts.get_current_head()}"
        )
