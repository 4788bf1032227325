"""Extras: the packages that each of them brings, and the error that names the one to install.

`pip install bigpoints` brings no package at all. What needs one imports it inside `require_extra`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from bigpoints.errors import BigPointsError

Extra = Literal["play", "client", "server"]

PACKAGES: dict[Extra, frozenset[str]] = {
    "play": frozenset({"numba", "numpy", "platformdirs", "rich", "typer"}),
    "client": frozenset({"websockets"}),
    "server": frozenset(
        {
            *("alembic", "fastapi", "filelock", "httptools", "prometheus_client", "psycopg", "pydantic"),
            *("pydantic_settings", "segno", "sqlalchemy", "starlette", "typing_extensions", "uvicorn", "uvloop"),
            # It comes with pydantic, which needs one exact version of it; we import it, too.
            "pydantic_core",
        }
    ),
}
"""The packages of each extra, by the name that is imported."""
INCLUDES: dict[Extra, tuple[Extra, ...]] = {"play": (), "client": (), "server": ("client", "play")}
"""The extras that each extra brings along."""
_SERVER_COMMANDS = ("serve", "admin")


class MissingExtra(BigPointsError, ModuleNotFoundError):
    """Packages are not installed; the text names the extra that brings them."""

    def __init__(self, extra: Extra, user: str) -> None:
        super().__init__(extra, user)
        self.extra = extra
        self.user = user

    def __str__(self) -> str:
        return f"{self.user} needs more packages: pip install 'bigpoints[{self.extra}]'"


@contextmanager
def require_extra(extra: Extra, user: str) -> Iterator[None]:
    """Run imports for a user such as `the server`; a missing package of the extra raises MissingExtra."""
    try:
        yield
    except MissingExtra:
        raise
    except ModuleNotFoundError as error:
        # Any other module that is missing is a fault of ours or of another package: no extra would bring it.
        if (error.name or "").partition(".")[0] not in packages_of(extra):
            raise
        raise MissingExtra(extra, user) from None


def packages_of(extra: Extra) -> frozenset[str]:
    """The packages that an extra brings, those of the extras in it included."""
    return PACKAGES[extra].union(*(PACKAGES[other] for other in INCLUDES[extra]))


def extra_of_command(words: list[str]) -> tuple[Extra, str]:
    """The extra that a command line needs, and what to call its user, before anything can parse the line."""
    command = next((word for word in words if not word.startswith("-")), "")
    return ("server", "the server") if command in _SERVER_COMMANDS else ("play", "the command line")
