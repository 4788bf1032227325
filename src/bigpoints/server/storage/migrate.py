"""Migration of a database to the present schema, once for all processes that start together."""

import re
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, make_url, text
from sqlalchemy.engine import URL

from bigpoints.server.storage.address import address_name
from bigpoints.server.storage.engine import is_postgres, open_engine
from bigpoints.server.storage.failure import store_failure
from bigpoints.server.storage.postgres_engine import open_patient_postgres
from bigpoints.server.storage.schema import METADATA
from bigpoints.server.storage.store import StoreFailed

_MIGRATIONS = Path(__file__).with_name("migrations")
_OUR_FORMAT = re.compile(r"\d{4}")
_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended('bigpoints migration', 0))")
_ENCODING = text("SELECT current_setting('server_encoding')")
_MISSING_RIGHTS = text("""
    SELECT DISTINCT name FROM unnest(CAST(:names AS text[])) AS name, unnest(CAST(:rights AS text[])) AS needed
    WHERE NOT has_table_privilege(quote_ident(name), needed) ORDER BY name
""")


def prepare(engine: Engine) -> None:
    """Migrate the database of an engine, on PostgreSQL by a connection of its own that may take its time."""
    if is_postgres(engine.dialect):
        migrate_database(engine.url)
    else:
        migrate(engine)


def migrate_database(url: str | URL) -> None:
    """Migrate the database at a URL; raises StoreFailed with one line that names the database."""
    url = make_url(url)
    engine = open_engine(url) if url.get_backend_name() == "sqlite" else open_patient_postgres(url)
    try:
        migrate(engine)
    except Exception as error:
        raise named_failure(url, error) from error
    finally:
        engine.dispose()


def migrate(engine: Engine) -> None:
    """Migrate a database in one transaction; an empty one gets all tables, one of a newer version is refused."""
    with engine.begin() as connection:
        lock_schema(connection)
        if is_postgres(connection.dialect):
            _refuse_encoding(connection)
        config = _config(connection)
        _refuse_format(connection, ScriptDirectory.from_config(config))
        command.upgrade(config, "head")
        _refuse_columns(connection)


def lock_schema(connection: Connection) -> None:
    """Wait until nobody else migrates or fills the database, and keep others from it until the transaction ends."""
    if is_postgres(connection.dialect):  # SQLite's transactions do that.
        connection.execute(_LOCK).close()


def check_schema(engine: Engine) -> None:
    """Raise StoreFailed unless a database has the present schema."""
    with engine.begin() as connection:
        head = ScriptDirectory.from_config(_config(connection)).get_current_head()
        if MigrationContext.configure(connection).get_current_heads() != (head,):
            raise StoreFailed("the database was not migrated to the format of this Big Points")


def named_failure(url: URL, error: Exception) -> Exception:
    """A failure that names the database, unless it is a file, which the error names."""
    if url.get_backend_name() == "sqlite":
        return store_failure(error)
    name = address_name(url)
    if not isinstance(error, StoreFailed):
        return store_failure(error, name)
    return error if str(error).startswith(name) else StoreFailed(f"{name}: {error}")


def _config(connection: Connection) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    return config


def _refuse_encoding(connection: Connection) -> None:
    encoding = connection.scalar(_ENCODING)
    if encoding != "UTF8":
        raise StoreFailed(f"the encoding of the database is {encoding}; accepted: UTF8")


def _refuse_format(connection: Connection, scripts: ScriptDirectory) -> None:
    """Refuse a database that is newer, or that another program has made."""
    known = {script.revision for script in scripts.walk_revisions()}
    found = set(MigrationContext.configure(connection).get_current_heads())
    if any(not _OUR_FORMAT.fullmatch(revision) for revision in found):
        raise StoreFailed("the database is that of another program, which has its own alembic_version")
    if found - known:
        raise StoreFailed(
            f"the database was made by a newer Big Points: its format is {', '.join(sorted(found))}; "
            f"accepted: up to {scripts.get_current_head()}"
        )
    taken = sorted(set(inspect(connection).get_table_names()) & METADATA.tables.keys())
    if taken and not found:
        raise StoreFailed(f"the database is that of another program: a table {taken[0]} already exists")


def _refuse_columns(connection: Connection) -> None:
    """Refuse a database whose tables are not ours, or not for us to write, though its format says so."""
    inspector = inspect(connection)
    for table in METADATA.tables.values():
        missing = set(table.c.keys()) - {column["name"] for column in inspector.get_columns(table.name)}
        if missing:
            raise StoreFailed(f"the database is that of another program: {table.name} has no {min(missing)}")
    if is_postgres(connection.dialect):
        names, rights = list(METADATA.tables), ["SELECT", "INSERT", "UPDATE", "DELETE"]
        if forbidden := connection.scalars(_MISSING_RIGHTS, {"names": names, "rights": rights}).all():
            raise StoreFailed(f"its user may not read and write {', '.join(forbidden)}")
