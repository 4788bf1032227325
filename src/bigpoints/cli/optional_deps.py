"""Packages that only some commands need, and that may not be there."""

from collections.abc import Iterator
from contextlib import contextmanager

from bigpoints.errors import BigPointsError

_SERVER = {"alembic", "fastapi", "filelock", "httptools", "prometheus_client", "pydantic", "pydantic_core"}
_SERVER |= {"pydantic_settings", "segno", "sqlalchemy", "starlette", "uvicorn", "uvloop", "websockets"}


class MissingPackages(BigPointsError):
    """A command needs packages that are not installed."""


@contextmanager
def server_packages() -> Iterator[None]:
    """Import what needs the packages of the server; if they are missing, it is told how to get them."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _SERVER:
            raise
        raise MissingPackages("the server needs more packages: pip install 'bigpoints[server]'") from None
